import json

import numpy as np
import pytest

from tests.dashboard.tables import tables

EDGES = b"source,target,weight\na,b,1\nb,c,2\nc,a,1\nc,a,3\nd,d,1\n"
LABELS = b"id,class\na,red\nb,blue\nc,blue\nd,red\n"
FILES = {
    "dolphins.gml": (62, 159),
    "football.gml": (115, 613),
    "lesmis.gml": (77, 254),
    "minnesota.mat": (2642, 3303),
    "email.txt": (1005, 16064),
    "flights-airport.csv": (305, 2834),
}


def metric(app, label):
    return next(m.value for m in app.metric if m.label == label)


@pytest.fixture
def upload(open_page):
    def go(name, data):
        app = open_page("graphs")
        app.file_uploader(key="graph-file").upload(name, data).run()
        assert not app.exception, app.exception
        return app

    return go


def test_nothing_uploaded_says_what_to_do(open_page):
    assert "one edge a line" in open_page("graphs").info[0].value


def test_a_graph_is_pasted_and_a_file_comes_first(open_page):
    app = open_page("graphs")
    app.text_area(key="graph-text").set_value(EDGES.decode()).run()
    assert not app.exception
    assert (metric(app, "Nodes"), metric(app, "Edges")) == ("4", "3")
    app.button(key="accept").click().run()
    assert "4 nodes, 3 edges" in " ".join(m.value for m in app.markdown)
    app.file_uploader(key="graph-file").upload("b.csv", b"a,b\n").run()
    assert metric(app, "Nodes") == "2"


@pytest.mark.parametrize(("title", "nodes"), [("Karate club", "34"), ("Iris flowers", "150")])
def test_a_sample_opens_at_once(open_page, title, nodes):
    app = open_page("graphs")
    app.button(key=f"try-{title}").click().run()
    assert not app.exception
    assert metric(app, "Nodes") == nodes


def test_report_comes_before_the_graph_is_used(upload):
    app = upload("mine.csv", EDGES)
    assert (metric(app, "Nodes"), metric(app, "Edges")) == ("4", "3")
    assert metric(app, "Weights") == "1 to 3"
    text = " ".join(m.value for m in app.markdown)
    assert "1 repeated edge merged" in text
    assert "1 self-loop dropped" in text
    assert not app.subheader or "Your graphs" not in [s.value for s in app.subheader]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cycle.csv", b"a,b\nb,c\nc,a\n", "one edge, which counts both ways"),
        ("cycle.gml", b"graph [ directed 1 node [ id 0 ] node [ id 1 ] node [ id 2 ]"
         b" edge [ source 0 target 1 ] edge [ source 1 target 2 ]"
         b" edge [ source 2 target 0 ] ]", "The file is directed"),
    ],
)  # fmt: skip
def test_a_directed_file_is_announced_before_it_is_used(upload, name, data, said):
    """Direction is not dropped silently."""
    app = upload(name, data)
    assert (metric(app, "Nodes"), metric(app, "Edges")) == ("3", "3")
    assert said in " ".join(m.value for m in app.markdown)


def test_accepted_graph_is_ready_for_frequencies(upload):
    app = upload("mine.csv", EDGES)
    app.button(key="accept").click().run()
    assert "Your graphs" in [s.value for s in app.subheader]
    app.switch_page("app_pages/frequencies.py").run()
    own = next(
        title for title in app.selectbox(key="graph").options if title.startswith("mine")
    )
    app.selectbox(key="graph").select(own).run()
    assert app.slider(key="num_low").max == 4
    assert not app.exception


def test_labels_make_it_ready_for_training(upload):
    app = upload("mine.csv", EDGES)
    app.file_uploader(key="labels-file").upload("labels.csv", LABELS).run()
    assert metric(app, "Classes") == "2"
    app.button(key="accept").click().run()
    assert not [c for c in app.caption if "with labels" in c.value]


def test_another_column_of_the_labels_is_one_click_away(upload):
    app = upload("mine.csv", EDGES)
    rows = [line.split(",")[0] for line in LABELS.decode().splitlines()[1:]]
    teams = [f"{node},{place % 2},{place}" for place, node in enumerate(rows)]
    table = "\n".join(["id,team,shirt", *teams]).encode()
    app.file_uploader(key="labels-file").upload("teams.csv", table).run()
    assert metric(app, "Classes") == "2"
    answer(app, "shirt")
    assert metric(app, "Classes") == str(len(rows))
    app.file_uploader(key="labels-file").clear().upload("labels.csv", LABELS).run()
    assert metric(app, "Classes") == "2"


def test_who_sees_a_graph_that_is_trained_on_is_said(upload, monkeypatch):
    monkeypatch.delenv("SPGAT_PERSONAL")
    app = upload("mine.csv", EDGES)
    assert "yours alone" in app.caption[0].value
    app.file_uploader(key="labels-file").upload("labels.csv", LABELS).run()
    app.button(key="accept").click().run()
    app.switch_page("app_pages/train.py").run()
    assert "Only you see it" not in " ".join(c.value for c in app.caption)
    own = next(t for t in app.selectbox(key="dataset").options if t.startswith("mine"))
    app.selectbox(key="dataset").select(own).run()
    assert "Only you see it" in " ".join(c.value for c in app.caption)


def test_a_graph_outlives_the_session_that_brought_it(upload, open_page):
    app = upload("mine.csv", EDGES)
    app.button(key="accept").click().run()
    again = open_page("graphs")
    assert not again.subheader
    again.session_state["visitor"] = app.session_state["visitor"]
    assert again.run().subheader[0].value == "Your graphs"


