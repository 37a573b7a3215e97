"""The Embeddings page without a browser."""

import base64
import io
import json
import threading
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

from dashboard import state
from dashboard.embeddings import chosen, work
from dashboard.embeddings import downloads as offers
from dashboard.jobs import NOTHING, JobManager
from dashboard.source import Source
from spgat import datasets, presets
from spgat.embedding import distinguishing, node_parts
from spgat.errors import Cancelled, InputError
from spgat.runs import files as run_files
from spgat.training import fit
from tests.dashboard.tables import drawn, tables


@pytest.fixture
def opened(open_page, run_ids):
    return lambda **parameters: open_page("embeddings", **parameters)


def check(app):
    assert not app.exception, [e.value for e in app.exception]
    return app


def texts(app):
    return " ".join(e.value for kind in (app.markdown, app.caption) for e in kind)


def series(app, key):
    """The series of the chart whose key starts so."""
    for chart in app.get("echarts_chart"):
        if f"-{key}" in chart.proto.id or chart.proto.id.endswith(key):
            return json.loads(chart.proto.spec)["series"]
    raise AssertionError(f"no chart {key}")


def press(app, key):
    return check(app.button(key=key).click().run())


def choose(app, what):
    """Takes the entry of the menu “Select” that begins so."""
    menu = app.menu_button(key="select_menu")
    [entry] = [text for text in menu.options if text.startswith(what)]
    return check(menu.click(entry).run())


def metrics(app):
    return {m.label: m.value for m in app.metric}


def test_without_runs_it_says_what_to_do(open_page):
    app = open_page("embeddings")
    assert "No runs yet" in texts(app)


def test_the_newest_run_is_drawn_at_once(opened, run_ids):
    app = opened()
    assert app.multiselect(key="chosen_runs").value == [run_ids[1]]
    assert {s["type"] for s in series(app, "map-0-0")} == {"scatter"}
    shown = metrics(app)
    assert set(shown) == {
        "Silhouette",
        "Silhouette, training",
        "Silhouette, test",
        "Trustworthiness",
        "10-NN, map",
        "10-NN, embedding",
    }
    assert -1 <= float(shown["Silhouette"]) <= 1


def test_an_address_names_runs_and_what_is_not_there_is_said(opened, run_ids):
    app = opened(run=[run_ids[0], "240101-000000-abcdef"])
    assert app.multiselect(key="chosen_runs").value == [run_ids[0]]
    assert len(app.toast) == 1
    assert app.query_params["run"] == run_ids[0]


def test_teacher_link_locks_controls(opened):
    app = opened(hide="runs,method,layer,colour,over_epochs")
    keys = ("chosen_runs", "method", "dimensions", "layer", "colour", "over_epochs")
    assert all(app.get_by_key(key).disabled for key in (*keys, "paper_grid"))


def test_no_run_chosen(opened):
    app = opened()
    check(app.multiselect(key="chosen_runs").set_value([]).run())
    assert "Choose a run or an embedding above" in texts(app)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["tsne", "umap"])
def test_long_projections_wait_for_a_press_and_are_kept(opened, method):
    app = opened(method=method)
    assert not app.metric
    assert app.button(key="draw-0")
    press(app, "draw-0")
    assert app.metric
    again = opened(method=method)
    assert again.metric


def test_a_perplexity_beyond_the_nodes_is_clamped_and_said(opened):
    """t-SNE fails where the perplexity is not below the number of nodes."""
    app = opened(method="tsne", perplexity="100")
    press(app, "draw-0")
    assert "Perplexity 100 needs more than 300 nodes; 11 used." in texts(app)


def test_session_state_holds_no_arrays(opened):
    """Arrays in the session state add up over visitors: a selection is a tuple of numbers, and
    runs are their ids.
    """
    app = opened(over_epochs="true")
    choose(app, "Labelled Mr. Hi")
    small = str | int | float | bool | tuple | list | dict | chosen.Selection | None
    for key, value in app.session_state.items():
        parts = value.values() if isinstance(value, dict) else [value]
        assert all(isinstance(part, small) for part in parts), key


