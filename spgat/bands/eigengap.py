"""Gaps between eigenvalues, which suggest a d without any label. Not in the paper."""

from dataclasses import dataclass

import numpy as np

from spgat.arrays import Floats
from spgat.errors import InputError

_ROUNDING = 1e-8  # two eigenvalues as close as this may be one


@dataclass(frozen=True, slots=True)
class Gap:
    """A d between two eigenvalues that lie far apart.

    Attributes:
        num_low: Number of frequencies below the gap, the null space included.
        low_fraction: The same as a share of the frequencies after the null space.
        below: The eigenvalue below the gap.
        above: The next one.
    """

    num_low: int
    low_fraction: float
    below: float
    above: float

    @property
    def relative(self) -> float:
        """The gap's width over the eigenvalue above it, in (0, 1]."""
        return 1 - self.below / self.above


def widest_gaps(eigenvalues: Floats, null_dimension: int, most: int = 3) -> tuple[Gap, ...]:
    """Returns the relatively widest gaps in the lower half of a spectrum, the widest first.

    Parts of a graph that hardly touch give as many eigenvalues near 0, and then comes a gap:
    the eigengap heuristic of spectral clustering (von Luxburg 2007, section 8.3). Two choices
    of ours: the width is 1 − λ_d / λ_{d+1}, for low eigenvalues lie closer than high ones; and
    d runs from the first frequency after the null space to half of all. A cut at the end of
    the null space would only say which component a node is in.

    Args:
        eigenvalues: float64 [num_nodes], all of them, ascending.
        null_dimension: Number of eigenvalues 0.
        most: Number of gaps.

    Returns:
        Fewer, or none, where all eigenvalues of that range are the same.
    """
    num_nodes = len(eigenvalues)
    counts = np.arange(null_dimension + 1, num_nodes // 2 + 1)
    below, above = eigenvalues[counts - 1], eigenvalues[counts]
    widths = (above - below) / above
    widest = np.argsort(-widths, kind="stable")[:most]
    return tuple(
        Gap(
            num_low=int(counts[i]),
            low_fraction=float((counts[i] - null_dimension) / (num_nodes - null_dimension)),
            below=float(below[i]),
            above=float(above[i]),
        )
        for i in widest
        if widths[i] > _ROUNDING
    )


def suggested_gaps(eigenvalues: Floats | None, null_dimension: int) -> tuple[Gap, ...]:
    """Returns the widest gaps, of which the first suggests a d for a graph without classes.

    Args:
        eigenvalues: float64 [num_nodes], all of them, ascending; None where they are unknown.
        null_dimension: Number of eigenvalues 0.

    Raises:
        InputError: If there is none, or the eigenvalues are unknown.
    """
    if eigenvalues is None:
        raise InputError(
            "The graph has no classes, and its eigenvalues are only estimated, so that no gap "
            "shows; choose d by hand, or give labels."
        )
    gaps = widest_gaps(eigenvalues, null_dimension)
    if not gaps:
        raise InputError(
            "The lower half of this spectrum has no gap, and the graph no classes, that would "
            "suggest a d; choose it by hand."
        )
    return gaps
