"""Files made to do harm, or just broken, are refused with a sentence."""

import io
import json
import pickle
import struct
import zipfile
from dataclasses import replace

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from spgat.datasets.imports import (
    UPLOAD,
    Imported,
    ReadOptions,
    attach_features,
    attach_labels,
    read_graph,
)
from spgat.errors import InputError
from spgat.graph import Graph

PAIR = Graph.build("pair", 2, [[0, 1]])


def npz(**arrays):
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


class Bomb:
    """Creates a file when it is unpickled."""

    def __init__(self, witness):
        self.witness = witness

    def __reduce__(self):
        return open, (str(self.witness), "w")


@pytest.fixture
def witness(tmp_path):
    path = tmp_path / "executed"
    yield path
    assert not path.exists()


def archive(compression=zipfile.ZIP_DEFLATED, **entries):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as file:
        for name, content in entries.items():
            file.writestr(name.replace("__", "."), content)
    return buffer.getvalue()


def npy(array):
    buffer = io.BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


# Pickles -------------------------------------------------------------------------------------


def test_a_pickle_in_an_npz_is_never_opened(witness):
    """A pickle runs any code when it is read."""
    buffer = io.BytesIO()
    np.savez(buffer, edges=np.array([Bomb(witness)], dtype=object))
    with pytest.raises(InputError, match=r"pickled Python objects.*numpy\.savez"):
        read_graph(buffer.getvalue(), "graph.npz")


@pytest.mark.parametrize("filename", ["graph.pkl", "graph.npz", "graph.txt", "graph.pt"])
def test_a_bare_pickle_is_never_opened(witness, filename):
    """A pickle runs any code when it is read."""
    with pytest.raises(InputError, match="could run code when opened"):
        read_graph(pickle.dumps(Bomb(witness)), filename)


def test_a_torch_file_is_answered_by_the_way_to_export_it(tmp_path):
    """An honest file, which PyG writes as a pickle."""
    import torch
    from torch_geometric.data import Data

    path = tmp_path / "data.pt"
    torch.save(Data(edge_index=torch.tensor([[0, 1], [1, 0]])), path)
    with pytest.raises(InputError, match=r"numpy\.savez\('graph\.npz', edge_index="):
        read_graph(path.read_bytes(), "data.pt")


def test_pickled_features_are_never_opened(witness):
    """A pickle runs any code when it is read."""
    graph = Imported.of(Graph.build("g", 2, [[0, 1]]))
    buffer = io.BytesIO()
    np.savez(buffer, features=np.array([Bomb(witness)] * 2, dtype=object))
    for data in (buffer.getvalue(), pickle.dumps(Bomb(witness))):
        with pytest.raises(InputError, match="pickled Python objects"):
            attach_features(graph, data, "features.npz")


# XML -----------------------------------------------------------------------------------------

ENTITIES = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))


@pytest.mark.parametrize(
    "prologue",
    [
        f'<!DOCTYPE graphml [<!ENTITY e0 "ha">{ENTITIES}]>',
        '<!DOCTYPE graphml [<!ENTITY e9 SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE graphml SYSTEM "http://example.org/graphml.dtd">',
        '<!DOCTYPE graphml [<!ENTITY % p SYSTEM "http://example.org/p"> %p;]>',
    ],
    ids=["nested entities", "file", "external type", "parameter entity"],
)
def test_document_types_and_entities_are_refused(prologue):
    data = f'<?xml version="1.0"?>{prologue}<graphml><graph><node id="&e9;"/></graph></graphml>'
    with pytest.raises(InputError, match="declares a document type or entities"):
        read_graph(data.encode(), "graph.graphml")


