"""Maps of embeddings: nodes as points in the plane (ECharts) or in space (Plotly)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard import theme
from dashboard.figures.colouring import Categories, Colouring, Quantity
from dashboard.figures.scale import Option
from spgat.arrays import Bools, Floats, Floats32, Ints

if TYPE_CHECKING:  # Plotly is only needed in space
    import plotly.graph_objects as go


#: Columns of a node table that hovering shows, with what they are called.
HOVER = {
    "label": "label",
    "prediction": "prediction",
    "confidence": "confidence",
    "split": "split",
    "degree": "degree",
}
_SYMBOLS_IN_SPACE = {
    "circle": "circle",
    "rect": "square",
    "triangle": "diamond-open",
    "diamond": "diamond",
    "pin": "cross",
    "roundRect": "square-open",
    "arrow": "x",
    "emptyCircle": "circle-open",
}
_FAINT = 0.13


@dataclass(frozen=True, eq=False)
class Map:
    """A chart and what its points stand for.

    Attributes:
        option: The ECharts option.
        series_nodes: For each series the nodes of its points, in their order.
    """

    option: Option
    series_nodes: list[Ints]

    def nodes_of(self, selected: Iterable[Mapping[str, Any]]) -> Ints:
        """Returns the nodes of a selection as ECharts reports it, sorted, each once."""
        found = [
            self.series_nodes[group["series_index"]][np.asarray(group["data_indices"], int)]
            for group in selected
            if group["series_index"] < len(self.series_nodes)
            and max(group["data_indices"], default=-1)
            < len(self.series_nodes[group["series_index"]])
        ]
        return np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)


def limits_of(coordinates: Iterable[Floats32]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Returns the corners of the box that holds every frame of a series."""
    frames = list(coordinates)
    low = np.min([frame.min(axis=0) for frame in frames], axis=0)
    high = np.max([frame.max(axis=0) for frame in frames], axis=0)
    return low, high


def map_chart(
    coordinates: Floats32,
    table: pd.DataFrame,
    colouring: Colouring,
    *,
    limits: tuple[NDArray[Any], NDArray[Any]],
    aspect: float,
    selected: Bools | None = None,
    is_animated: bool = True,
) -> Map:
    """Returns the map of nodes in the plane, in which a lasso selects.

    Args:
        coordinates: float32 [num_nodes, 2].
        table: One row per node with the column `node` and any of those of `HOVER`.
        colouring: Of the nodes.
        limits: Corners of what must be seen; both axes have the same unit.
        aspect: Width over height of the chart, roughly.
        selected: bool [num_nodes], nodes to bring out, the others fade; none where None.
        is_animated: Whether points glide to new places.
    """
    x, y = rounded(coordinates).T
    points = table[["node", *hover_of(table)]].assign(x=x, y=y)
    kinds: list[tuple[str, Ints, str | None, str]]
    if isinstance(colouring, Quantity):
        points["value"] = colouring.values
        kinds = [(colouring.title, np.arange(len(table)), None, "circle")]
    else:
        kinds = [
            (name, np.flatnonzero(colouring.codes == k), colouring.colours[k], symbol)
            for k, (name, symbol) in enumerate(
                zip(colouring.names, colouring.symbols, strict=True)
            )
        ]
    series: list[Option] = []
    series_nodes: list[Ints] = []
    size = point_size(len(table))
    for name, nodes, colour, symbol in kinds:
        for is_bright, part in _parts(nodes, selected):
            style: Option = {"opacity": 0.85 if is_bright else _FAINT}
            if colour is not None:
                style["color"] = colour
            series.append(
                {
                    "type": "scatter",
                    "id": f"{name} {is_bright}",
                    "name": name,
                    "datasetIndex": 1 + len(series),
                    "encode": {"x": "x", "y": "y"},
                    "symbol": symbol,
                    "symbolSize": size + 2 * (is_bright and selected is not None),
                    "itemStyle": style,
                    "z": 3 if is_bright else 2,
                    "selectedMode": "multiple",
                    "select": {"itemStyle": {"borderColor": theme.NEUTRAL, "borderWidth": 2}},
                    "emphasis": {"scale": 1.6},
                }
            )
            series_nodes.append(part)
    option = _plane(limits, aspect, hover_of(table)) | {
        "animation": is_animated,
        "dataset": datasets(points, series_nodes),
        "series": series,
    }
    if isinstance(colouring, Quantity):
        option["visualMap"] = _visual_map(colouring, list(points.columns).index("value"))
        option["legend"] = {"show": False}
    else:
        option["legend"] |= {"data": [name for name, nodes, *_ in kinds if len(nodes)]}
    return Map(option, series_nodes)


