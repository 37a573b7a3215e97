"""Texts of a head and sections: DIMACS, UCINET's DL, LEDA, GDF and Julia's graphs."""

import pytest

from spgat.errors import InputError
from tests.spgat.datasets.files.test_programs import read, weighted

LEDA = "LEDA.GRAPH\nstring\nint\n-2\n# nodes\n3\n|{ann}|\n|{bob}|\n|{cid}|\n# edges\n2\n"
DL = "dl n=3 format=fullmatrix\nlabels:\nann,bob,cid\ndata:\n0 1 0\n1 0 2\n0 2 0\n"
EMBEDDED = (
    "dl n=3\nformat=fullmatrix\nlabels embedded\ndata:\n a b c\na 0 1 0\nb 1 0 1\nc 0 1 0\n"
)
GDF = """nodedef>name VARCHAR,label VARCHAR,class VARCHAR
1,'Lee, Ann',x
2,bob,x
3,cid,y
4,dee,y
edgedef>node1 VARCHAR,node2 VARCHAR,weight DOUBLE
1,2,3
2,3,0.5
"""
GRAPHS = {
    "DIMACS, colours": ("c x\np edge 4 3\nn 1 0\ne 1 2\ne 2 3\ne 3 1\n", "1 2 3 4",
                        "1 2 1, 1 3 1, 2 3 1"),
    "DIMACS, roads": ("c x\nc\np sp 3 4\na 1 2 803\na 2 1 803\na 2 3 158\na 3 2 158\n", "1 2 3",
                      "1 2 803, 2 3 158"),
    "DIMACS, flows": ("p max 4 2\nn 1 s\nn 4 t\na 1 2 5\na 2 4 2\n", "1 2 3 4", "1 2 5, 2 4 2"),
    "DIMACS, costs": ("p min 3 2\na 1 2 0 4 2\na 2 3 0 2 1\n", "1 2 3", "1 2 2, 2 3 1"),
    "PACE": ("c x\np tw 4 2\n1 2\n2 3\n", "1 2 3 4", "1 2 1, 2 3 1"),
    "DL, matrix": (DL, "ann bob cid", "ann bob 1, bob cid 2"),
    "DL, names in the matrix": (EMBEDDED, "a b c", "a b 1, b c 1"),
    "DL, edges by name": ("dl n = 3\nformat = edgelist1\nlabels embedded\ndata:\nann bob 2\n"
                          "bob cid\n", "ann bob cid", "ann bob 2, bob cid 1"),
    "DL, edges by number": ("DL n=4 format=edgelist1\nlabels:\nann\nbob\ncid\ndee\ndata:\n"
                            "1 2 0.5\n2 3 1\n", "ann bob cid dee", "ann bob 0.5, bob cid 1"),
    "DL, neighbours": ("DL n=4 format=nodelist1\ndata:\n1 2 3\n2 4\n", "1 2 3 4",
                       "1 2 1, 1 3 1, 2 4 1"),
    "LEDA": (f"{LEDA}1 2 0 |{{4}}|\n2 3 0 |{{1}}|\n", "ann bob cid", "ann bob 4, bob cid 1"),
    "LEDA without values": ("LEDA.GRAPH\nvoid\nvoid\n-1\n2\n|{}|\n|{}|\n1\n1 2 0 |{}|\n", "1 2",
                            "1 2 1"),
    "GDF": (GDF, "Lee, Ann bob cid dee", "Lee, Ann bob 3, bob cid 0.5"),
    "Graphs.jl": ("4,2,u,mygraph,2,Int64,simplegraph\n1,2\n2,3\n", "1 2 3 4", "1 2 1, 2 3 1"),
    "a sparse matrix that SciPy prints": ("  (0, 1)\t1.0\n  (1, 2)\t2.5\n", "0 1 2",
                                          "0 1 1, 1 2 2.5"),
    "one that MATLAB prints": ("   (2,1)        1\n   (3,2)        2.5\n", "1 2 3",
                               "1 2 1, 2 3 2.5"),
}  # fmt: skip


@pytest.mark.parametrize("kind", GRAPHS)
def test_a_graph_in_sections_is_read(kind):
    content, names, edges = GRAPHS[kind]
    assert weighted(read("x.txt", content)) == (names, edges)


def test_what_a_format_says_of_nodes_and_direction():
    found = read("x.gdf", GDF)
    assert found.graph.class_names == ("x", "y")
    directed = read("x.gr", "p sp 2 1\na 1 2 3\n")
    assert any("irected" in said for said in directed.report.changed)
    dropped = read("x.col", "p edge 2 1\nn 1 0\ne 1 2\n")
    assert any("1 line" in said for said in dropped.report.unused)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("p cnf 3 2\n1 -3 0\n2 3 -1 0\n", "CNF"),
        ("dl nr=2 nc=3 format=fullmatrix\ndata:\n1 0 1\n0 1 0\n", "UCINET"),
        ("dl n=3\ndata:\n1 0 1\n0 1 0\n", "6 cells for 3 nodes"),
        ("graph 1 4 4\nnode a 1 1 1 1 A solid ellipse black grey\nstop\n", "Graphviz"),
        ("@nodes\nlabel\n0\n1\n@arcs\n label weight\n0 1 0 2\n", "LEMON"),
        ("\\begin{tabular}{ll}\nsource & target \\\\\na & b \\\\\n\\end{tabular}\n", "LaTeX"),
        ("CREATE (a:P {name:'ann'})-[:KNOWS]->(b:P {name:'bob'})\n", "Cypher"),
        ("+1 1:0.5 3:1\n-1 2:0.25 3:2\n", "LibSVM"),
        ("LEDA.GRAPH\nvoid\n", "broken"),
        ("p edge 999999999 1\ne 1 2\n", "999999999 nodes"),
        ("999999999,1,u,G,2,Int64,simplegraph\n1,2\n", "999999999 nodes"),
        ("LEDA.GRAPH\nvoid\nvoid\n-1\n1\n|{}|\n1\n1 9 0 |{}|\n", "broken"),
    ],
)
def test_sections_that_are_no_graph_are_refused(content, named):
    with pytest.raises(InputError, match=named):
        read("x.txt", content)