def test_deeply_nested_xml_is_refused():
    data = b"<graphml>" + b"<graph>" * 100_000
    with pytest.raises(InputError, match="XML is broken"):
        read_graph(data, "graph.graphml")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<svg/>", "is a <svg>, neither GraphML nor GEXF"),
        (b"<graphml><graph>", "XML is broken"),
        (b"<graphml><graph><node/></graph></graphml>", "node has no id"),
        (b"<graphml><graph><edge source='a'/></graph></graphml>", "0 nodes but no edges"),
        (b"<graphml><graph><node id='a'/></graph></graphml>", "1 node but no edges"),
        (b"<graphml><graph><node id='a'/><node id='a'/></graph></graphml>", "'a' stands twice"),
        (b"<?xml version='1.0' encoding='klingon'?><graphml/>", "broken"),
    ],
)
def test_broken_xml_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        read_graph(data, "graph.graphml")


# Bombs ---------------------------------------------------------------------------------------


SMALL = replace(UPLOAD, work=replace(UPLOAD.work, memory=200 * 2**20, processor_seconds=2))


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_an_archive_that_unpacks_to_too_much_is_refused(compression):
    data = archive(compression, edges__npy=bytes(210 * 2**20))
    assert len(data) < 2**20
    with pytest.raises(InputError, match=r"more than 0\.19\d* GB of memory"):
        read_graph(data, "bomb.npz", limits=SMALL)


def test_an_archive_that_lies_about_its_size_is_refused():
    """A directory that says 928 bytes, and a stream of 210 MB."""
    data = bytearray(archive(edges__npy=bytes(210 * 2**20)))
    for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        struct.pack_into("<I", data, data.index(mark) + offset, 928)
    for name in ("bomb.npz", "bomb.zip"):
        with pytest.raises(InputError, match=r"broken|memory"):
            read_graph(bytes(data), name, limits=SMALL)
    with pytest.raises(InputError, match=r"broken|memory"):
        attach_features(Imported.of(PAIR), bytes(data), "bomb.npz", limits=SMALL)


@pytest.mark.parametrize(
    "shape", ["(10000000000000, 2)", "(-1, 2)", "(0, 10000000000000000000)"]
)
def test_an_array_larger_than_its_bytes_is_never_allocated(shape):
    header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}, }}".encode()
    data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header
    with pytest.raises(InputError, match=r"broken|memory|no edges"):
        read_graph(archive(edges__npy=data), "g.npz")


def test_a_sparse_matrix_with_wrong_indices_is_refused():
    for indices, indptr in (([9], [0, 1, 1]), ([-1], [0, 1, 1]), ([0], [0, 5, 1])):
        data = archive(
            format__npy=npy(np.array(b"csr")),
            shape__npy=npy(np.array([2, 2])),
            data__npy=npy(np.ones(1)),
            indices__npy=npy(np.array(indices)),
            indptr__npy=npy(np.array(indptr)),
        )
        with pytest.raises(InputError, match="broken"):
            read_graph(data, "g.npz")


def test_a_mat_file_that_unpacks_to_too_much_is_refused():
    buffer = io.BytesIO()
    zeros = np.zeros((5300, 5300))
    scipy.io.savemat(buffer, {"A": zeros}, do_compression=True)
    assert len(buffer.getvalue()) < 2**20
    with pytest.raises(InputError, match=r"GB of memory"):
        read_graph(buffer.getvalue(), "bomb.mat", limits=SMALL)


def test_a_mat_file_of_version_73_says_how_to_save_it():
    for data in (b"MATLAB 7.3 MAT-file".ljust(512), b"\x89HDF\r\n\x1a\n".ljust(512)):
        with pytest.raises(InputError, match=r"version 7\.3; save it again with save\("):
            read_graph(data, "graph.mat")


def test_a_mat_file_without_a_matrix_says_what_it_has():
    buffer = io.BytesIO()
    scipy.io.savemat(buffer, {"Problem": {"kind": 3.5}, "note": "x"})
    with pytest.raises(InputError, match=r"it has 'note' .*'kind' "):
        read_graph(buffer.getvalue(), "graph.mat")


