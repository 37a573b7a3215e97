"""Named filters: functions g(λ) that a graph signal's frequencies are multiplied with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from spgat.arrays import Floats
from spgat.choices import check_choices
from spgat.errors import InputError

FilterKind = Literal["heat", "mexican-hat", "low-pass", "high-pass", "band-pass", "polynomial"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpectralFilter:
    """A transfer function g of the eigenvalues, by name.

    Attributes:
        kind: "heat": e^{−sλ}. "mexican-hat": sλ e^{1−sλ}, a band pass with its peak, 1, at
            λ = 1/s. "low-pass": 1 for λ ≤ high, else 0. "high-pass": 1 for λ > low.
            "band-pass": 1 for low < λ ≤ high. "polynomial": Σ_k c_k λ^k.
        scale: s, at least 0.
        low: Lower edge of a high or band pass.
        high: Upper edge of a low or band pass.
        coefficients: c_k of a polynomial, from the constant upwards.
    """

    kind: FilterKind
    scale: float = 1.0
    low: float = 0.0
    high: float = 1.0
    coefficients: Sequence[float] = (1.0, -0.5)

    def __post_init__(self) -> None:
        check_choices(self)
        if not 0 <= self.scale < np.inf:
            raise InputError(
                f"The scale of a filter is {self.scale}; give a finite one, at least 0."
            )
        if self.kind == "band-pass" and not self.low <= self.high:
            raise InputError(
                f"The band pass from {self.low:g} to {self.high:g} is empty; its lower edge "
                "must not lie above its upper one."
            )
        if self.kind == "polynomial" and not (
            len(self.coefficients) and np.isfinite(self.coefficients).all()
        ):
            raise InputError(
                f"The coefficients {self.coefficients} make no polynomial; give at least one, "
                "each finite."
            )

    def response(self, eigenvalues: ArrayLike) -> Floats:
        """Returns g(λ), float64, of the shape of the eigenvalues."""
        values = np.asarray(eigenvalues, dtype=np.float64)
        match self.kind:
            case "heat":
                return np.exp(-self.scale * values)
            case "mexican-hat":
                return np.asarray(self.scale * values * np.exp(1 - self.scale * values))
            case "low-pass":
                return (values <= self.high).astype(np.float64)
            case "high-pass":
                return (values > self.low).astype(np.float64)
            case "band-pass":
                return ((self.low < values) & (values <= self.high)).astype(np.float64)
            case "polynomial":
                return np.asarray(np.polynomial.polynomial.polyval(values, self.coefficients))
