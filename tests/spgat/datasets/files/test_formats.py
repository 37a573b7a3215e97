"""Each format in the spellings that are about, against networkx and SciPy."""

import io
import json

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.io
import scipy.sparse as sp

from spgat.datasets.imports import ReadOptions, read_graph
from spgat.errors import InputError

KARATE = nx.karate_club_graph()


def written(write, *arguments, **options):
    buffer = io.BytesIO()
    write(*(buffer if argument is ... else argument for argument in arguments), **options)
    return buffer.getvalue()


def names_of_edges(graph):
    names = graph.node_names or tuple(map(str, range(graph.num_nodes)))
    return {frozenset((names[u], names[v])) for u, v in graph.edges().tolist()}


def weights_by_name(graph):
    names = graph.node_names or tuple(map(str, range(graph.num_nodes)))
    return {
        frozenset((names[u], names[v])): graph.adjacency[u, v]
        for u, v in graph.edges().tolist()
    }


KARATE_WEIGHTS = {
    frozenset((str(u), str(v))): float(w) for u, v, w in KARATE.edges(data="weight")
}
MATRIX = sp.csr_array(nx.to_scipy_sparse_array(KARATE, dtype=float))
FORMATS = {
    "k.graphml": ("GraphML", lambda: written(nx.write_graphml, KARATE, ...)),
    "k.gexf": ("GEXF", lambda: written(nx.write_gexf, KARATE, ...)),
    "k.gml": ("GML", lambda: "\n".join(nx.generate_gml(KARATE)).encode()),
    "k.json": ("JSON", lambda: json.dumps(nx.node_link_data(KARATE)).encode()),
    "k.npz": ("NumPy .npz", lambda: written(sp.save_npz, ..., MATRIX)),
    "k.mat": ("MATLAB .mat", lambda: written(scipy.io.savemat, ..., {"A": MATRIX.tocsc()})),
    "k.txt": ("edge list", lambda: written(nx.write_weighted_edgelist, KARATE, ...)),
    "k.csv": (
        "adjacency matrix",
        lambda: nx.to_pandas_adjacency(KARATE).to_csv().encode(),
    ),
}


def test_a_parquet_table_of_edges_is_read():
    table = nx.to_pandas_edgelist(KARATE)
    graph = read_graph(written(table.to_parquet, ...), "k.parquet").graph
    assert weights_by_name(graph) == KARATE_WEIGHTS


def test_a_parquet_table_of_vectors_alone_is_no_graph():
    table = pd.DataFrame({"vector": [[1.0, 2.0], [3.0, 4.0]]})
    with pytest.raises(InputError):
        read_graph(written(table.to_parquet, ...), "v.parquet")


@pytest.mark.parametrize("filename", FORMATS)
def test_every_format_gives_the_same_graph(filename):
    format_, write = FORMATS[filename]
    preview = read_graph(write(), filename)
    assert preview.report.format == format_
    assert preview.graph.name == "k"
    assert weights_by_name(preview.graph) == KARATE_WEIGHTS
    assert (preview.graph.adjacency != MATRIX).nnz == 0  # rows follow the ids
    assert (preview.report.num_isolated, preview.report.num_components) == (0, 1)


@pytest.mark.parametrize("filename", ["k.graphml", "k.gexf", "k.gml", "k.json"])
def test_attributes_become_classes(filename):
    preview = read_graph(FORMATS[filename][1](), filename)
    assert "club" in preview.report.attributes
    assert preview.graph.class_names == ("Mr. Hi", "Officer")
    expected = [int(club == "Officer") for _, club in KARATE.nodes(data="club")]
    assert preview.graph.labels.tolist() == expected
    with pytest.raises(InputError, match="no attribute 'team'; the file has 'club'"):
        read_graph(FORMATS[filename][1](), filename, ReadOptions(classes="team"))


def test_weights_can_be_left_out():
    graph = read_graph(FORMATS["k.txt"][1](), "k.txt", ReadOptions(weight="none")).graph
    assert set(graph.adjacency.data) == {1.0}


