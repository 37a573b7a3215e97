"""Where a graph's frequencies lie: exactly for a small graph, estimated for a large one."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral import kpm
from spgat.spectral.cache import DiskCache
from spgat.spectral.eigenvalues import all_eigenvalues
from spgat.spectral.laplacian import (
    DEFAULT,
    LaplacianConfig,
    connected_components,
    eigenvalue_bound,
    laplacian,
    null_space,
)

_EXACT_NODES = 1_500  # in one component: about a second of LAPACK
_Z95 = 1.96  # two-sided 95% of a normal error


@dataclass(frozen=True, eq=False)
class SpectralDensity:
    """How the eigenvalues of a Laplacian are distributed.

    The zero eigenvalues, one per component, are exact: an atom at 0.

    Attributes:
        grid: float64 [k], ascending from 0 to an upper bound of the eigenvalues.
        density: float64 [k], the part of all eigenvalues per unit of λ, smoothed, without
            the atom.
        cumulative: float64 [k], the part of all eigenvalues at or below each grid value, in
            [0, 1], ascending, with the atom.
        confidence: float64 [k], half-width of the 95% interval of `cumulative`; 0 if exact.
        method: "exact" or "kpm" for the kernel polynomial method.
        num_nodes: Number of all eigenvalues.
        null_dimension: Number of zero eigenvalues.
        eigenvalues: float64 [num_nodes] where they were computed, else None.
        resolution: float64 [k], the standard width by which the method blurs an eigenvalue.
    """

    grid: Floats
    density: Floats
    cumulative: Floats
    confidence: Floats
    method: Literal["exact", "kpm"]
    num_nodes: int
    null_dimension: int
    eigenvalues: Floats | None
    resolution: Floats

    def cutoff_for_fraction(self, fraction: float) -> tuple[float, float]:
        """Returns the frequency below which a part of all lies, and how far off it may be.

        Args:
            fraction: Part of all eigenvalues, in [0, 1].

        Returns:
            A value between the two eigenvalues on both sides of the cut, and the half-width
            of an interval that holds it: 95% of the sampling error plus the blur.

        Raises:
            InputError: If the fraction is outside [0, 1].
        """
        if not 0 <= fraction <= 1:
            raise InputError(
                f"The fraction of low frequencies must be in [0, 1], got {fraction}."
            )
        if self.eigenvalues is not None:
            return self._exact_cutoff(fraction), 0.0
        value = self._value_at(fraction)
        error = float(np.interp(value, self.grid, self.confidence))
        lowest, highest = self._value_at(fraction - error), self._value_at(fraction + error)
        blur = float(np.interp(value, self.grid, self.resolution))
        return value, max(value - lowest, highest - value) + blur

    def _exact_cutoff(self, fraction: float) -> float:
        assert self.eigenvalues is not None
        num_low = round(fraction * self.num_nodes)
        if num_low == 0:
            return 0.0
        if num_low == self.num_nodes:
            return float(self.grid[-1])
        return float(self.eigenvalues[num_low - 1 : num_low + 1].mean())

    def _value_at(self, fraction: float) -> float:
        num_low = round(fraction * self.num_nodes)
        if num_low < self.null_dimension:
            return 0.0
        if num_low == self.null_dimension:  # where half of the next eigenvalue is passed
            fraction = (num_low + 0.5) / self.num_nodes
        return float(np.interp(fraction, self.cumulative, self.grid))


def spectral_density(
    adjacency: sp.csr_array,
    config: LaplacianConfig = DEFAULT,
    *,
    method: Literal["auto", "exact", "kpm"] = "auto",
    num_values: int = 801,
    order: int = 300,
    num_probes: int = 32,
    seed: int = 0,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> SpectralDensity:
    """Returns the distribution of the eigenvalues of a graph's Laplacian.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric, non-negative.
        config: Which Laplacian.
        method: "auto" computes all eigenvalues of small components and estimates otherwise.
        num_values: Size of the grid.
        order: Degree of the polynomials; the blur in λ is about π·upper / (2·order).
        num_probes: Number of random vectors of the estimate, at least 2; its error falls with
            their square root.
        seed: Seed of the random vectors.
        cache: Where exact eigenvalues are looked for and kept.
        progress: Called now and then with the fraction done.
        should_stop: Polled as often.

    Raises:
        InputError: If `method` is "exact" and a component too large for it.
        Cancelled: If `should_stop` turns true.
    """
    matrix = laplacian(adjacency, config)
    upper = eigenvalue_bound(matrix, config)
    null = null_space(adjacency, config)
    grid = np.linspace(0.0, upper, num_values)
    largest = int(np.bincount(connected_components(adjacency)[1]).max())
    exact = method == "exact" or (method == "auto" and largest <= _EXACT_NODES)
    eigenvalues = None
    if exact:
        eigenvalues = all_eigenvalues(
            adjacency, config, cache=cache, progress=progress, should_stop=should_stop
        )
        moments = kpm.moments_of(eigenvalues[null.shape[1] :], upper, order)
    else:
        report(0.0, "estimating the spectral density", progress, should_stop)
        moments = kpm.stochastic_moments(
            matrix,
            upper,
            order,
            num_probes,
            null,
            seed=seed,
            progress=progress,
            should_stop=should_stop,
        )
    smooth = kpm.counts(moments, upper, grid) / matrix.shape[0]  # [num_probes or 1, k]
    middle = smooth.mean(axis=0)
    cumulative = middle + null.shape[1] / matrix.shape[0]
    confidence = np.zeros(num_values)
    if eigenvalues is not None:
        cumulative = np.searchsorted(eigenvalues, grid, side="right") / matrix.shape[0]
    else:
        confidence = _Z95 * smooth.std(axis=0, ddof=1) / np.sqrt(len(smooth))
    return SpectralDensity(
        grid=grid,
        density=np.maximum(np.gradient(middle, grid), 0.0),
        cumulative=np.clip(np.maximum.accumulate(cumulative), 0.0, 1.0),
        confidence=confidence,
        method="exact" if exact else "kpm",
        num_nodes=int(matrix.shape[0]),
        null_dimension=int(null.shape[1]),
        eigenvalues=eigenvalues,
        resolution=np.zeros(num_values) if exact else kpm.resolution(grid, upper, order),
    )
