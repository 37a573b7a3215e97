"""A low fraction d before any training, from the labels of the training nodes alone.

Not in the paper, which leaves the choice of d to future work.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Bools, Floats, Floats32, Ints
from spgat.bands.config import BandConfig
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.cache import DiskCache
from spgat.spectral.chebyshev import step_series
from spgat.spectral.density import spectral_density
from spgat.spectral.kernels import chebyshev_step
from spgat.spectral.laplacian import DEFAULT, LaplacianConfig, eigenvalue_bound, laplacian

_ORDER = 64  # of the steps, as of a polynomial band
_MOST_NODES = 400  # training nodes looked at, evenly from all classes; memory grows with t²
_FRACTIONS = np.arange(1, 50) / 50


@dataclass(frozen=True, slots=True, eq=False)
class Suggestion:
    """Which d suits a graph and its training labels, and the curve that says why.

    Attributes:
        low_fraction: The share of frequencies, of those after the null space, where the curve
            is farthest from 0.
        num_low: Number of frequencies below that cut, the null space included.
        cutoff: The eigenvalue there.
        low_fractions: float64 [k], ascending.
        cutoffs: float64 [k], their eigenvalues.
        alignment: float64 [k], in [−1, 1]: how well the low band groups the training nodes by
            class; where it is negative, the high band does, to the same degree.
    """

    low_fraction: float
    num_low: int
    cutoff: float
    low_fractions: Floats
    cutoffs: Floats
    alignment: Floats


def suggest_low_fraction(
    graph: Graph,
    train: Bools,
    config: LaplacianConfig = DEFAULT,
    *,
    seed: int = 0,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Suggestion:
    """Returns the d whose bands sort the training nodes best by their classes.

    The low band's projector P_d says how alike it makes two nodes, (P_d)_ij. The curve is its
    centred alignment with the labels (Cortes, Mohri and Rostamizadeh, "Algorithms for learning
    kernels based on centered alignment", 2012) over pairs of different training nodes: the
    energy of the training labels, cumulated over the frequencies, by what P_d gathers of any
    labels. The entries (P_d)_ii, which say nothing of another node, are left out; without them
    the high band I − P_d has the same curve, upside down.

    Args:
        graph: A graph with labels.
        train: bool [num_nodes], the training nodes; no other label is read.
        config: Whose frequencies.
        seed: Of the choice of training nodes where there are more than 400, and of the
            density.
        cache: Where an exact spectrum is looked for and kept.
        progress: Told the fraction done.
        should_stop: Asked in between.

    Raises:
        InputError: For fewer than two classes among the training nodes, or none with two
            nodes.
        Cancelled: If `should_stop` turns true.
    """
    nodes, labels = _chosen(graph, train, seed)
    matrix = laplacian(graph.adjacency, config)
    upper = eigenvalue_bound(matrix, config)
    density = spectral_density(
        graph.adjacency, config, seed=seed, cache=cache, should_stop=should_stop
    )
    null = density.null_dimension / density.num_nodes
    cutoffs = np.array(
        [density.cutoff_for_fraction(null + f * (1 - null))[0] for f in _FRACTIONS]
    )
    moments = _moments(matrix, nodes, upper, progress, should_stop)  # [order + 1, t, t]
    steps = np.stack([step_series(cut, _ORDER, upper).coefficients for cut in cutoffs])
    kernels = np.tensordot(steps, moments, axes=1)  # [k, t, t]
    same = (labels[:, None] == labels).astype(np.float64)
    alignment = np.array([_alignment(kernel, same) for kernel in kernels])
    best = int(np.abs(alignment).argmax())
    fraction = float(_FRACTIONS[best])
    bands = BandConfig(low_fractions=(fraction,), count_from="null-space")
    (num_low,) = bands.num_low(density.num_nodes, density.null_dimension)
    return Suggestion(
        fraction, num_low, float(cutoffs[best]), _FRACTIONS.copy(), cutoffs, alignment
    )


def _chosen(graph: Graph, train: Bools, seed: int) -> tuple[Ints, Ints]:
    """At most 400 labelled training nodes, in turn from each class, and their labels."""
    labels = np.full(graph.num_nodes, -1) if graph.labels is None else np.asarray(graph.labels)
    nodes = np.random.default_rng(seed).permutation(np.flatnonzero(train & (labels >= 0)))
    classes, index, sizes = np.unique(labels[nodes], return_inverse=True, return_counts=True)
    if len(classes) < 2 or sizes.max(initial=0) < 2:
        raise InputError(
            f"{graph.name!r} has {len(nodes)} labelled training nodes of {len(classes)} "
            "classes; a suggestion for d needs two classes, and two nodes in one of them."
        )
    by_class = np.argsort(index, kind="stable")
    turn = np.empty(len(nodes), dtype=np.int64)  # a node's number within its class
    turn[by_class] = np.arange(len(nodes)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    nodes = nodes[np.argsort(turn, kind="stable")][:_MOST_NODES]
    return nodes, labels[nodes]


def _moments(
    matrix: sp.csr_array,
    nodes: Ints,
    upper: float,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> Floats32:
    """T_k(2L/upper − I) between the nodes, [order + 1, t, t]."""
    single = matrix.astype(np.float32)
    now = np.zeros((matrix.shape[0], len(nodes)), dtype=np.float32)
    now[nodes, np.arange(len(nodes))] = 1
    before = np.zeros_like(now)
    moments = np.empty((_ORDER + 1, len(nodes), len(nodes)), dtype=np.float32)
    for k in range(_ORDER + 1):
        moments[k] = now[nodes]
        report(k / _ORDER, "comparing the training nodes", progress, should_stop)
        times = 1.0 if k == 0 else 2.0
        following = chebyshev_step(single, now, before, times * 2 / upper, -times, -1.0)
        now, before = following, now
    return moments


def _alignment(kernel: Floats32 | Floats, same: Floats) -> float:
    """The correlation of both matrices over pairs of different nodes, 0 where undefined."""
    pairs = np.triu_indices(len(same), k=1)
    found, wanted = kernel[pairs] - kernel[pairs].mean(), same[pairs] - same[pairs].mean()
    scale = np.linalg.norm(found) * np.linalg.norm(wanted)
    return float(found @ wanted / scale) if scale > 0 else 0.0
