"""Where selected nodes stand: in the drawing of the graph, and among its frequencies."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard import theme
from dashboard.figures.axes import along, upwards
from dashboard.figures.colouring import Categories
from dashboard.figures.embedding import datasets, hover_of, tooltip
from dashboard.figures.scale import Option
from spgat.arrays import Bools, Floats, Ints
from spgat.spectral.signal_energy import SignalEnergy

#: Edges drawn, of the graph and of the selection.
MAX_EDGES = 12_000


def graph_chart(
    positions: NDArray[np.floating],
    edges: Ints,
    table: pd.DataFrame,
    classes: Categories,
    selected: Bools | None,
) -> Option:
    """Returns the ECharts option of the graph, the selection's nodes and edges brought out.

    Args:
        positions: float [num_nodes, 2].
        edges: int64 [num_edges, 2].
        table: As for `map_chart`.
        classes: Colours of the nodes.
        selected: bool [num_nodes], or None.
    """
    bright = np.ones(len(positions), bool) if selected is None else selected
    unit = 1000 / max(float(np.ptp(positions, axis=0).max()), 1e-9)
    places = np.rint((positions - positions.mean(axis=0)) * unit).astype(np.int64)
    points = table[["node", *hover_of(table)]].assign(x=places[:, 0], y=places[:, 1])
    parts: list[Ints] = []
    series = [_lines("edges", places, edges, opacity=0.5 if selected is None else 0.12)]
    if selected is not None:
        touched = edges[bright[edges].any(axis=1)]
        series.append(_lines("selected edges", places, touched, opacity=0.8, width=1.2))
    for k, name in enumerate(classes.names):
        for is_bright in (False, True):
            nodes = np.flatnonzero((classes.codes == k) & (bright == is_bright))
            if len(nodes) == 0:
                continue
            series.append(
                {
                    "type": "scatter",
                    "id": f"{name} {is_bright}",
                    "name": name,
                    "datasetIndex": 1 + len(parts),
                    "encode": {"x": "x", "y": "y"},
                    "symbol": classes.symbols[k],
                    "large": not is_bright,  # one path per class and not one per node
                    "largeThreshold": 0,
                    "symbolSize": 7 if is_bright else 4,
                    "itemStyle": {
                        "color": classes.colours[k],
                        "opacity": 0.9 if is_bright else 0.13,
                    },
                    "z": 3,
                }
            )
            parts.append(nodes)
    axis = {"type": "value", "show": False, "scale": True}
    # Otherwise a finger moves the drawing, and the page stays where it is.
    zoom = {"type": "inside", "filterMode": "none", "preventDefaultMouseMove": False}
    return {
        "animation": False,
        "tooltip": {"trigger": "item", "formatter": tooltip(hover_of(table))},
        "legend": {"show": False},
        "grid": {"left": 4, "right": 4, "top": 4, "bottom": 4, "outerBoundsMode": "none"},
        "xAxis": axis,
        "yAxis": axis,
        "dataZoom": [
            {**zoom, "xAxisIndex": 0},
            {**zoom, "yAxisIndex": 0},
        ],
        "dataset": datasets(points, parts),
        "series": series,
    }


def _lines(
    name: str, places: Ints, edges: Ints, *, opacity: float, width: float = 0.8
) -> Option:
    return {
        "type": "lines",
        "id": name,
        "coordinateSystem": "cartesian2d",
        "silent": True,
        "large": True,
        "data": _flat(places[edges[:MAX_EDGES]]),
        "lineStyle": {"color": theme.NEUTRAL, "opacity": opacity, "width": width},
    }


def _flat(lines: Ints) -> list[int]:
    """The ends of lines, int64 [num_lines, 2, 2], as one list: of each 2, x, y, x, y.

    ECharts takes it so, and it is a third of the work of nested lists for server and browser.
    """
    flat = np.full((len(lines), 5), 2)
    flat[:, 1:] = lines.reshape(-1, 4)
    return flat.ravel().tolist()


def energy_chart(edges: Floats, selection: Floats, everywhere: Floats) -> Option:
    """Returns the ECharts option of a selection's energy by frequency.

    Args:
        edges: float64 [num_bins + 1], eigenvalues.
        selection: float64 [num_bins], the shares of the selection's energy.
        everywhere: float64 [num_bins], the shares of all eigenvalues: what nodes picked at
            random would have.
    """
    middles = ((edges[:-1] + edges[1:]) / 2).round(4)
    table = pd.DataFrame(
        {
            "eigenvalue": middles,
            "selection": selection.round(5),
            "at random": everywhere.round(5),
        }
    )
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "percent"},
        "legend": {"top": 0, "right": 8, "itemWidth": 16},
        "grid": {"left": 44, "right": 16, "top": 30, "bottom": 40, "outerBoundsMode": "none"},
        "dataset": {"source": table},
        "xAxis": along("eigenvalue λ", gap=24, min=0, max=float(edges[-1].round(3))),
        "yAxis": upwards("share", min=0),
        "series": [
            {
                "type": "bar",
                "id": "selection",
                "name": "selection",
                "encode": {"x": "eigenvalue", "y": "selection", "tooltip": ["selection"]},
                "barWidth": "70%",
                "itemStyle": {"color": theme.BLUE, "borderRadius": [2, 2, 0, 0]},
            },
            {
                "type": "line",
                "id": "at random",
                "name": "at random",
                "step": "middle",
                "encode": {"x": "eigenvalue", "y": "at random", "tooltip": ["at random"]},
                "showSymbol": False,
                "lineStyle": {"color": theme.ORANGE, "width": 2},
                "itemStyle": {"color": theme.ORANGE},
            },
        ],
    }


def energy_table(energy: SignalEnergy, everywhere: Floats) -> pd.DataFrame:
    """Returns what `energy_chart` shows as a table, a row per bin of eigenvalues."""
    return pd.DataFrame(
        {
            "from": energy.edges[:-1],
            "to": energy.edges[1:],
            "share": energy.shares,
            "share at random": everywhere,
        }
    )
