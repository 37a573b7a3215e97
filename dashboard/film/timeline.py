"""A signal's energy over time, in low and high and by frequency, for the browser to draw."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dashboard import theme
from dashboard.figures.colouring import SEQUENTIAL
from dashboard.film import packing
from spgat.arrays import Floats, Ints
from spgat.series import EnergyOverTime

#: Cells of the picture of frequency by time.
MAX_COLUMNS, MAX_ROWS = 336, 60
#: Colours span so many powers of ten below the largest mean energy of a cell.
DECADES = 4.0
_FULL = 63


@dataclass(frozen=True, eq=False)
class Cells:
    """The energy by frequency and time, averaged over cells of a few frequencies and times.

    Attributes:
        rows, columns: int64, the first frequency and the first time of each, from 0.
        powers: float64 [num_rows, num_columns], log10 of the mean energy of each cell; NaN
            where no time of it has all its readings.
        strongest: int64 [num_rows, num_columns], the frequency of most energy in each cell,
            from 0.
        times: int64 [num_rows, num_columns], when it has that energy.
        num_frequencies: Of the graph.
    """

    rows: Ints
    columns: Ints
    powers: Floats
    strongest: Ints
    times: Ints
    num_frequencies: int


def cells_of(joint: Floats) -> Cells:
    """Returns the cells of a picture.

    Args:
        joint: float64 [num_frequencies, num_times], of `spgat.series.joint_energy`.
    """
    rows, columns = _starts(len(joint), MAX_ROWS), _starts(joint.shape[1], MAX_COLUMNS)
    sizes = len(rows), len(columns)
    heights, widths = (-(-long // most) for long, most in zip(joint.shape, sizes, strict=True))
    padded = np.full((sizes[0] * heights, sizes[1] * widths), np.nan)
    padded[: len(joint), : joint.shape[1]] = joint
    apart = padded.reshape(sizes[0], heights, sizes[1], widths).swapaxes(1, 2)
    blocks = apart.reshape(*sizes, heights * widths)
    known = np.isfinite(blocks)
    counts = known.sum(axis=2)
    totals = np.where(known, blocks, 0.0).sum(axis=2)
    means = np.divide(totals, counts, out=np.full(sizes, np.nan), where=counts > 0)
    place = np.where(known, blocks, -1.0).argmax(axis=2)
    return Cells(
        rows,
        columns,
        np.log10(np.maximum(means, 1e-300)),
        rows[:, None] + place // widths,
        columns + place % widths,
        len(joint),
    )


def pack(
    energy: EnergyOverTime,
    cells: Cells,
    labels: Sequence[str],
    *,
    node: int,
    alt: str,
    key: str,
    is_locked: bool,
) -> bytes:
    """Returns the two strips packed.

    Args:
        energy: In low and high.
        cells: Of the picture.
        labels: One for each time step.
        node: The one that the drawings ring.
        alt: What is drawn, for those who can't see it.
        key: Of the slider.
        is_locked: Whether a click in the picture picks no cell of it.
    """
    top = float(np.nanmax(cells.powers, initial=-300.0))
    shares = energy.low_share
    known = np.isfinite(shares)
    usual = float(np.median(shares[known])) if known.any() else np.nan
    levels = np.clip(1 + (cells.powers - top) / DECADES, 0, 1) * _FULL
    return packing.pack(
        {
            "kind": "timeline",
            "key": key,
            "alt": alt,
            "times": list(labels),
            "rows": cells.rows.tolist(),
            "numColumns": len(cells.columns),
            "pace": int(cells.columns[1]) if len(cells.columns) > 1 else len(labels),
            "numFrequencies": cells.num_frequencies,
            "top": top,
            "decades": DECADES,
            "full": _FULL,
            "colours": _shades(),
            "usual": "" if np.isnan(usual) else f"; usually it has {usual:.0%}",
            "bands": [
                {"name": "low", "colour": theme.LOW, "curve": "low"},
                {"name": "high", "colour": theme.HIGH, "curve": "high"},
            ],
            "neutral": theme.NEUTRAL,
            "marked": theme.ORANGE,
            "node": node,
            "isLocked": is_locked,
        },
        {
            "low": energy.low.astype(np.float32),
            "high": energy.high.astype(np.float32),
            "levels": np.where(np.isnan(levels), -1, np.rint(np.nan_to_num(levels))).astype(
                np.int8
            ),
        },
    )


def _starts(length: int, most: int) -> Ints:
    """First indices of equal stretches, of which there are at most so many."""
    return np.arange(0, length, -(-length // most))


def _shades() -> list[str]:
    """Colours from little to much."""
    stops = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in SEQUENTIAL])
    places = np.linspace(0, len(stops) - 1, _FULL + 1)
    mixed = np.stack([np.interp(places, range(len(stops)), stops[:, c]) for c in range(3)], 1)
    return [f"rgb({r:.0f},{g:.0f},{b:.0f})" for r, g, b in mixed]
