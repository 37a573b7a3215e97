"""Files as programs write them that were once read as another graph, or refused."""

import io
import json

import numpy as np
import pandas as pd
import pytest
import scipy.io

from spgat.datasets.imports import ReadOptions, read_graph
from spgat.errors import InputError


def read(name, content, **options):
    data = content if isinstance(content, bytes) else content.encode()
    return read_graph(data, name, ReadOptions(**options))


def weighted(imported):
    """The names of the nodes, and each edge as "a b weight"."""
    graph = imported.graph
    edges = [
        f"{graph.names[u]} {graph.names[v]} {graph.adjacency[u, v]:g}"
        for u, v in graph.edges().tolist()
    ]
    return " ".join(graph.names), ", ".join(edges)


def saved(write, *arguments, **options):
    buffer = io.BytesIO()
    write(buffer, *arguments, **options)
    return buffer.getvalue()


GRAPHML = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{}</graphml>'
#: igraph writes an attribute "id" of its own, and Cytoscape edges may have a "source".
OWN_IDS = GRAPHML.format(
    '<key id="v_name" for="node" attr.name="name" attr.type="string"/>'
    '<key id="v_id" for="node" attr.name="id" attr.type="double"/>'
    '<key id="e_source" for="edge" attr.name="source" attr.type="string"/><graph>'
    '<node id="n0"><data key="v_name">ape</data><data key="v_id">11</data></node>'
    '<node id="n1"><data key="v_name">bat</data><data key="v_id">12</data></node>'
    '<edge source="n0" target="n1"><data key="e_source">pubmed</data></edge></graph>'
)
DOT = """// by hand
strict graph "g" {
  graph [rankdir=LR]; node [shape=box]; edge [weight=2]
  "a b":f0 -- c -- d [weight=3]
  subgraph { d -- e; edge [weight=9]; e -- f }
  f -- a
}
"""
KINDS = {
    "GraphML with ids of its own": ("x.graphml", OWN_IDS, "ape bat", "ape bat 1"),
    "JSON whose edges have a source of their own": (
        "x.json",
        '{"graph": {"nodes": {"a": {"metadata": {"id": 7}}, "b": {}}, "edges": [{"source": "a",'
        ' "target": "b", "metadata": {"source": "pubmed", "weight": 2}}]}}',
        "a b", "a b 2"),
    "JSON, neighbours and a node without": (
        "x.json", '{"a": ["b"], "b": [], "c": []}', "a b c", "a b 1"),
    "JSON, neighbours with weights": (
        "x.json", '{"a": {"b": 0.5, "c": 2}, "b": {"a": 0.5}, "c": {}}',
        "a b c", "a b 0.5, a c 2"),
    "JSON, pandas' matrix": (
        "x.json",
        pd.DataFrame([[0, 2], [2, 0]], index=["a", "b"], columns=["a", "b"]).to_json(),
        "a b", "a b 2"),
    "SIF of Cytoscape's manual": (
        "x.sif", "node1 typeA node2\nnode2 typeB node3 node4\nnode5\n",
        "node1 node2 node5 node3 node4",
        "node1 node2 1, node2 node3 1, node2 node4 1"),
    "SIF with tabs": ("x.sif", "a\tpp\tb c\td\nlone node\n", "a lone node b c d",
                      "a b c 1, a d 1"),
    "DOT of Graphviz": ("x.gv", DOT, "a b c d f a e",
                        "a b c 3, c d 3, d e 2, f a 2, f e 9"),
    "DOT with its brace on a line": ("x.txt", "digraph G\n{\n  a -> b\n}\n", "a b", "a b 1"),
    "JSON that d3 has run on": (
        "x.json",
        '{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": {"id": "a", "vx": 0}, '
        '"target": {"id": "b", "vx": 1}, "index": 0}]}', "a b", "a b 1"),
    "JSON with vertices": (
        "x.json", '{"vertices": ["a", "b", "c"], "edges": [["a", "b"]]}', "a b c", "a b 1"),
    "JSON, three rows of a matrix": ("x.json", "[[0, 1, 0], [1, 0, 1], [0, 1, 0]]", "0 1 2",
                                     "0 1 1, 1 2 1"),
    "METIS": ("x.graph", "% by hand\n5 4\n2 3\n1 3\n1 2 4\n3\n\n", "1 2 3 4 5",
              "1 2 1, 1 3 1, 2 3 1, 3 4 1"),
    "METIS with weights": ("x.txt", "3 2 011 1\n7 2 5\n8 1 5 3 6\n9 2 6\n", "1 2 3",
                           "1 2 5, 2 3 6"),
    "a first line that counts": ("x.txt", "5 3\n1 2\n2 3\n3 4\n", "1 2 3 4 5",
                                 "1 2 1, 2 3 1, 3 4 1"),
    "a first line that counts twice": ("x.txt", "3 3 2\n0 1 .5\n1 2 2\n", "0 1 2",
                                       "0 1 0.5, 1 2 2"),
    "comments of two slashes": ("x.txt", "// by hand, today\na b\nb c\n", "a b c",
                                "a b 1, b c 1"),
    "a title above the header": ("x.csv", "Friends 2023,,\n\nFrom,To,Strength\na,b,2\nb,c,3\n",
                                 "a b c", "a b 2, b c 3"),
    "times before the ends": (
        "x.dat", "20 101 102 x x\n20 101 103 x y\n40 102 103 x y\n", "101 102 103",
        "101 102 1, 101 103 1, 102 103 1"),
    "pandas' numbers of rows": ("x.csv", ",left side,right side\n0,a,b\n1,b,c\n", "a b c",
                                "a b 1, b c 1"),
    "numbers of some rows": (
        "x.csv", ",left side,right side\n7,a,b\n3,b,c\n", "a b c", "a b 1, b c 1"),
    "years before the ends": ("x.csv", "year,country,partner\n2001,CH,DE\n2002,DE,FR\n",
                              "CH DE FR", "CH DE 1, DE FR 1"),
    "pandas' matrix in Parquet": (
        "x.parquet",
        saved(lambda to, table: table.to_parquet(to),
              pd.DataFrame({"a": [0, 1], "b": [1, 0]}, index=["a", "b"])),
        "a b", "a b 1"),
    "a small matrix of 0 and 1": ("x.csv", "0,1,1,0\n0,0,1,0\n0,0,0,1\n0,0,0,0\n", "0 1 2 3",
                                  "0 1 1, 0 2 1, 1 2 1, 2 3 1"),
    "a triangle of a matrix": ("x.csv", ";a;b;c\na;0;1;0,5\nb;0;0;1\nc;0;0;0\n", "a b c",
                               "a b 1, a c 0.5, b c 1"),
    "MATLAB's edges": ("x.mat", saved(scipy.io.savemat, {"edges": np.array([[1, 2], [2, 3]])}),
                       "1 2 3", "1 2 1, 2 3 1"),
    "MATLAB's edges with weights": (
        "x.mat",
        saved(scipy.io.savemat, {"edges": np.array([[1, 2, 0.5], [2, 3, 1.5], [3, 1, 2]])}),
        "1 2 3", "1 2 0.5, 1 3 2, 2 3 1.5"),
    "MATLAB's names": (
        "x.mat",
        saved(scipy.io.savemat,
              {"A": np.array([[0, 2], [2, 0]]), "names": np.array(["a", "b"], dtype=object)}),
        "a b", "a b 2"),
    "NumPy's edges with weights": (
        "x.npy", saved(np.save, np.array([[0, 1, 0.5], [1, 2, 1.5]])),
        "0 1 2", "0 1 0.5, 1 2 1.5"),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_read_as_its_program_means_it(kind):
    name, content, names, edges = KINDS[kind]
    assert weighted(read(name, content)) == (names, edges)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("x.txt", "5 3\n1 2\n2 3\n3 4\n", "1 2 1, 2 3 1, 3 4 1, 3 5 1"),
        ("x.csv", "user,mentions\nann,bob\nbob,cid\n", "ann bob 1, bob cid 1"),
        ("x.dat", "20 101 102\n20 101 103\n40 102 103\n", "20 101 103, 40 102 103"),
        ("x.csv", "0,1,1\n0,0,1\n0,0,0\n", "0 1 1"),
    ],
)
def test_the_other_reading_is_one_answer_away(name, text, expected):
    answers = [a for q in read(name, text).report.asked for a in q.answers.values()]
    assert expected in [weighted(read(name, text, **answer))[1] for answer in answers]


