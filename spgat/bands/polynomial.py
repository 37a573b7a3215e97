"""Bands of true graph frequencies with no eigenvector: polynomials of the Laplacian.

This is SpGAT-Cheby with true frequencies, which the paper does not have. Their cutoffs can be
moved while a model trains; the paper leaves the choice of d to future work.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from spgat.arrays import Floats
from spgat.bands.config import BandConfig
from spgat.bands.cut import cut_of
from spgat.bands.null_space import exact_on_null_space, parts_null_space
from spgat.bands.operators import BandOperators
from spgat.bands.response import sharp_bands, smooth_series, whole_response
from spgat.bands.steps import angles_of, band_coefficients, cutoffs_of, moved_angles
from spgat.bands.task import BandTask
from spgat.spectral.chebyshev import ChebyshevSeries
from spgat.spectral.density import SpectralDensity, spectral_density
from spgat.spectral.operators import SparseOperator, apply_each_series, apply_series


@dataclass(frozen=True, eq=False)
class PolynomialBands(BandOperators):
    """Φ_b = Σ_k C_bk T_k(2L/upper − I): every band is a Chebyshev series of one Laplacian.

    A weighted sum of bands is a series with the weighted coefficients, so that one recurrence
    serves them all, however many there are.

    Attributes:
        laplacian: L.
        angles: The cutoffs as `spgat.bands.steps` holds them, float64 [num_bands − 1].
        whole: The coefficients of Σ_b Φ_b, float64 [degree + 1].
        coefficients: C, float64 [num_bands, order + degree + 1].
        upper: Upper bound of the eigenvalues.
    """

    laplacian: SparseOperator
    angles: Tensor
    whole: Tensor
    coefficients: Tensor
    upper: float

    @property
    def cutoffs(self) -> Tensor:
        """Returns the eigenvalues at the cuts, ascending, float64 [num_bands − 1]."""
        return cutoffs_of(self.angles, self.upper)

    def moved(self, shifts: Tensor) -> "PolynomialBands":
        """Returns the operators with other cutoffs, differentiable in the shifts.

        Args:
            shifts: [num_bands], as `moved_angles` takes them; 0 moves nothing.
        """
        angles = moved_angles(self.angles, shifts)
        coefficients = band_coefficients(angles, self.config.step_order, self.whole)
        return replace(self, angles=angles, coefficients=coefficients)

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band."""
        weights = self.coefficients.to(x.dtype)
        return apply_each_series(self.laplacian, weights, self.upper, x)

    def weighted_sum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns Σ_b α_b Φ_b x, the series with coefficients α C."""
        weights = (alpha.double() @ self.coefficients).to(x.dtype)
        return apply_series(self.laplacian, weights, self.upper, x)

    def to(self, device: torch.device) -> "PolynomialBands":
        """Returns the operators on a device."""
        return replace(
            self,
            laplacian=self.laplacian.to(device),
            angles=self.angles.to(device),
            whole=self.whole.to(device),
            coefficients=self.coefficients.to(device),
        )

    def responses(self, eigenvalues: Floats) -> Floats:
        """Returns g_b(λ), with the polynomials' own slopes at the cuts."""
        rows = self.coefficients.detach().cpu().numpy()
        return np.stack([ChebyshevSeries(c, self.upper).evaluate(eigenvalues) for c in rows])

    @property
    def num_bytes(self) -> int:
        """Memory held by the Laplacian."""
        return self.laplacian.num_bytes


def responses_at(config: BandConfig, cutoffs: Sequence[float], eigenvalues: Floats) -> Floats:
    """Returns g_b(λ) of bands whose cutoffs a model has moved, float64 [num_bands, k].

    As `PolynomialBands.responses` has them, but without a graph.

    Args:
        config: How the spectrum is cut.
        cutoffs: Ascending eigenvalues, one for each inner cut.
        eigenvalues: float64 [k], ascending, from 0 to the upper bound of the eigenvalues.
    """
    upper = float(eigenvalues[-1])
    response = whole_response(config, upper)
    whole = np.ones(1) if response is None else smooth_series(response, upper).coefficients
    angles = angles_of(tuple(cutoffs), upper)
    rows = band_coefficients(angles, config.step_order, torch.from_numpy(whole)).numpy()
    return np.stack([ChebyshevSeries(row, upper).evaluate(eigenvalues) for row in rows])


def polynomial_bands(task: BandTask) -> BandOperators:
    """Returns Jackson-damped steps, with cutoffs from the spectral density.

    Where a cut parts the null space, or it from the rest, the null space is put into its bands
    exactly, unless the cut is to move away from there.
    """
    config, upper = task.config, task.upper
    density = spectral_density(task.adjacency, config.laplacian, **task.work)
    cut = cut_of(task.adjacency, config, density)
    # Below a cut that parts the null space lies nothing else.
    is_exact = parts_null_space(task) and not config.learn_cutoffs
    angles = angles_of(
        tuple(
            0.0 if low <= cut.null_dimension else cutoff
            for low, cutoff in zip(cut.num_low, cut.cutoffs, strict=True)
        ),
        upper,
    )
    wrong = _wrong_side_mass(angles, cut.cutoffs, config.step_order, density, is_exact)
    known = f"known to ± {cut.cutoff_error:.2g}" if cut.cutoff_error else "exact"
    note = (
        f"A polynomial of degree {config.step_order} replaces the eigenvectors: {wrong:.1%} of "
        f"the spectrum's mass lies on the wrong side of a cut, and the cuts are {known}."
    )
    info = task.info("polynomial", cut, (note,), wrong)
    response = whole_response(config, upper)
    whole = np.ones(1) if response is None else task.smooth(response).coefficients
    series = torch.from_numpy(whole)
    coefficients = band_coefficients(angles, config.step_order, series)
    bands = PolynomialBands(config, info, task.operator, angles, series, coefficients, upper)
    return exact_on_null_space(bands, task) if is_exact else bands


def _wrong_side_mass(
    angles: Tensor,
    cutoffs: tuple[float, ...],
    order: int,
    density: SpectralDensity,
    is_exact_at_zero: bool,
) -> float:
    """The part of all frequencies' energy that lands in another band than its own."""
    grid = density.grid
    rows = band_coefficients(angles, order, torch.ones(1, dtype=torch.float64)).numpy()
    bands = np.stack([ChebyshevSeries(c, float(grid[-1])).evaluate(grid) for c in rows])
    mass = np.diff(density.cumulative, prepend=0.0)
    # What one band lacks another one has too much of; absolute, as ringing is wrong both ways.
    wrong = np.abs(bands - sharp_bands(cutoffs, grid)).sum(axis=0) / 2
    if is_exact_at_zero:
        wrong[0] = 0
    return float(mass @ wrong / mass.sum())
