"""Lines over a continuous axis: transfer functions g(λ) and errors."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.axes import NO_LABEL, along, mark_lines, upwards
from dashboard.figures.scale import GRID, Option
from spgat.arrays import Floats

#: Ticks as 10 with a raised exponent.
_POWER = {
    "formatter": "10{exponent|{value}}",
    "rich": {"exponent": {"fontSize": 9, "padding": [0, 0, 6, 1]}},
}
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
        is_log: Whether the y axis counts powers of ten; the chart's table then has the
            exponents, too, in columns that say "log10".
        colours: One for each curve.
    """
    drawn = {name: f"log10 {name}" if is_log else name for name in curves}
    exponents = {drawn[name]: _powers(values) for name, values in curves.items() if is_log}
    series: list[dict[str, Any]] = [
        {
            "type": "line",
            "name": name,
            "encode": {"x": x_name, "y": column, "tooltip": [name]},
            "showSymbol": False,
            "lineStyle": {"type": _DASHES[number % len(_DASHES)], "width": 2.5},
            "itemStyle": {"color": colours[number]},
        }
        for number, (name, column) in enumerate(drawn.items())
    ]
    marks = [] if marked is None else [{"xAxis": marked}]
    if level is not None:
        marks.append({"yAxis": float(_powers(np.array([level]))[0]) if is_log else level})
    series[0]["markLine"] = mark_lines(marks, label=NO_LABEL) | {"animation": True}
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
        "tooltip": {"trigger": "axis", "valueFormatter": "%.4g"},
        "legend": {"top": 0, "right": 8, "show": len(curves) > 1, "data": list(curves)},
        "grid": GRID,
        "dataset": {"source": pd.DataFrame({x_name: x, **curves, **exponents})},
        "xAxis": along(
            x_name,
            min=float(x[0]),
            max=float(x[-1]),
            axisLabel={"showMaxLabel": float(x[-1]).is_integer()},
        ),
        "yAxis": upwards(
            y_name,
            scale=is_log,
            minInterval=1 if is_log else 0,
            axisLabel=_POWER if is_log else {},
        ),
        "series": series,
    }


def _powers(values: Floats) -> Floats:
    """Powers of ten, those below the precision of a number cut off."""
    return np.asarray(np.log10(np.maximum(np.abs(values), 1e-17)))
