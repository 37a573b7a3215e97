"""How far a picture can be trusted: neighbourhoods kept, and classes told apart by them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Bools, Ints
from spgat.embedding.distances import distance_blocks, nearest_neighbors
from spgat.embedding.silhouette import Silhouette, silhouette
from spgat.errors import InputError
from spgat.graph import NodeSplit
from spgat.progress import Progress, ShouldStop, report

#: Nodes that trustworthiness ranks in full; beyond it a seeded sample stands for the rest.
MAX_RANKED_NODES = 3000
#: Distances that the accuracy of nearest neighbours may cost: those among 20 000 nodes.
MAX_PAIRS = 20_000**2


def trustworthiness(
    features: NDArray,
    coordinates: NDArray,
    num_neighbors: int = 10,
    *,
    should_stop: ShouldStop | None = None,
) -> float | None:
    """Returns the share, in [0, 1], of neighbourhoods in the picture that are real.

    T = 1 − 2 / (n k (2n − 3k − 1)) · Σᵢ Σⱼ max(0, r(i, j) − k), j over the k nearest neighbours
    of i in the picture and r(i, j) its rank among the neighbours of i in the full space (Venna
    and Kaski 2001; not in the paper). Beyond 3000 nodes Σᵢ is estimated from 3000 nodes drawn
    at random, which moves T by less than 0.01.

    Args:
        features: [num_nodes, num_features], the full space.
        coordinates: [num_nodes, 2 or 3], the picture.
        num_neighbors: k; lowered where there are too few nodes for it (k < n / 2).
        should_stop: Polled between blocks.

    Returns:
        None for fewer than 4 nodes or non-finite values, where it is undefined.

    Raises:
        InputError: If both have different numbers of nodes.
        Cancelled: If `should_stop` answers true.
    """
    num_nodes = len(features)
    if num_nodes != len(coordinates):
        raise InputError(
            f"The picture shows {len(coordinates)} nodes and the features {num_nodes}; compare "
            "a picture with the features it was made from."
        )
    k = min(num_neighbors, (num_nodes - 1) // 2)
    if num_nodes < 4 or not (np.isfinite(features).all() and np.isfinite(coordinates).all()):
        return None
    rows = np.arange(num_nodes)
    if num_nodes > MAX_RANKED_NODES:
        generator = np.random.default_rng(0)
        rows = np.sort(generator.choice(num_nodes, MAX_RANKED_NODES, replace=False))
    near, _ = nearest_neighbors(coordinates, k, rows, should_stop=should_stop)
    excess = done = 0
    for block, distances in distance_blocks(features, rows, should_stop=should_stop):
        neighbors = near[done : done + len(block)]
        done += len(block)
        distances[np.arange(len(block)), block] = -1.0  # a node ranks before all others
        reach = np.take_along_axis(distances, neighbors, axis=1)  # [b, k]
        for j in range(k):
            rank = np.count_nonzero(distances < reach[:, j, None], axis=1)
            excess += int(np.maximum(rank - k, 0).sum())
    scale = len(rows) * k * (2 * num_nodes - 3 * k - 1)
    return 1.0 - 2.0 * excess / scale


def knn_accuracy(
    features: NDArray,
    labels: Ints,
    subset: Bools | None = None,
    num_neighbors: int = 10,
    *,
    should_stop: ShouldStop | None = None,
) -> float | None:
    """Returns the share of nodes whose class most of their k nearest labelled nodes have.

    Leave-one-out: a node never votes for itself, the nearest decide nothing but their vote, and
    a tie goes to the smaller class number. Where more nodes are to be counted than distances
    can be measured, `MAX_PAIRS` over the labelled nodes of them are drawn at random (seeded):
    4 000 of 100 000, with a standard error below 0.008. Not in the paper.

    Args:
        features: [num_nodes, num_features], an embedding or the picture of one.
        labels: int64 [num_nodes]; nodes of class −1 neither vote nor count.
        subset: bool [num_nodes], the nodes that are counted; every labelled node votes.
        num_neighbors: k; lowered where there are fewer other labelled nodes.
        should_stop: Polled between blocks.

    Returns:
        None for fewer than 2 labelled nodes, an empty subset or non-finite values.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    known = labels >= 0
    points, classes = np.asarray(features)[known], labels[known]
    rows = np.flatnonzero(np.ones(len(classes), bool) if subset is None else subset[known])
    if len(classes) < 2 or len(rows) == 0 or not np.isfinite(points).all():
        return None
    k = min(num_neighbors, len(classes) - 1)
    most = max(1, MAX_PAIRS // len(classes))
    if len(rows) > most:
        rows = np.sort(np.random.default_rng(0).choice(rows, most, replace=False))
    near, _ = nearest_neighbors(points, k, rows, should_stop=should_stop)
    votes = np.zeros((len(rows), int(classes.max()) + 1), dtype=np.int64)
    for j in range(k):
        votes[np.arange(len(rows)), classes[near[:, j]]] += 1
    return float(np.mean(votes.argmax(axis=1) == classes[rows]))


@dataclass(frozen=True, eq=False)
class Quality:
    """An embedding and its picture in numbers; None where a number is undefined.

    Attributes:
        silhouette, train_silhouette, test_silhouette: Of the embedding, over all labelled
            nodes, the training nodes, the test nodes; the last two are None without a split.
        trustworthiness: Of the picture's neighbourhoods, in [0, 1].
        knn_picture, knn_embedding: Share of test nodes whose class their neighbours tell; of
            all labelled nodes without a split.
        num_neighbors: k of the last three.
    """

    silhouette: Silhouette
    train_silhouette: Silhouette | None
    test_silhouette: Silhouette | None
    trustworthiness: float | None
    knn_picture: float | None
    knn_embedding: float | None
    num_neighbors: int


def measure(
    features: NDArray,
    coordinates: NDArray,
    labels: Ints,
    split: NodeSplit | None = None,
    num_neighbors: int = 10,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Quality:
    """Returns all numbers on an embedding and its picture; seconds, for 100 000 nodes too.

    Args:
        features: [num_nodes, num_features], the embedding.
        coordinates: [num_nodes, 2 or 3], its picture.
        labels: int64 [num_nodes], -1 where unknown.
        split: The nodes that trained and tested the model, where there is one.
        num_neighbors: k of trustworthiness and of the nearest-neighbour accuracies.
        progress: Called with the fraction done.
        should_stop: Polled between blocks of distances.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    report(0.0, "measuring silhouettes", progress, should_stop)
    overall = silhouette(features, labels, should_stop=should_stop)
    train, test = (
        None if part is None else silhouette(features, labels, part, should_stop=should_stop)
        for part in ((None, None) if split is None else (split.train, split.test))
    )
    judged = None if split is None else split.test
    report(0.4, "comparing neighbourhoods", progress, should_stop)
    trust = trustworthiness(features, coordinates, num_neighbors, should_stop=should_stop)
    report(0.6, "classifying by neighbours", progress, should_stop)
    by_picture, by_embedding = (
        knn_accuracy(points, labels, judged, num_neighbors, should_stop=should_stop)
        for points in (coordinates, features)
    )
    return Quality(overall, train, test, trust, by_picture, by_embedding, num_neighbors)
