"""A signal over time: its energy in low and high, and the picture of frequency by time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.colouring import SEQUENTIAL
from dashboard.figures.scale import GRID, Option
from spgat.arrays import Floats, Ints

#: Cells of the picture: some 7,000 are drawn at once by any browser.
MAX_COLUMNS, MAX_ROWS = 168, 40
#: Colours span so many powers of ten below the largest energy.
_DECADES = 4.0
_DASHES = ("solid", "dashed")
#: Labels of times are long: the charts of one time axis share these margins.
_GRID = {**GRID, "left": 64, "right": 20}


def curves(
    times: Sequence[str],
    values: Mapping[str, Floats],
    *,
    now: int,
    y_name: str,
    colours: Sequence[str],
) -> Option:
    """Returns the ECharts option of lines over time, with the present time marked.

    Args:
        times: One label per time step.
        values: float [num_times] by the name of the line; a gap where NaN.
        now: Index of the present time.
        y_name: What the y axis shows.
        colours: One for each line.
    """
    series: list[dict[str, Any]] = [
        {
            "type": "line",
            "name": name,
            "encode": {"x": "time", "y": name, "tooltip": [name]},
            "showSymbol": False,
            "sampling": "lttb",
            "lineStyle": {"type": _DASHES[number % len(_DASHES)], "width": 1.8},
            "itemStyle": {"color": colours[number]},
        }
        for number, name in enumerate(values)
    ]
    series[0]["markLine"] = {
        "silent": True,
        "symbol": "none",
        "animation": False,
        "label": {"show": False},
        "lineStyle": {"color": theme.ORANGE, "type": "solid", "width": 2},
        "data": [{"xAxis": now}],
    }
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "%.4g"},
        "legend": {"top": 0, "right": 8, "data": list(values)},
        "grid": _GRID,
        "dataset": {"source": pd.DataFrame({"time": list(times), **values})},
        "xAxis": {
            "type": "category",
            "boundaryGap": False,
            "axisLabel": {"hideOverlap": True},
        },
        "yAxis": {
            "type": "value",
            "name": y_name,
            "nameTextStyle": {"align": "left"},
            "axisLabel": {"formatter": "{value}"},
        },
        "series": series,
    }


@dataclass(frozen=True, eq=False)
class Picture:
    """The energy by frequency and time, in cells of a few frequencies and times.

    Attributes:
        option: The ECharts option; a click selects a cell.
        first_times, first_frequencies: int64, for each cell of the chart's data the first
            time step and the first frequency (from 0) in it.
        num_times, num_frequencies: How many of each a cell has at most.
    """

    option: Option
    first_times: Ints
    first_frequencies: Ints
    num_times: int
    num_frequencies: int


def picture(joint: Floats, times: Sequence[str]) -> Picture:
    """Returns the picture frequency × time, the lowest frequencies at the bottom.

    A cell has the mean energy of its frequencies and times, on a scale of powers of ten; times
    with a missing reading have no cell.

    Args:
        joint: float64 [num_frequencies, num_times], of `spgat.series.joint_energy`.
        times: One label per time step.
    """
    rows = _starts(len(joint), MAX_ROWS)
    columns = _starts(joint.shape[1], MAX_COLUMNS)
    means = _block_means(_block_means(joint, rows).T, columns).T
    low, high = np.nonzero(np.isfinite(means))
    powers = np.log10(np.maximum(means[low, high], 1e-300))
    top = float(powers.max(initial=-300.0))
    cells = pd.DataFrame(
        {
            "time": high.astype(np.int32),
            "frequencies": low.astype(np.int32),
            "log10 energy": np.maximum(powers, top - 2 * _DECADES).round(3),
        }
    )
    ends = [*rows[1:], len(joint)]
    spans = [
        str(start + 1) if end - start == 1 else f"{start + 1}–{end}"
        for start, end in zip(rows.tolist(), map(int, ends), strict=True)
    ]
    option = {
        "animation": False,
        "tooltip": {"formatter": "10^{@[2]} on average"},
        "grid": _GRID,
        "dataset": {"source": cells},
        "xAxis": {
            "type": "category",
            "data": [times[column] for column in columns],
            "axisLabel": {"hideOverlap": True},
            "splitLine": {"show": False},
        },
        "yAxis": {
            "type": "category",
            "name": "frequency k",
            "nameTextStyle": {"align": "left"},
            "data": spans,
            "splitLine": {"show": False},
            "axisLabel": {"interval": max(len(spans) // 6, 1) - 1},
        },
        "visualMap": {
            "type": "continuous",
            "show": False,
            "min": top - _DECADES,
            "max": top,
            "dimension": "log10 energy",
            "inRange": {"color": list(SEQUENTIAL)},
        },
        "series": [
            {
                "type": "heatmap",
                "encode": {"x": "time", "y": "frequencies", "value": "log10 energy"},
                "selectedMode": "single",
                "select": {"itemStyle": {"borderColor": theme.ORANGE, "borderWidth": 2}},
                "progressive": 0,
            }
        ],
    }
    step = len(joint) if len(rows) == 1 else int(rows[1])
    pace = joint.shape[1] if len(columns) == 1 else int(columns[1])
    return Picture(option, columns[high], rows[low], pace, step)


def _starts(length: int, most: int) -> Ints:
    """First indices of equal stretches, of which there are at most so many."""
    return np.arange(0, length, -(-length // most))


def _block_means(values: Floats, starts: Ints) -> Floats:
    """Means of the rows of each stretch."""
    sizes = np.diff([*starts, len(values)])
    return np.asarray(np.add.reduceat(values, starts, axis=0) / sizes[:, None])
