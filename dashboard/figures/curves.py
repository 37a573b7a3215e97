"""Lines over a continuous axis: transfer functions g(λ) and errors."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard import theme
from dashboard.figures.scale import GRID, Option

Floats = NDArray[np.float64]
_DASHES = ("solid", "dashed", "dotted")


def lines(
    x: Floats,
    curves: Mapping[str, Floats],
    *,
    x_name: str,
    y_name: str,
    rug: Floats | None = None,
    marked: float | None = None,
    level: float | None = None,
    is_log: bool = False,
    colours: Sequence[str] = theme.CATEGORICAL,
) -> Option:
    """Returns the ECharts option of one or more lines, told apart by colour and dashes.

    Args:
        x: float [num], ascending.
        curves: float [num] for each name in the legend.
        x_name: What the x axis shows.
        y_name: What the y axis shows.
        rug: Values on the x axis to tick, for instance eigenvalues.
        marked: A place on the x axis to draw an upright line at.
        level: A value of y to draw a level line at.
        is_log: Whether the y axis counts powers of ten; sizes are drawn then, and none below
            1e-17.
        colours: One for each curve.
    """
    shown = {name: _positive(values) if is_log else values for name, values in curves.items()}
    series: list[dict[str, Any]] = [
        {
            "type": "line",
            "name": name,
            "encode": {"x": x_name, "y": name, "tooltip": [name]},
            "showSymbol": False,
            "lineStyle": {"type": _DASHES[number % len(_DASHES)], "width": 2.5},
            "itemStyle": {"color": colours[number]},
        }
        for number, name in enumerate(shown)
    ]
    marks = [] if marked is None else [{"xAxis": marked}]
    if level is not None:
        marks.append({"yAxis": level})
    series[0]["markLine"] = {
        "silent": True,
        "symbol": "none",
        "label": {"show": False},
        "lineStyle": {"color": theme.NEUTRAL, "type": "dashed"},
        "data": marks,
    }
    if rug is not None:
        series.append(
            {
                "type": "scatter",
                "data": [[round(value, 4), 0] for value in rug.tolist()],
                "symbol": "rect",
                "symbolSize": [1, 12],
                "itemStyle": {"color": theme.NEUTRAL, "opacity": 0.7},
                "silent": True,
            }
        )
    return {
        "animationDuration": 0,
        "animationDurationUpdate": 150,
        "tooltip": {
            "trigger": "axis",
            "valueFormatter": "%.4g",
        },
        "legend": {"top": 0, "right": 8, "show": len(curves) > 1, "data": list(curves)},
        "grid": GRID,
        "dataset": {"source": pd.DataFrame({x_name: x, **shown})},
        "xAxis": {
            "type": "value",
            "name": x_name,
            "nameLocation": "middle",
            "nameGap": 28,
            "min": float(x[0]),
            "max": float(x[-1]),
            "axisLabel": {"showMaxLabel": float(x[-1]).is_integer()},
            "splitLine": {"show": False},
        },
        "yAxis": {
            "type": "log" if is_log else "value",
            "name": y_name,
            "nameTextStyle": {"align": "left"},
            "axisLabel": {"formatter": "{value}"},
        },
        "series": series,
    }


def _positive(values: Floats) -> Floats:
    """Sizes that have a logarithm: those below the precision of a number become that."""
    return np.maximum(np.abs(values), 1e-17)
