"""JSON documents and named arrays in the layouts of further programs."""

import json

import numpy as np
import pandas as pd
import pytest
import scipy.io

from spgat.errors import InputError
from tests.spgat.datasets.files.test_programs import read, saved, weighted

ONE, TWO = (
    {"id": "0", "properties": {"name": "ann"}},
    {"id": "1", "properties": {"name": "bob"}},
)
DOCUMENTS = {
    "keys in capitals": ([{"Source": "a", "Target": "b", "Weight": 2}], "a b", "a b 2"),
    "ArangoDB": ([{"_key": "1", "_from": "p/ann", "_to": "p/bob"}], "p/ann p/bob",
                 "p/ann p/bob 1"),
    "GraphSON": (
        {"graph": {"mode": "NORMAL",
                   "vertices": [{"_id": "1", "name": "ann"}, {"_id": "2", "name": "bob"}],
                   "edges": [{"_id": "7", "_outV": "1", "_inV": "2", "weight": 0.5}]}},
        "ann bob", "ann bob 0.5"),
    "ELK": (
        {"id": "root", "children": [{"id": "a", "children": [{"id": "b"}]}, {"id": "c"}],
         "edges": [{"id": "e", "sources": ["a"], "targets": ["c"]}]}, "a b c", "a c 1"),
    "networkx with tuples as ids": (
        {"nodes": [{"id": [0, 0]}, {"id": [0, 1]}],
         "links": [{"source": [0, 0], "target": [0, 1]}]},
        "(0, 0) (0, 1)", "(0, 0) (0, 1) 1"),
    "edges by their ids": (
        {"nodes": {"a": {"label": "Ann"}, "b": {"label": "Bob"}},
         "edges": {"e": {"source": "a", "target": "b", "weight": 2}}}, "Ann Bob", "Ann Bob 2"),
    "columns": ({"source": ["a", "b"], "target": ["b", "c"], "weight": [1, 2]}, "a b c",
                "a b 1, b c 2"),
    "d3's chords": ({"names": ["a", "b", "c"], "matrix": [[0, 1, 2], [1, 0, 0], [2, 0, 0]]},
                    "a b c", "a b 1, a c 2"),
    "Plotly's Sankey": (
        {"node": {"label": ["A", "B"]}, "link": {"source": [0], "target": [1], "value": [8]}},
        "A B", "A B 8"),
    "neighbours in pairs with weights": ({"a": [["b", 2]], "b": [["a", 2]]}, "a b", "a b 2"),
}  # fmt: skip


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_json_is_read_as_its_program_means_it(kind):
    document, names, edges = DOCUMENTS[kind]
    assert weighted(read("x.json", json.dumps(document))) == (names, edges)


def test_the_lines_of_neo4j_are_nodes_and_relations():
    relation = {"type": "relationship", "id": "0", "label": "KNOWS", "start": ONE, "end": TWO,
                "properties": {"weight": 2}}  # fmt: skip
    lines = [{"type": "node", **ONE}, {"type": "node", **TWO}, relation]
    text = "\n".join(map(json.dumps, lines))
    assert weighted(read("x.json", text)) == ("ann bob", "ann bob 2")


@pytest.mark.parametrize(
    "document",
    [
        {"0": [[0, 1], [1, 2]], "1": [[0, 1], [0, 2]]},  # a graph under each key
        {"head": {"vars": ["s"]}, "results": {"bindings": []}},
        {"node": {"label": ["A"]}, "other": {"x": [0]}},
    ],
)
def test_objects_that_hold_no_neighbours_are_no_graph(document):
    with pytest.raises(InputError, match="no edges"):
        read("x.json", json.dumps(document))


def test_what_is_no_plain_value_is_a_position_or_named():
    document = {
        "nodes": [{"id": "a", "pos": [1, 2], "tags": ["x"]}, {"id": "b", "pos": [3, 4]}],
        "links": [{"source": "a", "target": "b", "path": [[0, 1]]}],
        "node_ids": {"a": 0},
    }
    found = read("x.json", json.dumps(document))
    assert found.graph.positions.tolist() == [[1, 2], [3, 4]]
    unused = " ".join(found.report.unused)
    assert all(name in unused for name in ("'tags'", "'path'", "'node_ids'"))
    gml = "graph [ node [ id 0 pos 1.0 pos 2.0 list [ a 1 ] ] node [ id 1 pos 3 pos 4 ] "
    found = read("x.gml", gml + "edge [ source 0 target 1 ] ]")
    assert found.graph.positions.tolist() == [[1, 2], [3, 4]]
    assert any("'list'" in sentence for sentence in found.report.unused)