@pytest.mark.parametrize("do_compression", [True, False])
def test_damaged_mat_files_never_crash(do_compression):
    buffer = io.BytesIO()
    matrix = sp.random_array((20, 20), density=0.2, rng=0)
    scipy.io.savemat(
        buffer, {"A": matrix.tocsc(), "x": np.eye(20)}, do_compression=do_compression
    )
    rng = np.random.default_rng(0)
    for _ in range(50):  # SciPy ends with a segmentation fault on some of these
        data = bytearray(buffer.getvalue())
        for at in rng.integers(120, len(data), size=rng.integers(1, 4)):
            data[at] = rng.integers(256)
        try:
            read_graph(bytes(data[: rng.integers(100, len(data) + 1)]), "graph.mat")
        except InputError:
            continue


def test_deeply_nested_json_is_refused():
    with pytest.raises(InputError, match=r"nests too deep|broken"):
        read_graph(b"[" * 200_000, "graph.json")


@pytest.mark.parametrize(
    "value", ["Infinity", "-Infinity", "1" * 5000], ids=["inf", "-inf", "long"]
)
def test_json_numbers_that_are_none_are_refused(value):
    data = f'{{"links": [{{"source": 0, "target": 1, "weight": {value}}}]}}'
    with pytest.raises(InputError, match=r"finite number|broken"):
        read_graph(data.encode(), "graph.json")


def test_deeply_nested_gml_is_refused():
    with pytest.raises(InputError, match="GML is broken"):
        read_graph(b"graph [ " + b"a [ " * 100_000, "graph.gml")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"graph [\n node [ id 0 ]\n node [ label 5 ]\n]", "no 'id'"),
        (b"graph [ node [ id 0 ] edge [ source 0 ] ]", "no 'target'"),
        (b"graph [ node [ id 0 ]", "found EOF"),
        (b"graph [\n node ]\n]", "found '\\]' at"),
        (b'graph [\n node [ id 0 label "open ]\n]', "broken"),
        (b"graph [ node [ id 0 ] ]", "1 node but no edges"),
        (b"graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 weight INF ] ]",
         "Edge 1 has the weight 'inf'"),
    ],
)  # fmt: skip
def test_broken_gml_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        read_graph(data, "graph.gml")


# Text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"# only a comment\n", "only comments"),
        (b"a,b,1\nb,c,x\n", None),  # the third column is no weight, since not all numbers
        (b"source,target,weight\na,b,1\nb,c,x\n", "Line 3 has the weight 'x'"),
        (b"a b inf\nb c 1\n", "Line 1 has the weight 'inf'"),
        (b"a b -1\nb c 1\n", "weight -1; the Laplacian needs weights above 0"),
        (b"a b\0\nb c\n", "neither text nor a known binary format"),
        (b"\x1f\x8b rest", "damaged or cut off"),
        (b"BZh9 rest", "damaged or cut off"),
        (b"PK\x05\x06" + bytes(18), "holds nothing"),
        (b"PK\x03\x04 cut", "damaged or cut off"),
    ],
)
def test_text_that_is_no_graph_is_refused(data, message):
    if message is None:
        assert read_graph(data, "edges.csv").graph.num_edges == 2
        return
    with pytest.raises(InputError, match=message):
        read_graph(data, "edges.csv")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("0,1", "has 2 numbers; give 5"),
        ("0,1,0,0,x", "holds 'x'"),
        ("0,inf,0,0,0", "holds 'inf'"),
    ],
)
def test_a_broken_matrix_names_its_line(row, message):
    rows = ["0,1,0,0,1", row, "0,0,0,1,0", "0,0,1,0,0", "1,0,0,0,0"]
    with pytest.raises(InputError, match=message):
        read_graph("\n".join(rows).encode(), "matrix.csv", ReadOptions(table="matrix"))


def test_a_file_too_large_is_refused_before_it_is_read():
    with pytest.raises(InputError, match="at most 32 MB are read"):
        read_graph(b"0 1\n" * (9 * 2**20), "edges.txt")


def test_too_many_nodes_and_edges_are_refused():
    lines = "\n".join(f"{node} {node + 1}" for node in range(100)).encode()
    records = json.dumps({"links": [[node, node + 1] for node in range(100)]}).encode()
    for limits, message in (
        (replace(UPLOAD, nodes=50), "101 nodes, of which at most 50"),
        (replace(UPLOAD, edges=50), "100 edges, of which at most 50"),
    ):
        for data, filename in ((lines, "e.txt"), (records, "e.json")):
            with pytest.raises(InputError, match=message):
                read_graph(data, filename, limits=limits)


