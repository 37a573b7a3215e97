"""A low fraction d before any training, from the labels of the training nodes alone.

Not in the paper, which leaves the choice of d to future work.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Bools, Floats, Floats32, Ints
from spgat.bands.config import BandConfig
from spgat.bands.eigengap import Gap, widest_gaps
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.blas import one_thread
from spgat.spectral.cache import DiskCache
from spgat.spectral.chebyshev import step_series
from spgat.spectral.density import spectral_density
from spgat.spectral.laplacian import DEFAULT, LaplacianConfig, eigenvalue_bound, laplacian

_ORDER = 64  # of the steps, as of a polynomial band
_WIDTH = 128  # random combinations of the features that stand for all of them
_MOST_NODES = 400  # training nodes looked at, evenly from all classes
_FRACTIONS = np.array([0.02, 0.04, 0.06, 0.08, *np.arange(2, 20) / 20])
_ALPHAS = np.linspace(0, 1, 5)
#: Of the ridge, in mean squares of a node's signal.
_PENALTIES: Floats = np.array([1e-3, 1e-2, 1e-1, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class Suggestion:
    """Which d suits a graph and its training labels, and the curve that says why.

    Attributes:
        low_fraction: The share of frequencies, of those after the null space, at the curve's
            highest point.
        num_low: Number of frequencies below that cut, the null space included.
        cutoff: The eigenvalue there.
        alpha: α of the low band there, in [0, 1].
        low_fractions: float64 [k], ascending.
        counts: int64 [k], number of frequencies below each.
        cutoffs: float64 [k], their eigenvalues.
        explained: float64 [k], at most 1: how much of a training node's class the others
            predict, with the best α of each cut.
        energy: float64 [k], the part of the energy of the training nodes' classes, less their
            mean, below each cut. Classes at random have the part of all frequencies there.
        gaps: The widest of the lower half of the spectrum, which know no labels and have no
            part in the above; none where the eigenvalues were only estimated.
    """

    low_fraction: float
    num_low: int
    cutoff: float
    alpha: float
    low_fractions: Floats
    counts: Ints
    cutoffs: Floats
    explained: Floats
    energy: Floats
    gaps: tuple[Gap, ...]


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
    """Returns the d at which a layer without training tells the training nodes' classes best.

    For each cut the features are weighed as a layer weighs them, α Φ_L X + (1 − α) Φ_H X for
    some α, and the class of each training node is predicted by ridge regression on the others.
    Leaving one out costs nothing there: the residual is that of the fit over 1 − h_ii (Allen's
    PRESS, 1974). The curve is 1 less the squared error over that of the classes' means.

    Args:
        graph: A graph with labels; without features each node is its own.
        train: bool [num_nodes], the training nodes; no other label is read.
        config: Whose frequencies.
        seed: Of the choice of training nodes where there are more than 400, of the
            combinations of features, and of the density.
        cache: Where an exact spectrum is looked for and kept.
        progress: Called with the fraction done.
        should_stop: Asked in between.

    Raises:
        InputError: For fewer than two classes among the training nodes, or fewer than two
            frequencies above 0.
        Cancelled: If `should_stop` turns true.
    """
    nodes, labels = _chosen(graph, train, seed)
    matrix = laplacian(graph.adjacency, config)
    upper = eigenvalue_bound(matrix, config)
    density = spectral_density(
        graph.adjacency, config, seed=seed, cache=cache, should_stop=should_stop
    )
    num_nodes, num_zero = density.num_nodes, density.null_dimension
    fractions, counts = _cuts(num_nodes, num_zero)
    null = num_zero / num_nodes
    cutoffs = np.array(
        [density.cutoff_for_fraction(null + f * (1 - null))[0] for f in fractions]
    )
    classes = (labels[:, None] == np.unique(labels)).astype(np.float64)
    centred = classes - classes.mean(axis=0)
    signal = np.zeros((num_nodes, _WIDTH + classes.shape[1]), dtype=np.float32)
    signal[:, :_WIDTH], signal[nodes, _WIDTH:] = _combined(graph, seed), centred
    terms = _terms(matrix, signal, nodes, upper, progress, should_stop)
    scores = np.empty((len(cutoffs), len(_ALPHAS)))
    energy = np.empty(len(cutoffs))
    with (
        one_thread()
    ):  # many small problems, in each of which threads would wait for each other
        for number, cutoff in enumerate(cutoffs):
            below = np.tensordot(step_series(cutoff, _ORDER, upper).coefficients, terms, axes=1)
            low = below[:, :_WIDTH]
            high = terms[0, :, :_WIDTH] - low
            scores[number] = [explained(a * low + (1 - a) * high, classes) for a in _ALPHAS]
            energy[number] = (below[:, _WIDTH:] * centred).sum() / np.square(centred).sum()
    best, alpha = np.unravel_index(scores.argmax(), scores.shape)
    values = density.eigenvalues
    return Suggestion(
        low_fraction=float(fractions[best]),
        num_low=int(counts[best]),
        cutoff=float(cutoffs[best]),
        alpha=float(_ALPHAS[alpha]),
        low_fractions=fractions,
        counts=counts,
        cutoffs=cutoffs,
        explained=scores.max(axis=1),
        energy=energy,
        gaps=() if values is None else widest_gaps(values, num_zero),
    )


def _cuts(num_nodes: int, num_zero: int) -> tuple[Floats, Ints]:
    """The shares that are tried, and their d: all beyond the null space."""
    bands = BandConfig(low_fractions=tuple(_FRACTIONS.tolist()), count_from="null-space")
    counts = np.array(bands.num_low(num_nodes, num_zero))
    is_beyond = counts > num_zero
    if not is_beyond.any():
        raise InputError(
            f"The graph has {num_nodes - num_zero} frequencies above 0; a suggestion for d "
            "needs two."
        )
    return _FRACTIONS[is_beyond], counts[is_beyond]


def _chosen(graph: Graph, train: Bools, seed: int) -> tuple[Ints, Ints]:
    """At most 400 labelled training nodes, in turn from each class, and their labels."""
    labels = np.full(graph.num_nodes, -1) if graph.labels is None else np.asarray(graph.labels)
    nodes = np.random.default_rng(seed).permutation(np.flatnonzero(train & (labels >= 0)))
    classes, index, sizes = np.unique(labels[nodes], return_inverse=True, return_counts=True)
    if len(classes) < 2:
        raise InputError(
            f"The {len(nodes)} labelled training nodes of {graph.name!r} are of "
            f"{len(classes)} classes; a suggestion for d needs nodes of two classes."
        )
    by_class = np.argsort(index, kind="stable")
    turn = np.empty(len(nodes), dtype=np.int64)  # a node's number within its class
    turn[by_class] = np.arange(len(nodes)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    nodes = nodes[np.argsort(turn, kind="stable")][:_MOST_NODES]
    return nodes, labels[nodes]


def _combined(graph: Graph, seed: int) -> Floats32:
    """Random combinations of the features, which keep their inner products in the mean."""
    features = graph.features
    width = graph.num_nodes if features is None else features.shape[1]
    weights = np.random.default_rng(seed).standard_normal((width, _WIDTH)) / np.sqrt(_WIDTH)
    signal = weights if features is None else features @ weights
    return np.asarray(signal, dtype=np.float32)


def _terms(
    matrix: sp.csr_array,
    signal: Floats32,
    nodes: Ints,
    upper: float,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> Floats32:
    """T_k(2L/upper − I) of the signal at the nodes, [order + 1, t, width]."""
    from spgat.spectral.kernels import chebyshev_step  # numba: not at import

    single = matrix.astype(np.float32)
    now, before = signal, np.zeros_like(signal)
    terms = np.empty((_ORDER + 1, len(nodes), signal.shape[1]), dtype=np.float32)
    for k in range(_ORDER + 1):
        terms[k] = now[nodes]
        report(k / _ORDER, "comparing the training nodes", progress, should_stop)
        times = 1.0 if k == 0 else 2.0
        following = chebyshev_step(single, now, before, times * 2 / upper, -times, -1.0)
        now, before = following, now
    return terms


def explained(signal: Floats, classes: Floats, penalties: Floats = _PENALTIES) -> float:
    """Returns 1 less the squared error of ridge regression, each node left out in turn.

    Of the classes' variance, with the best penalty; at most 1, 0 for a constant signal.

    Args:
        signal: [t, width].
        classes: [t, num_classes], 1 where a node is of a class.
        penalties: Candidates, in mean squares of a node's centred signal.
    """
    centred, wanted = signal - signal.mean(axis=0), classes - classes.mean(axis=0)
    squares, axes = np.linalg.eigh(centred.T @ centred)  # far smaller than an SVD of the nodes
    mean = squares.sum() / len(signal)
    if mean == 0:
        return 0.0
    weights = 1 / (np.maximum(squares, 0) + penalties[:, None] * mean)  # [penalties, j]
    along = centred @ axes
    fits = (along * weights[:, None]) @ (along.T @ wanted)  # [penalties, i, c]
    leverage = 1 / len(signal) + weights @ np.square(along).T
    residuals = (wanted - fits) / np.maximum(1 - leverage, 1e-9)[:, :, None]
    errors = np.square(residuals).sum(axis=(1, 2))
    return float(1 - errors.min() / np.square(wanted).sum())
