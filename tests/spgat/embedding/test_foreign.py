"""Embeddings of other tools: every kind of file and all in it, joined to a graph."""

import io
import pickle

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spgat import datasets
from spgat.embedding import read_embedding
from spgat.errors import InputError
from spgat.graph import Graph

VECTORS = np.random.default_rng(0).normal(size=(12, 4)).astype(np.float32).round(3)
KINDS = ["cat", "dog", "owl"] * 4
IDS = [f"n{row}" for row in range(12)]


def saved(write, *arguments, **named):
    file = io.BytesIO()
    write(file, *arguments, **named)
    return file.getvalue()


def lines(rows, sign):
    return ("\n".join(sign.join(map(str, row)) for row in rows) + "\n").encode()


def parquet(columns):
    return saved(lambda file: pq.write_table(pa.table(columns), file))


LISTS = VECTORS.tolist()
TABLE = {"id": IDS, "kind": KINDS}
HEADER = [["id", "d1", "d2", "d3", "d4"]]
NAMED = [[name, *row] for name, row in zip(IDS, LISTS, strict=True)]
FILES = {
    "plain.npy": saved(np.save, VECTORS),
    "fortran.npy": saved(np.save, np.asfortranarray(VECTORS.astype(np.float64))),
    "cube.npy": saved(np.save, VECTORS.reshape(12, 2, 2)),
    "one.npz": saved(np.savez, VECTORS),
    "many.npz": saved(
        np.savez_compressed, embedding=VECTORS, ids=np.array(IDS), n=np.array(12)
    ),
    "vectors.tsv": lines(LISTS, "\t"),
    "vectors.csv": lines(LISTS, ","),
    "named.csv": lines(HEADER + NAMED, ","),
    "bare.txt": lines(NAMED, " "),
    "word2vec.txt": lines([[12, 4], *NAMED], " "),
    "lists.csv": pd.DataFrame({"id": IDS, "vector": LISTS}).to_csv(index=False).encode(),
    "vectors.parquet": parquet({"id": IDS, "vector": LISTS}),
    "fixed.parquet": parquet({"vector": pa.array(LISTS, pa.list_(pa.float32(), 4))}),
    "wide.parquet": parquet({"id": IDS} | {f"d{k}": VECTORS[:, k] for k in range(4)}),
}


WITH_IDS = ("many.npz", "named.csv", "bare.txt", "word2vec.txt", "lists.csv", "vectors.parquet",
            "wide.parquet")  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_every_kind_of_file_gives_the_same_vectors(name):
    found = read_embedding(FILES[name], name)
    assert found.vectors.dtype == np.float32
    np.testing.assert_array_equal(found.vectors, VECTORS)
    assert found.ids == (tuple(IDS) if name in WITH_IDS else None)
    assert found.columns.empty
    assert not found.report.unused or name == "many.npz"


@pytest.mark.parametrize("order", ["as it is", "reversed"])
def test_a_table_is_joined_by_id_in_any_order(order):
    rows = list(zip(IDS, KINDS, range(12), strict=True))
    rows = rows[::-1] if order == "reversed" else rows
    table = lines([["name", "label", "age"], *rows], "\t")
    found = read_embedding(FILES["named.csv"], "named.csv", (table, "metadata.tsv"))
    assert found.class_names == ("cat", "dog", "owl")
    assert [found.class_names[label] for label in found.labels] == KINDS
    assert found.columns["age"].tolist() == list(range(12))


def test_projectors_pair_is_joined_in_row_order():
    rows = list(zip(IDS, KINDS, strict=True))
    table = lines([["word", "label"], *rows], "\t")
    found = read_embedding(FILES["vectors.tsv"], "vectors.tsv", (table, "metadata.tsv"))
    assert [found.class_names[label] for label in found.labels] == KINDS
    assert found.columns["word"].tolist() == IDS


@pytest.mark.parametrize("header", [[], [["label"]], [["digit"]]])
def test_a_single_column_of_labels_is_the_class_with_and_without_a_header(header):
    numbers = [row % 3 for row in range(12)]
    table = lines([*header, *([n] for n in numbers)], ",")
    found = read_embedding(FILES["plain.npy"], "plain.npy", (table, "labels.csv"))
    assert found.labels.tolist() == numbers
    assert found.class_names == ("0", "1", "2")


def test_labels_may_be_an_array():
    table = saved(np.save, np.array(KINDS))
    found = read_embedding(FILES["plain.npy"], "plain.npy", (table, "labels.npy"))
    assert [found.class_names[label] for label in found.labels] == KINDS


