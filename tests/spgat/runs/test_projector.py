import io
import tracemalloc

import numpy as np

from spgat.runs import embedding_npz, metadata_tsv, vectors_tsv


def test_the_pair_has_a_line_for_each_node(store, result, graph):
    run = store.load(store.save(result, graph))
    vectors = vectors_tsv(run.hidden).decode().splitlines()
    found = np.array([line.split("\t") for line in vectors], dtype=np.float32)
    np.testing.assert_allclose(found, run.hidden, rtol=1e-6)
    header, *lines = metadata_tsv(run).splitlines()
    assert header.split("\t") == ["name", "label", "prediction", "split", "degree"]
    rows = [line.split("\t") for line in lines]
    assert [len(row) for row in rows] == [5] * 30  # the tab in a name is gone
    assert rows[1][0] == "node 1"
    assert rows[29][1] == "unknown"
    assert [row[3] for row in rows[:3]] == ["train", "val", "test"]
    assert [int(row[4]) for row in rows] == np.diff(graph.adjacency.indptr).tolist()


def test_npz_holds_what_a_notebook_needs(store, result, graph):
    run = store.load(store.save(result, graph))
    picture = np.ones((30, 2), np.float32)
    with np.load(io.BytesIO(embedding_npz(run, picture)), allow_pickle=False) as stored:
        np.testing.assert_array_equal(stored["hidden"], result.hidden)
        np.testing.assert_array_equal(stored["labels"], graph.labels)
        np.testing.assert_array_equal(stored["coordinates"], picture)


def test_npz_of_an_epoch_on_the_way_holds_nothing_of_the_best_one(store, result, graph):
    run = store.load(store.save(result, graph))
    hidden = np.zeros((30, 3), np.float32)
    with np.load(io.BytesIO(embedding_npz(run, frame=(4, hidden)))) as stored:
        assert stored["epoch"] == 4
        np.testing.assert_array_equal(stored["hidden"], hidden)
        assert not {"logits", "predictions"} & set(stored)


def test_vectors_take_little_more_memory_than_their_text():
    features = np.random.default_rng(0).random((4_000, 64), dtype=np.float32)
    tracemalloc.start()
    content = vectors_tsv(features)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.5 * len(content)
