"""Axes of numbers with their names, and lines across a chart, the same in every chart."""

from collections.abc import Sequence
from typing import Any

from dashboard import theme
from dashboard.figures.scale import Option

#: Of a line that says nothing.
NO_LABEL: Option = {"show": False}


def along(name: str, gap: int = 28, **rest: Any) -> Option:
    """Returns the axis at the bottom of a chart, its name so many pixels below it."""
    return {
        "type": "value",
        "name": name,
        "nameLocation": "middle",
        "nameGap": gap,
        "splitLine": {"show": False},
        **rest,
    }


def upwards(name: str, **rest: Any) -> Option:
    """Returns the axis at the left of a chart, its name above it."""
    return {"type": "value", "name": name, "nameTextStyle": {"align": "left"}, **rest}


def mark_lines(
    data: Sequence[Any], *, label: Option | None = None, **style: str | float
) -> Option:
    """Returns reference lines across a chart, in thin dashes unless their style says else."""
    return {
        "silent": True,
        "symbol": "none",
        "animation": False,
        "label": {"fontSize": 11} if label is None else label,
        "lineStyle": {"color": theme.NEUTRAL, "type": "dashed", "width": 1, **style},
        "data": data,
    }


def level_line(name: str, value: float, **style: str | float) -> Option:
    """Returns a level reference line with its name and value at its right end."""
    label = {"formatter": f"{name}\n{value:.2f}", "position": "end", "lineHeight": 13}
    return mark_lines([{"yAxis": round(value, 4)}], label=label, **{"width": 1.5, **style})
