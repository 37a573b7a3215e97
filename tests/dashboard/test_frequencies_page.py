import itertools
import json
import re

import numpy as np
import pytest

from dashboard import playback
from dashboard.film import drawings, packing
from dashboard.frequencies import eigenvectors
from dashboard.frequencies.graph_choice import LAPLACIANS
from dashboard.plain import plain
from spgat import datasets
from spgat.bands.suggest import suggest_low_fraction
from spgat.datasets import with_split
from spgat.spectral.eigen import full_spectrum
from tests.dashboard.films import content, shown_parts
from tests.dashboard.tables import drawn, tables


def chart(app, key):
    """The ECharts option of the chart with this key."""
    found = [e for e in app.get("echarts_chart") if e.proto.id.endswith(f"-{key}")]
    assert len(found) == 1, [e.proto.id for e in app.get("echarts_chart")]
    return json.loads(found[0].proto.spec)


def weights(app, part):
    """The weights that the browser draws at the page's d: original, low and high."""
    original, low, _ = drawings.unpack(content(app, "drawings"))
    at_d = low[app.slider(key="num_low").value]
    return [original, at_d, original - at_d][part].tolist()


def share(app, label):
    """What the browser says at the page's d below the drawings."""
    facts, _ = packing.unpack(content(app, "shares"))
    place = [said.startswith(label) for said in facts["labels"]].index(True)
    return caption(app)["values"][place]


def caption(app):
    facts, _ = packing.unpack(content(app, "shares"))
    return facts["captions"][app.slider(key="num_low").value]


def marked(app):
    """The number of the eigenvalue with a ring."""
    return packing.unpack(content(app, "spectrum-chart"))[0]["marked"]


def metric(app, label):
    return next(m.value for m in app.metric if m.label.startswith(label))


def test_opens_on_the_barbell_as_in_the_papers_figure(open_page):
    app = open_page()
    assert app.selectbox(key="graph").value == "barbell"
    assert app.slider(key="num_low").value == 2
    assert share(app, "Kept inside") == "99%"
    assert share(app, "Kept between") == "15%"


def test_low_and_high_add_up_to_the_original(open_page):
    app = open_page()
    for original, low, high in zip(*(weights(app, part) for part in range(3)), strict=True):
        assert low + high == pytest.approx(original, abs=1e-3)


def test_moving_d_changes_drawing_and_numbers(open_page):
    app = open_page()
    before = weights(app, 1)
    app.slider(key="num_low").set_value(4).run()
    assert weights(app, 1) != before
    assert share(app, "Kept between") == "79%"


def test_percentage_follows_d_and_moves_it(open_page):
    app = open_page(view="signals")
    app.slider(key="num_low").set_value(4).run()
    assert app.number_input(key="percent").value == 18.2
    app.number_input(key="percent").set_value(50.0).run()
    assert app.slider(key="num_low").value == 11


def test_buttons_step_through_the_frequencies(open_page):
    app = open_page(view="signals")
    next(b for b in app.button if b.label == "More").click().run()
    assert app.slider(key="num_low").value == 3
    next(b for b in app.button if b.label == "Less").click().run()
    assert app.slider(key="num_low").value == 2


def test_play_moves_on_and_stops_at_the_end(open_page, monkeypatch):
    monkeypatch.setattr(playback, "clock", itertools.count().__next__)
    app = open_page(view="signals")
    app.button(key="play").click().run()
    assert app.session_state["playing"]
    first = app.slider(key="num_low").value
    app.run()
    assert app.slider(key="num_low").value == first + 1
    for _ in range(30):
        app.run()
    assert app.slider(key="num_low").value == 22
    assert not app.session_state["playing"]


def test_cut_through_equal_eigenvalues_is_said(open_page):
    app = open_page(num_low="10")
    assert {"16", "5", "20"} <= set(re.findall(r"\d+", caption(app)["warnings"][0]))
    app.slider(key="num_low").set_value(4).run()
    assert not caption(app)["warnings"]


def test_cut_inside_the_null_space_is_said(open_page, mirror):
    app = open_page(graph="erdos-renyi", **{"erdos-renyi-mean_degree": "1.0"}, num_low="5")
    assert any("d = 5" in warning for warning in caption(app)["warnings"])