def test_a_ragged_table_is_refused_before_it_fills_the_memory():
    """One line of 100,000 cells and 10,000 lines of one: a thousand million cells."""
    table = ",".join(["1"] * 100_000) + "\n" + "1\n" * 10_000
    with pytest.raises(InputError, match="10001 lines of up to 100000 cells"):
        read_graph(table.encode(), "e.csv")
    with pytest.raises(InputError, match="10001 lines of up to 100000 cells"):
        attach_labels(Imported.of(PAIR), table.encode(), "labels.csv")


def test_time_of_the_processor_is_what_is_limited():
    """A busy machine refuses nothing; pydot takes a minute for these."""
    text = "graph {" + " ".join(f"a{n} -- b{n};" for n in range(200_000)) + "}"
    with pytest.raises(InputError, match="2 seconds of a processor"):
        read_graph(text.encode(), "slow.dot", limits=SMALL)


def test_a_quote_that_nobody_closes_swallows_nothing():
    graph = read_graph(b'a,"b\nb,c\nc,d\n', "e.csv").graph
    assert graph.node_names == ("a", '"b', "b", "c", "d")
    assert graph.num_edges == 3


def test_a_name_as_long_as_a_book_is_refused():
    with pytest.raises(InputError, match="name of 5000 characters"):
        read_graph(b"a," + b"x" * 5000 + b"\nb,c\n", "e.csv")


def test_half_a_character_in_a_name_is_refused():
    with pytest.raises(InputError, match="lone surrogate"):
        read_graph(b'{"edges": [["a", "\\ud800"], ["a", "b"]]}', "g.json")


def test_signs_that_nobody_sees_tell_no_nodes_apart_and_control_no_terminal():
    content = "abc,x\n\u200eabc,y\nd\x1b]0;evil\x07,x\n\u202ee,x\n".encode()
    imported = read_graph(content, "g.csv")
    assert set(imported.graph.node_names) == {"abc", "x", "y", "d]0;evil", "e"}
    assert any("4 invisible characters" in said for said in imported.report.changed)
    joined = attach_labels(imported, "node,class\n\u200fabc,red\nx,blue\n".encode(), "t.csv")
    names = joined.graph.node_names
    labelled = {n for n, k in zip(names, joined.graph.labels, strict=True) if k >= 0}
    assert labelled == {"abc", "x"}


def test_names_of_json_that_differ_by_what_nobody_sees_are_refused():
    edges = '{"edges": [["a\\u001b", "b"], ["%s", "b"]]}'
    assert read_graph((edges % "c").encode(), "g.json").graph.node_names == ("a", "b", "c")
    with pytest.raises(InputError, match="nobody sees"):
        read_graph((edges % "a").encode(), "g.json")


# Odd arrays ----------------------------------------------------------------------------------

