"""Charts over the spectrum: where the frequencies lie, where they are cut, what passes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.history import band_names
from dashboard.figures.scale import Option
from dashboard.figures.training import frame_of, line_of, mark_lines
from spgat.arrays import Floats

_LAYER_COLOURS = (theme.GREEN, theme.PURPLE, theme.ORANGE, theme.SKY)


def response_chart(
    title: str,
    grid: Floats,
    density: Floats,
    learned: Floats | None,
    cutoffs: Sequence[float],
) -> Option:
    """Returns the ECharts option of the density of the eigenvalues, the cuts and what passes.

    Args:
        title: Of the chart.
        grid: float [num_points], eigenvalues in ascending order.
        density: float [num_points], share of the eigenvalues per unit of λ.
        learned: float [num_layers, num_points], g(λ) = Σ_b α_b g_b(λ); None before training.
        cutoffs: Eigenvalues between neighbouring bands, ascending; none for a cut by column.
    """
    table = pd.DataFrame({"eigenvalue": grid, "density": density})
    drawn = np.clip(cutoffs, grid[0], grid[-1]).tolist()  # that of an empty band lies outside
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
            "markLine": mark_lines(
                [
                    {"xAxis": cutoff, "label": {"formatter": "cut", "position": "end"}}
                    for cutoff in drawn
                ]
            ),
            "markArea": _band_areas(grid, drawn),
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


def response_table(grid: Floats, density: Floats, learned: Floats | None) -> pd.DataFrame:
    """Returns what `response_chart` shows as a table, a row per eigenvalue of the grid."""
    table = pd.DataFrame({"eigenvalue": grid, "density": density})
    for layer, values in enumerate([] if learned is None else learned, start=1):
        table[f"g, layer {layer}"] = values
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
