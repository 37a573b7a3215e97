"""All bands of some rows of a signal, by one Chebyshev recurrence.

No torch here: a worker that only computes bands holds its graph, its columns and little else.
"""

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.arrays import Floats, Floats32, Ints
from spgat.spectral.kernels import each_series


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
    signals = np.ascontiguousarray(x, dtype=np.float32)
    bands, _ = each_series(laplacian, signals, coefficients, 2 / upper)
    return bands[:, first:last]


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