# The files that users have -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("filename", "format_", "sizes"),
    [
        ("dolphins.gml", "GML", (62, 159, 159, 0, 1)),
        ("football.gml", "GML", (115, 613, 616, 0, 1)),
        ("lesmis.gml", "GML", (77, 254, 254, 0, 1)),
        ("email.txt", "edge list", (1005, 16064, 25571, 19, 20)),
        ("flights-airport.csv", "edge list", (305, 2834, 5366, 0, 1)),
        ("minnesota.mat", "MATLAB .mat", (2642, 3303, 6606, 0, 2)),
    ],
)
def test_real_files(mirror, filename, format_, sizes):
    preview = read_graph((mirror / "files" / filename).read_bytes(), filename)
    graph = preview.graph
    assert preview.report.format == format_
    assert sizes == (
        graph.num_nodes,
        graph.num_edges,
        preview.report.num_edges_read,
        preview.report.num_isolated,
        preview.report.num_components,
    )


def test_real_gml_agrees_with_networkx(mirror):
    path = mirror / "files" / "dolphins.gml"
    graph = read_graph(path.read_bytes(), path.name).graph
    assert names_of_edges(graph) == {frozenset(edge) for edge in nx.read_gml(path).edges}
    lesmis = mirror / "files" / "lesmis.gml"
    reference = nx.parse_gml(lesmis.read_text().replace(" name ", " label "))
    expected = {frozenset((u, v)): w for u, v, w in reference.edges(data="value")}
    assert weights_by_name(read_graph(lesmis.read_bytes(), "lesmis.gml").graph) == expected


def test_the_import_report_says_what_was_found_and_changed(mirror):
    def report(filename):
        preview = read_graph((mirror / "files" / filename).read_bytes(), filename)
        return " ".join(preview.report.used + preview.graph.notes)

    flights = report("flights-airport.csv")
    assert "separated by commas" in flights
    assert "The first line is a header: origin, destination, count." in flights
    assert "weights come from 'count'" in flights
    assert "2532 edges are listed in both directions and 302 in one" in flights
    email = report("email.txt")
    assert "separated by spaces" in email
    assert "642 self-loops dropped" in email
    football = report("football.gml")
    assert "3 repeated edges merged" in football
    assert "classes come from 'value'" in football


def test_minnesota_has_its_coordinates(mirror):
    path = mirror / "files" / "minnesota.mat"
    graph = read_graph(path.read_bytes(), path.name).graph
    reference = scipy.io.loadmat(path)
    assert (graph.positions == reference["xy"]).all()
    assert (graph.adjacency != sp.csr_array(reference["A"])).nnz == 0


# Text tables ---------------------------------------------------------------------------------

TRIANGLE = {frozenset("ab"), frozenset("bc"), frozenset("ca")}


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("source,target\na,b\nb,c\nc,a\n", "commas"),
        ("a\tb\nb\tc\nc\ta", "tabs"),
        ("a;b\r\nb;c\r\nc;a\r\n", "semicolons"),
        ("a|b\nb|c\nc|a\n", "bars"),
        ("a  b\n b c\nc   a  \n", "spaces"),
        ("# a comment\n% another\n\na b\n\nb c\nc a\n", "spaces"),
        ('"a","b"\n"b","c"\n"c","a"\n', "commas"),
        ("a, b\nb, c\nc, a\n", "commas"),
        ("when,to,from\n1,b,a\n2,c,b\n3,a,c\n", "commas"),
        ("a,b\rb,c\rc,a\r", "commas"),
    ],
)
def test_delimiters_headers_and_comments_are_found_out(text, separator):
    preview = read_graph(text.encode(), "edges.csv")
    assert names_of_edges(preview.graph) == TRIANGLE
    assert f"Columns are separated by {separator}." in preview.report.used


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_a_name(codec):
    preview = read_graph("ä,b\nb,c\nc,ä\n".encode(codec), "edges.csv")
    assert preview.graph.node_names == ("ä", "b", "c")
    assert any(f"read as {codec[:5]}" in sentence for sentence in preview.report.used)


