"""Random divisions of the nodes into training, validation and test."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from spgat.errors import InputError
from spgat.graph import Graph, NodeSplit


def per_class_split(
    labels: ArrayLike, *, train: int = 20, val: int = 30, seed: int = 0
) -> NodeSplit:
    """Returns a split with the same number of training nodes in each class.

    The protocol of Shchur et al. 2018 for Coauthor and Amazon: `train` and `val` nodes of
    each class, the rest test.

    Args:
        labels: int [num_nodes], -1 where unknown; such nodes are in no part.
        train: Training nodes of each class, at least 1.
        val: Validation nodes of each class.
        seed: Decides the draw.

    Raises:
        InputError: If a class is too small to leave a test node.
    """
    classes = np.asarray(labels)
    rng = np.random.default_rng(seed)
    part = np.full(classes.shape, -1)
    for label in np.unique(classes[classes >= 0]):
        nodes = rng.permutation(np.flatnonzero(classes == label))
        if len(nodes) <= train + val:
            raise InputError(
                f"Class {label} has {len(nodes)} nodes, too few for {train} training and {val} "
                "validation nodes and a test; ask for fewer per class."
            )
        part[nodes] = np.repeat([0, 1, 2], [train, val, len(nodes) - train - val])
    return _from_parts(
        part,
        f"{train} / {val} per class, seed {seed}",
        # Not a lambda: graphs are pickled.
        partial(per_class_split, classes, train=train, val=val),
    )


def fraction_split(
    labels: ArrayLike,
    fractions: tuple[float, float, float] = (0.6, 0.2, 0.2),
    *,
    seed: int = 0,
) -> NodeSplit:
    """Returns a split that gives each part its fraction of each class.

    Args:
        labels: int [num_nodes], -1 where unknown; such nodes are in no part.
        fractions: Of training, validation and test; positive, with sum 1. Rounding may move
            one node of a class from one part to the next.
        seed: Decides the draw.

    Raises:
        InputError: If the fractions do not sum to 1.
    """
    if min(fractions) < 0 or abs(sum(fractions) - 1) > 1e-9:
        raise InputError(f"The fractions are {fractions}; give three that sum to 1.")
    classes = np.asarray(labels)
    rng = np.random.default_rng(seed)
    part = np.full(classes.shape, -1)
    for label in np.unique(classes[classes >= 0]):
        nodes = rng.permutation(np.flatnonzero(classes == label))
        ends = np.round(np.cumsum(fractions) * len(nodes)).astype(int)
        part[nodes] = np.repeat([0, 1, 2], np.diff(ends, prepend=0))
    percent = " / ".join(f"{100 * f:g}" for f in fractions)
    redraw = partial(fraction_split, classes, fractions)
    return _from_parts(part, f"{percent}%, seed {seed}", redraw)


def with_split(graph: Graph, *, seed: int = 0) -> Graph:
    """Returns a graph with a split to train on: its own, or else a drawn one that a note tells.

    Args:
        graph: The graph; without labels of at least two classes it stays as it is.
        seed: Decides the draw of 60 / 20 / 20% of each class.
    """
    if graph.splits or graph.labels is None or graph.num_classes < 2:
        return graph
    split = fraction_split(graph.labels, seed=seed)
    note = f"It has no split of its own; training, validation and test nodes are {split.name}."
    return graph.with_(splits=(split,), notes=(*graph.notes, note))


def with_draws(graph: Graph, count: int, *, seed: int = 0) -> Graph:
    """Returns a graph with a split for each of some runs; published ones stay as they are.

    A split that is drawn at random is drawn anew for each run, as Shchur et al. 2018 do.

    Args:
        graph: The graph; without a split it gets those of `with_split`.
        count: Number of runs, at least 1.
        seed: Of the first draw; the others follow.
    """
    graph = with_split(graph, seed=seed)
    redraw = graph.splits[0].redraw if graph.splits else None
    if redraw is None:
        return graph
    return graph.with_(splits=tuple(redraw(seed=seed + i) for i in range(count)))


def _from_parts(part: np.ndarray, name: str, redraw: Callable[..., NodeSplit]) -> NodeSplit:
    return NodeSplit(part == 0, part == 1, part == 2, name, redraw)