def test_clicked_eigenvalue_shows_its_eigenvector(open_page):
    app = open_page()
    before = chart(app, "wave-chart")
    app.number_input(key="k").set_value(3).run()
    assert chart(app, "wave-chart") != before
    assert marked(app) == 3


@pytest.mark.parametrize("laplacian", LAPLACIANS)
@pytest.mark.parametrize("name", ["barbell", "karate", "ring", "path"])
def test_what_is_said_of_a_zero_frequency_holds(laplacian, name):
    """The eigenvectors of 0 are constant for L = D - A, and ~ √degree for the others."""
    graph = datasets.load(name)
    config = LAPLACIANS[laplacian]
    spectrum = full_spectrum(graph.adjacency, config)
    vector = spectrum.eigenvectors[:, 0]
    degrees = np.asarray(graph.adjacency.sum(axis=1)).ravel() + config.self_loops
    roots = np.ones(len(degrees)) if config.kind == "combinatorial" else np.sqrt(degrees)
    np.testing.assert_allclose(np.ptp(vector / roots), 0, atol=1e-9)
    is_constant = bool(np.ptp(vector) < 1e-9)
    assert eigenvectors.changes_along_edges(graph, spectrum, 1) != is_constant
    assert ("degree" in eigenvectors.describe(graph, spectrum, 1)) != is_constant


def test_link_restores_the_view(open_page):
    app = open_page(
        graph="karate", laplacian="combinatorial", num_low="7", k="5", look="Matrix"
    )
    assert app.selectbox(key="graph").value == "karate"
    assert app.segmented_control(key="laplacian").value == "combinatorial"
    assert (app.slider(key="num_low").value, app.number_input(key="k").value) == (7, 5)
    assert chart(app, "matrix-0")["series"][0]["type"] == "heatmap"
    assert not app.toast


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("num_low", "999"),
        ("num_low", "abc"),
        ("graph", "../../x"),
        ("laplacian", "mine"),
    ],
)
def test_impossible_values_of_a_link_are_replaced_and_said(open_page, key, value):
    """A link may hold anything: numbers out of range, paths, words for numbers."""
    app = open_page(**{key: value})
    assert not app.exception
    assert plain(f"{key} = {value}") in app.toast[0].value


@pytest.mark.parametrize(
    ("key", "value"), [("seed", "inf"), ("k", "1e999"), ("num_low", "-inf")]
)
def test_a_number_without_end_in_a_link_is_dropped_with_a_notice(open_page, key, value):
    app = open_page(graph="sensor", **{key: value})
    assert plain(f"{key} = {value}") in app.toast[0].value
    assert app.selectbox(key="graph").value == "sensor"


@pytest.mark.parametrize("key", ["view", "look", "laplacian", "num_low", "graph"])
def test_nothing_in_a_link_is_no_choice(open_page, key):
    """A control that requires a choice took it and had none, which ended in a traceback."""
    app = open_page(**{key: ""})
    assert not app.exception
    assert plain(f"{key} = nothing") in app.toast[0].value
    assert app.slider(key="num_low").value == 2
    assert content(app, "drawings")


def test_a_slip_in_what_a_link_hides_is_reported_once(open_page):
    app = open_page(hide="grahp,shares")
    assert "grahp" in app.toast[0].value
    assert "shares" not in shown_parts(app)
    assert app.query_params["hide"] == "shares"
    app.run()
    assert not app.toast
    assert "shares" not in shown_parts(app)


def test_a_notice_outlives_the_rerun_of_a_code_in_a_later_widget(open_page):
    app = open_page(graph="x", laplacian="normalized")
    assert ["graph = x" in t.value for t in app.toast] == [True]
    assert app.segmented_control(key="laplacian").value == "normalized"


def test_a_link_to_a_class_is_as_good_as_it_says(open_page):
    app = open_page(**{"view": "signals", "graph": "karate", "signal": "class"}, **OFFICER)
    assert app.selectbox(key="class").value == 1
    assert not app.toast


OFFICER = {"class": "Officer"}
BAND = {"view": "filters", "graph": "karate", "filter": "band-pass"}


@pytest.mark.parametrize(("edges", "is_told"), [(["10", "60"], False), (["10", "600"], True)])
def test_edges_of_a_band_in_a_link(open_page, edges, is_told):
    app = open_page(**BAND, **{"edges-band-pass": edges})
    assert ["edges-band-pass = 10" in t.value for t in app.toast] == [True] * is_told


