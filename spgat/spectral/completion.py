"""The smoothest completion of a signal that is known at some nodes."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from spgat.arrays import Bools, Floats, Ints
from spgat.errors import InputError
from spgat.spectral.laplacian import LaplacianConfig, laplacian

_COMBINATORIAL = LaplacianConfig(kind="combinatorial", self_loops=False)


@dataclass(frozen=True, eq=False)
class Completion:
    """A signal with its missing values filled in, and how many were.

    Attributes:
        values: float64, of the shape given; still NaN where nothing is known nearby.
        num_filled: How many values were filled in.
        num_left: How many are still missing, in components without any known value.
    """

    values: Floats
    num_filled: int
    num_left: int


def complete(adjacency: sp.csr_array, values: Floats) -> Completion:
    """Returns signals completed harmonically; not in the paper.

    The unknown values x_u minimise xᵀLx = Σ w_ij (x_i − x_j)², with the known ones x_k held:
    L_uu x_u = −L_uk x_k, for the combinatorial Laplacian L. Each filled value is then the
    weighted mean of its neighbours', and lies between the smallest and the largest known one.
    No frequency is cut off, so there is no d to choose.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric.
        values: float64 [num_nodes] or [num_times, num_nodes], NaN where missing.

    Raises:
        InputError: If the values are of another number of nodes.
    """
    num_nodes = adjacency.shape[0]
    if values.ndim not in (1, 2) or values.shape[-1] != num_nodes:
        raise InputError(
            f"The values have the shape {values.shape}; give one for each of the {num_nodes} "
            "nodes."
        )
    rows = values.reshape(-1, num_nodes).astype(np.float64, copy=True)
    missing = np.isnan(rows)
    matrix = laplacian(adjacency, _COMBINATORIAL)
    component = connected_components(adjacency, directed=False)[1]
    patterns, which = np.unique(missing, axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        if pattern.any():  # times that lack the same nodes share one factorisation
            times = np.flatnonzero(which.ravel() == number)
            rows[times] = _filled(matrix, component, pattern, rows[times])
    left = int(np.isnan(rows).sum())
    return Completion(rows.reshape(values.shape), int(missing.sum()) - left, left)


def _filled(matrix: sp.csr_array, component: Ints, missing: Bools, rows: Floats) -> Floats:
    """The rows, which lack the same nodes, with those filled whose component has a value."""
    reached = np.isin(component, component[~missing])
    unknown = np.flatnonzero(missing & reached)
    if not len(unknown):
        return rows
    known = np.flatnonzero(~missing)
    lines = matrix[unknown]
    inner = sp.csc_array(lines[:, unknown])
    right = -(lines[:, known] @ rows[:, known].T)
    filled = rows.copy()
    filled[:, unknown] = splu(inner).solve(np.asarray(right)).T
    return filled