def test_text_that_is_not_utf8_is_read_as_latin_1_and_says_so():
    preview = read_graph("é,b\nb,c\n".encode("latin-1"), "edges.csv")
    assert preview.graph.node_names == ("é", "b", "c")
    assert any("latin-1" in sentence for sentence in preview.report.used)


def test_a_third_column_of_numbers_is_the_weight():
    graph = read_graph(b"a b 2\nb c 0.5\n", "edges.txt").graph
    assert weights_by_name(graph) == {frozenset("ab"): 2.0, frozenset("bc"): 0.5}


def test_a_named_column_that_is_no_weight_is_left_alone():
    preview = read_graph(b"source,target,year\na,b,1999\nb,c,2001\n", "edges.csv")
    assert set(preview.graph.adjacency.data) == {1.0}
    assert "Edges have no weights; each counts 1." in preview.report.used


def test_ids_that_are_whole_numbers_give_rows_in_their_order():
    """In order of first sight, rows of features would go to the wrong nodes."""
    preview = read_graph(b"5 0\n0 3\n10 5\n", "edges.txt")
    assert preview.graph.node_names == ("0", "3", "5", "10")
    assert any("ascending order" in sentence for sentence in preview.report.used)


def test_a_directed_cycle_says_that_direction_is_not_kept():
    """An asymmetric matrix has no spectrum as the pages show it."""
    preview = read_graph(b"0 1\n1 2\n2 0\n", "cycle.txt")
    assert "Each line is one edge, which counts both ways." in preview.report.used
    assert (preview.graph.adjacency != preview.graph.adjacency.T).nnz == 0


@pytest.mark.parametrize("filename", ["c.graphml", "c.gexf", "c.gml", "c.json", "c.csv"])
def test_a_file_that_calls_itself_directed_is_announced(filename):
    """Direction is not dropped silently."""
    cycle = nx.DiGraph([(0, 1), (1, 2), (2, 0)])
    content = {
        "c.graphml": lambda: written(nx.write_graphml, cycle, ...),
        "c.gexf": lambda: written(nx.write_gexf, cycle, ...),
        "c.gml": lambda: "\n".join(nx.generate_gml(cycle)).encode(),
        "c.json": lambda: json.dumps(nx.node_link_data(cycle)).encode(),
        "c.csv": lambda: b"0,1,0,0,0\n0,0,1,0,0\n1,0,0,0,0\n0,0,0,0,0\n0,0,0,0,0\n",
    }[filename]()
    preview = read_graph(content, filename)
    assert any("The file is directed" in note for note in preview.graph.notes)
    assert preview.graph.num_edges == 3
    assert (preview.graph.adjacency != preview.graph.adjacency.T).nnz == 0


def test_self_loops_are_dropped_or_kept_once():
    """A loop in the file and one added by a model would count twice."""
    data = b"0 0\n0 1\n1 1\n1 1\n"
    assert read_graph(data, "e.txt").graph.num_edges == 1
    kept = read_graph(data, "e.txt", ReadOptions(loops="keep"))
    assert kept.graph.adjacency.toarray().tolist() == [[1, 1], [1, 1]]
    assert kept.report.num_isolated == 0


def test_a_small_square_table_is_a_matrix_only_if_symmetric():
    assert read_graph(b"0,1,1\n1,0,1\n1,1,0\n", "m.csv").report.format == "adjacency matrix"
    assert read_graph(b"0,1,1\n1,2,1\n2,0,1\n", "m.csv").report.format == "edge list"
    matrix = read_graph(b"0,1,1\n1,2,1\n2,0,1\n", "m.csv", ReadOptions(table="matrix"))
    assert matrix.report.format == "adjacency matrix"