EDGES = np.array([[0, 1], [1, 2], [2, 3]])


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"edges": EDGES + 0.5}, "whole numbers"),
        ({"edges": EDGES * 1j}, "whole numbers"),
        ({"edges": np.array(3)}, "whole numbers"),
        ({"edges": EDGES - 5}, "nodes count from 0"),
        ({"edges": EDGES, "edge_weight": np.array(["a", "b", "c"])}, "give numbers"),
        ({"edges": EDGES, "weights": EDGES[:, 0] * 1j}, "give numbers"),
        ({"A": np.eye(3) * 1j}, "complex"),
        ({"A": np.array([["a", "b"], ["c", "d"]])}, "no square adjacency matrix"),
        ({"x": np.ones(3), "y": np.ones(3)}, "no square adjacency matrix"),
        ({"format": np.array(["csr", "csr"]), "shape": np.array([2, 2])}, "'format'"),
        ({"format": np.array(b"csr"), "shape": np.array([2, 10**12]), "data": np.ones(0),
          "indices": np.zeros(0, int), "indptr": np.zeros(3, int)}, "upload a part of it"),
    ],
)  # fmt: skip
def test_arrays_that_are_no_graph_are_refused(arrays, message):
    with pytest.raises(InputError, match=message):
        read_graph(npz(**arrays), "g.npz")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x", np.array(5.0)),
        ("y", np.array(5)),
        ("x", np.array([["a"]] * 4)),
        ("y", np.zeros((4, 3), int)),
        ("y", np.array([0.5, 1, 2, 3])),
        ("x", np.ones((4, 2)) * 1j),
        ("pos", np.ones((4, 3))),
        ("x", np.ones((4, 2, 2))),
    ],
)
def test_arrays_that_do_not_fit_are_named_and_left_out(name, value):
    imported = read_graph(npz(edges=EDGES, **{name: value}), "g.npz")
    graph = imported.graph
    assert (graph.num_nodes, graph.num_edges) == (4, 3)
    assert graph.features is graph.labels is graph.positions is None
    assert any(repr(name) in sentence for sentence in imported.report.unused)


@pytest.mark.parametrize("kind", ["<f2", ">f8", ">i4", "<f8"])
def test_a_matrix_in_any_precision_and_byte_order_is_read(kind):
    file = io.BytesIO()
    np.save(file, np.array([[0, 2, 0], [2, 0, 1], [0, 1, 0]], dtype=kind))
    graph = read_graph(file.getvalue(), "g.npy").graph
    np.testing.assert_array_equal(graph.adjacency.toarray()[0], [0, 2, 0])


def test_features_of_half_precision_are_read():
    graph = read_graph(npz(edges=EDGES, x=np.ones((4, 2), np.float16)), "g.npz").graph
    assert graph.features.tolist() == [[1, 1]] * 4


def test_sparse_features_of_too_many_columns_are_left_out():
    parts = {
        "attr_data": np.ones(1), "attr_indices": np.zeros(1, int),
        "attr_indptr": np.array([0, 1, 1, 1, 1]), "attr_shape": np.array([4, 10**11]),
    }  # fmt: skip
    imported = read_graph(npz(edges=EDGES, **parts), "g.npz")
    assert imported.graph.features is None
    assert any("attr" in sentence for sentence in imported.report.unused)


def test_points_that_lack_numbers_are_filled_or_refused():
    points = np.arange(15.0).reshape(5, 3)
    points[:, 1] = np.nan
    points[2, 0] = np.nan
    imported = read_graph(npy(points), "points.npy", ReadOptions(neighbours=1))
    expected = points[:, [0, 2]]
    expected[2, 0] = np.nanmean(points[:, 0])
    np.testing.assert_array_equal(imported.graph.features, expected)
    assert imported.report.unused
    assert imported.report.changed
    for broken in (np.full((5, 3), np.nan), np.where(points == 3, np.inf, points)):
        with pytest.raises(InputError, match=r"NaN|infinite"):
            read_graph(npy(broken), "points.npy")


@pytest.mark.parametrize("data", [b"<gexf><graph>", b"a b\n" * 100, b"MATLAB 5.0 MAT-file" * 9])
def test_a_mat_file_that_is_none_says_how_to_save_it(data):
    with pytest.raises(InputError, match=r"save\('graph\.mat'"):
        read_graph(data, "graph.mat")


def test_a_mat_file_may_have_single_numbers():
    buffer = io.BytesIO()
    scipy.io.savemat(buffer, {"n": 3.0, "x": np.arange(12.0).reshape(4, 3)})
    options = ReadOptions(table="points", neighbours=1)
    assert read_graph(buffer.getvalue(), "points.mat", options).graph.num_nodes == 4


def test_many_different_attributes_are_one_sentence():
    nodes = [{"id": number, f"key {number}": "x" * 10} for number in range(500)]
    document = {"nodes": nodes, "links": [[0, 1]]}
    report = read_graph(json.dumps(document).encode(), "graph.json").report
    assert len(" ".join(report.unused)) < 1000
