"""The kernel polynomial method: how many eigenvalues lie where, without computing any.

Not in the paper. Source: Weiße, Wellein, Alvermann and Fehske, The kernel polynomial method,
Rev. Mod. Phys. 78 (2006).
"""

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Floats32
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.chebyshev import jackson_factors
from spgat.spectral.known import KnownPairs


def stochastic_moments(
    matrix: sp.csr_array,
    upper: float,
    order: int,
    num_probes: int,
    known: KnownPairs,
    *,
    seed: int = 0,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Floats:
    """Returns estimates of the Chebyshev moments tr T_k(2L/upper − 1) beside what is known.

    Each random ±1 vector z gives one unbiased estimate zᵀ T_k z, so that their spread tells
    the error of the mean. Two moments cost one sparse product.

    Args:
        matrix: float64 CSR [n, n], symmetric, eigenvalues in [0, upper].
        upper: Upper bound of the eigenvalues, above 0.
        order: Highest k, at least 1.
        num_probes: Number of random vectors.
        known: The eigenpairs that are left out.
        seed: Seed of the random vectors.
        progress: Called after every few products.
        should_stop: Polled as often.

    Returns:
        float64 [num_probes, order + 1]; column 0 is exactly n less the known pairs.
    """
    from spgat.spectral.kernels import chebyshev_step  # numba: not at import

    num_nodes = matrix.shape[0]
    single = matrix.astype(np.float32)  # the spread over probes dwarfs float32 rounding
    probes = np.random.default_rng(seed).choice([-1.0, 1.0], size=(num_nodes, num_probes))
    known.remove(probes)
    before = probes.astype(np.float32)  # T_{k-1} z
    now = np.empty_like(before)  # T_k z
    chebyshev_step(single, before, now, 2 / upper, -1.0, 0.0)

    moments = np.empty((num_probes, order + 1))
    moments[:, 0], moments[:, 1] = _dots(before, before), _dots(before, now)
    first, second = moments[:, 0].copy(), moments[:, 1].copy()
    for k in range(1, (order + 1) // 2 + 1):
        # T_2k = 2 T_k² − T_0 and T_{2k+1} = 2 T_k T_{k+1} − T_1.
        if 2 * k <= order:
            moments[:, 2 * k] = 2 * _dots(now, now) - first
        if 2 * k + 1 <= order:
            chebyshev_step(single, now, before, 4 / upper, -2.0, -1.0)
            before, now = now, before
            moments[:, 2 * k + 1] = 2 * _dots(before, now) - second
        if k % 8 == 0:
            report(
                min(2 * k / order, 1.0),
                "estimating the spectral density",
                progress,
                should_stop,
            )
    moments *= (num_nodes - len(known.eigenvalues)) / np.maximum(first, 1)[:, None]
    return moments


def moments_of(eigenvalues: Floats, upper: float, order: int) -> Floats:
    """Returns the exact moments Σ_i T_k(2λ_i/upper − 1), float64 [1, order + 1]."""
    angles = _angles(eigenvalues, upper)
    return np.array([[np.cos(k * angles).sum() for k in range(order + 1)]])


def counts(moments: Floats, upper: float, grid: Floats) -> Floats:
    """Returns the numbers of eigenvalues at or below each grid value, smoothed.

    Args:
        moments: float64 [num_probes, order + 1].
        upper: The bound the moments were taken with.
        grid: float64 [num_values], in [0, upper].

    Returns:
        float64 [num_probes, num_values], ascending along the grid.
    """
    angles = _angles(grid, upper)
    k = np.arange(1, moments.shape[1])
    damped = moments * jackson_factors(moments.shape[1] - 1)
    # ∫ from −1 to cos θ of T_k(x) / (π √(1 − x²)) dx = −sin(kθ) / (πk), and 1 − θ/π for k = 0.
    waves = np.sin(np.outer(k, angles)) / k[:, None]  # [order, num_values]
    return damped[:, :1] * (1 - angles / np.pi) - 2 / np.pi * damped[:, 1:] @ waves


def resolution(values: Floats, upper: float, order: int) -> Floats:
    """Returns the standard width that Jackson damping gives an eigenvalue at each value."""
    squared = (2 * values / upper - 1) ** 2
    return upper / 2 * np.pi / order * np.sqrt(1 - squared + (4 * squared - 3) / order)


def _angles(values: Floats, upper: float) -> Floats:
    return np.arccos(np.clip(2 * values / upper - 1, -1.0, 1.0))


def _dots(left: Floats32, right: Floats32) -> Floats:
    """Column by column, summed in float64."""
    return np.einsum("ij,ij->j", left, right, dtype=np.float64)