def test_unknown_parameters_are_ignored(open_page):
    app = open_page(utm_source="mail")
    assert not app.toast


def test_the_convention_for_isolated_nodes_is_told(open_page):
    """Libraries differ on an isolated node's diagonal, so ours is said beside the choice of the
    Laplacian.
    """
    assert "isolated node" in open_page().segmented_control(key="laplacian").help


def test_teacher_link_locks_controls_and_hides_parts(open_page):
    app = open_page(graph="karate", hide="graph,num_low,shares,spectrum")
    assert app.selectbox(key="graph").disabled
    assert app.selectbox(key="graph").value == "karate"
    assert app.slider(key="num_low").disabled
    assert shown_parts(app) == {"num_low-controls", "drawings"}
    assert not app.get("echarts_chart")


@pytest.mark.parametrize(
    ("view", "keys"),
    [
        ({"view": "bands"}, ["look", "k"]),
        ({"view": "signals", "signal": "smooth"}, ["signal", "smoothness", "noise"]),
        ({"view": "signals", "signal": "node"}, ["node"]),
        ({"view": "filters"}, ["filter", "scale"]),
        ({"view": "wavelets"}, ["node", "scale", "threshold"]),
        ({"view": "chebyshev", "series": "low-pass"}, ["series", "node", "order", "cutoff"]),
    ],
)
def test_teacher_link_locks_what_a_lesson_is_about(open_page, view, keys):
    app = open_page(graph="karate", hide=",".join(keys), **view)
    assert all(app.get_by_key(key).disabled for key in keys)
    drawings = [
        json.loads(e.proto.spec)
        for e in app.get("echarts_chart")
        if "drawing-0" in e.proto.id and "node" in keys
    ]
    assert not any(drawing["series"][0]["selectedMode"] for drawing in drawings)


def test_what_is_locked_stays_locked_on_the_way_through_the_pages(open_page):
    app = open_page(graph="karate", hide="graph,shares")
    del app.query_params["hide"]  # as the navigation does
    app.switch_page("app_pages/images.py").run()
    assert app.query_params["hide"] == "graph,shares"


def test_changing_the_graph_keeps_d_in_range(open_page):
    app = open_page(graph="karate", num_low="34")
    app.selectbox(key="graph").set_value("florentine").run()
    assert app.slider(key="num_low").value <= 15
    assert not app.exception


def test_matrix_of_a_larger_graph_says_its_limit(open_page):
    app = open_page(graph="grid", look="Matrix")
    assert "120" in app.info[0].value


SIGNALS = ["smooth", "noise", "class", "degree", "node", "nodes", "spectrum"]


@pytest.mark.parametrize("signal", SIGNALS)
def test_every_signal_is_drawn_in_parts(open_page, signal):
    app = open_page(view="signals", graph="karate", signal=signal)
    parts = [
        [node["value"] for node in chart(app, f"signal-drawing-{i}")["series"][0]["data"]]
        for i in range(3)
    ]
    assert any(parts[0])
    for original, low, high in zip(*parts, strict=True):
        assert low + high == pytest.approx(original, abs=2e-3)


@pytest.mark.parametrize(("view", "is_clickable"), [("signals", True), ("filters", False)])
def test_help_speaks_of_clicks_where_they_work(open_page, view, is_clickable):
    helps = [
        *(e.help for e in open_page(view=view, graph="karate", signal="node").number_input),
        *(e.help for e in open_page(view=view, graph="karate", signal="nodes").text_input),
        *(e.help for e in open_page(view=view, graph="karate", signal="spectrum").text_input),
    ]
    assert len([text for text in helps if "click" in text.lower()]) == 3 * is_clickable


def test_low_pass_takes_noise_away(open_page):
    app = open_page(view="signals", graph="sensor", signal="smooth", num_low="5", noise="0.5")
    before, after = metric(app, "Error of the noisy"), metric(app, "Error of its low")
    assert int(after.removesuffix("%")) < int(before.removesuffix("%")) / 2


@pytest.mark.parametrize(("signal", "default"), [("degree", 0.5), ("node", 0.0)])
def test_a_link_without_noise_has_that_of_its_signal(open_page, signal, default):
    link = {"view": "signals", "graph": "karate", "signal": signal}
    assert open_page(**link).slider(key="noise").value == default
    for text in ("0.0", "0.5", "1.0"):
        assert open_page(**link, noise=text).slider(key="noise").value == float(text)