def datasets(points: pd.DataFrame, parts: Sequence[Ints]) -> list[Option]:
    """Returns ECharts datasets: a table, and from 1 on the rows of each part.

    One table from which the browser picks rows, and not a table each: a table costs the server
    and the browser milliseconds, and a chart offers its first one as its data.

    Args:
        points: One row per node.
        parts: Of each the nodes, ascending; no node is in two of them.
    """
    group = np.full(len(points), -1)
    for number, nodes in enumerate(parts):
        group[nodes] = number
    picks = [{"dimension": "group", "=": number} for number in range(len(parts))]
    return [
        {"source": points.assign(group=group)},
        *({"transform": {"type": "filter", "config": pick}} for pick in picks),
    ]


def space_figure(
    coordinates: Floats32,
    table: pd.DataFrame,
    colouring: Colouring,
    *,
    selected: Bools | None = None,
) -> "go.Figure":
    """Returns the map of nodes in space, to be turned with the mouse.

    Args:
        coordinates: float32 [num_nodes, 3].
        table: As for `map_chart`.
        colouring: Of the nodes.
        selected: bool [num_nodes], nodes to bring out; none where None.
    """
    import plotly.graph_objects as go  # half a second, and only here

    hover = _hover_texts(table)
    figure = go.Figure()
    for name, nodes, marker in _kinds_in_space(colouring):
        for is_bright, part in _parts(nodes, selected):
            look = dict(marker)
            if "color" in look and not isinstance(look["color"], str):
                look["color"] = look["color"][part]
            figure.add_scatter3d(
                x=coordinates[part, 0],
                y=coordinates[part, 1],
                z=coordinates[part, 2],
                mode="markers",
                name=name,
                legendgroup=name,
                showlegend=is_bright and isinstance(colouring, Categories),
                marker=look | {"size": 3.5, "opacity": 0.85 if is_bright else _FAINT},
                text=hover[part],
                hovertemplate="%{text}<extra></extra>",
            )
    bare = {"showticklabels": False, "title": "", "showspikes": False}
    figure.update_layout(
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        legend={"itemsizing": "constant", "orientation": "h", "y": 1.02},
        scene={"xaxis": bare, "yaxis": bare, "zaxis": bare, "aspectmode": "data"},
        uirevision="kept",  # keeps the camera where only colours change
    )
    return figure


def _parts(nodes: Ints, selected: Bools | None) -> list[tuple[bool, Ints]]:
    """Some nodes, the bright ones first: the legend takes the look of the first series."""
    if selected is None:
        return [(True, nodes)]
    return [(True, nodes[selected[nodes]]), (False, nodes[~selected[nodes]])]


def hover_of(table: pd.DataFrame) -> dict[str, str]:
    """Returns the columns of a table that hovering shows, with what they are called."""
    return {column: name for column, name in HOVER.items() if column in table}


def tooltip(hover: Mapping[str, str]) -> str:
    """Returns what ECharts shows of a node, from columns and what they are called."""
    rows = "".join(f"<br/>{name} {{@{column}}}" for column, name in hover.items())
    return f"<b>{{@node}}</b>{rows}"


def rounded(coordinates: Floats32) -> Floats:
    """Returns coordinates to a ten-thousandth of their span: few letters to send."""
    span = float(np.ptp(coordinates)) or 1.0
    digits = 4 - int(np.floor(np.log10(span)))
    return coordinates.astype(np.float64).round(max(digits, 0))


def point_size(num_nodes: int) -> float:
    """Returns a diameter in pixels: 14 for tens of nodes, 3 for tens of thousands."""
    return float(np.clip(330 / np.sqrt(max(num_nodes, 1)), 3, 14).round(1))


