"""Where a spectrum is cut: how many frequencies lie below each cut, and at which eigenvalue."""

from dataclasses import dataclass

import scipy.sparse as sp

from spgat.arrays import Floats
from spgat.bands.config import BandConfig
from spgat.spectral.density import SpectralDensity
from spgat.spectral.laplacian import null_space


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Where the frequencies of a graph, or the columns of a basis, are cut into bands.

    Attributes:
        num_low: Number of frequencies (columns, for a cut by column) below each inner cut,
            ascending.
        null_dimension: Number of eigenvalues 0.
        cutoffs: The eigenvalue at each inner cut, ascending. Half a unit outside [0, upper]
            where a cut leaves nothing on one side; empty for a cut by column, which has none,
            and where only the counts were asked for.
        cutoff_error: Half-width of an interval around each cutoff that holds it; 0 where they
            come from eigenvalues.
    """

    num_low: tuple[int, ...]
    null_dimension: int
    cutoffs: tuple[float, ...] = ()
    cutoff_error: float = 0.0


def cut_of(
    adjacency: sp.csr_array, bands: BandConfig, density: SpectralDensity | None = None
) -> Cut:
    """Returns the counts below each cut of a graph's bands, and with a density its cutoffs.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes].
        bands: How the spectrum is cut.
        density: Of the same graph and Laplacian. The counts need none.
    """
    num_nodes = int(adjacency.shape[0])
    if density is None:
        null_dimension = int(null_space(adjacency, bands.laplacian).shape[1])
    else:
        null_dimension = density.null_dimension
    num_low = bands.num_low(num_nodes, null_dimension)
    if density is None or not bands.cuts_frequencies:
        return Cut(num_low=num_low, null_dimension=null_dimension)
    upper = float(density.grid[-1])
    if density.eigenvalues is not None:
        cutoffs = cutoffs_between(density.eigenvalues, num_low, upper)
        return Cut(num_low=num_low, null_dimension=null_dimension, cutoffs=cutoffs)
    ends = _ends(num_nodes, upper)
    found = [
        (ends[low], 0.0) if low in ends else density.cutoff_for_fraction(low / num_nodes)
        for low in num_low
    ]
    return Cut(
        num_low=num_low,
        null_dimension=null_dimension,
        cutoffs=tuple(cutoff for cutoff, _ in found),
        cutoff_error=max(error for _, error in found),
    )


def cutoffs_between(
    eigenvalues: Floats, num_low: tuple[int, ...], upper: float
) -> tuple[float, ...]:
    """Returns the middle between the eigenvalues on both sides of each cut.

    Args:
        eigenvalues: float64 [num_nodes], ascending; NaN where unknown, not beside a cut.
        num_low: Number of eigenvalues below each cut.
        upper: Upper bound of the eigenvalues.
    """
    ends = _ends(len(eigenvalues), upper)
    return tuple(
        ends[low] if low in ends else float(eigenvalues[low - 1 : low + 1].mean())
        for low in num_low
    )


def _ends(num_nodes: int, upper: float) -> dict[int, float]:
    """The cutoffs of cuts with nothing on one side, 0 and upper themselves on the other."""
    return {0: -0.5, num_nodes: upper + 0.5}
