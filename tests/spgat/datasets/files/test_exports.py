"""Files as further programs write them that were once read as another graph, or refused."""

import pytest

from spgat.datasets.imports import read_graph
from spgat.errors import InputError
from tests.spgat.datasets.files.test_kinds import sheet
from tests.spgat.datasets.files.test_programs import read, weighted

RETWEETS = """user_screen_name,retweeted_user,created_at,text
ann,bob,2020-01-01,"Hello
#graph rocks, yes

bye"
bob,cid,2020-01-02,"a ""quoted"" word"
"""
BIOGRID = """#BioGRID ID\tEntrez Gene Interactor A\tEntrez Gene Interactor B\tScore
103\t6416\t2318\t-
117\t84665\t6416\t-
"""
BIKES = """ride_id,start_time,end_time,start_station_name,end_station_name,start_lat,end_lat
1,8:01,8:05,Park,Zoo,47.1,47.2
2,8:02,8:09,Zoo,Lake,47.2,47.3
"""
APOC = """"_id","_labels","name","_start","_end","_type","weight"
"0",":P","ann",,,,
"1",":P","bob",,,,
,,,"0","1","KNOWS","2"
"""
NODEXL = [
    ["", "", "Visual Properties", "", "Labels"],
    ["Vertex 1", "Vertex 2", "Color", "Width", "Label"],
    ["ann", "bob", "", 2, ""],
]
SCREEN = """+--------+--------+
| source | target |
+--------+--------+
| a      | b      |
+--------+--------+
"""
TABLES = {
    "a cell of several lines": ("x.csv", RETWEETS, "ann bob cid", "ann bob 1, bob cid 1"),
    "a mark before the header": (
        "x.txt", "#A\tB\tscore\nx:1\tx:2\t0.5\nx:2\tx:3\t2\n", "x:1 x:2 x:3",
        "x:1 x:2 1, x:2 x:3 1"),
    "BioGRID": ("x.txt", BIOGRID, "2318 6416 84665", "2318 6416 1, 6416 84665 1"),
    "stations of a journey": ("x.csv", BIKES, "Park Zoo Lake", "Park Zoo 1, Zoo Lake 1"),
    "Neo4j's nodes and edges": ("x.csv", APOC, "ann bob", "ann bob 2"),
    "Neo4j's browser": ("x.csv", "n.name,type(r),m.name\nann,KNOWS,bob\nbob,KNOWS,cid\n",
                        "ann bob cid", "ann bob 1, bob cid 1"),
    "a triple": ("x.txt", "a friend b\nb friend c\nc enemy a\n", "a b c",
                 "a b 1, a c 1, b c 1"),
    "neighbours in a cell": ("x.csv", 'node,neighbors\na,"b,c"\nb,"a,d"\nc,a\n', "a b c d",
                             "a b 1, a c 1, b d 1"),
    "neighbours in Python's list": ("x.csv", "id,links\na,\"['b', 'c']\"\nb,['d']\n", "a b c d",
                                    "a b 1, a c 1, b d 1"),
    "Markdown": ("x.md", "| source | target | weight |\n|---|:-:|--:|\n| a | b | 2 |\n", "a b",
                 "a b 2"),
    "a screen of MySQL": ("x.txt", SCREEN, "a b", "a b 1"),
    "Python's tuples": ("x.txt", "(0, 1)\n(1, 2, {'weight': 2.5})\n", "0 1 2",
                        "0 1 1, 1 2 2.5"),
    "a list of Python's tuples": ("x.txt", "[('a', 'b'), ('b', 'c')]", "a b c",
                                  "a b 1, b c 1"),
    "NumPy's text": ("x.txt", "0.00e+00 1.00e+00 5.00e-01\n1.00e+00 1.00e+01 1.50e+00\n",
                     "0 1 10", "0 1 0.5, 1 10 1.5"),
    "a header in the middle": ("x.csv", "source,target\na,b\nsource,target\nb,c\n", "a b c",
                               "a b 1, b c 1"),
    "a matrix without its lower half": ("x.csv", ";a;b;c\na;;1;2\nb;;;3\nc;;;\n", "a b c",
                                        "a b 1, a c 2, b c 3"),
    "PHYLIP": ("x.dist", "3\na 0 1 2\nb 1 0 3\nc 2 3 0\n", "a b c", "a b 1, a c 2, b c 3"),
    "a date before the ends": (
        "x.tsv", "2019-01-01 10:00\tann\tbob\n2019-01-02 09:00\tbob\tcid\n", "ann bob cid",
        "ann bob 1, bob cid 1"),
    "Excel's matrix with empty cells": (
        "x.xlsx", sheet([["", "a", "b"], ["a", "", 2], ["b", 2, ""]]), "a b", "a b 2"),
    "NodeXL's groups of columns": ("x.xlsx", sheet(NODEXL), "ann bob", "ann bob 1"),
    "LGL by another name": ("x.txt", "# a\nb 0.5\nc 1\n# b\nd 2\n# e\n", "a b c d e",
                            "a b 0.5, a c 1, b d 2"),
}  # fmt: skip


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_is_read_as_its_program_means_it(kind):
    name, content, names, edges = TABLES[kind]
    assert weighted(read(name, content)) == (names, edges)


