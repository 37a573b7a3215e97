"""What is kept of the bands, or of the learned filter, that a model was trained with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from spgat.arrays import Floats
from spgat.bands.config import BandConfig
from spgat.bands.cut import Cut

if TYPE_CHECKING:  # torch comes with them, and a stored record can do without
    from spgat.bands.operators import BandOperators

#: Size of the grid of eigenvalues on which responses are kept and drawn.
NUM_VALUES = 401


@dataclass(frozen=True, slots=True, eq=False)
class BandRecord:
    """Where bands were cut, and what they let through.

    Attributes:
        cut: Where the bands were cut. Its counts are those before any cutoff was learned.
        eigenvalues: float64 [NUM_VALUES], from 0 to an upper bound of the eigenvalues.
        responses: float64 [num_bands, NUM_VALUES], g_b(λ) of each band with the slopes that
            its operator has; None for bands of columns, which have no transfer function.
    """

    cut: Cut
    eigenvalues: Floats
    responses: Floats | None

    @classmethod
    def of(cls, bands: "BandOperators", learned: Sequence[float] = ()) -> "BandRecord":
        """Returns the record of a graph's bands.

        Args:
            bands: The bands.
            learned: Their cutoffs, where a model has moved these.
        """
        eigenvalues = np.linspace(0.0, bands.info.upper, NUM_VALUES)
        cut = bands.info.cut
        if learned:
            cut = replace(cut, cutoffs=tuple(learned), cutoff_error=0.0)
        return cls(cut, eigenvalues, bands.responses(eigenvalues))

    def moved(self, config: BandConfig, cutoffs: Sequence[float]) -> "BandRecord":
        """Returns the record with other cutoffs, as a model moves them while it trains.

        Args:
            config: That of the bands, which learns its cutoffs.
            cutoffs: Ascending eigenvalues, one for each inner cut.
        """
        from spgat.bands.polynomial import responses_at  # imports torch

        cut = replace(self.cut, cutoffs=tuple(cutoffs), cutoff_error=0.0)
        return replace(self, cut=cut, responses=responses_at(config, cutoffs, self.eigenvalues))


@dataclass(frozen=True, slots=True, eq=False)
class FilterRecord:
    """Learned filters Σ_k c_k p_k(λ), and the fixed functions p_k that they are made of.

    Attributes:
        eigenvalues: float64 [NUM_VALUES], from 0 to an upper bound of the eigenvalues.
        basis: float64 [num_terms, NUM_VALUES], p_k.
        coefficients: float64 [num_filters, num_terms], c_k of the one filter, or of each
            class's.
    """

    eigenvalues: Floats
    basis: Floats
    coefficients: Floats

    @classmethod
    def of(
        cls, basis: Callable[[Floats], Floats], coefficients: Floats, upper: float
    ) -> "FilterRecord":
        """Returns the record of some filters.

        Args:
            basis: Takes eigenvalues [k], returns p_k there, [num_terms, k].
            coefficients: [num_filters, num_terms].
            upper: Upper bound of the eigenvalues.
        """
        eigenvalues = np.linspace(0.0, upper, NUM_VALUES)
        return cls(eigenvalues, basis(eigenvalues), np.asarray(coefficients, dtype=np.float64))

    def moved(self, coefficients: Sequence[float]) -> "FilterRecord":
        """Returns the record with one filter of these coefficients, as a model learns them."""
        return replace(self, coefficients=np.array([coefficients], dtype=np.float64))
