"""Frequencies of graphs too large to draw, against those of all eigenvectors."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.frequencies import sample
from dashboard.frequencies.large_views import VIEWS
from spgat import datasets
from spgat.graph import Graph
from spgat.spectral.filter_series import filter_series
from spgat.spectral.filters import SpectralFilter

#: 1,797 images, more nodes than are drawn.
DIGITS = {"graph": "digits"}


def charts(app):
    return {e.proto.id.partition("-")[2]: json.loads(e.proto.spec)
            for e in app.get("echarts_chart")}  # fmt: skip


def named(app, key):
    return next(option for name, option in charts(app).items() if name.endswith(key))


def metric(app, label):
    return next(m.value for m in app.metric if m.label.startswith(label))


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_shows_charts_and_says_what_is_drawn(open_page, view):
    app = open_page(view=view, **DIGITS)
    assert charts(app)
    said = " ".join(caption.value for caption in app.caption)
    assert "1,797" in said
    assert "Drawn are" in said or view == "bands"


def test_a_view_that_needs_eigenvectors_names_the_others(open_page):
    app = open_page(view="chebyshev", **DIGITS)
    assert "1,797 nodes" in app.info[0].value
    assert "Wavelets" in app.info[0].value


def test_d_moves_the_cutoff(open_page):
    app = open_page(**DIGITS)
    before = float(metric(app, "Cutoff").split()[0])
    app.slider(key="low_fraction").set_value(0.5).run()
    assert float(metric(app, "Cutoff").split()[0]) > before
    assert metric(app, "d, low") == "898"


def test_low_and_high_part_add_up_on_the_drawn_part(open_page):
    app = open_page(view="signals", signal="degree", **DIGITS)
    whole, low, high = (
        np.array([n["value"] for n in named(app, f"large-signal-{k}")["series"][0]["data"]])
        for k in range(3)
    )
    assert low + high == pytest.approx(whole, abs=1e-2)


def test_a_feature_is_a_signal(open_page):
    app = open_page(view="filters", signal="feature", feature="22", **DIGITS)
    feature = datasets.load("digits").features[:, 21]
    drawn = [n["value"] for n in named(app, "large-filter-0")["series"][0]["data"]]
    distances = np.abs(np.subtract.outer(drawn, feature)).min(axis=1)
    assert distances.max() < 1e-3 * feature.max()
    assert len(set(drawn)) > 2


@pytest.mark.parametrize("view", VIEWS)
def test_the_script_below_a_view_runs(open_page, view):
    app = open_page(view=view, **DIGITS)
    names = {}
    exec(app.code[0].value, names)
    if view != "bands":
        assert np.isfinite(names["result"]).all()


@pytest.mark.parametrize("kind", ["low-pass", "high-pass", "band-pass"])
def test_the_script_of_a_filter_with_edges_applies_the_series_on_the_page(open_page, kind):
    app = open_page(view="filters", signal="degree", filter=kind, node="5", **DIGITS)
    names = {}
    exec(app.code[0].value, names)
    drawn = [n["value"] for n in named(app, "large-filter-1")["series"][0]["data"]]
    _, rows = sample.part_of(datasets.load("digits"), 5)
    assert drawn == pytest.approx(names["result"][rows], abs=1e-2)


@pytest.mark.parametrize(
    "chosen",
    [
        SpectralFilter(kind="low-pass", high=0.8),
        SpectralFilter(kind="high-pass", low=1.2, high=2.0),
        SpectralFilter(kind="band-pass", low=0.5, high=1.0),
        SpectralFilter(kind="heat", scale=20.0),
        SpectralFilter(kind="mexican-hat", scale=2.0),
        SpectralFilter(kind="polynomial", coefficients=(1.0, -2.0, 0.5)),
    ],
    ids=lambda chosen: chosen.kind,
)
def test_a_filters_series_follows_it_away_from_its_edges(chosen):
    grid = np.linspace(0, 2, 401)
    edges = [edge for edge in (chosen.low, chosen.high) if chosen.kind.endswith("-pass")]
    far = np.all([np.abs(grid - edge) > 0.15 for edge in edges], axis=0)
    if not edges:
        far = np.ones_like(grid, dtype=bool)
    difference = np.abs(filter_series(chosen, 2.0).evaluate(grid) - chosen.response(grid))
    assert difference[far].max() < 0.02 if edges else difference.max() < 1e-6


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 399), st.integers(2, 40))
def test_the_part_that_is_drawn_is_of_the_graph(node, degree):
    rng = np.random.default_rng(degree)
    pairs = np.unique(np.sort(rng.integers(0, 400, size=(200 * degree, 2))), axis=0)
    graph = Graph.build("random", 400, pairs)
    part, rows = sample.part_of(graph, node)
    assert node in rows
    assert part.num_edges <= sample.MAX_EDGES
    assert (part.adjacency != graph.adjacency[rows][:, rows]).nnz == 0


def test_a_graph_with_positions_is_sampled_all_over():
    graph = datasets.load("sensor", num_nodes=900)
    part, rows = sample.part_of(graph, 7)
    assert 7 in rows
    assert part.positions == pytest.approx(graph.positions[rows])
