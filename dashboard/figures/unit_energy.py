"""Which frequencies the units of a network have: a row for each, a column for each bin of λ."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.axes import along, mark_lines
from dashboard.figures.scale import Option
from dashboard.figures.training import heading
from dashboard.plain import short
from spgat.runs import UnitEnergy

#: The colours of the least share that is shown and of all energy, seen on either page, and
#: powers of ten between them.
_LEAST, _LARGEST, _DECADES = "rgba(128, 128, 128, 0.05)", theme.BLUE, 4


def unit_energy_chart(
    title: str, energy: UnitEnergy, names: Sequence[str], cutoffs: Sequence[float]
) -> Option:
    """Returns the ECharts option of a layer's energy, units by frequency.

    The colour is the logarithm of the share, from 0.01% to all.

    Args:
        title: Of the chart.
        energy: Of the units.
        names: Of all columns of the layer.
        cutoffs: Eigenvalues between neighbouring bands.
    """
    upper = float(energy.edges[-1])
    rows = [short(names[unit]) for unit in energy.units]
    middles = ((energy.edges[:-1] + energy.edges[1:]) / 2).round(3)
    row, column = np.nonzero(energy.shares > 10.0**-_DECADES)
    shares = energy.shares[row, column]
    cells = np.column_stack([column, row, shares, np.log10(shares)]).round(5)
    inside = [float(cutoff) for cutoff in cutoffs if 0 < cutoff < upper]
    return {
        "animation": False,
        "title": heading(title),
        "tooltip": {"valueFormatter": "percent"},
        "grid": {"left": 8, "right": 12, "top": 34, "bottom": 40, "containLabel": True},
        "xAxis": [
            {"type": "category", "data": middles.tolist(), "show": False},
            along("eigenvalue λ", gap=24, min=0, max=upper, position="bottom"),
        ],
        "yAxis": {
            "type": "category",
            "data": rows,
            "axisTick": {"show": False},
            "axisLabel": {"width": 92, "overflow": "truncate"},
        },
        "visualMap": {
            "show": False,
            "dimension": 3,
            "min": -_DECADES,
            "max": 0,
            "inRange": {"color": [_LEAST, _LARGEST]},
            "seriesIndex": 0,
        },
        "series": [
            {
                "type": "heatmap",
                "id": "energy",
                "name": "share of the unit's energy",
                "encode": {"x": 0, "y": 1, "value": 2, "tooltip": [2]},
                "data": cells.tolist(),
            },
            {
                "type": "line",
                "id": "cuts",
                "xAxisIndex": 1,
                "data": [],
                "markLine": mark_lines(
                    [
                        {"xAxis": cut, "label": {"formatter": "cut", "position": "end"}}
                        for cut in inside
                    ]
                ),
            },
        ],
    }


def unit_energy_table(energy: UnitEnergy, names: Sequence[str]) -> pd.DataFrame:
    """Returns what `unit_energy_chart` shows as a table, a row for each unit and bin."""
    num_units, num_bins = energy.shares.shape
    return pd.DataFrame(
        {
            "unit": np.repeat([short(names[unit]) for unit in energy.units], num_bins),
            "share of the layer": np.repeat(energy.weights, num_bins),
            "from": np.tile(energy.edges[:-1], num_units),
            "to": np.tile(energy.edges[1:], num_units),
            "share of the unit": energy.shares.ravel(),
        }
    )
