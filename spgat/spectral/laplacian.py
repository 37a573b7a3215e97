"""Graph Laplacians, with their conventions for self-loops and isolated nodes spelled out."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy.sparse as sp
from scipy.sparse import csgraph

from spgat.arrays import Floats, Ints
from spgat.choices import check_choices
from spgat.errors import InputError

LaplacianKind = Literal["normalized", "combinatorial"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaplacianConfig:
    """Which Laplacian of a graph is meant.

    Attributes:
        kind: "normalized" is L = I − D^{-1/2} A D^{-1/2}, eigenvalues in [0, 2];
            "combinatorial" is L = D − A.
        self_loops: Whether every node without a self-loop gets one of weight 1 first, which
            makes A the paper's A + I. A node that has a self-loop keeps that one, with its
            weight. D counts a self-loop once, so in D − A self-loops cancel.
        isolated: The diagonal of the normalized Laplacian at a node of degree 0, where
            D^{-1/2} is undefined; with self_loops there is no such node. With 0 the number
            of zero eigenvalues is the number of components; 1 is what D^{-1/2} := 0 gives
            and what PyGSP and the paper's published code do.
    """

    kind: LaplacianKind = "normalized"
    self_loops: bool = True
    isolated: Literal[0, 1] = 0

    def __post_init__(self) -> None:
        check_choices(self)


#: The paper's L = I − D̂^{-1/2}(A + I)D̂^{-1/2}.
DEFAULT = LaplacianConfig()


def laplacian(adjacency: sp.csr_array, config: LaplacianConfig = DEFAULT) -> sp.csr_array:
    """Returns the Laplacian L of a graph; exactly symmetric, sorted, without stored zeros.

    Args:
        adjacency: float [num_nodes, num_nodes], symmetric, non-negative.
        config: Which Laplacian.

    Returns:
        float64 CSR [num_nodes, num_nodes].

    Raises:
        InputError: If the adjacency is not symmetric.
    """
    if (adjacency != adjacency.T).nnz:
        raise InputError(
            "The adjacency matrix is not symmetric, so its Laplacian has no real frequencies; "
            "make every edge two-way with Graph.build or Graph.from_adjacency."
        )
    num_nodes = adjacency.shape[0]
    if config.kind == "combinatorial":
        # Without self-loops, which cancel, but beside tiny weights only up to rounding.
        edges = _canonical(adjacency - sp.diags_array(adjacency.diagonal()))
        return _canonical(sp.diags_array(_degrees(edges)) - edges)
    looped = with_self_loops(adjacency) if config.self_loops else sp.csr_array(adjacency)
    degrees = _degrees(looped)
    diagonal = np.where(degrees > 0, 1.0, float(config.isolated))
    identity = sp.dia_array((diagonal[None, :], [0]), shape=(num_nodes, num_nodes))
    return _canonical(identity - _normalize(looped, degrees))


def normalized_adjacency(adjacency: sp.csr_array, self_loops: bool = True) -> sp.csr_array:
    """Returns Â = D^{-1/2} A D^{-1/2}, with A + I for A where `self_loops` is set.

    Rows of isolated nodes are zero without self-loops. Eigenvalues lie in [−1, 1].

    Args:
        adjacency: float [num_nodes, num_nodes], symmetric, non-negative.
        self_loops: Whether every node without a self-loop gets one of weight 1.

    Returns:
        float64 CSR [num_nodes, num_nodes], exactly symmetric.
    """
    looped = with_self_loops(adjacency) if self_loops else sp.csr_array(adjacency)
    return _canonical(_normalize(looped, _degrees(looped)))


def with_self_loops(adjacency: sp.csr_array) -> sp.csr_array:
    """Returns the adjacency with one self-loop, of weight 1, added where a node has none."""
    missing = (adjacency.diagonal() == 0).astype(np.float64)
    return _canonical(sp.csr_array(adjacency) + sp.diags_array(missing))


def eigenvalue_bound(laplacian: sp.csr_array, config: LaplacianConfig) -> float:
    """Returns an upper bound, never 0, of the largest eigenvalue of a Laplacian.

    2 for the normalized one. For the combinatorial one Merris' bound (own choice, not in the
    paper), max over the nodes of the degree plus the mean degree of the neighbours; ChebNet's
    habit of taking 2 there would let a Chebyshev series diverge.

    Args:
        laplacian: float64 CSR [num_nodes, num_nodes], made by `laplacian` with `config`.
        config: Which Laplacian it is.
    """
    if config.kind == "normalized":
        return 2.0
    degrees = laplacian.diagonal()
    connected = degrees > 0
    if not connected.any():
        return 1.0
    # d_i + Σ_j a_ij d_j / d_i, with Σ_j a_ij d_j = d_i² − (L d)_i.
    neighbours = (laplacian @ degrees)[connected]
    degrees = degrees[connected]
    bound = float((2 * degrees - neighbours / degrees).max())
    return bound * (1 + 1e-12)  # the bound is attained by some graphs; rounding must not cut


def connected_components(adjacency: sp.csr_array) -> tuple[int, Ints]:
    """Returns the number of connected components and int64 [num_nodes], the one of each node.

    Components are numbered in the order of their first nodes.
    """
    count, labels = csgraph.connected_components(adjacency, directed=False)
    _, first = np.unique(labels, return_index=True)
    rank = np.empty(count, dtype=np.int64)
    rank[np.argsort(first)] = np.arange(count)
    return int(count), rank[labels]


def null_space(adjacency: sp.csr_array, config: LaplacianConfig = DEFAULT) -> sp.csr_array:
    """Returns an orthonormal basis of the eigenvectors to eigenvalue 0, known analytically.

    One vector per connected component: proportional to the square roots of the degrees for
    the normalized Laplacian, constant for the combinatorial one. An isolated node is a
    component, except where `config.isolated` puts a 1 on its diagonal.

    Args:
        adjacency: float [num_nodes, num_nodes], symmetric, non-negative.
        config: Which Laplacian.

    Returns:
        float64 CSR [num_nodes, null_dimension] with one entry per row at most; dense it would
        be too large for a graph of very many components.
    """
    num_nodes = adjacency.shape[0]
    looped = with_self_loops(adjacency) if config.self_loops else adjacency
    degrees = _degrees(looped)
    count, component = connected_components(adjacency)
    values = np.ones(num_nodes)
    kept = np.ones(num_nodes, dtype=bool)
    if config.kind == "normalized":
        values = np.sqrt(np.where(degrees > 0, degrees, 1.0))
        kept = (degrees > 0) | (config.isolated == 0)
    values /= np.sqrt(np.bincount(component, values**2, minlength=count))[component]
    used, column = np.unique(component[kept], return_inverse=True)
    rows = np.flatnonzero(kept)
    return sp.csr_array((values[kept], (rows, column)), shape=(num_nodes, len(used)))


def _degrees(adjacency: sp.csr_array) -> Floats:
    return np.asarray(adjacency.sum(axis=1), dtype=np.float64).ravel()


def _normalize(adjacency: sp.csr_array, degrees: Floats) -> sp.csr_array:
    """D^{-1/2} A D^{-1/2}; every stored entry has positive degrees on both sides."""
    entries = adjacency.tocoo()
    rows, cols = entries.row, entries.col
    roots = np.sqrt(degrees)
    # √d·√d is not d in floating point, and a component of one node shall have L = 0 exactly.
    scale = np.where(rows == cols, degrees[rows], roots[rows] * roots[cols])
    return sp.csr_array((entries.data / scale, (rows, cols)), shape=adjacency.shape)


def _canonical(matrix: sp.sparray) -> sp.csr_array:
    """Sorted CSR with int32 indices where they suffice, without stored zeros."""
    canonical = sp.csr_array(matrix, dtype=np.float64)
    canonical.sum_duplicates()
    canonical.eliminate_zeros()
    if max(canonical.nnz, *canonical.shape) < np.iinfo(np.int32).max:
        canonical.indices = canonical.indices.astype(np.int32, copy=False)
        canonical.indptr = canonical.indptr.astype(np.int32, copy=False)
    return canonical
