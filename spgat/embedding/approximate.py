"""Nearest neighbours of many nodes, found approximately by pynndescent."""

import threading

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats, Ints
from spgat.embedding.distances import nearest_neighbors, without_itself
from spgat.progress import Progress, ShouldStop, report

#: Up to this many nodes every pair is compared.
MAX_EXACT_NODES = 20_000
_BREADTH = 30  # neighbours that are searched; of fewer more of the nearest are missed
_NUM_CHECKED = 200
# numba's fallback threading layer ends the whole process when two threads enter it.
_one_at_a_time = threading.Lock()


def neighbors_of_any(
    features: NDArray,
    num_neighbors: int,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> tuple[Ints, Floats]:
    """Returns the nearest neighbours, exactly up to 20,000 nodes and approximately beyond.

    Arguments, results and errors are those of `approximate_neighbors`.
    """
    find = nearest_neighbors if len(features) <= MAX_EXACT_NODES else approximate_neighbors
    return find(features, num_neighbors, progress=progress, should_stop=should_stop)


def approximate_neighbors(
    features: NDArray,
    num_neighbors: int,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> tuple[Ints, Floats]:
    """Returns nodes that are nearly the nearest others, nearest first, and their distances.

    Descent on neighbours of neighbours (Dong, Moses and Li 2011; not in the paper), with one
    thread and a fixed seed, so that it repeats. In three dimensions or fewer a tree is used,
    which is exact and faster.

    Args:
        features: [num_nodes, num_features], finite.
        num_neighbors: k, from 1 to num_nodes − 1.
        progress: Called before the search.
        should_stop: Polled before the search, which cannot be stopped.

    Returns:
        int64 [num_nodes, k] and float64 [num_nodes, k].

    Raises:
        InputError: If there are not that many other nodes.
        Cancelled: If `should_stop` answers true before the search.
    """
    points = np.ascontiguousarray(features, dtype=np.float32)
    if points.shape[1] <= 3 or not 1 <= num_neighbors < len(points):
        return nearest_neighbors(points, num_neighbors, should_stop=should_stop)
    report(0.0, "searching nearest neighbours", progress, should_stop)
    with _one_at_a_time:
        import numba  # takes seconds, as does pynndescent

        numba.config.THREADING_LAYER = "threadsafe"  # type: ignore[attr-defined]
        from pynndescent import NNDescent

        wanted = num_neighbors + 1  # a node is found as its own first neighbour
        breadth = min(max(wanted, _BREADTH), len(points) - 1)
        index = NNDescent(points, n_neighbors=breadth, random_state=0, n_jobs=1)
        near, lengths = (part[:, :wanted] for part in index.neighbor_graph)
    return without_itself(np.arange(len(points)), near, lengths)


def recall(features: NDArray, near: Ints) -> float:
    """Returns the share, in [0, 1], of the true nearest neighbours that were found.

    Args:
        features: [num_nodes, num_features], finite.
        near: int64 [num_nodes, k], from `approximate_neighbors`; 200 of its rows, drawn at
            random, are compared with exact ones.
    """
    generator = np.random.default_rng(0)
    num_checked = min(_NUM_CHECKED, len(near))
    rows = np.sort(generator.choice(len(near), num_checked, replace=False))
    exact, _ = nearest_neighbors(features, near.shape[1], rows)
    pairs = zip(near[rows], exact, strict=True)
    return float(np.mean([np.isin(found, true).mean() for found, true in pairs]))
