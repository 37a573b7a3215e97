"""Embeddings of one's own on the page Embeddings, without a browser."""

import io
import json

import numpy as np
import pytest

from dashboard import state
from dashboard.jobs import JobManager
from spgat import datasets
from spgat.embedding import agreement
from spgat.runs import RunStore
from tests.dashboard.tables import drawn, tables

POINTS = np.random.default_rng(0).normal(size=(34, 5))
POINTS[:17] += 6
OTHER = np.random.default_rng(1).normal(size=(34, 3))
KINDS = ["cat"] * 17 + ["dog"] * 17


def saved(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def table(*rows):
    return "".join(",".join(map(str, row)) + "\n" for row in rows).encode()


LABELS = table(("label", "age"), *((kind, row) for row, kind in enumerate(KINDS)))


@pytest.fixture(autouse=True)
def _stores(monkeypatch, tmp_path):
    manager, store = JobManager(inline=True), RunStore(tmp_path / "runs")
    monkeypatch.setattr(state, "job_manager", lambda: manager)
    monkeypatch.setattr(state, "run_store", lambda: store)


@pytest.fixture
def app(open_page):
    return open_page("embeddings")


def check(app):
    assert not app.exception, [e.value for e in app.exception]
    return app


def add(app, name, vectors, labels=b"", graph=""):
    app.file_uploader(key="vectors-file").upload(name, vectors).run()
    if labels:
        app.file_uploader(key="metadata-file").upload("labels.csv", labels).run()
    if graph:
        [option] = [o for o in app.selectbox(key="embedding_graph").options if graph in o]
        app.selectbox(key="embedding_graph").select(option).run()
    check(app)
    assert not app.error, app.error[0].value
    return check(app.button(key="open_embedding").click().run())


def select(app, what):
    menu = app.menu_button(key="select_menu")
    [entry] = [text for text in menu.options if text.startswith(what)]
    return check(menu.click(entry).run())


def texts(app):
    return " ".join(e.value for kind in (app.markdown, app.caption) for e in kind)


def chart_keys(app):
    return " ".join(chart.proto.id for chart in app.get("echarts_chart"))


def metrics(app):
    return {m.label: m.value for m in app.metric}


def test_labelled_vectors_have_every_view_but_the_confusion_matrix(app):
    add(app, "points.npy", saved(POINTS), LABELS)
    for key in ("map-0-0", "selection_in_graph", "silhouettes", "dimensions-on-graph"):
        assert key in chart_keys(app)
    assert "confusion" not in chart_keys(app)
    assert float(metrics(app)["Silhouette"]) > 0.5
    assert "Silhouette, test" not in metrics(app)
    select(app, "Labelled cat")
    assert "energy" in chart_keys(app)
    assert app.dataframe(key="nodes").value["label"].tolist() == ["cat"] * 17


def test_predictions_bring_the_confusion_matrix(app):
    rows = [("label", "prediction"), *zip(KINDS, ["cat"] * 34, strict=True)]
    add(app, "points.npy", saved(POINTS), table(*rows))
    assert "confusion" in chart_keys(app)
    found = tables(app)["Confusion matrix"].filter(like="predicted").to_numpy()
    assert found.tolist() == [[17, 0], [17, 0]]


def test_what_distinguishes_a_selection_colours_the_map_by_one_click(app):
    add(app, "points.npy", saved(POINTS), LABELS)
    select(app, "Labelled cat")
    [ranking] = [d for d in app.dataframe if "difference" in d.value]
    age = ranking.value["what"].tolist().index("age")
    assert ranking.value["difference"][age] < 0
    assert "label = cat" in ranking.value["what"].tolist()
    app.session_state[ranking.key] = {"selection": {"rows": [age]}}
    check(app.run())
    assert app.selectbox(key="colour").value == "column: age"
    assert drawn(app, "map-0-0")["value"].tolist() == list(range(34))


def test_vectors_without_labels_have_clusters_in_place_of_classes(app):
    add(app, "points.npy", saved(POINTS))
    assert "silhouettes" not in chart_keys(app)
    assert set(metrics(app)) >= {"Trustworthiness"}
    assert "Silhouette" not in metrics(app)
    check(app.toggle(key="clusters").set_value(True).run())
    assert "Silhouette by cluster" in texts(app)
    assert app.selectbox(key="colour").value == "cluster"
    select(app, "Cluster 1")
    assert len(app.dataframe(key="nodes").value) >= 10


def test_vectors_of_two_numbers_are_drawn_as_they_are(app):
    plane = POINTS[:, :2].astype(np.float32)
    add(app, "plane.npy", saved(plane))
    check(app.segmented_control(key="method").set_value("tsne").run())
    np.testing.assert_allclose(drawn(app, "map-0-0")[["x", "y"]], plane, atol=1e-3)
    assert "drawn as they are" in texts(app)


def test_an_embedding_is_set_on_a_graph_of_the_catalogue(app):
    add(app, "points.npy", saved(POINTS), graph="Karate")
    assert len(tables(app)["Graph: edges"]) == datasets.load("karate").num_edges
    assert "Labelled Mr. Hi (" in " ".join(app.menu_button(key="select_menu").options)


def test_two_embeddings_of_the_same_nodes_stand_side_by_side_with_their_agreement(app):
    add(app, "points.npy", saved(POINTS), LABELS)
    add(app, "other.npy", saved(OTHER), LABELS, graph="That of points")
    assert len(app.multiselect(key="chosen_runs").value) == 2
    for slot in (0, 1):
        assert f"map-{slot}-0" in chart_keys(app)
    check(app.selectbox(key="colour").set_value("agreement").run())
    expected = agreement(OTHER.astype(np.float32), POINTS.astype(np.float32))
    np.testing.assert_allclose(drawn(app, "map-1-0")["value"], expected)
    assert f"mean {expected.mean():.2f}" in texts(app)
    select(app, "Labelled dog")
    for slot in (0, 1):
        assert any(s["id"].endswith("False") for s in series(app, f"map-{slot}-0"))


def series(app, key):
    for chart in app.get("echarts_chart"):
        if f"-{key}" in chart.proto.id or chart.proto.id.endswith(key):
            return json.loads(chart.proto.spec)["series"]
    raise AssertionError(f"no chart {key}")


def test_the_lines_of_python_give_what_the_page_shows(app, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "points.npy").write_bytes(saved(POINTS))
    (tmp_path / "other.npy").write_bytes(saved(OTHER))
    (tmp_path / "labels.csv").write_bytes(LABELS)
    add(app, "points.npy", saved(POINTS), LABELS)
    add(app, "other.npy", saved(OTHER), LABELS, graph="That of points")
    names = {}
    exec(app.code[0].value, names)
    assert names["base"].nodes == names["nodes"].nodes
    np.testing.assert_allclose(
        names["picture"].coordinates, drawn(app, "map-0-0")[["x", "y"]], atol=1e-3
    )
    assert names["quality"].silhouette.mean is not None


def test_a_file_that_is_none_is_refused_in_words(app):
    app.file_uploader(key="vectors-file").upload("bad.npy", b"\x93NUMPY\x01\0").run()
    check(app)
    assert len(app.error) == 1
    assert not [b for b in app.button if b.key == "open_embedding"]


def test_a_visitor_sees_only_their_own(app, open_page):
    add(app, "points.npy", saved(POINTS))
    assert "No runs yet" in texts(open_page("embeddings"))


def test_more_nodes_than_are_compared_are_told(app, monkeypatch):
    monkeypatch.setattr("dashboard.embeddings.values.MAX_NODES", 33)
    add(app, "v.npy", saved(POINTS), LABELS)
    assert not any("more than 33" in text for text in captions(app))
    check(app.toggle(key="clusters").set_value(True).run())
    assert any("34 nodes are more than 33" in text for text in captions(app))
    assert app.selectbox(key="colour").value == "cluster"


def captions(app):
    return [caption.value for caption in app.caption]


def test_a_class_called_unknown_is_told_from_no_class(app):
    kinds = ["unknown"] * 17 + [""] * 9 + ["dog"] * 8
    add(app, "v.npy", saved(POINTS), table(("label", "age"), *((k, 1) for k in kinds)))
    [shown] = [found for name, found in tables(app).items() if name.startswith("Map of")]
    assert shown["label"].value_counts().tolist() == [17, 9, 8]
