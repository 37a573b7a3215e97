"""Packed files are read as what is inside, up to a bound, and the report says so."""

import bz2
import gzip
import io
import json
import lzma
import tarfile
from dataclasses import replace

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from spgat.datasets.imports import (
    UPLOAD,
    Imported,
    ReadOptions,
    attach_features,
    attach_labels,
    read_graph,
    read_series,
)
from spgat.embedding.foreign import read_embedding
from spgat.errors import InputError
from tests.spgat.datasets.files.test_kinds import packed, sheet

PACK = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
TABLE = b"source,target\nann,bob\nbob,cid\n"
GRAPH = nx.Graph([("ann", "bob", {"weight": 2.0}), ("bob", "cid", {"weight": 0.5})])


def edges_of(graph):
    return {frozenset(graph.names[end] for end in edge) for edge in graph.edges().tolist()}


EDGES = {frozenset(("ann", "bob")), frozenset(("bob", "cid"))}
#: Writers that pack by the suffix of the path.
WRITERS = {
    "x.edgelist.gz": nx.write_edgelist,
    "x.txt.bz2": nx.write_weighted_edgelist,
    "x.adjlist.gz": nx.write_adjlist,
    "x.graphml.gz": nx.write_graphml_xml,
    "x.graphml.bz2": nx.write_graphml_xml,
    "x.gexf.gz": nx.write_gexf,
    "x.gml.gz": nx.write_gml,
    "x.net.bz2": nx.write_pajek,
    "x.csv.gz": lambda g, path: nx.to_pandas_edgelist(g).to_csv(path, index=False),
    "x.csv.bz2": lambda g, path: nx.to_pandas_edgelist(g).to_csv(path, index=False),
    "x.tsv.xz": lambda g, path: nx.to_pandas_edgelist(g).to_csv(path, sep="\t", index=False),
    "x.csv.zip": lambda g, path: nx.to_pandas_edgelist(g).to_csv(path, index=False),
    "x.csv.tar": lambda g, path: nx.to_pandas_edgelist(g).to_csv(path, index=False),
    "x.csv.tar.gz": lambda g, path: nx.to_pandas_edgelist(g).to_csv(path, index=False),
    "x.json.xz": lambda g, path: nx.to_pandas_edgelist(g).to_json(path, orient="records"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_what_a_writer_packs_is_read(name, tmp_path):
    WRITERS[name](GRAPH, str(tmp_path / name))
    found = read_graph((tmp_path / name).read_bytes(), name)
    assert edges_of(found.graph) == EDGES
    assert any(name.rsplit(".", 1)[1] in said for said in found.report.used)


@pytest.mark.parametrize("kind", PACK)
def test_the_content_decides_whether_a_file_is_packed(kind):
    right, wrong = (read_graph(PACK[kind](TABLE), name) for name in (f"x.csv.{kind}", "x.csv"))
    plain = read_graph(TABLE, f"x.csv.{kind}")
    assert {edges_of(f.graph) == EDGES for f in (right, wrong, plain)} == {True}
    assert {f.graph.name for f in (right, wrong, plain)} == {"x"}
    assert not right.report.changed
    assert plain.report.changed


def test_members_one_after_another_are_one_file():
    data = gzip.compress(TABLE[:20]) + gzip.compress(TABLE[20:])
    assert edges_of(read_graph(data, "x.csv.gz").graph) == EDGES


@pytest.mark.parametrize("kind", PACK)
@pytest.mark.parametrize("end", [20, -6])
def test_a_file_that_is_cut_off_is_refused(kind, end):
    data = PACK[kind](bytes(np.random.default_rng(0).integers(65, 90, 5000, dtype=np.uint8)))
    with pytest.raises(InputError, match="damaged or cut off"):
        read_graph(data[:end], f"x.csv.{kind}")


@pytest.mark.parametrize("kind", PACK)
def test_a_file_that_unpacks_to_too_much_is_refused(kind):
    data = PACK[kind](bytes(9 * 2**20))
    with pytest.raises(InputError, match="unpacks to more than 8 MB"):
        read_graph(data, f"bomb.csv.{kind}", limits=replace(UPLOAD, file_bytes=2**21))


def test_files_inside_packed_files_are_unpacked_once():
    stream, archive = gzip.compress(TABLE), packed({"x.csv": TABLE})
    assert edges_of(read_graph(bz2.compress(archive), "x").graph) == EDGES  # as a tar in one
    for data in (bz2.compress(stream), packed({"a": stream}), packed({"a": archive})):
        with pytest.raises(InputError, match="twice"):
            read_graph(data, "x")


def in_tar(entries):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:bz2") as archive:
        for name, content in entries.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def test_what_collections_put_beside_a_graph_is_named():
    konect = in_tar(
        {
            "toy/meta.toy": b"name: Toy",
            "toy/README.toy": b"Toy",
            "toy/out.toy": b"% sym weighted\n1 2 5\n2 3 1\n",
        }
    )
    repository = packed({"toy.mtx": "3 3 2\n1 2\n2 3\n", "readme.html": "<html></html>"})
    for data, names in ((konect, ("meta.toy", "README.toy")), (repository, ("readme.html",))):
        found = read_graph(data, "toy")
        assert found.graph.num_edges == 2
        assert all(any(name in said for said in found.report.unused) for name in names)


def test_links_and_devices_in_a_tar_are_no_files():
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        info = tarfile.TarInfo("x.csv")
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info)
    with pytest.raises(InputError, match="nothing"):
        read_graph(buffer.getvalue(), "x.tar")


def test_workbooks_and_arrays_may_be_packed():
    workbook = sheet([["source", "target"], ["ann", "bob"], ["bob", "cid"]])
    assert edges_of(read_graph(packed({"x.xlsx": workbook}), "x.zip").graph) == EDGES
    buffer = io.BytesIO()
    np.savez(buffer, edge_index=np.array([[0, 1], [1, 2]]))
    assert read_graph(gzip.compress(buffer.getvalue()), "x.npz.gz").graph.num_edges == 2


def test_a_program_in_a_packed_file_is_still_refused():
    for name in ("x.pkl.gz", "x.rds"):
        with pytest.raises(InputError, match=r"pickled|R's own"):
            read_graph(gzip.compress(b"\x80\x04 anything"), name)


def test_tables_of_nodes_series_and_embeddings_may_be_packed():
    graph = read_graph(TABLE, "x.csv")
    table = b"name,height,class\nann,1,a\nbob,2,a\ncid,3,b\n"
    joined = attach_features(graph, gzip.compress(table), "f.csv.gz")
    assert joined.graph.features[:, 0].tolist() == [1, 2, 3]
    assert any("unpacked" in said for said in joined.report.used)
    labelled = attach_labels(graph, lzma.compress(table), "l.csv.xz", column="class")
    assert labelled.graph.class_names == ("a", "b")
    series = read_series(graph.graph, bz2.compress(b"t,ann,bob,cid\n0,1,2,3\n"), "s.csv.bz2")
    assert series.series.name == "s"
    assert series.series.values.tolist() == [[1, 2, 3]]
    vectors = b"2 3\nann 0.5 1 2\nbob 1 0 1\n"
    found = read_embedding(
        gzip.compress(vectors), "v.vec.gz", (bz2.compress(b"id,class\nbob,x\nann,y\n"), "m.csv")
    )
    assert found.name == "v"
    assert found.ids == ("ann", "bob")
    assert found.vectors.tolist() == [[0.5, 1, 2], [1, 0, 1]]
    assert [found.class_names[label] for label in found.labels] == ["y", "x"]


def test_lines_of_json_may_be_packed():
    lines = "\n".join(json.dumps({"source": u, "target": v}) for u, v in GRAPH.edges)
    frame = pd.read_json(io.StringIO(lines), lines=True)
    assert len(frame) == 2
    assert edges_of(read_graph(gzip.compress(lines.encode()), "x.jsonl.gz").graph) == EDGES


def test_a_text_that_begins_like_a_program_is_a_text():
    for mark in ("MZ", "PK"):
        found = read_graph(f"{mark}1,{mark}2\n{mark}2,{mark}3\n".encode(), "x.csv")
        assert found.graph.num_nodes == 3
    assert isinstance(found, Imported)
    assert read_graph(TABLE, "x.csv", ReadOptions(header="yes")).graph.num_edges == 2
