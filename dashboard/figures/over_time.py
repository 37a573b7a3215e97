"""Lines over time, with the present time marked."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from dashboard import theme
from dashboard.figures.axes import NO_LABEL, mark_lines, upwards
from dashboard.figures.scale import GRID, Option
from spgat.arrays import Floats

_DASHES = ("solid", "dashed")


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
    series[0]["markLine"] = mark_lines(
        [{"xAxis": now}], label=NO_LABEL, color=theme.ORANGE, type="solid", width=2
    )
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "%.4g"},
        "legend": {"top": 0, "right": 8, "data": list(values)},
        "grid": GRID,
        "dataset": {"source": pd.DataFrame({"time": list(times), **values})},
        "xAxis": {"type": "category", "boundaryGap": False, "axisLabel": {"hideOverlap": True}},
        "yAxis": upwards(y_name, axisLabel={"formatter": "{value}"}),
        "series": series,
    }
