"""Files made to do harm, or just broken, are refused with a sentence."""

import io
import json
import pickle
import struct
import zipfile
import zlib

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from spgat.datasets.files import attach_features, limits, read_graph
from spgat.datasets.files.limits import Deadline
from spgat.errors import InputError
from spgat.graph import Graph


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
    """An honest file, of which nothing but its pickle says that it is one."""
    import torch
    from torch_geometric.data import Data

    path = tmp_path / "data.pt"
    torch.save(Data(edge_index=torch.tensor([[0, 1], [1, 0]])), path)
    with pytest.raises(InputError, match=r"numpy\.savez\('graph\.npz', edge_index="):
        read_graph(path.read_bytes(), "data.pt")


def test_pickled_features_are_never_opened(witness):
    """A pickle runs any code when it is read."""
    graph = Graph.build("g", 2, [[0, 1]])
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
    """Nested entities grow to gigabytes; external ones read files of the server."""
    data = f'<?xml version="1.0"?>{prologue}<graphml><graph><node id="&e9;"/></graph></graphml>'
    with pytest.raises(InputError, match="declares a document type or entities"):
        read_graph(data.encode(), "graph.graphml")


def test_deeply_nested_xml_is_refused():
    data = b"<graphml>" + b"<graph>" * 100_000
    with pytest.raises(InputError, match="nests deeper than 32 levels"):
        read_graph(data, "graph.graphml")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<svg/>", "is a <svg>, neither GraphML nor GEXF"),
        (b"<graphml><graph>", "XML is broken"),
        (b"<graphml><graph><node/></graph></graphml>", "node has no id"),
        (b"<graphml><graph><edge source='a'/></graph></graphml>", "lacks its source or target"),
        (b"<graphml><graph><node id='a'/></graph></graphml>", "1 nodes but no edges"),
        (b"<graphml><graph><node id='a'/><node id='a'/></graph></graphml>", "'a' stands twice"),
        (b"<?xml version='1.0' encoding='klingon'?><graphml/>", "XML"),
    ],
)
def test_broken_xml_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        read_graph(data, "graph.graphml")


# Bombs ---------------------------------------------------------------------------------------


def test_an_archive_that_unpacks_to_too_much_is_refused():
    """An .npz is a zip, and a zip of 10 kB may hold 10 GB."""
    data = archive(edges__npy=bytes(300 * 2**20))
    assert len(data) < 2**20
    with pytest.raises(InputError, match="unpacks to more than 256 MB"):
        read_graph(data, "bomb.npz")


def test_an_archive_that_unpacks_to_many_times_its_size_is_refused():
    """An .npz is a zip, and a zip of 10 kB may hold 10 GB."""
    data = archive(edges__npy=bytes(30 * 2**20))
    with pytest.raises(InputError, match="more than 250 times its size"):
        read_graph(data, "bomb.npz")


def test_an_archive_that_lies_about_its_size_is_refused():
    """The size that a zip declares is the uploader's word."""
    data = bytearray(archive(edges__npy=bytes(30 * 2**20)))
    for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        struct.pack_into("<I", data, data.index(mark) + offset, 1000)
    with pytest.raises(InputError, match="broken"):
        read_graph(bytes(data), "bomb.npz")


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packings_without_bounds_are_refused(compression):
    with pytest.raises(InputError, match="packed in an unusual way"):
        read_graph(archive(compression, edges__npy=npy(np.zeros((2, 2), int))), "g.npz")


@pytest.mark.parametrize(
    "shape", ["(10000000000000, 2)", "(-1, 2)", "(0, 10000000000000000000)"]
)
def test_an_array_larger_than_its_bytes_is_never_allocated(shape):
    """The shape in an array's header is the uploader's word."""
    header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}, }}".encode()
    data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header
    with pytest.raises(InputError, match=r"An array of the \.npz file is broken|no edges"):
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
        with pytest.raises(InputError, match="sparse matrix is broken"):
            read_graph(data, "g.npz")


def mat_element(kind, body, order="<"):
    return struct.pack(f"{order}II", kind, len(body)) + body


def test_a_mat_file_that_unpacks_to_too_much_is_refused():
    head = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM"
    packed = zlib.compress(mat_element(14, bytes(64 * 2**20)))
    with pytest.raises(InputError, match="more than 250 times its size"):
        read_graph(head + mat_element(15, packed), "bomb.mat")


def test_a_mat_file_of_version_73_says_how_to_save_it():
    for data in (b"MATLAB 7.3 MAT-file".ljust(512), b"\x89HDF\r\n\x1a\n".ljust(512)):
        with pytest.raises(InputError, match=r"version 7\.3; save it again with save\("):
            read_graph(data, "graph.mat")


def test_a_mat_file_without_a_matrix_says_what_it_has():
    buffer = io.BytesIO()
    scipy.io.savemat(buffer, {"Problem": {"A": np.eye(3)}, "note": "x"})
    with pytest.raises(InputError, match=r"only 'Problem' \(struct\), 'note' \(text\)"):
        read_graph(buffer.getvalue(), "graph.mat")


