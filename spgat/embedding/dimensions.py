"""How smooth each dimension of an embedding is on the graph."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.spectral import kpm
from spgat.spectral.density import spectral_density
from spgat.spectral.laplacian import DEFAULT, LaplacianConfig, eigenvalue_bound, laplacian
from spgat.spectral.signal_energy import signal_moments

#: Columns that are filtered at a time: a block of signals and two more stay in memory.
_BLOCK = 32


@dataclass(frozen=True, eq=False)
class DimensionShares:
    """The energy of each dimension below an eigenvalue.

    Attributes:
        shares: float64 [num_dimensions], in [0, 1]; NaN for a constant dimension.
        cutoff: The eigenvalue.
        expected: The share of all eigenvalues below it, which white noise has.
    """

    shares: Floats
    cutoff: float
    expected: float


def low_shares(
    adjacency: sp.csr_array,
    features: NDArray,
    cutoff: float = 0.5,
    config: LaplacianConfig = DEFAULT,
    *,
    order: int = 200,
) -> DimensionShares:
    """Returns the share of the energy of each column that lies at λ up to the cutoff.

    Each column is taken about its mean: Σ_{λ_i ≤ cutoff} (u_iᵀ x)² / ‖x‖². By the kernel
    polynomial method, as in `signal_energy`, so without an eigenvector. Not in the paper.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric.
        features: [num_nodes, num_dimensions], finite.
        cutoff: In [0, the largest eigenvalue].
        config: Which Laplacian.
        order: Degree of the polynomials, at least 2.

    Raises:
        InputError: If the cutoff is outside the spectrum, or the features are not finite.
    """
    matrix = laplacian(adjacency, config)
    upper = eigenvalue_bound(matrix, config)
    if not 0 <= cutoff <= upper:
        raise InputError(f"The cutoff is {cutoff:g}; give an eigenvalue in [0, {upper:g}].")
    signals = np.asarray(features, dtype=np.float64)
    if not np.isfinite(signals).all():
        raise InputError("The embedding holds NaN or infinite values; give finite numbers.")
    signals = signals - signals.mean(axis=0)
    norms = np.linalg.norm(signals, axis=0)
    scale = np.abs(features).max(initial=0.0) * np.sqrt(len(signals))
    is_flat = norms <= 1e-6 * max(float(scale), np.finfo(np.float64).tiny)
    shares = np.full(signals.shape[1], np.nan)
    varying = np.flatnonzero(~is_flat)
    for start in range(0, len(varying), _BLOCK):
        block = varying[start : start + _BLOCK]
        moments = signal_moments(matrix, upper, signals[:, block] / norms[block], order)
        shares[block] = kpm.counts(moments, upper, np.array([cutoff]))[:, 0]
    density = spectral_density(adjacency, config)
    expected = float(np.interp(cutoff, density.grid, density.cumulative))
    return DimensionShares(np.clip(shares, 0.0, 1.0), cutoff, expected)
