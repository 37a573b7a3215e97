"""Where a graph's frequencies lie: exactly for a small graph, estimated for a large one."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Ints
from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral import kpm
from spgat.spectral.cache import DiskCache
from spgat.spectral.eigenvalues import all_eigenvalues
from spgat.spectral.known import known_pairs
from spgat.spectral.laplacian import (
    DEFAULT,
    LaplacianConfig,
    connected_components,
    eigenvalue_bound,
    laplacian,
    null_space,
)

_EXACT_NODES = 1_500  # in one component: about a second of LAPACK
_SMALL_NODES = 64  # in a component that is no part of an estimate: thousands take a second
_Z95 = 1.96  # two-sided 95% of a normal error


@dataclass(frozen=True, eq=False)
class SpectralDensity:
    """How the eigenvalues of a Laplacian are distributed.

    The zero eigenvalues, one per component, are exact: an atom at 0. So are all of small
    components and those of twins, nodes with the same neighbours (`known.py`).

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

    def count_below(self, value: float) -> tuple[float, float]:
        """Returns how many eigenvalues lie below a number, and how far off that may be.

        Args:
            value: Best in the middle of a gap.

        Returns:
            A number of eigenvalues, and the half-width of an interval that holds it: 95% of the
            sampling error plus what the blur may have moved across; 0 if exact.
        """
        if self.eigenvalues is not None:
            return float(np.searchsorted(self.eigenvalues, value)), 0.0
        blur = float(np.interp(value, self.grid, self.resolution))
        moved = [value - blur, value, value + blur]
        low, count, high = self.num_nodes * np.interp(moved, self.grid, self.cumulative)
        error = self.num_nodes * float(np.interp(value, self.grid, self.confidence))
        return float(count), float(max(high - count, count - low)) + error

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
    matrix, null = laplacian(adjacency, config), null_space(adjacency, config)
    num_nodes, null_dimension = int(matrix.shape[0]), int(null.shape[1])
    upper = eigenvalue_bound(matrix, config)
    grid = np.linspace(0.0, upper, num_values)
    sizes = _component_sizes(adjacency)
    exact = method == "exact" or (method == "auto" and sizes.max() <= _EXACT_NODES)
    moments = np.zeros((1, order + 1))
    if exact:
        known = all_eigenvalues(
            adjacency, config, cache=cache, progress=progress, should_stop=should_stop
        )
    else:
        report(0.0, "estimating the spectral density", progress, should_stop)
        is_small = (sizes <= _SMALL_NODES) & (sizes.max() > _SMALL_NODES)
        of_small = np.empty(0)
        if is_small.any():
            of_small = all_eigenvalues(adjacency[is_small][:, is_small], config)
            large = adjacency[~is_small][:, ~is_small]
            matrix, null = laplacian(large, config), null_space(large, config)
        pairs = known_pairs(matrix, null)
        known = np.sort(np.concatenate([pairs.eigenvalues, of_small]))
        moments = kpm.stochastic_moments(
            matrix,
            upper,
            order,
            num_probes,
            pairs,
            seed=seed,
            progress=progress,
            should_stop=should_stop,
        )
    counts = kpm.counts(moments, upper, grid)  # of what is not known, [num_probes or 1, k]
    of_known = kpm.counts(kpm.moments_of(known[null_dimension:], upper, order), upper, grid)
    cumulative = counts.mean(axis=0) + np.searchsorted(known, grid, side="right")
    error = np.zeros(num_values) if exact else counts.std(axis=0, ddof=1)
    return SpectralDensity(
        grid=grid,
        density=np.maximum(
            np.gradient((counts.mean(axis=0) + of_known[0]) / num_nodes, grid), 0
        ),
        cumulative=np.clip(np.maximum.accumulate(cumulative / num_nodes), 0.0, 1.0),
        confidence=_Z95 * error / np.sqrt(len(counts)) / num_nodes,
        method="exact" if exact else "kpm",
        num_nodes=num_nodes,
        null_dimension=null_dimension,
        eigenvalues=known if exact else None,
        resolution=np.zeros(num_values) if exact else kpm.resolution(grid, upper, order),
    )


def _component_sizes(adjacency: sp.csr_array) -> Ints:
    """The number of nodes in the component of each node, int64 [num_nodes]."""
    component = connected_components(adjacency)[1]
    return np.bincount(component)[component]