def test_predictions_share_the_classes_and_make_a_confusion_matrix():
    guesses = ["cat"] * 11 + ["eel"]
    frame = pd.DataFrame({"label": KINDS, "prediction": guesses})
    table = (frame.to_csv(index=False).encode(), "table.csv")
    found = read_embedding(FILES["plain.npy"], "plain.npy", table).on_neighbours(3)
    names = list(found.graph.class_names)
    assert names == ["cat", "dog", "eel", "owl"]
    expected = pd.crosstab(frame.label, frame.prediction).reindex(index=names, columns=names)
    np.testing.assert_array_equal(found.confusion(), expected.fillna(0))


def test_our_own_export_is_read_back():
    kinds = np.arange(12) % 3
    arrays = {
        "hidden": VECTORS,
        "logits": VECTORS[:, :2],
        "labels": kinds,
        "predictions": kinds,
    }
    found = read_embedding(saved(np.savez, **arrays), "run.npz")
    np.testing.assert_array_equal(found.vectors, VECTORS)
    assert found.labels.tolist() == found.predictions.tolist() == kinds.tolist()
    assert any("logits" in sentence for sentence in found.report.unused)


def test_what_else_is_in_a_file_becomes_columns_with_their_types():
    frame = pd.DataFrame(VECTORS, columns=["x1", "x2", "x3", "x4"])
    frame = frame.assign(id=IDS, age=np.arange(12.0), town=KINDS, note="")
    frame.loc[2, "age"] = np.nan
    found = read_embedding(frame.to_csv(index=False).encode(), "t.csv")
    np.testing.assert_array_equal(found.vectors, VECTORS)
    np.testing.assert_array_equal(found.columns["age"], frame["age"])
    assert found.columns["town"].tolist() == KINDS
    assert not (found.labels >= 0).any()
    by_town = read_embedding(frame.to_csv(index=False).encode(), "t.csv", classes="town")
    assert [by_town.class_names[label] for label in by_town.labels] == KINDS


def test_vectors_that_are_no_numbers_are_left_out_and_counted():
    broken = VECTORS.copy()
    broken[3, 1], broken[7, 0] = np.nan, np.inf
    table = (lines([["id", "kind"], *zip(IDS, KINDS, strict=True)], ","), "t.csv")
    found = read_embedding(saved(np.save, broken), "b.npy", table, classes="kind")
    keep = [row for row in range(12) if row not in (3, 7)]
    np.testing.assert_array_equal(found.vectors, VECTORS[keep])
    assert found.ids == tuple(IDS[row] for row in keep)
    assert [found.class_names[label] for label in found.labels] == [KINDS[row] for row in keep]
    assert any("2 nodes" in sentence for sentence in found.report.changed)


def test_numbers_in_the_first_column_are_ids_unless_they_are_not():
    data = lines([[row + 100, *values] for row, values in enumerate(LISTS)], ",")
    found = read_embedding(data, "v.csv")
    assert found.ids == tuple(str(row + 100) for row in range(12))
    [question] = found.report.asked
    [other] = question.answers.values()
    again = read_embedding(data, "v.csv", **other)
    assert again.ids is None
    assert again.vectors.shape == (12, 5)


class Harm:
    def __reduce__(self):
        return (print, ("harm",))