def test_a_cancelled_projection_says_so_and_offers_another_start(opened, monkeypatch):
    def stopped(*_, **__):
        raise Cancelled("stopped")

    app = opened(method="tsne", perplexity="7")
    monkeypatch.setattr("dashboard.embeddings.pictures.project", stopped)
    press(app, "draw-0")
    [warning] = app.warning
    assert "t-SNE" in warning.value
    assert not app.error
    assert app.button(key="again-0")


def test_a_job_on_its_way_shows_its_progress_and_can_be_cancelled(opened, monkeypatch, manager):
    waiting = JobManager()
    monkeypatch.setattr("dashboard.state.job_manager", lambda: waiting)
    gate = waiting.submit("training", "x", lambda job: _hold(job), "before", "somebody")
    app = opened(method="tsne", perplexity="8")
    press(app, "draw-0")
    assert "1 job ahead" in app.get("progress")[0].proto.text
    press(app, "cancel-0")
    gate.cancel()
    waiting.close()


def _hold(job):
    while not job.should_stop():
        pass


def test_three_dimensions_are_drawn_by_plotly(opened):
    app = opened(dimensions="3")
    [chart] = app.get("plotly_chart")
    kinds = {trace["type"] for trace in json.loads(chart.proto.spec)["data"]}
    assert kinds == {"scatter3d"}
    assert "Draw a lasso" not in texts(app)
    assert "Draw a lasso" in texts(opened())


def test_at_most_four_charts_take_a_webgl_context(opened, store, karate):
    """Browsers keep about sixteen WebGL contexts; what is drawn by the hundred is canvas or
    SVG.
    """
    graph, results = karate
    ids = [store.save(results[0], graph) for _ in range(5)]
    app = opened(run=ids, dimensions="3")
    drawn = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]
    kinds = [[trace["type"] for trace in figure["data"]] for figure in drawn]
    assert len(kinds) == 4
    assert {kind for of_one in kinds for kind in of_one} == {"scatter3d"}
    assert not any(key.startswith("scene2") for figure in drawn for key in figure["layout"])


@pytest.mark.parametrize(
    "colour",
    ["prediction", "correctness", "split", "degree", "silhouette", "confidence"],
)
def test_every_colour_can_be_chosen(opened, colour):
    app = opened()
    check(app.selectbox(key="colour").set_value(colour).run())
    assert series(app, "map-0-0")


def test_a_selection_reaches_every_view_and_can_be_undone(opened, run_ids, store):
    app = opened()
    choose(app, "Labelled Mr. Hi")
    run = store.load(run_ids[1])
    count = int((run.labels == 0).sum())
    assert f"**{count} of 34 nodes selected**" in texts(app)
    bright = [s for s in series(app, "map-0-0") if s["id"].endswith("True")]
    assert bright
    assert any(s["id"] == "selected edges" for s in series(app, "selection_in_graph"))
    assert any(s["id"] == "selection" for s in series(app, "energy"))
    assert any(s["id"] == "selected" for s in series(app, "silhouettes"))
    table = app.dataframe(key="nodes").value
    assert len(table) == count
    choose(app, "Add their neighbours")
    grown = app.session_state["selection"].nodes
    assert set(np.flatnonzero(run.labels == 0)) < set(grown)
    press(app, "undo_selection")
    assert len(app.session_state["selection"].nodes) == count
    press(app, "clear_selection")
    assert "Nothing selected." in texts(app)


def test_a_run_without_labels_offers_no_menu(opened, store, run_ids):
    """Such a run cannot be imported, but a folder can be copied."""
    file = store.root / run_ids[1] / "graph.npz"
    with np.load(file) as stored:
        arrays = dict(stored)
    nothing = {"labels": np.full(34, -1), "train": np.zeros(34, bool)}
    np.savez_compressed(file, **(arrays | nothing))
    app = check(opened())
    assert "Nothing selected." in texts(app)
    assert not app.get("menu_button")


