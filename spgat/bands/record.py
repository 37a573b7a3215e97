"""What is kept of the bands that a model was trained with."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from spgat.bands.cut import Cut
from spgat.bands.operators import BandOperators

#: Size of the grid of eigenvalues on which responses are kept and drawn.
NUM_VALUES = 401


@dataclass(frozen=True, slots=True, eq=False)
class BandRecord:
    """Where bands were cut, and what they let through.

    Attributes:
        cut: Where the bands were cut.
        eigenvalues: float64 [NUM_VALUES], from 0 to an upper bound of the eigenvalues.
        responses: float64 [num_bands, NUM_VALUES], g_b(λ) of each band with the slopes that
            its operator has; None for bands of columns, which have no transfer function.
    """

    cut: Cut
    eigenvalues: NDArray[np.float64]
    responses: NDArray[np.float64] | None

    @classmethod
    def of(cls, bands: BandOperators) -> "BandRecord":
        """Returns the record of a graph's bands."""
        eigenvalues = np.linspace(0.0, bands.info.upper, NUM_VALUES)
        return cls(bands.info.cut, eigenvalues, bands.responses(eigenvalues))