def test_noise_starts_anew_with_a_signal_set_by_hand(open_page):
    app = open_page(view="signals", graph="karate", signal="smooth")
    app.get_by_key("signal").set_value("node").run()
    assert app.slider(key="noise").value == 0
    app.slider(key="noise").set_value(1.5).run()
    for kind in ("spectrum", "smooth"):  # what was chosen stays
        app.get_by_key("signal").set_value(kind).run()
        assert app.slider(key="noise").value == 1.5
    app.slider(key="noise").set_value(0.5).run()
    for kind, default in (("nodes", 0), ("degree", 0.5)):
        app.get_by_key("signal").set_value(kind).run()
        assert app.slider(key="noise").value == default
    app.query_params.update(signal="node", noise="0.5")  # a link to a page in use
    app.run()
    assert app.slider(key="noise").value == 0.5


def test_no_noise_no_error(open_page):
    app = open_page(view="signals", graph="karate", noise="0.0")
    assert not [m for m in app.metric if m.label.startswith("Error")]


def test_the_mean_frequency_of_an_eigenvector_is_its_eigenvalue(open_page):
    path = {"view": "signals", "graph": "path", "signal": "spectrum", "noise": "0.0"}
    app = open_page(**path, laplacian="combinatorial", amplitudes="2:1")
    assert metric(app, "Mean frequency") == f"{2 - 2 * np.cos(np.pi / 40):#.3g}"
    app.text_input(key="amplitudes").set_value("1:1").run()
    assert float(metric(app, "Mean frequency")) == 0


def test_own_spectrum_is_editable(open_page):
    app = open_page(
        view="signals", graph="karate", signal="spectrum", noise="0.0", num_low="34"
    )
    app.text_input(key="amplitudes").set_value("3:2").run()
    coefficients = chart(app, "signal-drawing-0")["series"][0]["data"]
    assert any(node["value"] for node in coefficients)
    app.number_input(key="wave").set_value(4).run()
    app.slider(key="amplitude").set_value(1.5).run()
    assert app.text_input(key="amplitudes").value == "3:2, 4:1.5"


def test_a_wave_that_a_smaller_graph_lacks_becomes_its_last(open_page):
    app = open_page(view="signals", graph="grid", signal="spectrum")
    app.number_input(key="wave").set_value(90).run()
    app.selectbox(key="graph").set_value("karate").run()
    assert not app.exception
    assert app.number_input(key="wave").value == 34


@pytest.mark.parametrize(
    ("signal", "key", "text", "named"),
    [
        ("nodes", "nodes", "1, x", "'x'"),
        ("nodes", "nodes", "99", "99"),
        ("spectrum", "amplitudes", "2=1", "'2=1'"),
        ("spectrum", "amplitudes", "99:1", "99"),
        ("spectrum", "amplitudes", "1:" + 400 * "9", "'1:9999"),
    ],
)
def test_what_is_not_a_signal_is_named(open_page, signal, key, text, named):
    app = open_page(view="signals", graph="karate", signal=signal)
    app.text_input(key=key).set_value(text).run()
    assert plain(named) in app.error[0].value
    assert not app.exception


@pytest.mark.parametrize(
    "kind", ["heat", "mexican-hat", "low-pass", "high-pass", "band-pass", "polynomial"]
)
def test_every_filter_has_a_response_and_an_effect(open_page, kind):
    app = open_page(view="filters", graph="karate", filter=kind)
    before, after = (chart(app, f"filter-drawing-{i}")["series"][0]["data"] for i in (0, 1))
    assert before != after
    assert chart(app, "response-chart")


def test_bad_polynomial_is_named(open_page):
    app = open_page(view="filters", graph="karate", filter="polynomial")
    app.text_input(key="polynomial").set_value("1, two").run()
    assert "'1, two'" in app.error[0].value


def test_a_polynomial_beyond_numbers_is_said(open_page):
    app = open_page(
        view="filters", graph="karate", filter="polynomial", polynomial="1e308,1e308"
    )
    assert "below 1e+100" in app.error[0].value


def test_wavelet_spreads_with_its_scale(open_page):
    app = open_page(view="wavelets", graph="grid", node="60", scale="0.5")
    few = int(metric(app, "Entries kept of the wavelet").split()[0])
    app.slider(key="scale").set_value(5.0).run()
    assert int(metric(app, "Entries kept of the wavelet").split()[0]) > few


