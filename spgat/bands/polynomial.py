"""Bands of true graph frequencies with no eigenvector: polynomials of the Laplacian.

This is SpGAT-Cheby with true frequencies, which the paper does not have.
"""

from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from spgat.arrays import Floats
from spgat.bands.null_space import exact_on_null_space, parts_null_space
from spgat.bands.operators import BandOperators
from spgat.bands.response import Response, sharp_bands, whole_response
from spgat.bands.task import BandTask
from spgat.spectral.chebyshev import ChebyshevSeries, series_of, step_series
from spgat.spectral.density import SpectralDensity, spectral_density
from spgat.spectral.operators import SparseOperator, apply_series


@dataclass(frozen=True, eq=False)
class PolynomialBands(BandOperators):
    """Φ_b = Σ_k C_bk T_k(2L/upper − I): every band is a Chebyshev series of one Laplacian.

    A weighted sum of bands is a series with the weighted coefficients, so that one recurrence
    serves them all, however many there are.

    Attributes:
        laplacian: L.
        coefficients: C, [num_bands, order + 1], in the precision of the signals.
        upper: Upper bound of the eigenvalues.
    """

    laplacian: SparseOperator
    coefficients: Tensor
    upper: float

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band."""
        return torch.stack([self._series(row, x) for row in self.coefficients])

    def weighted_sum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns Σ_b α_b Φ_b x, the series with coefficients α C."""
        return self._series(alpha @ self.coefficients, x)

    def to(self, device: torch.device) -> "PolynomialBands":
        """Returns the operators on a device."""
        return replace(
            self,
            laplacian=self.laplacian.to(device),
            coefficients=self.coefficients.to(device),
        )

    def responses(self, eigenvalues: Floats) -> Floats:
        """Returns g_b(λ), with the polynomials' own slopes at the cuts."""
        rows = self.coefficients.double().cpu().numpy()
        return np.stack([ChebyshevSeries(c, self.upper).evaluate(eigenvalues) for c in rows])

    @property
    def num_bytes(self) -> int:
        """Memory held by the Laplacian."""
        return self.laplacian.num_bytes

    def _series(self, coefficients: Tensor, x: Tensor) -> Tensor:
        return apply_series(self.laplacian, coefficients, self.upper, x)


def polynomial_bands(task: BandTask) -> BandOperators:
    """Returns Jackson-damped steps, with cutoffs from the spectral density.

    The highest band is what the others leave of the whole operator. Where a cut parts the null
    space, or it from the rest, the null space is put into its bands exactly.
    """
    config = task.config
    density = spectral_density(task.adjacency, config.laplacian, **task.work)
    found = [density.cutoff_for_fraction(below / task.num_nodes) for below in task.num_low]
    ends = {0: -0.5, task.num_nodes: task.upper + 0.5}  # as eigenpairs have it
    cutoffs = tuple(
        ends.get(below, cutoff) for below, (cutoff, _) in zip(task.num_low, found, strict=True)
    )
    is_exact = parts_null_space(task)  # below such a cut lies nothing but the null space
    steps = [
        step_series(
            0.0 if below <= task.null_dimension else cutoff, config.step_order, task.upper
        ).coefficients
        for below, cutoff in zip(task.num_low, cutoffs, strict=True)
    ]
    # Band b passes what the step at its upper cut lets through and the one below does not.
    passes = [
        ChebyshevSeries(coefficients, task.upper)
        for coefficients in np.diff([np.zeros(config.step_order + 1), *steps], axis=0)
    ]
    wrong = _wrong_side_mass(passes, cutoffs, density, is_exact)
    note = (
        f"A polynomial of degree {config.step_order} replaces the eigenvectors: {wrong:.1%} of "
        "the spectrum's mass lies on the wrong side of a cut, and the cuts are known to "
        f"± {max(width for _, width in found):.2g}."
    )
    info = task.info("polynomial", cutoffs, (note,), wrong)
    coefficients = torch.from_numpy(_with_rest(task, passes).astype(task.dtype))
    bands = PolynomialBands(config, info, task.operator, coefficients, task.upper)
    return exact_on_null_space(bands, task) if is_exact else bands


def _with_rest(task: BandTask, passes: list[ChebyshevSeries]) -> Floats:
    """Weighs the bands' steps by the whole operator's response, and adds the last band."""
    response = whole_response(task.config, task.upper)
    bands = [step.coefficients for step in passes]
    whole = np.ones(1)
    if response is not None:
        whole = task.smooth(response).coefficients
        order = len(bands[0]) + len(whole) - 2  # of the product of both polynomials
        bands = [_product(step, response, order).coefficients for step in passes]
    whole = np.pad(whole, (0, len(bands[0]) - len(whole)))
    return np.stack([*bands, whole - np.sum(bands, axis=0)])


def _product(step: ChebyshevSeries, response: Response, order: int) -> ChebyshevSeries:
    return series_of(lambda values: response(values) * step.evaluate(values), order, step.upper)


def _wrong_side_mass(
    passes: list[ChebyshevSeries],
    cutoffs: tuple[float, ...],
    density: SpectralDensity,
    is_exact_at_zero: bool,
) -> float:
    """The part of all frequencies' energy that lands in another band than its own."""
    mass = np.diff(density.cumulative, prepend=0.0)
    bands = np.stack([step.evaluate(density.grid) for step in passes])
    bands = np.vstack([bands, 1 - bands.sum(axis=0)])  # [num_bands, k]
    own = (bands * sharp_bands(cutoffs, density.grid)).sum(axis=0)
    if is_exact_at_zero:
        own[0] = 1
    return float(mass @ (1 - own) / mass.sum())
