"""Charts of a training: α, accuracies and losses over epochs, learned responses."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.history import ACCURACIES, LOSSES, History, band_names
from dashboard.figures.scale import Option
from spgat.arrays import Floats

_SET_COLOURS = {"training": theme.GREY, "validation": theme.ORANGE, "test": theme.GREEN}
_LAYER_COLOURS = (theme.GREEN, theme.PURPLE, theme.ORANGE, theme.SKY)


def alpha_chart(
    history: History,
    layer: int,
    *,
    num_epochs: int,
    energy: Sequence[float] | None = None,
    ghost: History | None = None,
) -> Option:
    """Returns the ECharts option of one layer's α, one line a band.

    Args:
        history: What to draw.
        layer: Counted from 1.
        num_epochs: Where the epoch axis ends at least.
        energy: Each band's share of the signal's energy, as a reference.
        ghost: Another run to compare with, in faint dashes.
    """
    names = band_names(history.num_bands)
    series = {
        f"alpha_{layer}_{b + 1}": (name, theme.BANDS[b % len(theme.BANDS)])
        for b, name in enumerate(names)
    }
    comparable = ghost is not None and (
        (ghost.num_bands, ghost.num_layers) == (history.num_bands, history.num_layers)
    )
    option = _epoch_chart(
        f"Attention α of layer {layer}",
        history,
        series,
        ghost if comparable else None,
        num_epochs,
    )
    option["yAxis"] |= {"min": 0, "max": 1, "interval": 0.25}
    option["series"][0]["markLine"] = _alpha_references(len(names), energy)
    return option


def accuracy_chart(
    history: History,
    *,
    num_epochs: int,
    best_epochs: Sequence[int] = (),
    ghost: History | None = None,
) -> Option:
    """Returns the ECharts option of the accuracies, the best validation epoch marked."""
    series = {column: (name, _SET_COLOURS[name]) for column, name in ACCURACIES.items()}
    option = _epoch_chart("Accuracy", history, series, ghost, num_epochs)
    option["yAxis"] |= {"min": 0, "max": 1, "interval": 0.25}
    if len(best_epochs) == 1:
        option["series"][0]["markLine"] = _mark_lines(
            [{"xAxis": best_epochs[0], "label": {"formatter": "best", "position": "end"}}]
        )
    return option


def loss_chart(history: History, *, num_epochs: int, ghost: History | None = None) -> Option:
    """Returns the ECharts option of the losses."""
    series = {column: (name, _SET_COLOURS[name]) for column, name in LOSSES.items()}
    option = _epoch_chart("Loss", history, series, ghost, num_epochs)
    option["yAxis"] |= {"min": 0}
    return option


def response_chart(
    title: str,
    grid: Floats,
    density: Floats,
    learned: Floats | None,
    cuts: Sequence[float],
) -> Option:
    """Returns the ECharts option of each layer's learned response over the spectrum.

    Args:
        title: Of the chart.
        grid: float [num_points], eigenvalues in ascending order.
        density: float [num_points], share of the eigenvalues per unit of λ.
        learned: float [num_layers, num_points], g(λ) = Σ_b α_b g_b(λ); None before training.
        cuts: Eigenvalues between neighbouring bands, none for a cut by column.
    """
    table = pd.DataFrame({"eigenvalue": grid, "density": density})
    series: list[dict[str, Any]] = [
        {
            "type": "line",
            "id": "density",
            "name": "density of the frequencies",
            "yAxisIndex": 1,
            "encode": {"x": "eigenvalue", "y": "density"},
            "showSymbol": False,
            "silent": True,
            "lineStyle": {"width": 0},
            "itemStyle": {"color": theme.GREY},
            "areaStyle": {"color": theme.GREY, "opacity": 0.3},
            "tooltip": {"show": False},
            "markLine": _mark_lines(
                [
                    {"xAxis": float(cut), "label": {"formatter": "cut", "position": "end"}}
                    for cut in cuts
                ]
            ),
            "markArea": _band_areas(grid, cuts),
        }
    ]
    for number, values in enumerate([] if learned is None else learned):
        name = f"layer {number + 1}"
        table[name] = values
        line = line_of(name, "eigenvalue", name, _LAYER_COLOURS[number % len(_LAYER_COLOURS)])
        line["lineStyle"]["width"] = max(5 - 2.5 * number, 1.5)  # seen where they coincide
        series.append(line)
    option = frame_of(title, [{"source": table.round(5)}], series, x_name="eigenvalue λ")
    option["legend"]["data"] = [line["name"] for line in series[1:]]
    option["xAxis"] |= {"min": float(grid[0]), "max": float(grid[-1])}
    option["yAxis"] = [
        {
            "type": "value",
            "name": "g(λ)",
            "nameTextStyle": {"align": "left"},
            "min": 0,
            "boundaryGap": [0, "18%"],
            "show": learned is not None,
        },
        {"type": "value", "show": False, "min": 0, "max": float(density.max()) * 1.5 or 1.0},
    ]
    return option


def _epoch_chart(
    title: str,
    history: History,
    columns: Mapping[str, tuple[str, str]],
    ghost: History | None,
    num_epochs: int,
) -> Option:
    """A line with its band for each column, given its name and colour."""
    table = history.mean[["epoch", *columns]].copy()
    lines: list[dict[str, Any]] = []
    bands: list[dict[str, Any]] = []
    for number, (column, (name, colour)) in enumerate(columns.items()):
        line = line_of(name, "epoch", column, colour)
        lines.append(ended(line, number, history.mean["epoch"], history.mean[column]))
        if history.spread is not None:
            table[f"{column}_from"] = history.mean[column] - history.spread[column]
            table[f"{column}_width"] = 2 * history.spread[column]
            bands += _band(column, name, colour)
    sources = [{"source": table.round(5)}]
    if ghost is not None:
        sources.append({"source": ghost.mean[["epoch", *columns]].round(5)})
        for column, (name, colour) in columns.items():
            line = line_of(f"{name}, pinned", "epoch", column, colour, is_ghost=True)
            lines.append({**line, "datasetIndex": 1})
    option = frame_of(title, sources, [*lines, *bands], x_name="epoch")
    option["xAxis"] |= {"min": 0, "max": max(num_epochs, len(table)), "minInterval": 1}
    option["legend"] |= legend_of(lines[: len(columns)])
    return option


def ended(line: dict[str, Any], number: int, x: pd.Series, y: pd.Series) -> dict[str, Any]:
    """Returns a line with a shape at its end, by which it is known without its colour.

    Not dashes, which are those of runs compared with.

    Args:
        line: The series.
        number: Of the line in its chart, from 0.
        x: The line's columns.
        y: As `x`; one that does not end in a number gets no shape.
    """
    symbol = theme.SYMBOLS[number % len(theme.SYMBOLS)]
    known = np.isfinite(y.iloc[-1])
    end = [{"coord": [float(x.iloc[-1]), round(float(y.iloc[-1]), 5)]}] if known else []
    mark = {"symbol": symbol, "symbolSize": 9, "label": {"show": False}, "data": end}
    return {**line, "symbol": symbol, "markPoint": {"silent": True, "animation": False, **mark}}


def legend_of(lines: Sequence[dict[str, Any]]) -> Option:
    """Returns the part of a legend that shows the shapes of lines with an end."""
    entries = [{"name": line["name"], "icon": line["symbol"]} for line in lines]
    return {"data": entries, "itemWidth": 10, "itemHeight": 10}


def line_of(name: str, x: str, y: str, colour: str, is_ghost: bool = False) -> dict[str, Any]:
    """Returns a line series of two columns; a ghost is faint and dashed."""
    style = {"width": 1.5, "type": "dashed", "opacity": 0.55} if is_ghost else {"width": 2.5}
    return {
        "type": "line",
        "id": name,
        "name": name,
        "encode": {"x": x, "y": y, "tooltip": [y]},
        "showSymbol": False,
        "itemStyle": {"color": colour},
        "lineStyle": {"color": colour, **style},
        "emphasis": {"disabled": True},
    }


def _band(column: str, name: str, colour: str) -> list[dict[str, Any]]:
    """Mean ± one standard deviation: an area stacked on its unseen lower edge."""
    shared = {
        "type": "line",
        "stack": column,
        "stackStrategy": "all",
        "showSymbol": False,
        "silent": True,
        "z": 1,
        "lineStyle": {"width": 0},
        "itemStyle": {"color": colour},
        "tooltip": {"show": False},
    }
    edges = (("_from", 0.0), ("_width", 0.18))
    return [
        {
            **shared,
            "id": f"{column}{edge}",
            "name": f"± {name}{edge}",
            "encode": {"x": "epoch", "y": f"{column}{edge}"},
            "areaStyle": {"color": colour, "opacity": opacity},
        }
        for edge, opacity in edges
    ]


def frame_of(
    title: str, sources: list[Option], series: list[dict[str, Any]], *, x_name: str
) -> Option:
    """Returns the ECharts option that every line chart here starts from."""
    return {
        "animation": False,
        "title": heading(title),
        "tooltip": {"trigger": "axis", "valueFormatter": "%.3f"},
        "legend": {
            "top": 2,
            "right": 8,
            "icon": "roundRect",
            "itemWidth": 14,
            "itemHeight": 4,
            "itemGap": 12,
        },
        "grid": {"left": 4, "right": 16, "top": 36, "bottom": 4},
        "dataset": sources,
        "xAxis": {
            "type": "value",
            "name": x_name,
            "nameLocation": "middle",
            "nameGap": 26,
            "splitLine": {"show": False},
        },
        "yAxis": {"type": "value"},
        "series": series,
    }


def _alpha_references(num_bands: int, energy: Sequence[float] | None) -> dict[str, Any]:
    """The equal share in dashes, and each band's share of the signal's energy in dots."""
    lines: list[dict[str, Any]] = [{"yAxis": round(1 / num_bands, 4)}]
    for band, share in enumerate(energy or ()):
        colour = theme.BANDS[band % len(theme.BANDS)]
        style = {"color": colour, "type": "dotted", "width": 1.5}
        lines.append({"yAxis": round(float(share), 4), "lineStyle": style})
    references = _mark_lines(lines)
    references["label"]["show"] = False  # they would lie on each other near the equal share
    return references


def _mark_lines(data: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "silent": True,
        "symbol": "none",
        "animation": False,
        "label": {"color": theme.NEUTRAL, "fontSize": 11},
        "lineStyle": {"color": theme.NEUTRAL, "type": "dashed", "width": 1},
        "data": data,
    }


def _band_areas(grid: Floats, cuts: Sequence[float]) -> dict[str, Any]:
    if not cuts:
        return {"data": []}
    edges = [float(grid[0]), *(float(cut) for cut in cuts), float(grid[-1])]
    names = band_names(len(edges) - 1)
    areas = []
    for band, name in enumerate(names):
        colour = theme.BANDS[band % len(theme.BANDS)]
        label = {"position": "insideTop", "color": colour, "fontWeight": "bold"}
        start = {"name": name, "xAxis": edges[band], "label": label}
        start["itemStyle"] = {"color": colour, "opacity": 0.07}
        areas.append([start, {"xAxis": edges[band + 1]}])
    return {"silent": True, "data": areas}


def response_table(grid: Floats, density: Floats, learned: Floats | None) -> pd.DataFrame:
    """Returns what `response_chart` shows as a table, a row per eigenvalue of the grid."""
    table = pd.DataFrame({"eigenvalue": grid, "density": density})
    for layer, values in enumerate([] if learned is None else learned, start=1):
        table[f"g, layer {layer}"] = values
    return table


def bands_table(energy: Sequence[float], cuts: Sequence[float]) -> pd.DataFrame:
    """Returns what is drawn of the bands as levels and as cuts, a row per band.

    Args:
        energy: Each band's share of the signal's energy.
        cuts: Eigenvalues between neighbouring bands, none for a cut by column.
    """
    num_bands = len(energy)
    ends = {"from": [0.0, *cuts], "to": [*cuts, np.nan]} if cuts else {}
    return pd.DataFrame(
        {
            "band": band_names(num_bands),
            **ends,
            "equal share": 1 / num_bands,
            "share of the energy": energy,
        }
    )


def heading(text: str) -> Option:
    """Returns the title of a chart, at its top left."""
    return {
        "text": text,
        "left": 0,
        "top": 0,
        "padding": [3, 0, 0, 0],
        "textStyle": {"fontSize": 14, "fontWeight": 600},
    }