@pytest.mark.parametrize(
    ("scale", "count"), [("0.1", "77 of 77"), ("5.0", "n/a"), ("20.0", "n/a")]
)
def test_an_inverse_wavelet_beyond_numbers_is_not_counted(open_page, scale, count):
    app = open_page(
        view="wavelets", graph="les-miserables", laplacian="combinatorial", scale=scale
    )
    assert metric(app, "Entries kept of its inverse") == count
    assert ("inverse" in tables(app)["Wavelet"]) == (count != "n/a")


@pytest.mark.parametrize("series", ["heat", "mexican-hat", "low-pass"])
def test_series_comes_closer_with_its_order(open_page, series):
    app = open_page(view="chebyshev", graph="karate", series=series, order="2")
    rough = float(metric(app, "Largest error on a node"))
    app.slider(key="order").set_value(40).run()
    assert float(metric(app, "Largest error on a node")) < rough


def test_printed_theorem_does_not_converge_to_the_wavelet(open_page):
    app = open_page(view="chebyshev", graph="karate", series="printed", order="40")
    assert float(metric(app, "Largest error of g")) > 1
    assert "inverse" in app.warning[0].value


TWINS = [
    {"graph": "karate"},
    {"graph": "sbm", "seed": "3", "sbm-num_blocks": "4"},
    *({"view": "signals", "graph": "karate", "signal": signal} for signal in SIGNALS),
    {"view": "filters", "graph": "karate", "filter": "band-pass"},
    {"view": "wavelets", "graph": "karate", "laplacian": "combinatorial"},
    *(
        {"view": "chebyshev", "graph": "karate", "series": series}
        for series in ("heat", "printed", "mexican-hat", "low-pass")
    ),
]


@pytest.mark.parametrize("view", TWINS, ids=lambda view: "-".join(view.values()))
def test_python_twin_runs_and_table_twin_shows_what_is_drawn(open_page, view):
    app = open_page(**view)
    found = {}
    exec(app.code[0].value, found)
    table = next(iter(tables(app).values()))
    computed = {
        "high": lambda: found["parts"].high,
        "after": lambda: found["filtered"],
        "wavelet": lambda: found["wavelet"].values,
        "inverse": lambda: found["inverse"].values,
        "series": lambda: found["approximate"],
        "difference": lambda: found["approximate"] - table["exact"],
    }
    checked = [name for name in table.columns if name in computed]
    assert checked[-1] == table.columns[-1]
    for name in checked:
        np.testing.assert_allclose(table[name], computed[name](), atol=1e-9)


def drawn_on_nodes(app, key):
    return [node["value"] for node in chart(app, key)["series"][0]["data"]]


def stems(app, key):
    """The heights of stems, of either band."""
    table = drawn(app, key)
    return table["low"].fillna(table["high"])


def test_low_and_high_have_a_table_of_each_chart(open_page):
    app = open_page(graph="karate", num_low="5", k="3")
    edges, spectrum, wave = tables(app).values()
    for part, name in enumerate(("original", "low", "high")):
        assert edges[name].tolist() == pytest.approx(weights(app, part), abs=1e-4)
    assert spectrum["part"].tolist() == 5 * ["low"] + 29 * ["high"]
    _, arrays = packing.unpack(content(app, "spectrum-chart"))
    assert spectrum["eigenvalue"].tolist() == arrays["eigenvalues"].tolist()
    shown = drawn_on_nodes(app, "wave-chart")
    assert wave["value"].tolist() == pytest.approx(shown, abs=1e-4)


def test_what_is_hidden_has_no_table(open_page):
    app = open_page(graph="karate", hide="spectrum")
    assert list(tables(app)) == ["Weights of the edges"]


def test_matrices_of_every_d_share_one_scale(open_page):
    bars = set()
    for num_low in ("0", "1", "17", "33"):
        app = open_page(look="matrix", num_low=num_low)
        bars |= {
            html.proto.body for html in app.get("html") if "Edge weight" in html.proto.body
        }
    assert len(bars) == 1


def test_matrices_have_a_table_with_every_entry(open_page):
    app = open_page(graph="karate", look="Matrix")
    entries, shown = tables(app)["Entries of the matrices"], drawn(app, "matrix-1")
    assert entries["from"].tolist() == shown["row"].astype(str).tolist()
    assert entries["to"].tolist() == shown["column"].astype(str).tolist()
    np.testing.assert_allclose(entries["low"], shown["weight"], atol=1e-4)


