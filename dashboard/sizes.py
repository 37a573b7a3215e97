"""What a graph takes in memory."""

from collections.abc import Sequence
from sys import getsizeof
from typing import Any

import scipy.sparse as sp

from spgat.graph import Graph


def num_bytes(graph: Graph) -> int:
    """Returns the size of a graph's arrays and names in memory."""
    arrays: list[Any] = [graph.features, graph.labels, graph.positions, graph.adjacency]
    arrays += graph.signals.values()
    arrays += [mask for s in graph.splits for mask in (s.train, s.val, s.test)]
    return sum(map(_bytes_of, arrays)) + num_bytes_of_names(graph.node_names or ())


def num_bytes_of_names(names: Sequence[str]) -> int:
    """Returns the size of names in memory, a pointer to each included."""
    return sum(map(getsizeof, names)) + 8 * len(names)


def _bytes_of(array: Any) -> int:
    if array is None:
        return 0
    if sp.issparse(array):
        return sum(map(_bytes_of, (array.data, array.indices, array.indptr)))
    return int(array.nbytes)
