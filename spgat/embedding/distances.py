"""Exact Euclidean distances in blocks of rows: the n×n matrix is never held.

One matrix product gives a block of squared distances, ‖x‖² + ‖y‖² − 2⟨x, y⟩. Up to some 20 000
nodes that is faster than a tree in 64 dimensions, and unlike an approximate search
(`approximate.py`) it gives every machine the same neighbours.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from spgat.arrays import Floats, Ints
from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop, report

#: Bytes one block of distances may take; a few blocks live at the same time.
BLOCK_BYTES = 2**25
#: Pictures have so few dimensions that a tree finds neighbours a hundred times faster.
_TREE_DIMENSIONS = 3


def distance_blocks(
    features: NDArray,
    rows: Ints | None = None,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Iterator[tuple[Ints, Floats]]:
    """Yields (row numbers [b], distances float64 [b, num_nodes]) until all rows are done.

    The distance of a node to itself is exactly 0. The block is the caller's to overwrite.

    Args:
        features: [num_nodes, num_features], finite.
        rows: Which rows to take, in this order; all where None.
        progress: Called with the fraction of rows done.
        should_stop: Polled before each block.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    # Centring costs nothing and keeps the cancellation error of the formula small.
    points = np.asarray(features, dtype=np.float64)
    points = points - points.mean(axis=0)
    squares = np.einsum("np,np->n", points, points)[:, None]
    ones = np.ones_like(squares)
    left = np.concatenate([-2.0 * points, squares, ones], axis=1)
    right = np.concatenate([points, ones, squares], axis=1).T
    rows = np.arange(len(points)) if rows is None else np.asarray(rows, dtype=np.int64)
    step = max(1, BLOCK_BYTES // (8 * len(points)))
    for start in range(0, len(rows), step):
        report(start / len(rows), "measuring distances", progress, should_stop)
        block = rows[start : start + step]
        distances = left[block] @ right  # [b, n], squared
        np.maximum(distances, 0.0, out=distances)
        np.sqrt(distances, out=distances)
        distances[np.arange(len(block)), block] = 0.0
        yield block, distances


def nearest_neighbors(
    features: NDArray,
    num_neighbors: int,
    rows: Ints | None = None,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> tuple[Ints, Floats]:
    """Returns the nearest other nodes, nearest first, and their distances.

    Args:
        features: [num_nodes, num_features], finite.
        num_neighbors: k, from 1 to num_nodes − 1.
        rows: Nodes whose neighbours are wanted; all where None.
        progress: Called with the fraction of rows done.
        should_stop: Polled between blocks.

    Returns:
        int64 [rows, k] node numbers and float64 [rows, k] distances. A node is never its own
        neighbour; among equal distances the order is arbitrary but repeatable.

    Raises:
        InputError: If there are not that many other nodes.
        Cancelled: If `should_stop` answers true.
    """
    if not 1 <= num_neighbors < len(features):
        raise InputError(
            f"{num_neighbors} neighbours are asked of {len(features)} nodes; ask for 1 to "
            f"{len(features) - 1}."
        )
    if np.shape(features)[1] <= _TREE_DIMENSIONS:
        return _by_tree(np.asarray(features), num_neighbors, rows)
    indices, lengths = [], []
    blocks = distance_blocks(features, rows, progress=progress, should_stop=should_stop)
    for block, distances in blocks:
        distances[np.arange(len(block)), block] = np.inf  # not its own neighbour
        near = np.argpartition(distances, num_neighbors - 1, axis=1)[:, :num_neighbors]
        values = np.take_along_axis(distances, near, axis=1)
        order = np.lexsort((near, values), axis=1)
        indices.append(np.take_along_axis(near, order, axis=1))
        lengths.append(np.take_along_axis(values, order, axis=1))
    return np.concatenate(indices).astype(np.int64), np.concatenate(lengths)


def _by_tree(points: NDArray, num_neighbors: int, rows: Ints | None) -> tuple[Ints, Floats]:
    rows = np.arange(len(points)) if rows is None else rows
    lengths, near = cKDTree(points).query(points[rows], num_neighbors + 1)
    return without_itself(rows, near, lengths)


def without_itself(rows: Ints, near: NDArray, lengths: Floats) -> tuple[Ints, Floats]:
    """Returns k neighbours of each node and their distances, of k + 1 with itself among them.

    Args:
        rows: int64 [b], the nodes.
        near: [b, k + 1], nodes, nearest first.
        lengths: [b, k + 1], their distances.
    """
    itself = near == rows[:, None]
    # Among many coinciding nodes a node need not turn up itself; then the last one goes.
    itself[~itself.any(axis=1), -1] = True
    shape = (len(rows), near.shape[1] - 1)
    return near[~itself].reshape(shape).astype(np.int64), lengths[~itself].reshape(shape)
