"""What all ways of building bands share: the graph, its Laplacian and where the cuts are."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats
from spgat.bands.config import BandConfig
from spgat.bands.cut import Cut, cut_of, cutoffs_between
from spgat.bands.operators import BandInfo
from spgat.bands.response import Response, smooth_series
from spgat.progress import Progress, ShouldStop
from spgat.spectral.cache import DiskCache
from spgat.spectral.chebyshev import ChebyshevSeries
from spgat.spectral.laplacian import eigenvalue_bound, laplacian
from spgat.spectral.operators import PolynomialOperator, SparseOperator


@dataclass(frozen=True, eq=False, kw_only=True)
class BandTask:
    """Bands to be built.

    Attributes:
        adjacency: float64 CSR [num_nodes, num_nodes].
        config: How the spectrum is cut.
        dtype: Precision of the operators.
        cache, progress, should_stop: As for `build_bands`.
    """

    adjacency: sp.csr_array
    config: BandConfig
    dtype: type[np.floating]
    cache: DiskCache | None
    progress: Progress | None
    should_stop: ShouldStop | None

    @property
    def work(self) -> dict[str, Any]:
        """Returns what long work is given along."""
        return {
            "cache": self.cache,
            "progress": self.progress,
            "should_stop": self.should_stop,
        }

    @property
    def num_nodes(self) -> int:
        """Number of nodes, so of frequencies."""
        return int(self.adjacency.shape[0])

    @cached_property
    def laplacian(self) -> sp.csr_array:
        """L, float64."""
        return laplacian(self.adjacency, self.config.laplacian)

    @cached_property
    def operator(self) -> SparseOperator:
        """L in the precision of the operators."""
        return SparseOperator.of(self.laplacian.astype(self.dtype), symmetric=True)

    @cached_property
    def upper(self) -> float:
        """Upper bound of the eigenvalues."""
        return eigenvalue_bound(self.laplacian, self.config.laplacian)

    @cached_property
    def cut(self) -> Cut:
        """How many frequencies, or columns, lie below each inner cut; without the cutoffs."""
        return cut_of(self.adjacency, self.config)

    def cut_between(self, eigenvalues: Floats) -> Cut:
        """Returns the cut with its cutoffs, in the middle between two eigenvalues.

        Args:
            eigenvalues: float64 [num_nodes], ascending; NaN where unknown, not beside a cut.
        """
        cutoffs = cutoffs_between(eigenvalues, self.cut.num_low, self.upper)
        return replace(self.cut, cutoffs=cutoffs)

    @property
    def borders(self) -> tuple[int, ...]:
        """Where the bands begin and end, from 0 to num_nodes."""
        return (0, *self.cut.num_low, self.num_nodes)

    def polynomial(self, series: ChebyshevSeries) -> PolynomialOperator:
        """Returns p(L)."""
        return PolynomialOperator(self.operator, series)

    @property
    def rounding(self) -> float:
        """The relative error of one operation of the operators."""
        return float(np.finfo(self.dtype).eps)

    def smooth(self, response: Response, growth: float = 1.0) -> ChebyshevSeries:
        """Returns a series of a smooth function, as exact as the precision is.

        Args:
            response: The function.
            growth: By how much what follows magnifies the series' relative error.
        """
        finest = float(np.finfo(np.float64).eps)  # that of the coefficients
        return smooth_series(response, self.upper, 100 * max(self.rounding / growth, finest))

    def info(
        self,
        method: str,
        cut: Cut,
        notes: tuple[str, ...] = (),
        wrong_side_mass: float | None = None,
    ) -> BandInfo:
        """Returns what is known of the bands, without its costs."""
        first, null_dimension = cut.num_low[0], cut.null_dimension
        is_inside = self.config.cuts_frequencies and first <= null_dimension
        if is_inside:
            notes += (
                f"The cut at {first} lies inside the null space, whose {null_dimension} "
                "vectors only say in which component a node lies; take a larger fraction, or "
                "count from the null space's end.",
            )
        return BandInfo(
            cut=cut,
            upper=self.upper,
            inside_null_space=is_inside,
            method=method,
            seconds=0.0,
            megabytes=0.0,
            wrong_side_mass=wrong_side_mass,
            notes=notes,
        )
