"""Charts of a training over its epochs: α, accuracies and losses."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.axes import NO_LABEL, along, mark_lines
from dashboard.figures.history import ACCURACIES, LOSSES, History
from dashboard.figures.scale import Option
from spgat.arrays import Floats

#: For an axis whose numbers are percent.
PERCENT_AXIS: Option = {"axisLabel": {"formatter": "{value}%"}}
_SET_COLOURS = {"training": theme.GREY, "validation": theme.ORANGE, "test": theme.GREEN}


class Curve(NamedTuple):
    """A chart: its name, its ECharts option, and what it shows in words."""

    key: str
    option: Option
    alt: str


def by_epoch(
    history: History,
    *,
    num_epochs: int,
    best_epochs: Sequence[int] = (),
    energy: Sequence[float] | None = None,
    ghost: History | None = None,
) -> list[list[Curve]]:
    """Returns the charts of a training in rows: α of each layer, then accuracies and losses.

    Args:
        history: Of one run, or of several seeds.
        num_epochs: Where the epoch axis ends at least.
        best_epochs: The best validation epoch of each seed, once it has ended.
        energy: Each band's share of the energy of the features, the signal of layer 1.
        ghost: Another run to compare with.
    """
    shared: dict[str, Any] = {"num_epochs": num_epochs, "ghost": ghost}
    alpha = []
    for layer in range(1, history.num_layers + 1):
        option = alpha_chart(
            history,
            layer,
            best_epochs=best_epochs,
            energy=energy if layer == 1 else None,
            **shared,
        )
        values = history.describe(history.alpha(layer).columns)
        alpha.append(Curve(f"alpha-{layer}", option, f"α of layer {layer}. {values}"))
    accuracy = accuracy_chart(history, best_epochs=best_epochs, **shared)
    loss = loss_chart(history, **shared)
    outcome = [
        Curve("accuracy", accuracy, f"Accuracies. {history.describe(ACCURACIES)}"),
        Curve("loss", loss, f"Losses. {history.describe(LOSSES)}"),
    ]
    return [alpha, outcome] if alpha else [outcome]


def alpha_chart(
    history: History,
    layer: int,
    *,
    num_epochs: int,
    best_epochs: Sequence[int] = (),
    energy: Sequence[float] | None = None,
    ghost: History | None = None,
) -> Option:
    """Returns the ECharts option of one layer's α, one line a band.

    Args:
        history: What to draw.
        layer: Counted from 1.
        num_epochs: Where the epoch axis ends at least.
        best_epochs: The best validation epoch of each seed; that of a single one is marked.
        energy: Each band's share of the signal's energy, as a reference.
        ghost: Another run to compare with, in faint dashes.
    """
    columns = history.alpha(layer).columns
    series = {
        column: (name, theme.BANDS[band % len(theme.BANDS)])
        for band, (column, name) in enumerate(columns.items())
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
    references = _alpha_references(len(series), energy)
    if len(best_epochs) == 1:
        references["data"].append(_best_line(best_epochs[0]))
    option["series"][0]["markLine"] = references
    return option


def accuracy_chart(
    history: History,
    *,
    num_epochs: int,
    best_epochs: Sequence[int] = (),
    ghost: History | None = None,
) -> Option:
    """Returns the ECharts option of the accuracies in percent, on an axis that fits them.

    Args:
        history: What to draw.
        num_epochs: Where the epoch axis ends at least.
        best_epochs: The best validation epoch of each seed; that of a single one is marked.
        ghost: Another run to compare with, in faint dashes.
    """
    series = {column: (name, _SET_COLOURS[name]) for column, name in ACCURACIES.items()}
    option = _epoch_chart("Accuracy", history, series, ghost, num_epochs, factor=100)
    shown = [history] if ghost is None else [history, ghost]
    drawn = [100 * each.mean[list(ACCURACIES)].to_numpy() for each in shown]
    option["yAxis"] |= {**fitting(drawn), **PERCENT_AXIS}
    option["tooltip"]["valueFormatter"] = "%.1f%%"
    if len(best_epochs) == 1:
        option["series"][0]["markLine"] = mark_lines([_best_line(best_epochs[0])])
    return option


def fitting(drawn: Sequence[Floats]) -> Option:
    """Returns an axis of percent that fits some values, in whole steps.

    Args:
        drawn: In percent, of any shapes; NaN counts for nothing.
    """
    low = min(float(np.nanmin(values)) for values in drawn)
    high = max(float(np.nanmax(values)) for values in drawn)
    margin = 0.05 * (high - low)
    step = next(s for s in (1, 2, 5, 10, 20) if s == 20 or high - low <= 6 * s)
    start = step * float(np.floor((low - margin) / step))
    end = max(step * float(np.ceil((high + margin) / step)), start + step)
    start, end = max(0.0, min(start, 100.0 - step)), min(100.0, end)
    return {"min": start, "max": end, "interval": step}


def loss_chart(history: History, *, num_epochs: int, ghost: History | None = None) -> Option:
    """Returns the ECharts option of the losses."""
    series = {column: (name, _SET_COLOURS[name]) for column, name in LOSSES.items()}
    option = _epoch_chart("Loss", history, series, ghost, num_epochs)
    option["yAxis"] |= {"min": 0}
    return option


def _epoch_chart(
    title: str,
    history: History,
    columns: Mapping[str, tuple[str, str]],
    ghost: History | None,
    num_epochs: int,
    factor: float = 1,
) -> Option:
    """A line with its band for each column times a factor, given its name and colour."""
    names = list(columns)
    table = history.mean[["epoch", *columns]].copy()
    table[names] *= factor
    lines: list[dict[str, Any]] = []
    bands: list[dict[str, Any]] = []
    for number, (column, (name, colour)) in enumerate(columns.items()):
        line = line_of(name, "epoch", column, colour)
        lines.append(ended(line, number, table["epoch"], table[column]))
        if history.spread is not None:
            spread = factor * history.spread[column]
            table[f"{column}_from"] = table[column] - spread
            table[f"{column}_width"] = 2 * spread
            bands += spread_of(column, name, colour)
    sources = [{"source": table.round(5)}]
    if ghost is not None:
        of_ghost = ghost.mean[["epoch", *columns]].copy()
        of_ghost[names] *= factor
        sources.append({"source": of_ghost.round(5)})
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


def spread_of(column: str, name: str, colour: str, x: str = "epoch") -> list[dict[str, Any]]:
    """Returns mean ± one standard deviation: an area stacked on its unseen lower edge.

    Args:
        column: Of the mean; the table has the lower edge under this name and `_from`, the
            height under it and `_width`.
        name: Of the line.
        colour: Of the line.
        x: The column along the axis.
    """
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
            "encode": {"x": x, "y": f"{column}{edge}"},
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
        "xAxis": along(x_name, gap=26),
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
    # Their labels would lie on each other near the equal share.
    return mark_lines([{**line, "label": NO_LABEL} for line in lines])


def _best_line(epoch: int) -> dict[str, Any]:
    return {"xAxis": epoch, "label": {"formatter": "best", "position": "end"}}


def heading(text: str) -> Option:
    """Returns the title of a chart, at its top left."""
    return {
        "text": text,
        "left": 0,
        "top": 0,
        "padding": [3, 0, 0, 0],
        "textStyle": {"fontSize": 14, "fontWeight": 600},
    }
