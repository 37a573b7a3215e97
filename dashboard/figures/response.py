"""Charts over the spectrum: where the frequencies lie, where they are cut, what passes."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.axes import mark_lines, upwards
from dashboard.figures.history import band_names
from dashboard.figures.scale import Option
from dashboard.figures.training import frame_of, line_of
from spgat.arrays import Floats
from spgat.bands.response import LearnedResponse

_LAYER_COLOURS = (theme.GREEN, theme.PURPLE, theme.ORANGE, theme.SKY)
#: Filters of classes that can be told apart in one chart; of more their mean is drawn.
MAX_CLASSES = 8


def response_chart(
    title: str,
    grid: Floats,
    density: Floats,
    learned: LearnedResponse | None,
    cutoffs: Sequence[float],
) -> Option:
    """Returns the ECharts option of the density of the eigenvalues, the cuts and what passes.

    Args:
        title: Of the chart.
        grid: float [num_points], eigenvalues in ascending order.
        density: float [num_points], share of the eigenvalues per unit of λ.
        learned: The filters, at the eigenvalues of the grid; None before training.
        cutoffs: Eigenvalues between neighbouring bands, ascending; none for a cut by column
            and for a filter without bands.
    """
    table = pd.DataFrame({"eigenvalue": grid, "density": density})
    drawn = np.clip(cutoffs, grid[0], grid[-1]).tolist()  # that of an empty band lies outside
    series: list[dict[str, Any]] = [
        {
            **_density_area("eigenvalue"),
            "markLine": mark_lines(
                [
                    {"xAxis": cutoff, "label": {"formatter": "cut", "position": "end"}}
                    for cutoff in drawn
                ]
            ),
            "markArea": _band_areas(grid, drawn),
        }
    ]
    curves = {} if learned is None else filters_of(learned)
    is_by_class = len(curves) > len(_LAYER_COLOURS)
    colours = theme.CATEGORICAL if is_by_class else _LAYER_COLOURS
    for number, (name, values) in enumerate(curves.items()):
        table[name] = values
        line = line_of(name, "eigenvalue", name, colours[number % len(colours)])
        # They are seen where they coincide.
        line["lineStyle"]["width"] = 1.5 if is_by_class else max(5 - 2.5 * number, 1.5)
        series.append(line)
    option = frame_of(title, [{"source": table.round(5)}], series, x_name="eigenvalue λ")
    option["legend"]["data"] = [line["name"] for line in series[1:]]
    option["xAxis"] |= {"min": float(grid[0]), "max": float(grid[-1])}
    option["yAxis"] = [
        upwards(
            "g(λ)",
            min=floor_of(curves.values()),
            boundaryGap=[0, "18%"],
            show=learned is not None,
        ),
        _density_axis(density),
    ]
    return option


def _band_areas(grid: Floats, cutoffs: Sequence[float]) -> dict[str, Any]:
    if not cutoffs:
        return {"data": []}
    edges = [float(grid[0]), *cutoffs, float(grid[-1])]
    names = band_names(len(edges) - 1)
    areas = []
    for band, name in enumerate(names):
        colour = theme.BANDS[band % len(theme.BANDS)]
        label = {"position": "insideTop", "color": colour, "fontWeight": "bold"}
        start = {"name": name, "xAxis": edges[band], "label": label}
        start["itemStyle"] = {"color": colour, "opacity": 0.07}
        areas.append([start, {"xAxis": edges[band + 1]}])
    return {"silent": True, "data": areas}


def filters_of(learned: LearnedResponse) -> dict[str, Floats]:
    """Returns the filters to draw by their names; of very many classes the mean alone."""
    if learned.is_by_class and len(learned.values) > MAX_CLASSES:
        return {"mean over the classes": learned.by_layer[0]}
    return dict(zip(learned.names, learned.values, strict=True))


def density_behind(option: Option, x: str, density: Floats, *, dataset: int) -> Option:
    """Returns a chart of lines with a density as a grey area behind them.

    Args:
        option: The chart, with one y axis.
        x: The column of the eigenvalues, beside one called "density".
        density: Share of the eigenvalues per unit of λ.
        dataset: Which of the chart's tables has both columns.
    """
    area = {**_density_area(x), "datasetIndex": dataset, "z": 0}
    names = [line["name"] for line in option["series"]]
    return {
        **option,
        "series": [*option["series"], area],
        "legend": {**option["legend"], "data": names},
        "yAxis": [option["yAxis"], _density_axis(density)],
    }


def _density_area(x: str) -> Option:
    return {
        "type": "line",
        "id": "density",
        "name": "density of the frequencies",
        "yAxisIndex": 1,
        "encode": {"x": x, "y": "density"},
        "showSymbol": False,
        "silent": True,
        "lineStyle": {"width": 0},
        "itemStyle": {"color": theme.GREY},
        "areaStyle": {"color": theme.GREY, "opacity": 0.3},
        "tooltip": {"show": False},
    }


def _density_axis(density: Floats) -> Option:
    """A hidden axis on which the area fills two thirds of the height."""
    return {"type": "value", "show": False, "min": 0, "max": float(density.max()) * 1.5 or 1.0}


def floor_of(curves: Iterable[Floats]) -> float:
    """Returns where an axis of filters starts: at 0, or on a tick below negative values."""
    lowest = min((float(values.min()) for values in curves), default=0.0)
    return min(0.0, float(np.floor(5 * lowest) / 5))


def response_table(
    grid: Floats, density: Floats, learned: LearnedResponse | None
) -> pd.DataFrame:
    """Returns what `response_chart` shows as a table, a row per eigenvalue of the grid."""
    table = pd.DataFrame({"eigenvalue": grid, "density": density})
    for name, values in ({} if learned is None else filters_of(learned)).items():
        table[f"g, {name}"] = values
    return table


def bands_table(energy: Sequence[float], cutoffs: Sequence[float]) -> pd.DataFrame:
    """Returns what is drawn of the bands as levels and as cuts, a row per band.

    Args:
        energy: Each band's share of the signal's energy.
        cutoffs: Eigenvalues between neighbouring bands, ascending; none for a cut by column.
    """
    num_bands = len(energy)
    ends = {"from": [0.0, *cutoffs], "to": [*cutoffs, np.nan]} if cutoffs else {}
    return pd.DataFrame(
        {
            "band": band_names(num_bands),
            **ends,
            "equal share": 1 / num_bands,
            "share of the energy": energy,
        }
    )
