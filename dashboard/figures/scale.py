"""The diverging colour scale that drawings and matrices share, and its colour bar."""

from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dashboard import theme
from spgat.arrays import Floats

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


def limit_of(*arrays: Floats) -> float:
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


def colour_bar(limit: float, alt: str) -> str:
    """Returns the colour bar of the scale as HTML, which costs a page far less than a chart.

    Args:
        limit: The end of the scale.
        alt: What it shows, for those who can't see it.
    """
    ends = "".join(f"<span>{value:g}</span>" for value in (-limit, 0, limit))
    colours = ",".join(theme.FADING)
    return (
        f'<div role="img" aria-label="{escape(alt)}" style="width:70%;margin:0 auto">'
        f'<div style="height:14px;background:linear-gradient(to right,{colours})"></div>'
        '<div style="display:flex;justify-content:space-between;font-size:0.8rem">'
        f"{ends}</div></div>"
    )


def _channels(colour: str) -> tuple[float, ...]:
    """Red, green, blue in 0 … 255 and opacity in [0, 1] of "#rrggbb" or "rgba(…)"."""
    if colour.startswith("#"):
        return (*(int(colour[i : i + 2], 16) for i in (1, 3, 5)), 1.0)
    return tuple(float(part) for part in colour[5:-1].split(","))