def test_matrices_too_large_to_be_shown_have_no_table(open_page):
    assert "Entries of the matrices" not in tables(open_page(graph="grid", look="Matrix"))


@pytest.mark.parametrize(
    ("view", "curve", "key"),
    [
        ("signals", "Error of the low part", "denoising-chart"),
        ("filters", "Response g(λ)", "response-chart"),
        ("wavelets", "Magnitudes of the entries", "decay-chart"),
        ("chebyshev", "Response g(λ)", "series-response"),
        ("chebyshev", "Largest error", "series-errors"),
    ],
)
def test_curves_have_tables(open_page, view, curve, key):
    app = open_page(view=view, graph="karate")
    np.testing.assert_array_equal(tables(app)[curve], drawn(app, key))


@pytest.mark.parametrize(
    ("view", "key", "column"),
    [
        ("signals", "coefficient-chart", "coefficient"),
        ("filters", "filter-coefficients", "before"),
    ],
)
def test_coefficients_have_a_table(open_page, view, key, column):
    app = open_page(view=view, graph="karate", laplacian="combinatorial")
    table = tables(app)["Graph Fourier transform"]
    np.testing.assert_array_equal(table[column], stems(app, key))
    assert table["eigenvalue"].iloc[-1] == pytest.approx(18.137, abs=1e-3)
    if "after" in table:
        rings = [y for _, y in chart(app, key)["series"][-1]["data"]]
        assert table["after"].tolist() == pytest.approx(rings, rel=1e-3)


def test_the_difference_of_a_series_is_in_its_table(open_page):
    app = open_page(view="chebyshev", graph="karate", order="1")
    difference = tables(app)["Signals"]["difference"].tolist()
    assert any(difference)
    shown = drawn_on_nodes(app, "series-drawing-2")
    assert difference == pytest.approx(shown, abs=1e-4)


def test_d_left_alone_follows_the_graph_as_its_address_says(open_page):
    """The address leaves out a default, so the page must not keep that of another graph."""
    app = open_page()
    assert app.slider(key="num_low").value == 2
    app.selectbox(key="graph").set_value("karate").run()
    assert app.slider(key="num_low").value == 3
    app.slider(key="num_low").set_value(9).run()
    app.selectbox(key="graph").set_value("barbell").run()
    assert app.slider(key="num_low").value == 9


def test_more_coefficients_than_are_computed_with_are_refused(open_page):
    many = ",".join(map(str, range(13)))
    app = open_page(view="filters", filter="polynomial", polynomial=many)
    assert "13 coefficients" in app.error[0].value


def test_a_band_upside_down_passes_what_lies_between(open_page):
    app = open_page(
        **{"view": "filters", "filter": "band-pass", "edges-band-pass": ["90", "10"]}
    )
    assert not app.error


@pytest.mark.parametrize(
    ("view", "key"),
    [
        ({"view": "signals", "signal": "nodes", "hide": "signal"}, "nodes"),
        ({"view": "signals", "signal": "spectrum", "hide": "signal"}, "amplitudes"),
        ({"view": "filters", "filter": "polynomial", "hide": "filter"}, "polynomial"),
    ],
)
def test_what_makes_a_locked_signal_or_filter_is_locked_too(open_page, view, key):
    assert open_page(**view).text_input(key=key).disabled


def test_classes_suggest_a_d(open_page):
    app = open_page(graph="karate", num_low="20")
    app.get_by_key("suggest-num_low").click().run()
    graph = with_split(datasets.load("karate"))
    found = suggest_low_fraction(graph, graph.splits[0].train)
    assert app.slider(key="num_low").value == found.num_low
    assert drawn(app, "why-num_low-chart")["energy below d"].tolist() == found.energy.tolist()


def test_a_graph_without_classes_suggests_a_d_by_its_widest_gap(open_page):
    app = open_page(graph="ring", num_low="20")
    assert datasets.load("ring").labels is None
    app.get_by_key("suggest-num_low").click().run()
    [first, *_] = chart(app, "why-num_low-chart")["series"][0]["markLine"]["data"]
    num_nodes = app.slider(key="num_low").max
    assert app.slider(key="num_low").value == round(first["xAxis"] * num_nodes)
