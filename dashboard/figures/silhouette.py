"""The silhouette plot: every node's value, sorted within its class, and the mean."""

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.axes import level_line
from dashboard.figures.colouring import Categories
from dashboard.figures.scale import Option
from spgat.arrays import Floats, Ints

#: Values drawn per class; a large class is drawn by evenly spaced ones of its sorted values.
_MAX_POINTS = 150
_GAP = 0.02  # between classes, in parts of the width


def silhouette_table(values: Floats, classes: Categories) -> pd.DataFrame:
    """Returns the measured nodes of each class and their mean silhouette.

    Args:
        values: float64 [num_nodes], NaN where not measured.
        classes: The classes the values were measured for.
    """
    parts = [
        values[np.isfinite(values) & (classes.codes == k)] for k in range(len(classes.names))
    ]
    return pd.DataFrame(
        {
            "class": classes.names,
            "nodes": [len(part) for part in parts],
            "mean silhouette": [part.mean() if len(part) else np.nan for part in parts],
        }
    )


def silhouette_chart(
    values: Floats,
    classes: Categories,
    mean: float,
    selected: Ints | None = None,
) -> Option:
    """Returns the ECharts option.

    Args:
        values: float64 [num_nodes], NaN where not measured.
        classes: The classes the values were measured for.
        mean: Drawn as a dashed line.
        selected: Nodes to mark.
    """
    measured = np.isfinite(values)
    total = int(measured.sum())
    series, labels = [], []
    left = 0.0
    marks: list[list[float]] = []
    for k, name in enumerate(classes.names):
        nodes = np.flatnonzero(measured & (classes.codes == k))
        if len(nodes) == 0:
            continue
        order = nodes[np.argsort(values[nodes])]
        width = len(nodes) / total
        shown = np.linspace(0, len(nodes) - 1, min(len(nodes), _MAX_POINTS)).round().astype(int)
        at = left + width * (shown + 0.5) / len(nodes)
        ends = [[left, 0.0], *np.c_[at, values[order[shown]]].tolist(), [left + width, 0.0]]
        series.append(
            {
                "type": "line",
                "id": f"class {k}",  # a class may be called "mean"
                "name": name,
                "data": [[round(x, 4), round(y, 4)] for x, y in ends],
                "showSymbol": False,
                "silent": True,
                "lineStyle": {"width": 1, "color": classes.colours[k]},
                "itemStyle": {"color": classes.colours[k]},
                "areaStyle": {"color": classes.colours[k], "opacity": 0.55, "origin": 0},
            }
        )
        labels.append((left + width / 2, name, float(values[nodes].mean()), width))
        if selected is not None:
            place = left + width * (np.arange(len(nodes)) + 0.5) / len(nodes)
            hit = np.isin(order, selected)
            marks += np.c_[place[hit], values[order[hit]]].round(4).tolist()
        left += width + _GAP
    means = {"type": "line", "id": "mean", "name": "mean", "data": [], "silent": True}
    series.append({**means, "markLine": level_line("mean", mean)})
    series.append(_class_names(labels))
    if marks:
        series.append(
            {
                "type": "scatter",
                "id": "selected",
                "name": "selected",
                "data": marks,
                "symbolSize": 5,
                "silent": True,
                "itemStyle": {"color": theme.NEUTRAL, "opacity": 0.9},
            }
        )
    return {
        "animation": False,
        "tooltip": {"show": False},
        "legend": {"show": False},
        "grid": {"left": 36, "right": 48, "top": 12, "bottom": 34, "outerBoundsMode": "none"},
        "xAxis": {"type": "value", "show": False, "min": 0, "max": left - _GAP},
        "yAxis": {"type": "value", "min": -1, "max": 1, "interval": 0.5},
        "series": series,
    }


def _class_names(labels: list[tuple[float, str, float, float]]) -> Option:
    """Names under the classes, as points at the foot whose labels are the names."""
    return {
        "type": "scatter",
        "id": "names",
        "silent": True,
        "symbolSize": 0,
        "data": [
            {
                "value": [round(x, 4), -1],
                "label": {"formatter": f"{_short(name, width)}\n{mean:.2f}"},
            }
            for x, name, mean, width in labels
        ],
        "label": {
            "show": True,
            "position": "bottom",
            "distance": 4,
            "fontSize": 11,
            "lineHeight": 14,
        },
        "labelLayout": {"hideOverlap": True},
    }


def _short(name: str, width: float) -> str:
    room = max(int(60 * width), 3)
    return name if len(name) <= room else name[: room - 1] + "…"
