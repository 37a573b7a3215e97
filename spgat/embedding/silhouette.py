"""The silhouette: how much nearer a node lies to its own class than to the next one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Bools, Floats, Ints
from spgat.embedding.distances import distance_blocks
from spgat.progress import Progress, ShouldStop


@dataclass(frozen=True, eq=False)
class Silhouette:
    """Silhouette values; every number is in [−1, 1].

    Attributes:
        mean: Mean over the measured nodes, or None where it is undefined.
        per_class: float64 [num_classes], NaN for a class without measured nodes.
        per_node: float64 [num_nodes], NaN for a node that was not measured.
        num_nodes: How many nodes were measured.
        reason: Why the mean is undefined, as one sentence; "" where it is defined.
    """

    mean: float | None
    per_class: Floats
    per_node: Floats
    num_nodes: int
    reason: str = ""

    def __str__(self) -> str:
        return f"n/a: {self.reason}" if self.mean is None else f"{self.mean:.3f}"


def silhouette(
    features: NDArray,
    labels: Ints,
    subset: Bools | None = None,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Silhouette:
    """Returns (b − a) / max(a, b) of each node, its mean and its mean per class.

    a is the mean distance to the other nodes of the own class, b the smallest mean distance to
    the nodes of another class (Rousseeuw 1987; not in the paper's text, which only prints the
    score). A node alone in its class has the value 0, as in scikit-learn. Exact for every n:
    time grows as n², memory as n.

    Args:
        features: [num_nodes, num_features].
        labels: int64 [num_nodes]; nodes of class −1 are left out.
        subset: bool [num_nodes], the nodes to measure, against each other only; all where None.
        progress: Called with the fraction done.
        should_stop: Polled between blocks.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    labels = np.asarray(labels, dtype=np.int64)
    chosen = labels >= 0 if subset is None else (labels >= 0) & subset
    num_classes = int(labels.max(initial=-1)) + 1
    per_node = np.full(len(labels), np.nan)
    per_class = np.full(num_classes, np.nan)
    classes, inverse, sizes = np.unique(labels[chosen], return_inverse=True, return_counts=True)
    points = np.asarray(features)[chosen]
    reason = _why_undefined(points, sizes)
    if reason:
        return Silhouette(None, per_class, per_node, len(points), reason)

    order = np.argsort(inverse, kind="stable")
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    own = inverse[order]
    values = np.zeros(len(points))
    blocks = distance_blocks(points[order], progress=progress, should_stop=should_stop)
    for rows, distances in blocks:
        sums = np.add.reduceat(distances, starts, axis=1)  # [b, classes]
        mine, here = own[rows], np.arange(len(rows))
        within = sums[here, mine] / np.maximum(sizes[mine] - 1, 1)
        between = sums / sizes
        between[here, mine] = np.inf
        nearest = between.min(axis=1)
        widest = np.maximum(within, nearest)
        gap = nearest - within
        # Coinciding classes (0 / 0) and single nodes have the value 0.
        defined = (widest > 0) & (sizes[mine] > 1)
        values[rows] = np.divide(gap, widest, out=np.zeros_like(gap), where=defined)
    in_place = np.empty_like(values)
    in_place[order] = values
    per_node[chosen] = in_place
    per_class[classes] = np.bincount(inverse, in_place) / sizes
    return Silhouette(float(values.mean()), per_class, per_node, len(points))


def _why_undefined(points: NDArray, sizes: Ints) -> str:
    if len(points) == 0:
        return "none of the chosen nodes has a label."
    if not np.isfinite(points).all():
        return "the embedding holds NaN or infinite values."
    if len(sizes) < 2:
        return "it compares classes, and the chosen nodes are all of one class."
    if sizes.max() == 1:
        return "it compares nodes of one class, and every class has a single node."
    return ""
