"""Graphs as drawings: edges coloured by a weight, nodes by a signal."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard import theme
from dashboard.figures.scale import Option, colours
from dashboard.plain import short
from spgat.arrays import Floats, Ints

#: Beyond these a drawing is a hairball that takes the browser seconds.
MAX_NODES, MAX_EDGES = 1000, 6000


def is_drawable(num_nodes: int, num_edges: int) -> bool:
    """Whether a graph is small enough to draw."""
    return num_nodes <= MAX_NODES and num_edges <= MAX_EDGES


def height_of(positions: Floats) -> int:
    """A height in pixels that suits the drawing's shape in a third of the page."""
    width, height = np.ptp(positions, axis=0)
    return int(np.clip(420 * height / max(width, 1e-12), 170, 380)) + 28


def drawing(
    positions: Floats,
    edges: Ints,
    *,
    edge_values: Floats | None = None,
    edge_limit: float = 1.0,
    node_values: Floats | None = None,
    node_limit: float = 1.0,
    node_names: Sequence[str] | None = None,
    marked: int | None = None,
    is_clickable: bool = False,
) -> Option:
    """Returns the ECharts option of a graph at fixed positions.

    Args:
        positions: float [num_nodes, 2], y upwards.
        edges: int [num_edges, 2].
        edge_values: float [num_edges], the weights to colour edges by; plain where None.
        edge_limit: The weight of full colour.
        node_values: float [num_nodes], the signal to colour nodes by; plain where None.
        node_limit: The value of full colour.
        node_names: Shown when hovering; node numbers where None.
        marked: A node to ring.
        is_clickable: Whether a click on a node selects it.
    """
    num_nodes = len(positions)
    opacity = round(0.35 * _lightness(len(edges)), 3) if edge_values is None else 1
    return {
        "animationDurationUpdate": 150 if num_nodes <= 200 else 0,
        "animationDuration": 0,
        "tooltip": {"valueFormatter": "%.3f"},
        "series": [
            {
                "type": "graph",
                "layout": "none",
                "preserveAspect": True,
                "left": 14,
                "right": 14,
                "top": 14,
                "bottom": 14,
                "roam": num_nodes > 100,
                "symbolSize": node_size(num_nodes),
                # Ends without a size stop at the rims: fading nodes would show the lines.
                "edgeSymbol": "none" if node_values is None else "circle",
                "edgeSymbolSize": 0,
                "selectedMode": "single" if is_clickable else False,
                "cursor": "pointer" if is_clickable else "default",
                "data": _nodes(positions, node_values, node_limit, node_names, marked),
                "links": _links(edges, edge_values, edge_limit),
                "itemStyle": {
                    "color": theme.NEUTRAL,
                    "borderColor": theme.NEUTRAL,
                    "borderWidth": 1,
                },
                "lineStyle": {"color": theme.NEUTRAL, "width": 1, "opacity": opacity},
                "emphasis": {"focus": "adjacency", "lineStyle": {"width": 3}},
                "select": {"itemStyle": {"borderColor": theme.ORANGE, "borderWidth": 2.5}},
            }
        ],
    }


def _canvas(positions: Floats) -> Ints:
    """Whole coordinates over thousands of units, y downwards as the browser counts.

    ECharts snaps level and upright lines to half units of the data, which must be small.
    """
    span = max(float(np.ptp(positions, axis=0).max()), 1e-12)
    return np.asarray(np.rint(positions * [1, -1] * (4000 / span)), dtype=np.int64)


def node_size(num_nodes: int) -> int:
    """Returns a diameter in pixels: 13 for tens of nodes, 5 for a thousand."""
    return int(np.clip(95 / np.sqrt(num_nodes), 5, 13))


def edge_widths(strengths: Floats, num_edges: int) -> Floats:
    """Returns widths in pixels, a second sign beside colour, for strengths from 0 to 1."""
    return (0.75 + 2.25 * np.clip(strengths, 0, 1)) * _lightness(num_edges)


def _lightness(num_edges: int) -> float:
    """How lightly edges are drawn, in (0, 1], so that thousands don't cover the nodes."""
    return float(np.sqrt(min(1.0, 300 / max(num_edges, 1))))


def _nodes(
    positions: Floats,
    values: Floats | None,
    limit: float,
    names: Sequence[str] | None,
    marked: int | None,
) -> list[dict[str, Any]]:
    fills = None if values is None else colours(values, limit)
    nodes = []
    for node, (x, y) in enumerate(_canvas(positions).tolist()):
        entry = {"name": str(node) if names is None else short(names[node]), "x": x, "y": y}
        style: dict[str, Any] = {}
        if values is not None and fills is not None:
            entry["value"] = round(float(values[node]), 4)
            style["color"] = fills[node]
        if node == marked:
            style |= {"borderColor": theme.ORANGE, "borderWidth": 2.5}
        nodes.append(entry | {"itemStyle": style} if style else entry)
    return nodes


def _links(edges: Ints, values: Floats | None, limit: float) -> list[dict[str, Any]]:
    pairs = edges.tolist()
    if values is None:
        return [{"source": i, "target": j} for i, j in pairs]
    widths = edge_widths(np.abs(values) / limit, len(edges))
    return [
        {
            "source": i,
            "target": j,
            "value": round(value, 4),
            "lineStyle": {"color": colour, "width": round(width, 2)},
        }
        for (i, j), value, colour, width in zip(
            pairs, values.tolist(), colours(values, limit), widths.tolist(), strict=True
        )
    ]