@pytest.mark.slow
def test_the_papers_grid_trains_what_is_missing_and_shows_it(opened, store, monkeypatch):
    resolve = presets.resolve
    monkeypatch.setattr(presets, "resolve", lambda *names: replace(resolve(*names), epochs=2))
    app = opened()
    press(app, "paper_grid")
    shown = [store.load(run_id).summary for run_id in app.query_params["run"]]
    assert [run.config.model for run in shown] == ["gcn", "gwnn", "gat", "spgat"]
    assert len({run.graph_digest for run in shown}) == 1
    assert len(store.list()) == 5  # the SpGAT that was there is taken
    press(app, "paper_grid")
    assert len(store.list()) == 5


def test_a_grid_on_a_graph_that_is_not_at_hand_is_refused_in_words(opened, monkeypatch):
    monkeypatch.setattr(Source, "of_title", lambda title: None)
    app = opened()
    press(app, "paper_grid")
    assert any("Own graphs" in toast.value for toast in app.toast)
    assert not app.get_by_key("paper_grid").disabled


def test_a_grid_whose_trainings_were_cancelled_can_be_asked_for_again(opened, monkeypatch):
    def stopped(*_, **__):
        raise Cancelled("stopped")

    monkeypatch.setattr("spgat.training.fit", stopped)
    app = opened()
    press(app, "paper_grid")
    assert not app.get_by_key("paper_grid").disabled
    assert "**34" not in texts(app)
    assert [c.proto.id for c in app.get("echarts_chart") if "-map-1-" in c.proto.id] == []


def test_the_address_holds_the_selection(opened, run_ids):
    app = opened(selected="0-2,33")
    assert "**4 of 34 nodes selected**" in texts(app)
    press(app, "clear_selection")
    assert "selected" not in app.query_params
    choose(app, "Training nodes")
    assert app.query_params["selected"]
    wrong = opened(selected="3-77")
    assert "Nothing selected." in texts(wrong)
    assert len(wrong.toast) == 1


def test_a_kept_selection_comes_back_by_its_name_and_by_its_address(opened, run_ids, store):
    app = opened(selected="0-2,33")
    app.text_input(key="kept_name").set_value("Hubs: <b>")
    press(app, "keep_selection")
    address = app.query_params["kept"]
    press(app, "clear_selection")
    assert "**4 of 34" not in texts(choose(app, "Training nodes"))
    assert "**4 of 34" in texts(choose(app, "Kept: Hubs"))
    elsewhere = opened(selected="5-9", kept=address)
    elsewhere.selectbox(key="against").select_index(1)
    [ranking] = [d.value for d in check(elsewhere.run()).dataframe if "difference" in d.value]
    assert set(ranking["other nodes"]) <= {0, 1, 2, 3, 4}
    press(elsewhere, "forget-0")
    assert "kept" not in elsewhere.query_params
    elsewhere.text_input(key="kept_name").set_value("all")
    press(elsewhere, "keep_selection")
    assert elsewhere.selectbox(key="against").value == "all"  # and not those called so
    assert "difference" in " ".join(map(str, (d.value.columns for d in elsewhere.dataframe)))


@pytest.mark.parametrize("kept", ["Hubs:3-77", "Hubs", ":1-2", "Hubs:"])
def test_a_kept_selection_that_this_graph_does_not_have_is_said(opened, kept):
    app = opened(kept=kept)
    assert len(app.toast) == 1
    assert "kept" not in app.query_params


def test_charts_of_the_selection_have_tables(opened, run_ids, store):
    app = opened()
    choose(app, "Labelled Mr. Hi")
    found, run = tables(app), store.load(run_ids[1])
    picked = np.flatnonzero(run.labels == 0)
    for caption, nodes in (("", None), (" of the selection", picked)):
        counts = found[f"Confusion matrix{caption}"].filter(like="predicted")
        assert counts.to_numpy().tolist() == run.confusion(nodes).tolist()
    energy, shown = found["Energy of the selection by frequency"], drawn(app, "energy")
    np.testing.assert_allclose(energy["share"], shown["selection"], atol=1e-5)
    np.testing.assert_allclose(energy["share at random"], shown["at random"], atol=1e-5)
    assert (energy["from"] + energy["to"]).tolist() == pytest.approx(
        2 * shown["eigenvalue"], abs=1e-3
    )


