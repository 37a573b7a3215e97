"""What is kept of the bands that a model was trained with."""

from collections.abc import Sequence
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
