"""The silhouette: how much nearer a node lies to its own class than to the next one."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from spgat.arrays import Bools, Floats, Ints
from spgat.embedding.distances import distance_blocks
from spgat.progress import ShouldStop

#: Up to so many measured nodes distances are not squared.
EXACT_NODES = 20_000
_ROWS = 4_096  # of squared distances at a time


@dataclass(frozen=True, eq=False)
class Silhouette:
    """Silhouette values; every number is in [−1, 1].

    Attributes:
        mean: Mean over the measured nodes, or None where it is undefined.
        per_class: float64 [num_classes], NaN for a class without measured nodes.
        per_node: float64 [num_nodes], NaN for a node that was not measured.
        num_nodes: How many nodes were measured.
        reason: Why the mean is undefined, as one sentence; "" where it is defined.
        is_squared: Whether it is that of squared distances, as of many nodes.
    """

    mean: float | None
    per_class: Floats
    per_node: Floats
    num_nodes: int
    reason: str = ""
    is_squared: bool = False

    def __str__(self) -> str:
        return f"n/a: {self.reason}" if self.mean is None else f"{self.mean:.3f}"


def silhouette(
    features: NDArray,
    labels: Ints,
    subset: Bools | None = None,
    *,
    should_stop: ShouldStop | None = None,
) -> Silhouette:
    """Returns (b − a) / max(a, b) of each node, its mean and its mean per class.

    a is the mean distance to the other nodes of the own class, b the smallest mean distance to
    the nodes of another class (Rousseeuw 1987; not in the paper's text, which only prints the
    score). A node alone in its class has the value 0, as in scikit-learn. Time grows as n²,
    memory as n. Beyond 20 000 measured nodes distances are squared, which is another measure
    and says so: their mean over a class follows from its centre in one product (as in Spark's
    ClusteringEvaluator), so that time grows as n times the number of classes.

    Args:
        features: [num_nodes, num_features].
        labels: int64 [num_nodes]; nodes of class −1 are left out.
        subset: bool [num_nodes], the nodes to measure, against each other only; all where None.
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

    is_squared = len(points) > EXACT_NODES
    means = (
        _squared_means(points, inverse, sizes)
        if is_squared
        else _means(points, inverse, sizes, should_stop)
    )
    values = np.zeros(len(points))
    for rows, between in means:
        mine, here = inverse[rows], np.arange(len(rows))
        # To the node itself the distance is 0, so that its class is one node smaller.
        within = between[here, mine] * sizes[mine] / np.maximum(sizes[mine] - 1, 1)
        between[here, mine] = np.inf
        nearest = between.min(axis=1)
        widest = np.maximum(within, nearest)
        gap = nearest - within
        # Coinciding classes (0 / 0) and single nodes have the value 0.
        defined = (widest > 0) & (sizes[mine] > 1)
        values[rows] = np.divide(gap, widest, out=np.zeros_like(gap), where=defined)
    per_node[chosen] = values
    per_class[classes] = np.bincount(inverse, values) / sizes
    mean = float(values.mean())
    return Silhouette(mean, per_class, per_node, len(points), is_squared=is_squared)


def _means(
    points: NDArray, classes: Ints, sizes: Ints, should_stop: ShouldStop | None
) -> Iterator[tuple[Ints, Floats]]:
    """Blocks of nodes and their mean distances to all nodes of each class."""
    order = np.argsort(classes, kind="stable")
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    for rows, distances in distance_blocks(points[order], should_stop=should_stop):
        yield order[rows], np.add.reduceat(distances, starts, axis=1) / sizes


def _squared_means(
    points: NDArray, classes: Ints, sizes: Ints
) -> Iterator[tuple[Ints, Floats]]:
    """As `_means`, of squared distances: ‖x − m‖² + mean ‖y − m‖², m the centre."""
    wide = np.asarray(points, dtype=np.float64)
    members = sp.csr_array((np.ones(len(wide)), (classes, np.arange(len(wide)))))
    centres = members @ wide / sizes[:, None]
    offsets = wide - centres[classes]
    spread = np.bincount(classes, np.einsum("np,np->n", offsets, offsets)) / sizes
    for start in range(0, len(wide), _ROWS):
        rows = np.arange(start, min(start + _ROWS, len(wide)))
        yield rows, cdist(wide[rows], centres, "sqeuclidean") + spread


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