@pytest.mark.parametrize("has_row_names", [True, False])
def test_a_matrix_with_names_keeps_them(has_row_names):
    rows = {"a": "0,2,0", "b": "2,0,1", "c": "0,1,0"}
    lines = [f"{name},{row}" if has_row_names else row for name, row in rows.items()]
    header = ",a,b,c" if has_row_names else "a,b,c"
    preview = read_graph("\n".join([header, *lines]).encode(), "m.csv")
    assert preview.report.format == "adjacency matrix"
    assert weights_by_name(preview.graph) == {frozenset("ab"): 2.0, frozenset("bc"): 1.0}


# JSON ----------------------------------------------------------------------------------------

NODES = [{"id": "a", "x": 0, "y": 1}, {"id": "b", "x": 2, "y": 1}, {"id": "c", "x": 5, "y": 5}]
PAIRS = [("a", "b"), ("b", "c"), ("c", "a")]


@pytest.mark.parametrize("list_key", ["links", "edges"])
@pytest.mark.parametrize(
    "keys", [("source", "target"), ("from", "to"), ("src", "dst"), ("u", "v"), ("start", "end")]
)
def test_json_is_read_in_every_spelling(list_key, keys):
    """networkx wrote "links" for ten years and now writes "edges"."""
    document = {
        "nodes": NODES,
        list_key: [dict(zip(keys, pair, strict=True)) for pair in PAIRS],
    }
    preview = read_graph(json.dumps(document).encode(), "graph.json")
    assert names_of_edges(preview.graph) == TRIANGLE
    assert preview.graph.positions.tolist() == [[0, 1], [2, 1], [5, 5]]


@pytest.mark.parametrize(
    "document",
    [
        {"links": [{"source": u, "target": v} for u, v in PAIRS]},  # no list of nodes
        {"edges": PAIRS},
        {  # d3 before version 4: positions in the list of nodes
            "nodes": [{"name": name} for name in "abc"],
            "links": [
                {"source": 0, "target": 1},
                {"source": 1, "target": 2, "value": 3},
                {"source": 2, "target": 0},
            ],
        },
        {  # Cytoscape
            "elements": {
                "nodes": [{"data": {"id": name}} for name in "abc"],
                "edges": [{"data": {"source": u, "target": v}} for u, v in PAIRS],
            }
        },
        {  # graphology
            "nodes": [{"key": name, "attributes": {"x": 1, "y": 2}} for name in "abc"],
            "edges": [
                {"source": u, "target": v, "attributes": {"weight": 2}} for u, v in PAIRS
            ],
        },
    ],
    ids=["no nodes", "pairs", "d3", "cytoscape", "graphology"],
)
def test_json_of_other_programs_is_read(document):
    """Other programs name the ends of an edge otherwise."""
    preview = read_graph(json.dumps(document).encode(), "graph.json")
    assert names_of_edges(preview.graph) == TRIANGLE


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"nodes": NODES}, "no edges: a list 'links' or 'edges' is needed, there is 'nodes'"),
        ({"nodes": NODES, "links": []}, "no edges"),
        ({}, "there is nothing"),
        ([1, 2], "Edge 1 of the JSON is no object"),
        (5, "no object with 'nodes'"),
        (
            {"links": [{"a": 1, "b": 2}]},
            "Edge 1 of the JSON lacks 'source' and 'target'; it has",
        ),
        ({"links": [5]}, "Edge 1 of the JSON is no object"),
        ({"nodes": [{}], "links": PAIRS}, "no 'id'"),
        ({"nodes": NODES * 2, "links": PAIRS}, "'a' stands twice"),
        ({"nodes": 5, "links": PAIRS}, "'nodes' is no list"),
        ({"elements": 5}, "no object with 'nodes'"),
    ],
)
def test_json_without_a_graph_is_an_error_and_no_empty_graph(document, message):
    """Edges under a key that is not known give a graph without any."""
    with pytest.raises(InputError, match=message):
        read_graph(json.dumps(document).encode(), "graph.json")