def test_whole_numbers_called_x_and_y_are_points():
    graph = read("x.csv", "x,y\n1,2\n3,4\n5,6\n").graph
    assert graph.positions.tolist() == [[1, 2], [3, 4], [5, 6]]


def test_a_table_of_measures_with_a_header_is_points():
    imported = read("x.csv", "width,length,kind\n5.1,3.5,a\n4.9,3.0,a\n4.7,3.2,b\n4.6,3.1,b\n")
    assert imported.report.format == "points"
    assert imported.graph.features.shape == (4, 2)


CYTOSCAPE = "SUID,name,selected\n7,a,false\n8,b,false\n"
MEASURES = "species,legs,height\nant,6,0.5\nbee,6,1.5\ncat,4,30\n"
VISITS = ",e1,e2,e3\nn1,1,0,1\nn2,1,2,0\n"


@pytest.mark.parametrize("text", [MEASURES, VISITS, CYTOSCAPE])
def test_a_table_of_what_nodes_have_is_no_list_of_edges(text):
    with pytest.raises(InputError, match="table of nodes"):
        read("x.csv", text)


def test_rows_and_columns_of_different_names_are_two_kinds_of_nodes():
    visits = weighted(read("x.csv", VISITS, table="matrix"))
    assert visits == ("n1 n2 e1 e2 e3", "n1 e1 1, n1 e3 1, n2 e1 1, n2 e2 2")
    square = ",a,b\nx,1,0\ny,0,2\n"
    assert weighted(read("x.csv", square, table="matrix")) == ("x y a b", "x a 1, y b 2")
    shared = ",a,b\nb,1,0\nc,0,2\n"
    names, _ = weighted(read("x.csv", shared, table="matrix"))
    assert names == "row b row c column a column b"


