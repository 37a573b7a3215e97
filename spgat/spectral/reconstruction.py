"""A graph rebuilt from its low and from its high frequencies: the paper's Figure 1 (d)–(f).

The columns of the (normalized) adjacency matrix S are signals on the nodes. With P the
projector onto the lowest frequencies, their low part is P S, made symmetric: (P S + S P) / 2;
the high part is the rest, so that both add up to S exactly. For the normalized Laplacian
S = I − L, and the low part is simply U_L (I − Λ_L) U_Lᵀ. There the parts are given in units of
edge weights, D^{1/2} S D^{1/2}, so that an edge of the original has its own weight.
"""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Ints
from spgat.errors import InputError
from spgat.spectral.laplacian import LaplacianConfig, normalized_adjacency, with_self_loops
from spgat.spectral.signals import lowest_vectors
from spgat.spectral.spectrum import Spectrum

_MAX_NODES = 4000


@dataclass(frozen=True, eq=False)
class AdjacencyBands:
    """The adjacency matrix and its two parts, original = low + high.

    With a self-loop at each node where the Laplacian has one. A part has entries, small ones,
    also where the graph has no edge; there low and high cancel.

    Attributes:
        original, low, high: float64 [num_nodes, num_nodes], symmetric.
    """

    original: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, eq=False)
class EdgeBands:
    """The weight of each edge and its two parts, original = low + high.

    Attributes:
        edges: int64 [num_edges, 2], each once, smaller node first, no self-loops.
        original, low, high: float64 [num_edges].
        low_energy: Share of Σ S_ij², over all entries, that lies in the low frequencies.
    """

    edges: Ints
    original: Floats
    low: Floats
    high: Floats
    low_energy: float


@dataclass(frozen=True, eq=False)
class EdgeSweep:
    """The weight of each edge, and its low part at every d.

    Attributes:
        edges: int64 [num_edges, 2], each once, smaller node first, no self-loops.
        original: float64 [num_edges].
        low: float64 [num_nodes + 1, num_edges], a row for each d from 0 to num_nodes.
        low_energy: float64 [num_nodes + 1], as in `EdgeBands`.
    """

    edges: Ints
    original: Floats
    low: Floats
    low_energy: Floats

    def at(self, num_low: int) -> EdgeBands:
        """Returns the parts at one d, from 0 to num_nodes."""
        low = self.low[num_low]
        return EdgeBands(
            edges=self.edges,
            original=self.original,
            low=low,
            high=self.original - low,
            low_energy=float(self.low_energy[num_low]),
        )


@dataclass(frozen=True)
class EdgeShares:
    """How much of the edges' weight the low part keeps; the high part has the rest.

    A share may lie a little outside [0, 1], where a part has edges of negative weight.

    Attributes:
        low_inside: The share for edges inside a cluster; None where there are none.
        low_across: The share for edges between clusters, or to nodes of no cluster (the
            bridge).
        num_inside, num_across: Numbers of such edges.
    """

    low_inside: float | None
    low_across: float | None
    num_inside: int
    num_across: int


def reconstruct_adjacency(
    adjacency: sp.csr_array, spectrum: Spectrum, num_low: int
) -> AdjacencyBands:
    """Returns the adjacency matrix rebuilt from low and from high frequencies.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes].
        spectrum: The lowest eigenpairs, at least `num_low`, of a Laplacian of this graph.
        num_low: d, from 0 to num_nodes.

    Raises:
        InputError: If the graph is too large for dense matrices, or the eigenpairs too few.
    """
    num_nodes = adjacency.shape[0]
    if num_nodes > _MAX_NODES:
        raise InputError(
            f"Three dense matrices of {num_nodes} nodes take "
            f"{24e-9 * num_nodes**2:.1f} GB; above {_MAX_NODES} nodes rebuild only the edges, "
            "with reconstruct_edges."
        )
    shift, roots = _shift(adjacency, spectrum.laplacian)
    vectors = lowest_vectors(spectrum, num_low)
    half = (vectors * roots[:, None]) @ ((shift @ vectors) * roots[:, None]).T
    original = shift.toarray() * roots[:, None] * roots
    low = (half + half.T) / 2
    return AdjacencyBands(original, low, original - low)