def test_nodes_that_only_edges_name_are_added_and_announced():
    document = {"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "b"}]}
    preview = read_graph(json.dumps(document).encode(), "graph.json")
    assert preview.graph.node_names == ("a", "b")
    assert len(preview.report.changed) == 1


# XML and GML --------------------------------------------------------------------------------


def test_graphml_defaults_types_and_labels_are_read():
    data = b"""<?xml version="1.0"?>
    <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
      <key id="d0" for="edge" attr.name="weight" attr.type="double"><default>3</default></key>
      <key id="d1" for="node" attr.name="label" attr.type="string"/>
      <graph edgedefault="undirected">
        <node id="n0"><data key="d1">Anna</data></node>
        <node id="n1"><data key="d1">Bela &amp; Co</data></node>
        <edge source="n0" target="n1"/>
      </graph>
    </graphml>"""
    graph = read_graph(data, "g.graphml").graph
    assert weights_by_name(graph) == {frozenset(("Anna", "Bela & Co")): 3.0}


def test_gexf_positions_weights_and_values_are_read():
    data = b"""<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz">
      <graph defaultedgetype="undirected">
        <attributes class="node"><attribute id="0" title="group" type="string"/></attributes>
        <attributes class="edge"><attribute id="0" title="kind" type="string"/></attributes>
        <nodes>
          <node id="0" label="A"><viz:position x="1" y="2"/>
            <attvalues><attvalue for="0" value="left"/></attvalues></node>
          <node id="1" label="B"><viz:position x="3" y="4"/>
            <attvalues><attvalue for="0" value="left"/></attvalues></node>
          <node id="2" label="C"><viz:position x="3" y="5"/>
            <attvalues><attvalue for="0" value="right"/></attvalues></node>
          <node id="3" label="D"><viz:position x="3" y="6"/>
            <attvalues><attvalue for="0" value="right"/></attvalues></node>
        </nodes>
        <edges><edge source="0" target="1" weight="2.5"/><edge source="2" target="3">
          <attvalues><attvalue for="0" value="x"/></attvalues></edge></edges>
      </graph></gexf>"""
    preview = read_graph(data, "g.gexf")
    assert preview.graph.node_names == ("A", "B", "C", "D")
    assert preview.graph.positions.tolist() == [[1, 2], [3, 4], [3, 5], [3, 6]]
    assert preview.graph.labels.tolist() == [0, 0, 1, 1]
    assert sorted(preview.graph.adjacency.data) == [1, 1, 2.5, 2.5]
    [question] = preview.report.asked
    assert list(question.answers.values()) == [{"missing": "drop"}]


def test_gml_comments_graphics_and_entities_are_read():
    data = b"""# made by hand
    Creator "x ] ["
    graph [ directed 0
      node [ id 1 label "A &amp; B" graphics [ x 1.5 y -2e1 ] ]
      node [ id 0 label "C" graphics [ x 0 y 0 ] ]
      edge [ source 1 target 0 weight 2 ] ]"""
    graph = read_graph(data, "g.gml").graph
    assert graph.node_names == ("C", "A & B")  # rows follow the ids 0 and 1
    assert graph.positions.tolist() == [[0, 0], [1.5, -20]]
    assert graph.adjacency[0, 1] == 2


# Arrays --------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["csr", "csc", "coo", "bsr", "dia"])
@pytest.mark.parametrize("compressed", [True, False])
def test_scipy_matrices_are_read(layout, compressed):
    data = written(sp.save_npz, ..., MATRIX.asformat(layout), compressed=compressed)
    assert (read_graph(data, "g.npz").graph.adjacency != MATRIX).nnz == 0


@pytest.mark.parametrize("shape", ["two rows", "two columns"])
def test_plain_arrays_with_features_and_labels_are_read(shape):
    edges = np.array([[0, 1], [1, 2], [2, 0]])
    arrays = {
        "edge_index" if shape == "two rows" else "edges": edges.T
        if shape == "two rows"
        else edges,
        "x": np.arange(8.0).reshape(4, 2),
        "y": np.array([3, 3, 7, -1]),
    }
    graph = read_graph(written(np.savez, ..., **arrays), "g.npz").graph
    assert graph.edges().tolist() == [[0, 1], [0, 2], [1, 2]]
    assert graph.num_nodes == 4  # the features know of a node without edges
    assert graph.features.tolist() == arrays["x"].tolist()
    assert graph.labels.tolist() == [0, 0, 1, -1]
    assert graph.class_names == ("3", "7")


def test_the_layouts_of_the_benchmark_sets_are_read(mirror):
    texas = read_graph((mirror / "heterophilous" / "texas.npz").read_bytes(), "texas.npz").graph
    assert (texas.num_nodes, texas.num_edges, texas.num_features) == (183, 279, 1703)
    path = mirror / "CS" / "raw" / "ms_academic_cs.npz"
    authors = read_graph(path.read_bytes(), path.name).graph
    assert (authors.num_nodes, authors.num_edges, authors.num_features) == (18333, 81894, 6805)
    assert authors.num_classes == 15


@pytest.mark.parametrize("do_compression", [True, False])
@pytest.mark.parametrize("dense", [True, False])
def test_matlab_files_are_read_as_scipy_does(do_compression, dense):
    content = {
        "note": "text is skipped",
        "net": MATRIX.toarray() if dense else MATRIX.tocsc(),
        "xy": np.random.default_rng(0).random((34, 2)),
        "labels": np.arange(34)[:, None] % 3 + 1,
        "more": {"a": {"b": 1}},
    }
    data = written(scipy.io.savemat, ..., content, do_compression=do_compression)
    graph = read_graph(data, "g.mat").graph
    assert (graph.adjacency != MATRIX).nnz == 0
    assert graph.positions == pytest.approx(content["xy"])
    assert graph.labels.tolist() == (np.arange(34) % 3).tolist()
    assert graph.class_names == ("1", "2", "3")


@pytest.mark.parametrize("kind", ["u1", "i2", "f4", "i4", "bool"])
def test_matlab_number_types_are_read(kind):
    matrix = (MATRIX.toarray() > 0).astype(kind)
    data = written(scipy.io.savemat, ..., {"A": matrix})
    assert read_graph(data, "g.mat").graph.num_edges == 78


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("10 9\n9 -3\n", ("-3", "9", "10")),
        ("007 7\n7 8\n", ("007", "7", "8")),
        (f"{2**63} 1\n1 {2**63 - 1}\n", ("1", str(2**63 - 1), str(2**63))),
        ("b a\na c1\n", ("b", "a", "c1")),
        ("+1 1\n1 2\n", ("+1", "1", "2")),
    ],
    ids=["whole", "leading zeros", "beyond int64", "words", "signs"],
)
def test_ids_stay_as_they_are_written(text, names):
    graph = read_graph(text.encode(), "ids.txt").graph
    assert sorted(graph.node_names) == sorted(names)
    assert graph.num_edges == 2


@pytest.mark.parametrize("gap", [" ", "\t", "   ", " \t "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "  \n", "\n\n"])
def test_gaps_and_ends_of_lines_change_nothing(gap, end):
    rows = ["1 2 0.5", "2 3 1.5", "3 1 2.5"]
    graph = read_graph(end.join(gap.join(r.split()) for r in rows).encode(), "a.txt").graph
    assert graph.node_names == ("1", "2", "3")
    assert graph.adjacency.toarray().tolist() == [[0, 0.5, 2.5], [0.5, 0, 1.5], [2.5, 1.5, 0]]


def test_a_lone_uneven_line_changes_none_of_the_others():
    even = "".join(f"{k},{k + 1},{k}.5\n" for k in range(1, 200))
    imported = read_graph((even + "200,201\n").encode(), "a.csv")
    assert imported.graph.num_edges == 200
    weights = imported.graph.adjacency
    assert [weights[k, k + 1] for k in (0, 100, 198, 199)] == [1.5, 101.5, 199.5, 1.0]
