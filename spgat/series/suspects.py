"""Which sensors disagree with their neighbours: a ranking by the high-frequency residual."""

import warnings
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Ints
from spgat.errors import InputError

Sign = Literal["erratic", "silent", "shifted"]
SIGNS: tuple[Sign, ...] = get_args(Sign)

#: The series is looked at in so many parts; for a week these are half days.
_NUM_PARTS = 14
#: A level is that of at least two parts.
_SHORTEST = 2
#: What is smaller than this share of the usual deviation is rounding.
_FLOOR = 0.02
_SMALLEST = 1e-150


@dataclass(frozen=True, eq=False)
class Suspects:
    """The nodes, the most suspicious first.

    Attributes:
        nodes: int64 [num_ranked]; nodes without neighbours or without readings are left out.
        scores: float64 [num_ranked], descending; the largest of the three signs.
        signs: float64 [num_ranked, 3], by `SIGNS`: how many robust standard deviations the
            logarithm of a node's sign lies above the median of all nodes.
    """

    nodes: Ints
    scores: Floats
    signs: Floats

    @property
    def reasons(self) -> tuple[Sign, ...]:
        """The largest sign of each node."""
        return tuple(SIGNS[place] for place in self.signs.argmax(axis=1))


def neighbour_residuals(adjacency: sp.csr_array, values: Floats) -> Floats:
    """Returns each reading minus the weighted mean of its neighbours' at that time.

    For complete readings these are (I − D⁻¹A) x(t), a high pass: the random-walk Laplacian
    multiplies frequency λ by λ. A missing neighbour is left out of the mean, so that nothing
    has to be filled in.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric; self-loops count for nothing.
        values: float64 [num_times, num_nodes], NaN where missing.

    Returns:
        float64 [num_times, num_nodes], NaN where the reading or all neighbours' are missing.
    """
    return np.asarray(values - _neighbour_means(adjacency, values))


def rank_suspects(adjacency: sp.csr_array, values: Floats) -> Suspects:
    """Returns the nodes by how much their readings look like those of a broken sensor.

    Not in the paper. Three signs are taken of the residuals r(t) of `neighbour_residuals`, all
    of them medians or ranges of long stretches, so that a jam, an accident or a day of repair
    hardly moves them:

    - erratic: the median of |r(t) − r(t−1)|. Neighbours do not follow the jumps.
    - silent: the standard deviation of the neighbours' mean over that of the node, in the one
      of 14 equal parts of the series where the ratio is largest, of those in which at least
      half of its residuals are known. The node does not follow.
    - shifted: the largest difference between the median of r before and after one of the
      boundaries between those parts, each side at least a seventh of the series.

    Roads differ, and so do their residuals. Each sign is therefore compared with that of the
    other nodes: by its logarithm, less the median, over 1.4826 times the median deviation. A
    sensor that is wrong by the same amount all the time looks like a slow road, and is not
    looked for.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric.
        values: float64 [num_times, num_nodes], NaN where missing.

    Raises:
        InputError: For fewer than 28 times, or where no node has neighbours and readings.
    """
    if len(values) < _NUM_PARTS * 2:
        raise InputError(
            f"The series has {len(values)} time steps; the ranking needs at least "
            f"{_NUM_PARTS * 2}."
        )
    means = _neighbour_means(adjacency, values)
    nodes = np.flatnonzero(np.isfinite(values - means).any(axis=0))
    if not len(nodes):
        raise InputError("No node has both readings and neighbours with readings.")
    standard = _standardised(np.log(_signs(values[:, nodes], means[:, nodes])))
    scores = standard.max(axis=1)
    order = np.argsort(-scores, kind="stable")
    return Suspects(nodes[order], scores[order], standard[order])


def _signs(values: Floats, means: Floats) -> Floats:
    """The three signs of each node, float64 [num_nodes, 3], positive.

    Args:
        values: float64 [num_times, num_nodes], of nodes with at least one residual.
        means: Of their neighbours, of the same shape.
    """
    residuals = values - means
    parts = np.array_split(np.arange(len(values)), _NUM_PARTS)
    floor = _FLOOR * float(np.nanmedian(np.abs(values - _medians(values))))
    floor = max(floor, _SMALLEST)
    with warnings.catch_warnings():  # of stretches without a reading
        warnings.simplefilter("ignore", RuntimeWarning)
        erratic = _medians(np.abs(np.diff(residuals, axis=0)))
        silent = np.nanmax([_stillness(values[p], means[p], floor) for p in parts], axis=0)
        starts = [int(part[0]) for part in parts[_SHORTEST : 1 - _SHORTEST]]
        shifted = np.nanmax(
            [np.abs(_medians(residuals[:s]) - _medians(residuals[s:])) for s in starts], axis=0
        )
    silent = np.where(np.isfinite(silent), silent, 1.0)
    signs = np.stack([erratic + floor, silent, shifted + floor], axis=1)
    return np.where(np.isfinite(signs), signs, floor)


def _stillness(values: Floats, means: Floats, floor: float) -> Floats:
    """How much more the neighbours vary than each node; NaN where half is not known.

    Both at the same times: a few readings vary little, whatever the node does.
    """
    known = np.isfinite(values - means)
    own, others = (np.nanstd(np.where(known, x, np.nan), axis=0) for x in (values, means))
    return np.where(
        2 * known.sum(axis=0) >= len(values), (others + floor) / (own + floor), np.nan
    )


def _medians(values: Floats) -> Floats:
    """The median of what is known in each column; NaN where nothing is."""
    is_whole = not np.isnan(values).any()  # NumPy is far slower where it has to look
    return np.asarray((np.median if is_whole else np.nanmedian)(values, axis=0))


def _neighbour_means(adjacency: sp.csr_array, values: Floats) -> Floats:
    """float64 [num_times, num_nodes], NaN where no neighbour has a reading."""
    weights = sp.csr_array(adjacency, copy=True)
    weights.setdiag(0.0)
    known = np.isfinite(values)
    sums = (weights @ np.where(known, values, 0.0).T).T
    totals = (weights @ known.T.astype(np.float64)).T
    return np.divide(sums, totals, out=np.full(values.shape, np.nan), where=totals > 0)


def _standardised(logarithms: Floats) -> Floats:
    """How far each column's values lie above its median, in robust standard deviations."""
    centred = logarithms - np.median(logarithms, axis=0)
    spread = 1.4826 * np.median(np.abs(centred), axis=0)
    return np.asarray(centred / np.where(spread > 0, spread, 1.0))