def reconstruct_edges(adjacency: sp.csr_array, spectrum: Spectrum, num_low: int) -> EdgeBands:
    """Returns the weights of the edges rebuilt from low and from high frequencies.

    In time and memory proportional to num_edges · num_low: no dense matrix is made.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes].
        spectrum: The lowest eigenpairs, at least `num_low`, of a Laplacian of this graph.
        num_low: d, from 0 to num_nodes.

    Raises:
        InputError: If the eigenpairs are too few.

    Examples:
        The two lowest frequencies of a barbell hold its clusters; the bridge is high.

        >>> from spgat import datasets
        >>> from spgat.spectral.eigen import full_spectrum
        >>> graph = datasets.load("barbell")
        >>> spectrum = full_spectrum(graph.adjacency)
        >>> bands = reconstruct_edges(graph.adjacency, spectrum, num_low=2)
        >>> bool(np.allclose(bands.low + bands.high, bands.original))
        True
        >>> bridge = bands.edges.tolist().index([10, 11])
        >>> bool(bands.low[bridge] < 0.1 < 0.9 < bands.low[0])
        True
    """
    upper = sp.triu(adjacency, 1, format="coo")
    rows, columns = upper.row, upper.col
    shift, roots = _shift(adjacency, spectrum.laplacian)
    vectors = lowest_vectors(spectrum, num_low)
    shifted = shift @ vectors  # S u_k
    half = np.zeros(len(rows))
    for first in range(0, num_low, 64):  # in panels, so that the gathered rows stay small
        part = slice(first, first + 64)
        half += np.einsum("ek,ek->e", vectors[rows, part], shifted[columns, part])
        half += np.einsum("ek,ek->e", shifted[rows, part], vectors[columns, part])
    low = half / 2 * roots[rows] * roots[columns]
    original = np.asarray(upper.data, dtype=np.float64)
    return EdgeBands(
        edges=np.stack([rows, columns], axis=1).astype(np.int64),
        original=original,
        low=low,
        high=original - low,
        low_energy=float((shifted**2).sum() / max((shift.data**2).sum(), 1e-300)),
    )


def sweep_edges(adjacency: sp.csr_array, spectrum: Spectrum) -> EdgeSweep:
    """Returns the weights of the edges rebuilt at every d, each from the one before.

    Every frequency adds its own part to that of the lower ones, so all d together take the
    time of the last one alone.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes].
        spectrum: All eigenpairs of a Laplacian of this graph.

    Raises:
        InputError: If eigenpairs are missing.

    Examples:
        >>> from spgat import datasets
        >>> from spgat.spectral.eigen import full_spectrum
        >>> graph = datasets.load("barbell")
        >>> spectrum = full_spectrum(graph.adjacency)
        >>> sweep = sweep_edges(graph.adjacency, spectrum)
        >>> bands = reconstruct_edges(graph.adjacency, spectrum, num_low=2)
        >>> bool(np.allclose(sweep.at(2).low, bands.low))
        True
    """
    upper = sp.triu(adjacency, 1, format="coo")
    rows, columns = upper.row, upper.col
    shift, roots = _shift(adjacency, spectrum.laplacian)
    vectors = lowest_vectors(spectrum, spectrum.num_nodes)
    shifted = shift @ vectors  # S u_k
    low = np.zeros((spectrum.num_nodes + 1, len(rows)))
    low[1:] = (vectors[rows] * shifted[columns] + shifted[rows] * vectors[columns]).T
    low *= roots[rows] * roots[columns] / 2
    energy = np.concatenate([[0.0], (shifted**2).sum(axis=0)])
    return EdgeSweep(
        edges=np.stack([rows, columns], axis=1).astype(np.int64),
        original=np.asarray(upper.data, dtype=np.float64),
        low=np.cumsum(low, axis=0, out=low),
        low_energy=np.cumsum(energy) / max((shift.data**2).sum(), 1e-300),
    )


def edge_shares(bands: EdgeBands, clusters: Ints) -> EdgeShares:
    """Returns what the low part keeps of the edges inside clusters and of those across.

    Args:
        bands: The edges.
        clusters: int64 [num_nodes], the cluster of each node, negative where it has none:
            labels, or `sign_clusters`.
    """
    first, second = clusters[bands.edges].T
    inside = (first == second) & (first >= 0)
    return EdgeShares(
        _share(bands.low[inside], bands.original[inside]),
        _share(bands.low[~inside], bands.original[~inside]),
        int(inside.sum()),
        int((~inside).sum()),
    )


def sign_clusters(spectrum: Spectrum) -> Ints:
    """Returns int64 [num_nodes]: two clusters, by the sign of the first varying eigenvector.

    For graphs without labels: the spectral bisection (Fiedler 1973). In a disconnected graph
    the vectors of the null space come first and only tell components apart, so the vector
    after them is taken.
    """
    place = min(spectrum.null_dimension, len(spectrum.eigenvalues) - 1)
    return (spectrum.eigenvectors[:, place] > 0).astype(np.int64)


def _shift(adjacency: sp.csr_array, config: LaplacianConfig) -> tuple[sp.csr_array, Floats]:
    """S, and the roots of the degrees that turn its entries into edge weights."""
    looped = with_self_loops(adjacency) if config.self_loops else adjacency
    if config.kind == "combinatorial":
        return looped, np.ones(adjacency.shape[0])
    degrees = np.asarray(looped.sum(axis=1), dtype=np.float64).ravel()
    return normalized_adjacency(adjacency, config.self_loops), np.sqrt(degrees)


def _share(part: Floats, whole: Floats) -> float | None:
    return float(part.sum() / whole.sum()) if len(whole) else None