def test_without_a_selection_there_is_no_table_of_one(opened):
    assert not [caption for caption in tables(opened()) if "selection" in caption]


def test_maps_have_tables_of_their_nodes(opened, run_ids):
    app = opened(run=run_ids)
    maps = [table for caption, table in tables(app).items() if caption.startswith("Map of")]
    for slot, table in enumerate(maps):
        shown = drawn(app, f"map-{slot}-0")
        assert table["node"].tolist() == shown["node"].tolist()
        np.testing.assert_allclose(table[["x", "y"]], shown[["x", "y"]], atol=1e-3)
    assert len(maps) == 2


def test_a_map_in_space_has_a_table(opened):
    app = opened(dimensions="3")
    table = next(iter(tables(app).values()))
    [chart] = app.get("plotly_chart")
    for trace in json.loads(chart.proto.spec)["data"]:
        place = np.frombuffer(base64.b64decode(trace["z"]["bdata"]), trace["z"]["dtype"])
        part = table[table["label"] == trace["name"]]
        np.testing.assert_array_equal(part["z"].astype(place.dtype), place)
    assert len(table) == 34


def test_each_nodes_silhouette_is_in_the_table_of_the_map(opened):
    app = opened()
    found = tables(app)
    table = next(iter(found.values()))
    means = found["Silhouette by class"].set_index("class")["mean silhouette"]
    parts = {part.get("name"): part["data"] for part in series(app, "silhouettes")}
    for name in means.index:
        of_class = np.sort(table.loc[table["label"] == name, "silhouette"])
        shown = [y for _, y in parts[name][1:-1]]  # the ends stand on the axis
        assert of_class.tolist() == pytest.approx(shown, abs=1e-4)
        assert of_class.mean() == pytest.approx(means[name])


def test_the_drawing_of_the_graph_has_tables(opened, karate):
    found = tables(opened())
    assert len(found["Graph: edges"]) == karate[0].num_edges
    assert found["Graph: positions of the nodes"]["node"].tolist() == list(map(str, range(34)))


def test_curves_over_the_epochs_have_a_table(opened):
    app = opened(over_epochs="true")
    table = tables(app)["By epoch"]
    curves, silhouettes = drawn(app, "cursor-chart")
    assert table["epoch"].tolist() == list(range(7))
    np.testing.assert_allclose(table["silhouette"], silhouettes["silhouette"], atol=1e-5)
    np.testing.assert_allclose(table.iloc[1:, 1:-1], curves.iloc[:, 1:], atol=1e-5)


def test_a_chosen_row_stays_with_its_selection(opened):
    app = opened(selected="0-2")
    app.session_state["nodes"] = {"selection": {"rows": [1]}}
    assert "Nearest to" in texts(check(app.run()))
    app.session_state["selection"] = replace(app.session_state["selection"], nodes=(5, 6, 7))
    assert "Nearest to" not in texts(check(app.run()))


def test_a_chosen_node_is_explained_by_its_scores_and_what_is_low_in_them(
    opened, store, run_ids
):
    app = opened()
    app.session_state["nodes"] = {"selection": {"rows": [7]}}
    [scores] = [d.value for d in check(app.run()).dataframe if "score" in d.value]
    run = store.load(run_ids[-1])
    found = scores.sort_index()
    assert found["class"].tolist() == list(run.graph.class_names)
    np.testing.assert_allclose(found["score"], run.logits[7], atol=1e-6)
    assert scores["probability"].iloc[0] == pytest.approx(float(run.confidence[7]), abs=1e-6)
    cutoff, laplacian = run.summary.cut.cutoffs[0], run.summary.config.bands.laplacian
    parts = node_parts(run.graph.adjacency, run.logits, 7, cutoff, laplacian)
    np.testing.assert_allclose(found["low part"], parts.low, atol=1e-6)
    np.testing.assert_allclose(found["low part"] + found["high part"], found["score"])
    for alpha in run.summary.alpha:
        assert f"{alpha[0]:.2f} in layer" in texts(app)


