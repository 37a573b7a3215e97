"""Spectra: a signal's coefficients, with the cut between low and high."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.axes import along, upwards
from dashboard.figures.scale import GRID, Option
from spgat.arrays import Floats


def coefficient_stems(
    coefficients: Floats,
    num_low: int | None,
    *,
    filtered: Floats | None = None,
    marked: int | None = None,
) -> Option:
    """Returns the ECharts option of a signal's Fourier coefficients as clickable stems.

    Args:
        coefficients: float [num], one for each eigenvalue in ascending order.
        num_low: How many of them are low frequencies; None where there is no cut.
        filtered: float [num], the coefficients after a filter, drawn as rings.
        marked: Index of the coefficient to ring.
    """
    option = _stems(coefficients, num_low, marked, "coefficient x̂ₖ")
    if filtered is not None:
        points = [[k + 1, float(f"{value:.4g}")] for k, value in enumerate(filtered.tolist())]
        option["series"].append(
            {
                "type": "scatter",
                "name": "after the filter",
                "data": points,
                "symbol": "circle",
                "symbolSize": 9,
                "itemStyle": _ring(theme.ORANGE),
            }
        )
    return option


def eigenvalue_stems(eigenvalues: Floats) -> Option:
    """Returns the ECharts option of eigenvalues as stems, without a cut.

    Args:
        eigenvalues: float [num], ascending.
    """
    option = _stems(eigenvalues, None, None, "eigenvalue λₖ")
    return option | {"yAxis": option["yAxis"] | {"min": 0}}


def spectrum_table(
    eigenvalues: Floats, num_low: int | None, coefficients: Mapping[str, Floats] | None = None
) -> pd.DataFrame:
    """Returns a spectrum, and a signal's coefficients in it, as a table, a row per wave.

    Args:
        eigenvalues: float64 [num], ascending.
        num_low: How many of them are low frequencies; None where there is no cut.
        coefficients: float64 [num] by the name of the column.
    """
    numbers = np.arange(1, len(eigenvalues) + 1)
    parts = {} if num_low is None else {"part": np.where(numbers <= num_low, "low", "high")}
    return pd.DataFrame(
        {"number k": numbers, "eigenvalue": eigenvalues, **parts, **(coefficients or {})}
    )


def _stems(values: Floats, num_low: int | None, marked: int | None, name: str) -> Option:
    num = len(values)
    numbers = np.arange(num)
    has_cut = num_low is not None
    num_low = num if num_low is None else num_low
    table = pd.DataFrame(
        {
            "number k": numbers + 1,
            "low": np.where(numbers < num_low, values, np.nan),
            "high": np.where(numbers < num_low, np.nan, values),
        }
    )
    series: list[dict[str, Any]] = []
    for band, colour in (("low", theme.LOW), ("high", theme.HIGH)):
        encode = {"x": "number k", "y": band, "tooltip": ["number k", band]}
        stem = {
            "type": "bar",
            "encode": encode,
            "barGap": "-100%",
            "barWidth": 2 if num <= 200 else 1,
            "silent": True,
            "itemStyle": {"color": colour, "opacity": 0.5},
        }
        head = {
            "type": "scatter",
            "name": band,
            "encode": encode,
            "symbol": "circle" if band == "low" else "diamond",
            "symbolSize": 10 if num <= 60 else 6,
            "itemStyle": {"color": colour, "opacity": 1},
            "selectedMode": "single",
            "select": {"itemStyle": {"color": colour}},
            "emphasis": {"scale": 1.5},
        }
        series += [stem, head]
    if has_cut:
        series[0]["markArea"] = _bands(num, num_low)
    if marked is not None:
        series[1]["markPoint"] = {
            "symbol": "circle",
            "symbolSize": 20,
            "itemStyle": _ring(theme.NEUTRAL),
            "label": {"show": False},
            "data": [{"coord": [marked + 1, float(values[marked])]}],
            "silent": True,
        }
    return {
        "animationDuration": 0,
        "animationDurationUpdate": 150 if num <= 200 else 0,
        "tooltip": {"valueFormatter": "%.4g"},
        "grid": GRID,
        "dataset": {"source": table},
        "xAxis": along(
            "number k, from the lowest frequency to the highest",
            min=0,
            max=num + 1,
            minInterval=1,
            containShape=False,  # else the axis grows by half a stem at both ends
            axisLabel={"showMaxLabel": False},
        ),
        "yAxis": upwards(name, boundaryGap=["5%", "18%"]),
        "series": series,
    }


def _ring(colour: str) -> Option:
    return {"color": "transparent", "borderColor": colour, "borderWidth": 2}


def _bands(num: int, num_low: int) -> Option:
    """Shades low and high, so that the cut is where the two shades meet."""
    areas = []
    for name, colour, start, end in (
        ("low", theme.LOW, 0.0, num_low + 0.5),
        ("high", theme.HIGH, num_low + 0.5, num + 1.0),
    ):
        if end - start > 0.5:
            label = {"position": "insideTop", "color": colour, "fontWeight": "bold"}
            style = {"color": colour, "opacity": 0.08}
            areas.append(
                [
                    {"name": name, "xAxis": start, "itemStyle": style, "label": label},
                    {"xAxis": end},
                ]
            )
    return {"silent": True, "data": areas}