OTHERS = {
    "RDF": "<http://x.org/a> <http://x.org/knows> <http://x.org/b> .\n",
    "OBO": "format-version: 1.2\n\n[Term]\nid: GO:1\nis_a: GO:2 ! x\n",
    "PlantUML": "@startuml\nAlice -> Bob: hi\n@enduml\n",
    "Mermaid": "sequenceDiagram\n    Alice->>John: Hello\n",
    "mesh": "# Blender\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
    "a mesh": "OFF\n4 1 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n",
    "molecule": "\n  RDKit\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n  0 0 0 C\n",
    "FASTA": ">s1 a\nACGT\n>s2 b\nACGA\n",
    "BibTeX": "@article{a,\n  title = {T},\n}\n",
    "Newick": "((a:0.1,b:0.2):0.3,(c:0.1,d:0.4):0.2);\n",
    "digraph6": "&DI?AO?\n",
    "program": "import networkx as nx\nG = nx.Graph()\nG.add_edge(1, 2)\n",
    "a program": 'const graph = {"nodes": [], "links": []};\n',
    "LFS": "version https://git-lfs.github.com/spec/v1\noid sha256:4d7\nsize 12345\n",
    "HDF5": b"\x89HDF\r\n\x1a\n" + b"\0" * 40,
}


@pytest.mark.parametrize("kind", OTHERS)
def test_a_file_of_another_kind_is_named(kind):
    with pytest.raises(InputError, match=kind):
        read("x.txt", OTHERS[kind])


def test_a_table_of_places_is_no_list_of_edges():
    with pytest.raises(InputError, match="table of nodes"):
        read("stops.txt", "stop_id,stop_name,stop_lat,stop_lon\nS1,Main,47,8\nS2,Oak,48,9\n")


def test_equal_positions_are_none():
    written = "*vertices 2\n1 a 0.0 0.0 ellipse\n2 b 0.0 0.0 ellipse\n*edges\n1 2 1.0\n"
    found = read_graph(written.encode(), "x.net")
    assert found.graph.positions is None
    assert any("'x' and 'y'" in sentence for sentence in found.report.unused)


@pytest.mark.parametrize(
    ("across", "up"),
    [
        ("stop_lon", "stop_lat"), ("decimalLongitude", "decimalLatitude"), ("LON_DD", "LAT_DD"),
        ("x_coord", "y_coord"), ("pos_x", "pos_y"), ("easting", "northing"),
    ],
)  # fmt: skip
def test_positions_in_many_spellings(across, up):
    table = f"name,{across},{up}\nann,1,2\nbob,3,4\n"
    graph = read("x.csv", table, table="points").graph
    assert graph.positions[:, 1].tolist() == [2, 4]
