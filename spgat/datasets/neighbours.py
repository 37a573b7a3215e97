"""Nearest-neighbour graphs of points."""

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats, Ints

#: Rows of the distance matrix held at once, and its numbers: 32 MB.
_BLOCK, _HELD = 512, 4_000_000


def nearest_pairs(points: NDArray[np.floating], num_neighbors: int) -> tuple[Ints, Floats]:
    """Returns the pairs of points of which one is among the other's nearest.

    Among equally near points the first count, so that the same points give the same graph on
    every machine; distances are compared to nine decimals of their square.

    Args:
        points: float [num_points, num_dimensions].
        num_neighbors: At least 1; at most num_points - 1 are taken.

    Returns:
        Edges int64 [num_edges, 2], each once with the smaller number first, and their
        Euclidean lengths float64 [num_edges].
    """
    points = np.asarray(points, dtype=np.float64)
    num_points = len(points)
    num_neighbors = min(num_neighbors, num_points - 1)
    squares = (points**2).sum(axis=1)
    keys, lengths = [], []
    block = max(1, min(_BLOCK, _HELD // num_points))
    for start in range(0, num_points, block):
        rows = np.arange(start, min(start + block, num_points))
        squared = squares[rows, None] + squares - 2 * points[rows] @ points.T
        squared = np.round(np.maximum(squared, 0), 9)  # [rows, num_points]
        squared[rows - start, rows] = np.inf
        furthest = np.partition(squared, num_neighbors - 1, axis=1)[:, num_neighbors - 1, None]
        near, equal = squared < furthest, squared == furthest
        missing = num_neighbors - near.sum(axis=1, keepdims=True)
        near |= equal & (np.cumsum(equal, axis=1) <= missing)
        source, target = np.nonzero(near)
        lengths.append(np.sqrt(squared[source, target]))
        source += start
        keys.append(np.minimum(source, target) * num_points + np.maximum(source, target))
    key, first = np.unique(np.concatenate(keys), return_index=True)
    return np.stack(np.divmod(key, num_points), axis=1), np.concatenate(lengths)[first]