def axes(limits: tuple[NDArray[Any], NDArray[Any]], aspect: float) -> list[Option]:
    """Returns hidden axes of one unit that hold a box.

    Args:
        limits: The box' corners.
        aspect: Width over height of the chart, roughly.
    """
    low, high = (corner[:2].astype(float) for corner in limits)
    middle, span = (low + high) / 2, np.maximum(high - low, 1e-9)
    half = 0.54 * max(span[1], span[0] / aspect)
    reach = np.array([half * aspect, half])
    return [
        {"type": "value", "show": False, "min": float(a), "max": float(b)}
        for a, b in zip(middle - reach, middle + reach, strict=True)
    ]


def _plane(
    limits: tuple[NDArray[Any], NDArray[Any]], aspect: float, hover: Mapping[str, str]
) -> Option:
    horizontal, vertical = axes(limits, aspect)
    return {
        "animationDurationUpdate": 350,
        "animationDuration": 0,
        "legend": {
            "top": 4,
            "left": 0,
            "right": 8,
            "type": "scroll",
            "itemGap": 12,
            "itemWidth": 11,
            "itemHeight": 11,
        },
        "grid": {"left": 4, "right": 4, "top": 34, "bottom": 4, "outerBoundsMode": "none"},
        "xAxis": horizontal,
        "yAxis": vertical,
        "tooltip": {"trigger": "item", "formatter": tooltip(hover)},
        "toolbox": {  # Streamlit's own toolbar comes up at the top
            "bottom": 2,
            "right": 4,
            "itemSize": 16,
            "feature": {
                "brush": {
                    "type": ["polygon", "rect", "keep", "clear"],
                    "title": {
                        "polygon": "Lasso",
                        "rect": "Box",
                        "keep": "Add to the selection",
                        "clear": "Clear",
                    },
                }
            },
        },
        "brush": {
            "xAxisIndex": 0,
            "throttleType": "debounce",
            "throttleDelay": 40,  # the component waits for another 150 ms
            "outOfBrush": {"colorAlpha": _FAINT},
            "brushStyle": {
                "borderColor": theme.NEUTRAL,
                "borderWidth": 1.5,
                "color": "rgba(127,139,153,0.12)",
            },
        },
    }


def _visual_map(colouring: Quantity, dimension: int) -> Option:
    return {
        "type": "continuous",
        "dimension": dimension,
        "min": colouring.low,
        "max": colouring.high,
        "precision": 0 if colouring.high - colouring.low > 2 else 2,
        "calculable": True,
        "orient": "horizontal",
        "left": 0,
        "top": 0,
        "itemWidth": 12,
        "itemHeight": 120,
        "text": [colouring.title, ""],
        "inRange": {"color": list(colouring.colours)},
        "outOfRange": {"color": theme.MISSING, "opacity": _FAINT},
    }


def _hover_texts(table: pd.DataFrame) -> NDArray[Any]:
    columns = {"node": "", **hover_of(table)}
    rows = zip(*(table[column].astype(str) for column in columns), strict=True)
    return np.array(
        [
            "<br>".join(
                f"{name} {escape(value)}".strip()
                for name, value in zip(columns.values(), row, strict=True)
            )
            for row in rows
        ]
    )


def _kinds_in_space(colouring: Colouring) -> list[tuple[str, Ints, dict[str, Any]]]:
    if isinstance(colouring, Quantity):
        steps = np.linspace(0, 1, len(colouring.colours))
        marker = {
            "color": colouring.values,
            "cmin": colouring.low,
            "cmax": colouring.high,
            "colorscale": [
                [float(s), c] for s, c in zip(steps, colouring.colours, strict=True)
            ],
            "colorbar": {"title": colouring.title, "thickness": 12, "len": 0.5},
        }
        return [(colouring.title, np.arange(len(colouring.values)), marker)]
    return [
        (
            name,
            np.flatnonzero(colouring.codes == k),
            {
                "color": colouring.colours[k],
                "symbol": _SYMBOLS_IN_SPACE[colouring.symbols[k]],
            },
        )
        for k, name in enumerate(colouring.names)
        if (colouring.codes == k).any()
    ]