MATRIX = np.array([[0, 1, 0], [1, 0, 2], [0, 2, 0.0]])
NAMES = np.array(["V1  ", "MT  ", "hipp"])
ENDS = np.array([["a", "b"], ["b", "c"]])
RECORDS = np.array([("a", "b", 0.5)], dtype=[("source", "U1"), ("target", "U1"), ("w", "f8")])
ARRAYS = {
    "two arrays of ends": (
        "x.npz", saved(np.savez, src=[0, 1], dst=[1, 2], weight=[1.0, 2]), "0 1 2",
        "0 1 1, 1 2 2"),
    "rows, columns and data": (
        "x.npz", saved(np.savez, row=[0, 1], col=[1, 2], data=[1.0, 2]), "0 1 2",
        "0 1 1, 1 2 2"),
    "arrays without names": (
        "x.npz", saved(np.savez, np.array([[0, 1], [1, 2], [2, 3]]), np.array([0, 1, 0, 1])),
        "0 1 2 3", "0 1 1, 1 2 1, 2 3 1"),
    "names in bytes": ("x.npz", saved(np.savez, A=MATRIX, names=np.array([b"a", b"b", b"c"])),
                       "a b c", "a b 1, b c 2"),
    "an array of names": ("x.npy", saved(np.save, ENDS), "a b c", "a b 1, b c 1"),
    "an array with fields": ("x.npy", saved(np.save, RECORDS), "a b", "a b 0.5"),
    "the Brain Connectivity Toolbox": (
        "x.mat", saved(scipy.io.savemat, {"CIJ": MATRIX, "names": NAMES, "XYZ": np.eye(3)}),
        "V1 MT hipp", "V1 MT 1, MT hipp 2"),
    "MATLAB's graph(s, t, w)": (
        "x.mat", saved(scipy.io.savemat, {"s": [1, 2], "t": [2, 3], "w": [0.5, 2]}), "1 2 3",
        "1 2 0.5, 2 3 2"),
    "MATLAB's cells of names": (
        "x.mat", saved(scipy.io.savemat, {"edges": ENDS.astype(object)}), "a b c",
        "a b 1, b c 1"),
    "names of some nodes": ("x.net", b'*Vertices 3\n2 "b"\n*Arcslist\n1 2 3\n',
                            "1 b 3", "1 b 1, 1 3 1"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ARRAYS)
def test_arrays_are_read_as_their_program_means_them(kind):
    name, content, names, edges = ARRAYS[kind]
    assert weighted(read(name, content)) == (names, edges)


def test_two_columns_of_whole_numbers_are_edges_and_could_be_points():
    ends = saved(np.save, np.array([[0.0, 1], [1, 2], [2, 3]]))
    found = read("x.npy", ends)
    assert weighted(found)[1] == "0 1 1, 1 2 1, 2 3 1"
    (answer,) = found.report.asked[0].answers.values()
    assert read("x.npy", ends, **answer).report.format == "points"


def test_an_array_of_three_dimensions_says_its_shape():
    with pytest.raises(InputError, match=r"\(4, 3, 3\)"):
        read("x.npy", saved(np.save, np.ones((4, 3, 3))))


def test_parallel_arcs_are_counted_and_can_be_added():
    table = pd.DataFrame(
        {"source": ["a", "a", "b"], "target": ["b", "b", "a"], "weight": [1, 2, 4]}
    )
    text = table.assign(Type="Directed").to_csv(index=False)
    found = read("x.csv", text)
    assert weighted(found)[1] == "a b 4"
    assert any("2 repeated edges" in sentence for sentence in found.report.changed)
    answers = {name: answer for q in found.report.asked for name, answer in q.answers.items()}
    assert weighted(read("x.csv", text, **answers["Sum"]))[1] == "a b 7"
    assert weighted(read("x.csv", text, **answers["Count"]))[1] == "a b 3"
    once = table.drop(2).assign(Type="Directed", weight=1).to_csv(index=False)
    assert any("1 repeated edge" in sentence for sentence in read("x.csv", once).report.changed)


def test_values_over_time_keep_the_last_and_say_so():
    value = '<attvalue for="w" value="{}" start="{}"/>'
    text = (
        '<gexf xmlns="http://gexf.net/1.3"><graph mode="dynamic"><attributes class="edge">'
        '<attribute id="w" title="Weight" type="float"/></attributes><nodes><node id="a"/>'
        '<node id="b"/></nodes><edges><edge source="a" target="b"><attvalues>'
        f"{value.format(1, 2000)}{value.format(4, 2001)}</attvalues></edge></edges></graph>"
        "</gexf>"
    )
    found = read("x.gexf", text)
    assert weighted(found)[1] == "a b 4"
    assert any("1 value" in sentence for sentence in found.report.changed)