def test_what_a_kind_of_edge_is_called_is_accounted_for():
    text = GRAPHML.format(
        '<key id="k" for="edge" attr.name="type" attr.type="string"/><graph>'
        '<node id="a"/><node id="b"/><edge source="a" target="b"><data key="k">friend</data>'
        "</edge></graph>"
    )
    assert any("'type'" in sentence for sentence in read("x.graphml", text).report.unused)


def test_nothing_is_left_out_without_a_word():
    several = GRAPHML.format(
        "<graph><node id='a'/></graph><graph><edge source='a' target='b'/></graph>"
    )
    for name, text, said in (
        ("x.json", '{"nodes": ["a"], "links": [["a", "b"]], "categories": [1]}', "categories"),
        ("x.net", "*Vertices 2\n*Edges\n1 2 1 [5-10]\n", "drawing"),
        ("x.graphml", several, "2 graphs"),
    ):
        report = read(name, text).report
        assert any(said in sentence for sentence in (*report.unused, *report.changed))


def test_gephis_communities_are_classes():
    nodes = "".join(
        f'<node id="{row}"><attvalues><attvalue for="m" value="{row // 2}"/></attvalues></node>'
        for row in range(4)
    )
    text = (
        '<gexf xmlns="http://gexf.net/1.3"><graph><attributes class="node"><attribute id="m" '
        f'title="Modularity Class" type="integer"/></attributes><nodes>{nodes}</nodes><edges>'
        '<edge source="0" target="1"/></edges></graph></gexf>'
    )
    assert read("x.gexf", text).graph.labels.tolist() == [0, 0, 1, 1]


def test_the_columns_taken_for_ends_are_named_where_their_names_say_nothing():
    used = read("x.csv", "alku,loppu,paino\na,b,1\nb,c,2\n").report.used
    assert any("'alku' and 'loppu'" in sentence for sentence in used)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.csv", '"SUID","interaction","shared interaction","name"\n8,"pp","pp","A (pp) B"\n',
         "Cytoscape"),
        ("x.txt", "flowchart TD\n  A --> B\n", "Mermaid"),
        ("x.txt", "a b -1\nb c 2\n", "absolute"),
    ],
)  # fmt: skip
def test_what_is_refused_has_its_remedy(name, text, said):
    with pytest.raises(InputError, match=said):
        read(name, text)


def test_a_list_of_graphs_says_how_many_it_leaves_out():
    graph = {"nodes": {"a": {}, "b": {}}, "edges": [{"source": "a", "target": "b"}]}
    one = read("x.json", json.dumps({"graphs": [graph]})).report
    three = read("x.json", json.dumps({"graphs": [graph] * 3})).report
    assert not one.unused
    assert any("2 further graphs" in sentence for sentence in three.unused)