def test_two_runs_share_one_selection(opened, run_ids):
    app = opened(run=run_ids)
    choose(app, "Labelled Officer")
    for slot in (0, 1):
        assert any(s["id"].endswith("False") for s in series(app, f"map-{slot}-0"))
    assert len(app.dataframe[0].value) == 2  # the numbers of both


def test_runs_that_claim_one_graph_with_other_nodes_are_shown_side_by_side(
    opened, store, run_ids
):
    """An imported run may state any digest."""
    iris = datasets.load("iris")
    other = store.save(fit(iris, replace(presets.get("frequency", "iris"), epochs=2)), iris)
    claim(store, other, store.load(run_ids[0]).summary)
    for runs in ([run_ids[0], other], [other, run_ids[0]]):
        app = opened(run=runs, selected="0,1,33")
        assert all(series(app, f"map-{slot}-0") for slot in (0, 1))
        assert "Agreement" not in app.selectbox(key="colour").options


def test_a_run_that_claims_a_data_set_with_other_nodes_has_no_features(opened, store, run_ids):
    iris = datasets.load("iris")
    run_id = store.save(fit(iris, replace(presets.get("frequency", "iris"), epochs=2)), iris)
    claim(store, run_ids[0], store.load(run_id).summary)
    app = opened(run=run_ids[0], selected="0,1,33")
    [ranking] = [d.value for d in app.dataframe if "difference" in d.value]
    assert not ranking["what"].str.startswith("feature").any()


def claim(store, run_id, other):
    """Has a stored run say that its graph is another's."""
    config = store.root / run_id / run_files.CONFIG
    claims = {"graph_digest": other.graph_digest, "dataset": other.dataset}
    config.write_text(json.dumps({**json.loads(config.read_text()), **claims}))


def test_epochs_are_stepped_through(opened):
    app = opened(over_epochs="true")
    assert app.select_slider(key="epoch").value == 6
    names = {s["name"] for s in series(app, "cursor-chart")}
    assert names == {"validation accuracy", "α low, layer 1", "α low, layer 2", "silhouette"}
    press(app, "frame_left")
    assert app.select_slider(key="epoch").value == 5
    press(app, "frame_right")
    press(app, "play_epochs")  # from the end it starts again
    assert app.session_state["playing"]
    assert app.select_slider(key="epoch").value < 4
    press(app, "play_epochs")
    assert not app.session_state["playing"]


def test_the_maps_of_all_epochs_are_looked_for_once(opened, monkeypatch):
    asked = []

    def recall(*arguments):
        asked.append(arguments)

    monkeypatch.setattr("dashboard.embeddings.pictures.recall", recall)
    app = opened(over_epochs="true")
    assert len(asked) == 1
    press(app, "frame_left")
    assert len(asked) == 1


def test_a_reload_finds_what_the_visitor_has_in_progress(monkeypatch):
    manager, go_on = JobManager(), threading.Event()
    monkeypatch.setattr(state, "job_manager", lambda: manager)
    monkeypatch.setattr(work, "visitor_id", lambda: "ada")
    monkeypatch.setattr(work.st, "session_state", {})
    work.start("projection", "key", lambda context: go_on.wait(20), "t-SNE", NOTHING)
    job = work.find("projection", "key")
    monkeypatch.setattr(work.st, "session_state", {})  # as after a reload
    assert not work.is_active()
    assert work.find("projection", "key") is job
    assert work.is_active()
    monkeypatch.setattr(work, "visitor_id", lambda: "bob")
    monkeypatch.setattr(work.st, "session_state", {})
    assert work.find("projection", "key") is None
    go_on.set()


def test_over_epochs_what_is_of_another_epoch_is_said(opened, store, run_ids):
    best = store.load(run_ids[1]).summary.best_epoch
    app = opened(over_epochs="true", epoch="1")
    assert f"the best epoch ({best})" in texts(app)
    assert "Predictions are" not in texts(opened())


@pytest.fixture
def downloads(monkeypatch):
    """What the page offers to download, by file name."""
    found = {}

    def offer(label, data, file_name, **_):
        found[file_name] = data

    monkeypatch.setattr(st, "download_button", offer)
    return found