def test_before_a_graph_is_used_it_is_said_what_for(upload):
    app = upload("mine.csv", EDGES)
    said = next(m.value for m in app.markdown if "Train: " in m.value)
    assert "Frequencies: all of them" in said
    assert "labels" in said.split("Train: ")[1]
    app.file_uploader(key="labels-file").upload("labels.csv", LABELS).run()
    assert "2 classes" in next(m.value for m in app.markdown if "Train: " in m.value)


def test_import_can_be_undone(upload):
    app = upload("mine.csv", EDGES)
    app.button(key="accept").click().run()
    next(b for b in app.button if b.label == "Remove it").click().run()
    assert "Your graphs" not in [s.value for s in app.subheader]


def test_choices_of_reading_are_followed(upload):
    app = upload("mine.csv", EDGES)
    app.segmented_control(key="read_loops").set_value("keep").run()
    assert metric(app, "Edges") == "4"


def answer(app, label):
    next(b for b in app.button if b.label == label).click().run()
    assert not app.exception, app.exception


def test_each_other_reading_is_one_click_away(upload):
    app = upload("mine.csv", b"a b 1082040961\nb c 1082155839\na b 1082439619\n")
    assert metric(app, "Edges") == "2"
    answer(app, "Weight from 3")
    assert app.selectbox(key="read_weight").value == "3"
    answer(app, "Sum")
    assert "their weights added" in " ".join(m.value for m in app.markdown)
    app.button(key="accept").click().run()
    assert not app.exception


def test_choices_are_those_of_one_file(upload):
    app = upload("mine.csv", EDGES)
    app.toggle(key="read_largest_component").set_value(True).run()
    assert metric(app, "Nodes") == "3"
    app.file_uploader(key="graph-file").clear().upload("other.csv", EDGES).run()
    assert metric(app, "Nodes") == "4"


def test_the_recipe_names_the_files_and_the_choices(upload):
    app = upload("mine.csv", EDGES)
    app.file_uploader(key="labels-file").upload("labels.csv", LABELS).run()
    answer(app, "Sum")
    app.button(key="accept").click().run()
    app.switch_page("app_pages/train.py").run()
    own = next(t for t in app.selectbox(key="dataset").options if t.startswith("mine"))
    app.selectbox(key="dataset").select(own).run()
    shown = " ".join(c.value for c in app.code)
    assert "--dataset mine.csv --labels labels.csv --parallel sum" in shown
    assert "ReadOptions(parallel='sum')" in shown


@pytest.mark.parametrize("name", FILES)
def test_real_files_are_read(upload, mirror, name):
    app = upload(name, (mirror / "files" / name).read_bytes())
    nodes, edges = (int(metric(app, label).replace(",", "")) for label in ("Nodes", "Edges"))
    assert (nodes, edges) == FILES[name]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("empty.csv", b" ", "empty"),
        ("graph.pkl", b"\x80\x04}q\x00.", "npz"),
        ("bomb.graphml", b'<!DOCTYPE x [<!ENTITY a "b">]><graphml>&a;</graphml>', "entit"),
        ("nodes.json", json.dumps({"nodes": [{"id": 1}], "links": []}).encode(), "no edges"),
        ("noise.bin", bytes(range(256)) * 4, "neither text nor a known binary format"),
    ],
)
def test_hostile_and_broken_files_are_refused_in_a_sentence(open_page, name, data, message):
    """Pickles, entities, bombs, and JSON without edges."""
    app = open_page("graphs")
    app.file_uploader(key="graph-file").upload(name, data).run()
    assert not app.exception
    assert message in app.error[0].value
    assert not [b for b in app.button if b.label == "Use this graph"]


def test_only_the_latest_graphs_are_kept(open_page):
    """Memory does not grow with every upload."""
    app = open_page("graphs")
    for size in range(3, 9):
        edges = "\n".join(f"0 {node}" for node in range(1, size)).encode()
        app.file_uploader(key="graph-file").clear().upload(f"star{size}.txt", edges).run()
        app.button(key="accept").click().run()
    kept = [m.value for m in app.markdown if m.value.startswith("**star")]
    assert [line.split("*")[2] for line in kept] == ["star5", "star6", "star7", "star8"]


def test_the_drawing_has_tables(upload):
    app = upload("mine.csv", EDGES)
    places, edges = tables(app).values()
    assert sorted(map(tuple, edges.to_numpy().tolist())) == [("a", "b"), ("a", "c"), ("b", "c")]
    [option] = [json.loads(c.proto.spec) for c in app.get("echarts_chart")]
    shown = option["series"][0]["data"]
    assert places["node"].tolist() == [node["name"] for node in shown]
    x = np.array([node["x"] for node in shown])
    np.testing.assert_allclose(places["x"] * x.max(), x * places["x"].max(), atol=2)


def test_points_are_joined_as_chosen_and_their_spectrum_is_shown(upload):
    rows = [f"p{k},{k % 5}.5,{k // 5}.25" for k in range(20)]
    app = upload("points.csv", "\n".join(["id,x,y", *rows]).encode())
    assert "table of nodes" in app.error[0].value
    app.segmented_control(key="read_table").set_value("points").run()
    assert metric(app, "Format") == "points"
    before = metric(app, "Edges")
    app.number_input(key="read_neighbours").set_value(2).run()
    assert metric(app, "Edges") != before
    [tried] = [t.value for t in app.dataframe if "neighbours" in t.value]
    assert tried["neighbours"].tolist() == [1, 2, 4]
    assert tried["components"].is_monotonic_decreasing
    app.toggle(key="read_connect").set_value(True).run()
    assert metric(app, "Components") == "1"
    app.button(key="accept").click().run()
    assert not app.exception
