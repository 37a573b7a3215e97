"""Nodes with a vector each, whoever made them: what a page and a command need."""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from spgat.arrays import Floats32, Ints
from spgat.confusion import confusion
from spgat.graph import Graph, NodeSplit


def _no_columns() -> pd.DataFrame:
    return pd.DataFrame()


@dataclass(frozen=True, eq=False)
class Embedded:
    """The nodes of a graph with their vectors, of a stored run or from elsewhere.

    Attributes:
        key: Tells it from others: a run's id, or a hash of the content.
        name: What people call it.
        graph: With the labels; its features may be missing.
        vectors: float32 [num_nodes, num_dimensions], finite.
        nodes: Two embeddings with equal texts have the same nodes in the same order.
        predictions: int64 [num_nodes], -1 where unknown; None without a model.
        confidence: float32 [num_nodes], the probability of each prediction, or None.
        split: Which nodes trained, validated and tested the model; None where that is unknown.
        columns: What else is known of the nodes: numbers, NaN where missing, and text, ""
            where missing.
        notes: What was left out or changed, one sentence each.
    """

    key: str
    name: str
    graph: Graph
    vectors: Floats32
    nodes: str
    predictions: Ints | None = None
    confidence: Floats32 | None = None
    split: NodeSplit | None = None
    columns: pd.DataFrame = field(default_factory=_no_columns)
    notes: tuple[str, ...] = ()

    @property
    def num_nodes(self) -> int:
        """How many nodes there are."""
        return self.graph.num_nodes

    @property
    def labels(self) -> Ints:
        """int64 [num_nodes], -1 where unknown."""
        labels = self.graph.labels
        return np.full(self.num_nodes, -1) if labels is None else np.asarray(labels)

    @property
    def has_labels(self) -> bool:
        """Whether any node has a label."""
        return bool((self.labels >= 0).any())

    @property
    def is_judged(self) -> bool:
        """Whether there are labels and predictions to compare."""
        return self.has_labels and self.predictions is not None

    def confusion(self, nodes: NDArray | None = None) -> Ints:
        """Returns the counts of label by prediction, int64 [num_classes, num_classes].

        Nodes without a label or a prediction are not counted.

        Args:
            nodes: Node numbers or bool [num_nodes], the nodes to count; all where None.
        """
        num_classes = len(self.graph.class_names)
        if self.predictions is None:
            return np.zeros((num_classes, num_classes), dtype=np.int64)
        chosen = slice(None) if nodes is None else nodes
        labels, predictions = self.labels[chosen], self.predictions[chosen]
        return confusion(labels, predictions, num_classes)