@pytest.mark.parametrize("do_compression", [True, False])
def test_damaged_mat_files_never_crash(do_compression):
    buffer = io.BytesIO()
    matrix = sp.random_array((20, 20), density=0.2, rng=0)
    scipy.io.savemat(
        buffer, {"A": matrix.tocsc(), "x": np.eye(20)}, do_compression=do_compression
    )
    rng = np.random.default_rng(0)
    for _ in range(500):  # SciPy's own reader ends with a segmentation fault on some of these
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


def test_json_of_too_many_objects_is_refused():
    with pytest.raises(InputError, match="more than 2500000 objects"):
        read_graph(b'{"links": [' + b"[]," * 2_500_001 + b"0]}", "graph.json")


@pytest.mark.parametrize(
    "value", ["NaN", "Infinity", "-Infinity", "1" * 5000], ids=["nan", "inf", "-inf", "long"]
)
def test_json_numbers_that_are_none_are_refused(value):
    data = f'{{"links": [{{"source": 0, "target": 1, "weight": {value}}}]}}'
    with pytest.raises(InputError, match=r"finite numbers only|broken"):
        read_graph(data.encode(), "graph.json")


def test_deeply_nested_gml_is_refused():
    with pytest.raises(InputError, match="nests deeper than 32 levels"):
        read_graph(b"graph [ " + b"a [ " * 100_000, "graph.gml")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"graph [\n node [ id 0 ]\n node [ label 5 ]\n]", "GML node has no 'id'"),
        (b"graph [ node [ id 0 ] edge [ source 0 ] ]", "GML edge has no 'target'"),
        (b"graph [ node [ id 0 ]", "cut off"),
        (b"graph [\n node ]\n]", "Line 2 is not GML: ']' was not expected"),
        (b'graph [\n node [ id 0 label "open ]\n]', "Line 2 is not GML"),
        (b"graph [ node [ id 0 ] ]", "1 nodes but no edges"),
        (b"graph [ edge [ source 0 target 1 weight NAN ] ]", "Edge 0 has the weight 'NAN'"),
    ],
)
def test_broken_gml_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        read_graph(data, "graph.gml")


# Text ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"# only a comment\n", "has no rows"),
        (b"a,b\nb\nc,d\n", "Line 2 lacks a source or a target"),
        (b"a,b,1\nb,c,x\n", None),  # the third column is no weight, since not all numbers
        (b"source,target,weight\na,b,1\nb,c,x\n", "Line 3 has the weight 'x'"),
        (b"a b nan\nb c 1\n", "Line 1 has the weight 'nan'; give every edge a finite number"),
        (b"a b inf\nb c 1\n", "Line 1 has the weight 'inf'"),
        (b"a b -1\nb c 1\n", "weight -1; the Laplacian needs weights above 0"),
        (b"a b\0\nb c\n", "neither text nor a known binary format"),
        (b"\x1f\x8b rest", "compressed; unpack it"),
        (b"BZh9 rest", "compressed; unpack it"),
        (b'a,"b\n' + b"x" * 200_000, "cannot be split into cells|lacks a source"),
        (b"PK\x05\x06" + bytes(18), "no square adjacency matrix .*nothing"),
        (b"PK\x03\x04 cut", "npz file is broken"),
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
        ("0,nan,0,0,0", "weight nan"),
    ],
)
def test_a_broken_matrix_names_its_line(row, message):
    rows = ["0,1,0,0,1", row, "0,0,0,1,0", "0,0,1,0,0", "1,0,0,0,0"]
    with pytest.raises(InputError, match=message):
        read_graph("\n".join(rows).encode(), "matrix.csv", table="matrix")


def test_a_file_too_large_is_refused_before_it_is_read():
    """Reading it would take its size in memory, and more."""
    with pytest.raises(InputError, match="at most 32 MB are read"):
        read_graph(b"0 1\n" * (9 * 2**20), "edges.txt")


def test_too_many_nodes_edges_and_cells_are_refused(monkeypatch):
    lines = "\n".join(f"{node} {node + 1}" for node in range(100)).encode()
    records = json.dumps({"links": [[node, node + 1] for node in range(100)]}).encode()
    for name, value, message in (
        ("MAX_NODES", 50, "more than 50 nodes"),
        ("MAX_EDGES", 50, "more than 50 edges"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(limits, name, value)
            for data, filename in ((lines, "e.txt"), (records, "e.json")):
                with pytest.raises(InputError, match=message):
                    read_graph(data, filename)
    monkeypatch.setattr("spgat.datasets.files.table.MAX_TABLE_CELLS", 50)
    wide = b",".join([b"1"] * 5000) + b"\n"
    with pytest.raises(InputError, match="more than 50 cells"):
        read_graph(wide, "e.csv")


def test_reading_ends_when_its_time_is_up():
    """A small file can keep a parser busy for hours."""
    with pytest.raises(InputError, match="takes more than 30 seconds"):
        Deadline(seconds=-1).check()


def test_many_different_attributes_do_not_multiply():
    nodes = [{"id": number, f"key {number}": "x" * 10} for number in range(3000)]
    document = {"nodes": nodes, "links": [[0, 1]]}
    preview = read_graph(json.dumps(document).encode(), "graph.json")
    assert len(preview.attributes) == limits.MAX_ATTRIBUTES