HOSTILE = {
    "pickle.npy": saved(np.save, np.array([Harm()], dtype=object), allow_pickle=True),
    "pickle.npz": saved(np.savez, np.array([Harm()], dtype=object)),
    "bare.pkl": pickle.dumps([Harm()]),
    "huge.npy": FILES["plain.npy"].replace(b"(12, 4)", b"(99999999, 999)")[:128],
    "cut.npy": FILES["plain.npy"][:150],
    "cut.parquet": FILES["vectors.parquet"][:300] + b"PAR1",
    "ragged.parquet": parquet({"vector": [[1.0, 2.0], [1.0]]}),
    "words.parquet": parquet({"word": ["a", "b"]}),
    "line.npy": saved(np.save, np.arange(5.0)),
    "complex.npy": saved(np.save, VECTORS.astype(complex)),
    "nothing.npy": saved(np.save, np.full((3, 2), np.nan)),
    "two.npz": saved(np.savez, a=VECTORS, b=VECTORS),
    "words.csv": b"a,b\nc,d\n",
    "empty.csv": b"",
    "twice.csv": b"d1,d1\n1,2\n",
    "noise.bin": bytes(range(256)) * 3,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_embedding_is_refused_in_one_sentence(name, capfd):
    with pytest.raises(InputError):
        read_embedding(HOSTILE[name], name)
    assert "harm" not in capfd.readouterr().out


@pytest.mark.parametrize("rows", [11, 13])
def test_labels_of_other_nodes_are_refused(rows):
    table = lines([["cat"], ["dog"]] * rows, ",")
    with pytest.raises(InputError):
        read_embedding(FILES["plain.npy"], "plain.npy", (table, "labels.csv"))


@pytest.mark.parametrize("column", ["absent", "kind"])
def test_a_column_of_ids_that_is_none_is_refused(column):
    table = (lines([["id", "kind"], *zip(IDS, KINDS, strict=True)], ","), "t.csv")
    with pytest.raises(InputError):
        read_embedding(FILES["plain.npy"], "p.npy", table, id_column=column)


def test_the_graph_of_neighbours_is_that_of_scikit_learn():
    from sklearn.neighbors import kneighbors_graph

    found = read_embedding(FILES["plain.npy"], "plain.npy").on_neighbours(3)
    expected = kneighbors_graph(VECTORS, 3)
    np.testing.assert_array_equal(
        found.graph.adjacency.toarray(), expected.maximum(expected.T).toarray()
    )
    assert found.predictions is None
    assert not found.has_labels


@pytest.mark.parametrize("k", [0, 12])
def test_other_numbers_of_neighbours_are_refused(k):
    with pytest.raises(InputError):
        read_embedding(FILES["plain.npy"], "plain.npy").on_neighbours(k)


def ring(names):
    count = len(names)
    edges = [(k, (k + 1) % count) for k in range(count)]
    return Graph.build("ring", count, edges, node_names=names, features=np.eye(count))


def test_a_graph_and_an_embedding_are_joined_by_id_in_the_graphs_order():
    names = ["other", *IDS[::-1][:8]]
    found = read_embedding(FILES["named.csv"], "named.csv").on_graph(ring(names))
    assert found.graph.node_names == tuple(names[1:])
    np.testing.assert_array_equal(found.vectors, VECTORS[::-1][:8])
    assert found.graph.num_edges == 7  # the ring without one of its nodes
    assert found.graph.features.shape[0] == 8
    assert any("1 node" in note for note in found.notes)
    assert any("4 vectors" in note for note in found.notes)


def test_two_embeddings_on_one_graph_have_the_same_nodes():
    graph = ring(IDS)
    one, other = (
        read_embedding(FILES[name], name).on_graph(graph) for name in ("named.csv", "plain.npy")
    )
    assert one.nodes == other.nodes == graph.digest
    part = read_embedding(FILES["named.csv"], "named.csv").on_graph(ring(IDS[:9]))
    assert part.nodes not in (one.nodes, "")


def test_labels_of_the_file_come_before_those_of_the_graph():
    graph = datasets.load("karate")
    vectors = saved(np.save, np.random.default_rng(1).normal(size=(34, 3)))
    bare = read_embedding(vectors, "v.npy").on_graph(graph)
    np.testing.assert_array_equal(bare.labels, graph.labels)
    table = (lines([["group"], *([k % 2] for k in range(34))], ","), "t.csv")
    ours = read_embedding(vectors, "v.npy", table).on_graph(graph)
    assert ours.labels.tolist() == [k % 2 for k in range(34)]
    assert ours.nodes == bare.nodes
    assert ours.key != bare.key


def test_what_does_not_fit_a_graph_is_refused():
    with pytest.raises(InputError):
        read_embedding(FILES["plain.npy"], "plain.npy").on_graph(datasets.load("karate"))
    with pytest.raises(InputError):
        read_embedding(FILES["named.csv"], "named.csv").on_graph(datasets.load("karate"))


def test_a_graph_of_networkx_and_its_node2vec_file_meet():
    club = nx.karate_club_graph()
    vectors = np.random.default_rng(2).normal(size=(34, 5)).round(3)
    order = np.random.default_rng(3).permutation(34)
    text = lines([[34, 5], *([node, *vectors[node]] for node in order)], " ")
    names = [str(node) for node in club]
    graph = Graph.build("club", 34, list(club.edges), node_names=names)
    found = read_embedding(text, "karate.emb").on_graph(graph)
    np.testing.assert_allclose(found.vectors, vectors, atol=1e-6)