def test_what_a_tab_offers_counts_with_all_its_frames(opened, store, run_ids):
    """They are one array: the frame that is shown keeps the others in memory."""
    sizes = []
    for over_epochs in ("false", "true"):
        offers._offered.clear()
        opened(run=run_ids[1], over_epochs=over_epochs)
        sizes.append(sum(offers._offered()._sizes().values()))
    frames = sum(frame.nbytes for _, frame in store.load(run_ids[1]).frames)
    assert sizes[1] - sizes[0] == frames


def test_a_download_holds_the_epoch_that_is_shown(opened, store, run_ids, downloads):
    opened(over_epochs="true", epoch="2")
    run = store.load(run_ids[1])
    name = f"{run_ids[1]}-epoch-2-pca.npz"
    with np.load(io.BytesIO(downloads[name]()), allow_pickle=False) as stored:
        assert stored["epoch"] == 2
        np.testing.assert_array_equal(stored["hidden"], dict(run.frames)[2])
        assert "predictions" not in stored
    opened()
    with np.load(io.BytesIO(downloads[f"{run_ids[1]}-pca.npz"]())) as stored:
        np.testing.assert_array_equal(stored["hidden"], run.hidden)
        assert "epoch" not in stored


def test_an_open_tab_keeps_no_map_that_gives_way(opened, run_ids, downloads, monkeypatch):
    monkeypatch.setattr(offers, "MAX_TABS", 0)
    opened()
    with pytest.raises(InputError):
        downloads[f"{run_ids[1]}-pca.csv"]()


@pytest.mark.parametrize(
    ("parameters", "kind"),
    [({}, "PNG"), ({"svg": "true"}, "SVG"), ({"dimensions": "3"}, "PNG")],
)
def test_the_toolbar_saves_what_the_page_says(opened, parameters, kind):
    assert f"save the map as {kind}" in texts(opened(**parameters))


@pytest.mark.parametrize(("key", "value"), [("over_epochs", False), ("layer", "logits")])
def test_leaving_the_epochs_ends_their_play(opened, key, value):
    app = opened(over_epochs="true")
    press(app, "play_epochs")
    assert app.session_state["playing"]
    check(app.get_by_key(key).set_value(value).run())
    assert not app.session_state["playing"]
    assert "Silhouette" in metrics(app)


@pytest.mark.parametrize(("asked", "shown"), [("4", 4), ("99", 6), ("x", 6)])
def test_a_link_opens_at_its_epoch(opened, asked, shown):
    app = opened(over_epochs="true", epoch=asked)
    assert app.select_slider(key="epoch").value == shown
    press(app, "frame_left")
    assert app.select_slider(key="epoch").value == shown - 1


def test_runs_without_frames_cannot_be_followed_over_epochs(opened, run_ids):
    app = opened(run=run_ids[:1])
    assert app.toggle(key="over_epochs").disabled


def test_a_run_that_is_gone_meanwhile_is_an_error_in_words(opened, run_ids, store, monkeypatch):
    app = opened()
    contents = store.contents()
    monkeypatch.setattr(store, "contents", lambda **rest: contents)
    store.delete(run_ids[0])
    app.multiselect(key="chosen_runs").set_value([run_ids[0]]).run()
    check(app)
    assert "There is no run" in app.error[0].value


def test_the_features_of_a_data_set_distinguish_a_selection_of_its_run(opened, store):
    """A run does not hold the features of its graph; they come from the data set."""
    graph = datasets.load("iris")
    config = replace(presets.get("frequency", "iris"), epochs=2)
    run_id = store.save(fit(graph, config), graph)
    app = opened(run=[run_id])
    choose(app, f"Labelled {graph.class_names[0]}")
    [ranking] = [d for d in app.dataframe if "difference" in d.value]
    found = ranking.value[ranking.value["what"].str.startswith("feature")]
    expected = distinguishing(graph.labels == 0, features=graph.features)
    assert found["what"].tolist() == [item.column for item in expected]
    app.session_state[ranking.key] = {"selection": {"rows": [int(found.index[0])]}}
    check(app.run())
    column = int(expected[0].column.split()[1]) - 1
    np.testing.assert_allclose(drawn(app, "map-0-0")["value"], graph.features[:, column])
