"""A prediction is right or wrong only where there is a label and a prediction."""

import numpy as np
import pytest

from dashboard.embeddings import nodes
from spgat.embedding import Embedded
from spgat.graph import Graph


@pytest.fixture
def embedded():
    graph = Graph.build(
        "path", 4, [[0, 1], [1, 2], [2, 3]], labels=[0, 1, -1, -1], class_names=["a", "b"]
    )
    predictions = np.array([0, 0, 1, -1])
    return Embedded(
        "judged", "path", graph, np.eye(4, 2, dtype=np.float32), "path", predictions
    )


def test_the_table_judges_no_node_without_a_label_or_a_prediction(embedded):
    judged = nodes.table_of(embedded)["is_right"]
    assert judged.isna().tolist() == [False, False, True, True]
    assert judged[:2].tolist() == [True, False]


def test_a_missing_prediction_is_not_coloured_as_wrong(embedded):
    with_gap = np.array([0, -1, 1, -1])
    found = nodes.colouring_of(
        Embedded("gap", "path", embedded.graph, embedded.vectors, "path", with_gap),
        "correctness",
        {},
    )
    assert [found.names[code] for code in found.codes] == ["right", *["unknown"] * 3]
