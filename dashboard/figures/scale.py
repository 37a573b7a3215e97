"""The diverging colour scale that drawings and matrices share, and its colour bar."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dashboard import theme

Option = dict[str, Any]

#: Margins in pixels that hold an axis' labels and name, the same in every chart.
GRID = {"left": 56, "right": 16, "top": 40, "bottom": 48, "outerBoundsMode": "none"}


def colours(values: ArrayLike, limit: float) -> list[str]:
    """Returns a CSS colour for each value on the scale from -limit to limit.

    Args:
        values: float [num_values]; those beyond the limit get its colour.
        limit: The magnitude of full colour, positive.
    """
    places = (np.clip(np.asarray(values, dtype=float) / limit, -1, 1) + 1) / 2  # in [0, 1]
    stops = np.array([_channels(colour) for colour in theme.FADING])
    at = np.linspace(0, 1, len(stops))
    mixed = np.stack([np.interp(places, at, stops[:, c]) for c in range(4)], axis=1)
    return [f"rgba({r:.0f},{g:.0f},{b:.0f},{a:.2f})" for r, g, b, a in mixed]


def limit_of(*arrays: NDArray[np.float64]) -> float:
    """Returns the largest magnitude in the arrays, to three digits: their common scale."""
    largest = max((float(np.abs(a).max()) for a in arrays if a.size), default=0.0)
    return float(f"{largest:.3g}") if largest > 1e-9 else 1.0


def visual_map(limit: float) -> Option:
    """Returns the ECharts colour mapping of the scale, to be used without its own bar."""
    return {
        "type": "continuous",
        "show": False,
        "min": -limit,
        "max": limit,
        "inRange": {"color": list(theme.FADING)},
    }


def colour_bar(limit: float) -> Option:
    """Returns a chart that is nothing but the colour bar of the scale."""
    middle = len(theme.FADING) // 2
    halves = ((-limit, theme.FADING[middle::-1]), (limit, theme.FADING[middle:]))
    return {
        "animation": False,
        "tooltip": {"show": False},
        "grid": {**GRID, "left": "15%", "right": "15%", "top": 4, "bottom": 22},
        "xAxis": {
            "type": "value",
            "min": -limit,
            "max": limit,
            "interval": limit,
            "splitLine": {"show": False},
            "axisLabel": {"formatter": "{value}"},
        },
        "yAxis": {"type": "category", "data": [""], "show": False},
        "series": [
            {
                "type": "bar",
                "silent": True,
                "barGap": "-100%",
                "barWidth": "100%",
                "data": [end],
                "itemStyle": {"color": _gradient(stops, from_left=end > 0)},
            }
            for end, stops in halves
        ],
    }


def _gradient(stops: Sequence[str], *, from_left: bool) -> Option:
    """A horizontal gradient whose first colour is at 0 on the axis."""
    start, end = (0, 1) if from_left else (1, 0)
    at = np.linspace(0, 1, len(stops)).tolist()
    marks = [{"offset": o, "color": c} for o, c in zip(at, stops, strict=True)]
    return {"type": "linear", "x": start, "y": 0, "x2": end, "y2": 0, "colorStops": marks}


def _channels(colour: str) -> tuple[float, ...]:
    """Red, green, blue in 0 … 255 and opacity in [0, 1] of "#rrggbb" or "rgba(…)"."""
    if colour.startswith("#"):
        return (*(int(colour[i : i + 2], 16) for i in (1, 3, 5)), 1.0)
    return tuple(float(part) for part in colour[5:-1].split(","))
