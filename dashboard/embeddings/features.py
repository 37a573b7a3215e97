"""The features of the nodes on the page, by name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dashboard.embeddings import grid
from dashboard.embeddings.picks import Pick
from dashboard.source import Source
from spgat import datasets
from spgat.arrays import Floats
from spgat.embedding import Embedded
from spgat.errors import InputError

_NUMBERED = re.compile(r"(feature|dimension) (\d{1,9})")


@dataclass(frozen=True, eq=False)
class Features:
    """Numbers of each node.

    Attributes:
        matrix: [num_nodes, num_features], dense or sparse.
        kind: What a column is called, before its number from 1.
    """

    matrix: Any
    kind: str

    @property
    def names(self) -> Sequence[str]:
        """One for each column."""
        return [f"{self.kind} {column + 1}" for column in range(self.matrix.shape[1])]


def features_of(pick: Pick, nodes: Embedded) -> Features:
    """Returns the features of the graph; without any the dimensions of the embedding.

    Args:
        pick: What was chosen.
        nodes: Its nodes.
    """
    matrix = nodes.graph.features if pick.run is None else _of_run(pick)
    if matrix is not None:
        return Features(matrix, "feature")
    return Features(nodes.vectors, "dimension")


def column_of(pick: Pick, nodes: Embedded, name: str) -> Floats | None:
    """Returns one column, float64 [num_nodes], or None where there is none of that name."""
    match = _NUMBERED.fullmatch(name)
    found = features_of(pick, nodes)
    if match is None or match[1] != found.kind or int(match[2]) > found.matrix.shape[1]:
        return None
    column = found.matrix[:, [int(match[2]) - 1]]
    dense = column.toarray() if hasattr(column, "toarray") else column
    return np.asarray(dense, dtype=np.float64).ravel()


def _of_run(pick: Pick) -> Any:
    """The features of a run's graph, which the run itself does not hold; None without them."""
    assert pick.run is not None
    source = Source.of_title(pick.run.dataset)
    if source is not None and not datasets.info(source.name).is_at_hand():
        return None
    try:
        return grid.graph_of(pick.run).features
    except InputError:  # nobody here has it
        return None
