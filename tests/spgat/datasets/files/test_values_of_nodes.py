"""What further programs write of nodes: series over time, labels, features, embeddings."""

import json

import numpy as np
import pytest

from spgat.datasets.imports import Imported, attach_features, attach_labels
from spgat.datasets.imports.series import read_series
from spgat.embedding.foreign import read_embedding
from spgat.errors import InputError
from spgat.graph import Graph
from tests.spgat.datasets.files.test_programs import saved

NAMES = ("ann", "bob", "cid", "dee")
PATH = Graph.build("path", 4, [[0, 1], [1, 2], [2, 3]], node_names=NAMES)
NAN = float("nan")
TURNED = "station,unit,2020-01-01,2020-01-02\nann,m,1,2\nbob,m,3,4\ncid,m,5,6\ndee,m,7,8\n"
SERIES = {
    "newest first": (
        "date,ann,bob,cid,dee\n2020-01-02,2,2,2,2\n2020-01-01,1,1,1,1\n",
        ("2020-01-01", "2020-01-02"), [[1] * 4, [2] * 4]),
    "a row for each node": (
        TURNED, ("2020-01-01", "2020-01-02"), [[1, 3, 5, 7], [2, 4, 6, 8]]),
    "readings with a remark": (
        "time,node,value,quality\n2,ann,3.5,bad\n1,ann,1.5,ok\n1,bob,2.5,ok\n", ("1", "2"),
        [[1.5, 2.5, NAN, NAN], [3.5, NAN, NAN, NAN]]),
    "dates with the day first": (
        "Datum;Station;Wert\n02.01.2020;ann;1,5\n01.02.2019;ann;9\n",
        ("01.02.2019", "02.01.2020"),
        [[9, NAN, NAN, NAN], [1.5, NAN, NAN, NAN]]),
    "dates with the month first": (
        "date,ann,bob,cid,dee\n1/2/2020 0:00,1,2,3,4\n12/31/2019 0:00,5,6,7,8\n",
        ("12/31/2019 0:00", "1/2/2020 0:00"), [[5, 6, 7, 8], [1, 2, 3, 4]]),
    "numbers alone": ("1.5,2,3,4\n2,3,4,5\n", ("1", "2"), [[1.5, 2, 3, 4], [2, 3, 4, 5]]),
    "an array": (saved(np.save, np.arange(8.0).reshape(2, 4)), ("1", "2"),
                 [[0, 1, 2, 3], [4, 5, 6, 7]]),
}  # fmt: skip


@pytest.mark.parametrize("kind", SERIES)
def test_a_series_is_read_in_the_order_of_time(kind):
    content, times, values = SERIES[kind]
    data = content if isinstance(content, bytes) else content.encode()
    found = read_series(PATH, data, "x.csv")
    assert found.series.times == times
    np.testing.assert_array_equal(found.series.values, values)


def test_what_a_series_does_not_use_is_named():
    for content in (SERIES["a row for each node"][0], SERIES["readings with a remark"][0]):
        assert any(
            name in sentence
            for sentence in read_series(PATH, content.encode(), "x.csv").unused
            for name in ("'unit'", "'quality'")
        )


def test_dates_that_can_be_read_in_two_ways_keep_the_order_of_the_file():
    text = "date,ann,bob,cid,dee\n02/01/2020,1,1,1,1\n01/03/2020,2,2,2,2\n"
    assert read_series(PATH, text.encode(), "x.csv").series.times == (
        "02/01/2020",
        "01/03/2020",
    )


@pytest.mark.parametrize("array", [np.ones((2, 3)), np.ones(4), np.full((2, 4), np.inf)])
def test_an_array_that_is_no_series_is_refused(array):
    with pytest.raises(InputError, match="array"):
        read_series(PATH, saved(np.save, array), "x.npy")


LABELS = {
    "one a line": b"x\ny\ny\nx\n",
    "one a line below a header": b"label\nx\ny\ny\nx\n",
    "Pajek's partition": b"*Vertices 4\r\nx\r\ny\r\ny\r\nx\r\n",
    "JSON": b'{"dee": "x", "cid": "y", "bob": "y", "ann": "x"}',
    "JSON's rows": json.dumps(
        [{"name": n, "class": c} for n, c in zip(NAMES, "xyyx", strict=True)]
    ).encode(),
    "an archive": saved(np.savez, labels=np.array(["x", "y", "y", "x"])),
}


@pytest.mark.parametrize("kind", LABELS)
def test_labels_go_to_their_nodes(kind):
    graph = attach_labels(Imported.of(PATH), LABELS[kind], "x").graph
    assert [graph.class_names[label] for label in graph.labels] == ["x", "y", "y", "x"]


def test_one_column_of_another_length_is_refused():
    with pytest.raises(InputError, match="4 nodes"):
        attach_labels(Imported.of(PATH), b"x\ny\n", "x.txt")


def test_pajeks_vector_is_a_feature():
    vector = b"*Vertices 4\n0.5\n0.25\n1\n2\n"
    graph = attach_features(Imported.of(PATH), vector, "x.vec").graph
    assert graph.features.ravel().tolist() == [0.5, 0.25, 1, 2]


VECTORS = [[0.1, 0.2], [0.4, 0.5], [0.7, 0.8]]
LINES = [{"id": n, "embedding": v} for n, v in zip("abc", VECTORS, strict=True)]
EMBEDDINGS = {
    "pandas": (",0,1\na,0.1,0.2\nb,0.4,0.5\nc,0.7,0.8\n", "a b c"),
    "pandas without names": (",0,1\n0,0.1,0.2\n1,0.4,0.5\n2,0.7,0.8\n", "0 1 2"),
    "words that are marks": ("the 0.1 0.2\n# 0.4 0.5\n% 0.7 0.8\n", "the # %"),
    "numbers in a cell": ("id,v\na,0.1 0.2\nb,0.4 0.5\nc,0.7 0.8\n", "a b c"),
    "Python's tuples": ('id,v\na,"(0.1, 0.2)"\nb,"(0.4, 0.5)"\nc,"(0.7, 0.8)"\n', "a b c"),
    "a first column of names": ("cell,U_1,U_2\na,0.1,0.2\nb,0.4,0.5\nc,0.7,0.8\n", "a b c"),
    "JSON's lines": ("\n".join(map(json.dumps, LINES)), "a b c"),
    "JSON by name": (json.dumps(dict(zip("abc", VECTORS, strict=True))), "a b c"),
    "JSON's rows": (json.dumps(VECTORS), ""),
}  # fmt: skip


@pytest.mark.parametrize("kind", EMBEDDINGS)
def test_an_embedding_is_read_with_its_ids(kind):
    text, ids = EMBEDDINGS[kind]
    found = read_embedding(text.encode(), "x")
    np.testing.assert_allclose(found.vectors, VECTORS, atol=1e-6)
    assert " ".join(found.ids or ()) == ids


def test_a_class_may_be_called_as_a_header_is():
    found = read_embedding(b"0.1\t0.2\n0.4\t0.5\n", "v.tsv", (b"x\ny\n", "metadata.tsv"))
    assert [found.class_names[label] for label in found.labels] == ["x", "y"]
