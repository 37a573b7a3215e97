"""All bands of some rows of a signal, by one Chebyshev recurrence.

No torch here: a worker that only computes bands holds its graph, its columns and little else.
"""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs

import numpy as np
import scipy.sparse as sp
from numba import njit, prange
from numpy.typing import NDArray

from spgat.arrays import Floats, Floats32, Ints
from spgat.spectral.kernels import chebyshev_step


def bands_of_rows(
    laplacian: sp.csr_array,
    x: NDArray[np.float32],
    coefficients: Floats,
    upper: float,
    first: int,
    last: int,
) -> Floats32:
    """Returns rows first … last of all Φ_b x, float32 [num_bands, last − first, q].

    Φ_b = Σ_k C_bk T_k(2L/upper − I), as `spgat.bands.polynomial` has it; the terms are computed
    once for all bands. A row depends on the nodes within `degree` hops alone, its halo. So the
    recurrence runs on the principal submatrix of L of the rows and their halo, whose
    eigenvalues lie between those of L (Cauchy), and is exact on the rows themselves.

    The halo pays for graphs with locality (roads, grids, meshes) and low degrees, where it is
    smaller than the graph. On a small world a few hops reach everything: take all rows there.

    Args:
        laplacian: L, float32 CSR [num_nodes, num_nodes], symmetric.
        x: [num_nodes, q]; of a mapped file only the rows with their halo are read.
        coefficients: C, [num_bands, degree + 1].
        upper: Upper bound of the eigenvalues.
        first: The first row.
        last: The row after the last one.
    """
    num_nodes, degree = laplacian.shape[0], coefficients.shape[1] - 1
    if (first, last) != (0, num_nodes):
        near = nodes_within(laplacian, first, last, degree)
        laplacian, x = laplacian[near][:, near], x[near]
        first, last = (int(place) for place in np.searchsorted(near, (first, last)))
    factors = coefficients.astype(np.float32)
    out = np.zeros((len(factors), last - first, x.shape[1]), dtype=np.float32)
    now = np.array(x, dtype=np.float32, order="C")
    _add_multiples(now[first:last], factors[:, 0], out)
    if degree == 0:
        return out
    # T_1 = L̃ x and T_{k+1} = 2 L̃ T_k − T_{k−1}, with L̃ = 2L/upper − I.
    factor = 2 / upper
    after = chebyshev_step(laplacian, now, np.empty_like(now), factor, -1.0, 0.0)
    before, now = now, after
    _add_multiples(now[first:last], factors[:, 1], out)
    for k in range(2, degree + 1):
        after = chebyshev_step(laplacian, now, before, 2 * factor, -2.0, -1.0)
        before, now = now, after
        _add_multiples(now[first:last], factors[:, k], out)
    return out


def nodes_within(matrix: sp.csr_array, first: int, last: int, hops: int) -> Ints:
    """Returns the nodes at most so many hops from the nodes first … last, ascending.

    Args:
        matrix: CSR [num_nodes, num_nodes]; stored entries are edges.
        first: The first node.
        last: The node after the last one.
        hops: At least 0.
    """
    is_near = np.zeros(matrix.shape[0], dtype=bool)
    is_near[first:last] = True
    border = np.arange(first, last)
    for _ in range(hops):
        reached = np.unique(matrix[border].indices)
        border = reached[~is_near[reached]]
        if len(border) == 0:
            break
        is_near[border] = True
    return np.flatnonzero(is_near)


@njit(parallel=True, nogil=True, cache=True)
def _add_multiples(term, factors, out):
    """Adds factors[b] · term to each out[b], reading the term once."""
    for i in prange(term.shape[0]):
        for b in range(factors.shape[0]):
            for q in range(term.shape[1]):
                out[b, i, q] += factors[b] * term[i, q]
