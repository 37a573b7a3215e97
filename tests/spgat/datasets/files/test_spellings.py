"""Words, numbers and JSON layouts of further programs, countries and versions."""

import json

import numpy as np
import pytest
import scipy.io

from spgat.datasets.imports import read_series
from spgat.embedding.foreign import read_embedding
from spgat.errors import InputError
from spgat.graph import Graph
from tests.spgat.datasets.files.test_programs import read, saved, weighted

TABLES = {
    "German": ("Quelle;Ziel;Gewicht\nKöln;Bonn;1,5\nBonn;Ulm;2,25\n", "Köln Bonn Ulm",
               "Köln Bonn 1.5, Bonn Ulm 2.25"),
    "French": ("origine;destination;poids\nLyon;Paris;1,5\nParis;Metz;0,5\n", "Lyon Paris Metz",
               "Lyon Paris 1.5, Paris Metz 0.5"),
    "spaces between thousands": ("source;target;weight\na;b;1 250\nb;c;2\u00a0500\n", "a b c",
                                 "a b 1250, b c 2500"),
    "trips": ("origin_zone,destination_zone,trips,km\n1,2,100,3.5\n2,3,50,1.5\n", "1 2 3",
              "1 2 100, 2 3 50"),
    "Neo4j's types": (":START_ID,:END_ID,:TYPE,weight:float\na,b,X,2\nb,c,X,1\n", "a b c",
                      "a b 2, b c 1"),
    "R's sparse matrix": ("  i j x\n1 1 2 3\n2 2 3 1\n", "1 2 3", "1 2 3, 2 3 1"),
    "R's tibble": ("# A tibble: 2 x 3\n  from  to    weight\n  <chr> <chr>  <dbl>\n"
                   "1 ann   bob      2  \n2 bob   cid      0.5\n", "ann bob cid",
                   "ann bob 2, bob cid 0.5"),
    "missing in SQL and Excel": ("source,target,weight\na,b,\\N\nb,c,#N/A\nc,d,2\n", "a b c d",
                                 "a b 1, b c 1, c d 2"),
    "missing as -9999": ("source,target,weight\na,b,-9999\nb,c,2\nc,d,3\n", "a b c d",
                         "a b 1, b c 2, c d 3"),
}  # fmt: skip
OLD = {"directed": False, "graph": [], "multigraph": False}
THREE = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
FLARE = {"name": "r", "children": [{"name": "x"}, {"name": "y", "children": [{"name": "z"}]}]}
CX = [
    {"numberVerification": [{"longNumber": 1}]},
    {"nodes": [{"@id": 1, "n": "ann"}, {"@id": 2, "n": "bob"}]},
    {"edges": [{"@id": 3, "s": 1, "t": 2}]},
    {"status": [{"error": "", "success": True}]},
]
CX2 = [
    {"CXVersion": "2.0"},
    {"nodes": [{"id": 0, "x": 1, "y": 2, "v": {"name": "ann"}},
               {"id": 1, "x": 3, "y": 4, "v": {"name": "bob"}}]},
    {"edges": [{"id": 0, "s": 0, "t": 1, "v": {"weight": 2}}]},
]  # fmt: skip
MATRIX = [[0, 1, 0], [1, 0, 2], [0, 2, 0]]
DOCUMENTS = {
    "networkx 1": ({**OLD, "nodes": THREE, "links": [{"source": 0, "target": 1, "weight": 2},
                                                     {"source": 1, "target": 2}]},
                   "a b c", "a b 2, b c 1"),
    "networkx 1 with numbers": ({**OLD, "nodes": [{"id": 10}, {"id": 20}, {"id": 0}],
                                 "links": [{"source": 0, "target": 1}]}, "0 10 20", "10 20 1"),
    "networkx 3": ({**OLD, "nodes": [{"id": 1}, {"id": 0}],
                    "edges": [{"source": 0, "target": 1}]}, "0 1", "0 1 1"),
    "networkx, a tree": ({"id": 1, "children": [{"id": 2, "children": [{"id": 3}]}]}, "1 2 3",
                         "1 2 1, 2 3 1"),
    "d3, a tree": (FLARE, "r x y z", "r x 1, r y 1, y z 1"),
    "a matrix beside its names": ({"nodes": ["a", "b", "c"], "matrix": MATRIX}, "a b c",
                                  "a b 1, b c 2"),
    "a matrix split by pandas": ({"columns": ["a", "b", "c"], "index": ["a", "b", "c"],
                                  "data": MATRIX}, "a b c", "a b 1, b c 2"),
    "SciPy's coordinates": ({"row": [0, 1, 0], "col": [1, 2, 2], "data": [1.5, 2, 1],
                             "shape": [4, 4]}, "0 1 2 3", "0 1 1.5, 0 2 1, 1 2 2"),
    "SciPy's compressed rows": ({"data": [1, 1, 2, 2], "indices": [1, 0, 2, 1],
                                 "indptr": [0, 1, 3, 4], "shape": [3, 3]}, "0 1 2",
                                "0 1 1, 1 2 2"),
    "PyTorch Geometric": ({"edge_index": [[0, 1], [1, 2]], "num_nodes": 4}, "0 1 2 3",
                          "0 1 1, 1 2 1"),
    "CX": (CX, "ann bob", "ann bob 1"),
    "CX 2": (CX2, "ann bob", "ann bob 2"),
}  # fmt: skip


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_in_other_words(kind):
    content, names, edges = TABLES[kind]
    assert weighted(read("x.csv", content)) == (names, edges)


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_json_in_another_layout(kind):
    document, names, edges = DOCUMENTS[kind]
    assert weighted(read("x.json", json.dumps(document))) == (names, edges)


def test_matlab_text_and_columns():
    pajek = "*Vertices 3\n1 a\n2 b\n3 c\n*Matrix\n0 1 0\n1 0 3\n0 3 0\n"
    assert weighted(read("x.mat", pajek)) == ("a b c", "a b 1, b c 3")
    columns = {"i": np.array([[1, 2]]), "j": np.array([[2, 3]]), "v": np.array([[0.5, 1.5]])}
    found = read("x.mat", saved(scipy.io.savemat, columns))
    assert weighted(found) == ("1 2 3", "1 2 0.5, 2 3 1.5")


def test_neo4js_nodes_are_no_edges():
    with pytest.raises(InputError, match="table of nodes"):
        read("x.csv", "personId:ID,name,:LABEL\np1,ann,Person\np2,bob,Person\n")


@pytest.mark.parametrize("mark", [-9999, -99999])
def test_a_mark_far_below_all_numbers_is_a_missing_one(mark):
    path = Graph.build("p", 3, [[0, 1], [1, 2]], node_names=("a", "b", "c"))
    series = read_series(path, f"t,a,b,c\n0,1,{mark},-3\n1,4,5,6\n".encode(), "s.csv")
    assert np.isnan(series.series.values).tolist() == [[False, True, False], [False] * 3]
    found = read_embedding(f"id,x1,x2\na,{mark},1\nb,2,3\nc,4,5\n".encode(), "v.csv")
    assert found.ids == ("b", "c")
    assert any(f"{mark} is a missing value" in said for said in found.report.changed)


def test_a_number_among_others_as_low_is_no_mark():
    path = Graph.build("p", 2, [[0, 1]], node_names=("a", "b"))
    series = read_series(path, b"t,a,b\n0,-9999,1\n1,-9998,5\n", "s.csv")
    assert series.series.values.tolist() == [[-9999, 1], [-9998, 5]]
