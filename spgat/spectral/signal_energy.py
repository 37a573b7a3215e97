"""How the energy of signals is spread over the frequencies of a graph of any size."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.spectral import kpm
from spgat.spectral.laplacian import DEFAULT, LaplacianConfig, eigenvalue_bound, laplacian

#: Signals that go through a recurrence at a time, which holds three arrays of them.
_AT_ONCE = 16


@dataclass(frozen=True, eq=False)
class SignalEnergy:
    """A signal's energy by frequency.

    Attributes:
        edges: float64 [num_bins + 1], eigenvalues, ascending from 0.
        shares: float64 [num_bins], the share of the energy in each bin; they sum to 1. Of
            several signals [num_signals, num_bins].
    """

    edges: Floats
    shares: Floats


def signal_energy(
    adjacency: sp.csr_array,
    signal: NDArray,
    config: LaplacianConfig = DEFAULT,
    *,
    num_bins: int = 40,
    order: int = 200,
) -> SignalEnergy:
    """Returns the shares of ‖x‖² = Σ_i (u_iᵀ x)² that lie in equal bins of λ_i.

    By the kernel polynomial method with the signal for probe, so without an eigenvector: the
    moments xᵀ T_k(L̃) x cost order / 2 sparse products, some milliseconds on Cora. Each
    eigenvalue is blurred by about π·upper / (2·order). Not in the paper.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric.
        signal: [num_nodes], not all zero.
        config: Which Laplacian.
        num_bins: Number of bins.
        order: Degree of the polynomials, at least 2.

    Raises:
        InputError: If the signal is zero or not finite.
    """
    column = np.asarray(signal, dtype=np.float64)[:, None]
    found = signal_energies(adjacency, column, config, num_bins=num_bins, order=order)
    return SignalEnergy(found.edges, found.shares[0])


def signal_energies(
    adjacency: sp.csr_array,
    signals: NDArray,
    config: LaplacianConfig = DEFAULT,
    *,
    num_bins: int = 40,
    order: int = 200,
) -> SignalEnergy:
    """Returns what `signal_energy` does of several signals, a row for each.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric.
        signals: [num_nodes, num_signals], no column all zero.
        config: Which Laplacian.
        num_bins: Number of bins.
        order: Degree of the polynomials, at least 2.

    Raises:
        InputError: If a signal is zero or not finite.
    """
    matrix = laplacian(adjacency, config)
    upper = eigenvalue_bound(matrix, config)
    edges = np.linspace(0.0, upper, num_bins + 1)
    shares = np.empty((signals.shape[1], num_bins))
    for start in range(0, len(shares), _AT_ONCE):
        x = np.array(signals[:, start : start + _AT_ONCE], dtype=np.float64)
        norms = np.linalg.norm(x, axis=0)
        if not (np.isfinite(norms) & (norms > 0)).all():
            raise InputError(
                f"The signal's norm is {norms.min():g}; choose at least one node with a finite "
                "value."
            )
        counts = kpm.counts(signal_moments(matrix, upper, x / norms, order), upper, edges)
        counts[:, 0] = 0.0
        shares[start : start + _AT_ONCE] = np.diff(counts, axis=1)
    return SignalEnergy(edges, shares)


def signal_moments(matrix: sp.csr_array, upper: float, signals: Floats, order: int) -> Floats:
    """Returns the moments xᵀ T_k(2L/upper − 1) x of signals x of norm 1.

    Args:
        matrix: float64 CSR [num_nodes, num_nodes], eigenvalues in [0, upper].
        upper: Upper bound of the eigenvalues, above 0.
        signals: float64 [num_nodes, num_signals].
        order: Highest k, at least 1.

    Returns:
        float64 [num_signals, order + 1].
    """
    before = signals
    now = matrix @ before * (2 / upper) - before
    moments = np.empty((signals.shape[1], order + 1))
    moments[:, 0], moments[:, 1] = 1.0, _dots(before, now)
    for k in range(1, (order + 1) // 2 + 1):
        # T_2k = 2 T_k² − T_0 and T_{2k+1} = 2 T_k T_{k+1} − T_1.
        if 2 * k <= order:
            moments[:, 2 * k] = 2 * _dots(now, now) - 1
        if 2 * k + 1 <= order:
            before, now = now, matrix @ now * (4 / upper) - 2 * now - before
            moments[:, 2 * k + 1] = 2 * _dots(before, now) - moments[:, 1]
    return moments


def _dots(first: Floats, second: Floats) -> Floats:
    return np.asarray(np.einsum("nm,nm->m", first, second))
