"""The confusion matrix: which classes are taken for which."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.scale import Option
from spgat.arrays import Ints

#: Cells above it are dark enough for white figures on either background.
_DARK_SHARE = 0.4
#: As many letters of class names stand side by side below the matrix.
_UPRIGHT_LETTERS = 36


def confusion_chart(counts: Ints, names: Sequence[str], selected: Ints | None = None) -> Option:
    """Returns the ECharts option of a matrix in which a click selects a cell.

    Colour is the share of a cell in its row, the nodes of one label.

    Args:
        counts: int [num_classes, num_classes], label by prediction.
        names: One per class.
        selected: The same counts over the selected nodes, shown before the others.
    """
    totals = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    shares = counts / totals
    num = len(names)
    is_long = max(len(str(name)) for name in names) * num > _UPRIGHT_LETTERS
    cells = [
        {
            "value": [column, row, round(float(shares[row, column]), 4)],
            "label": {
                "formatter": _text(counts, selected, row, column),
                "color": "#FFFFFF" if shares[row, column] > _DARK_SHARE else theme.NEUTRAL,
            },
        }
        for row in range(num)
        for column in range(num)
    ]
    axis = {
        "type": "category",
        "data": [str(name) for name in names],
        "splitLine": {"show": False},
        "axisTick": {"show": False},
        "nameLocation": "middle",
    }
    return {
        "animation": False,
        "tooltip": {"show": False},
        "grid": {"left": 8, "right": 12, "top": 8, "bottom": 26, "containLabel": True},
        "xAxis": axis
        | {
            "name": "prediction",
            "nameGap": 64 if is_long else 28,
            "axisLabel": {
                "interval": 0,
                "width": 76,
                "overflow": "truncate",
                "rotate": 40 if is_long else 0,
            },
        },
        "yAxis": axis
        | {"inverse": True, "axisLabel": {"width": 92, "overflow": "truncate", "interval": 0}},
        "visualMap": {
            "type": "continuous",
            "show": False,
            "min": 0,
            "max": 1,
            "dimension": 2,
            "inRange": {"color": ["rgba(0,114,178,0.05)", "rgba(0,114,178,0.95)"]},
        },
        "series": [
            {
                "type": "heatmap",
                "id": "cells",
                "data": cells,
                "label": {
                    "show": num <= 16,
                    "fontSize": 11,
                    "lineHeight": 12,
                    "textBorderWidth": 0,
                },
                "itemStyle": {
                    "borderWidth": 2,
                    "borderColor": "transparent",
                    "borderRadius": 3,
                },
                "selectedMode": "single",
                "select": {"itemStyle": {"borderColor": theme.VERMILLION, "borderWidth": 2}},
                "emphasis": {"itemStyle": {"borderColor": theme.NEUTRAL}},
            }
        ],
    }


def cell_of(data_index: int, num_classes: int) -> tuple[int, int]:
    """Returns the label and the prediction of a clicked cell."""
    return divmod(data_index, num_classes)


def _text(counts: Ints, selected: Ints | None, row: int, column: int) -> str:
    count = int(counts[row, column])
    if selected is None:
        return str(count) if count else ""
    inside = int(selected[row, column])
    return f"{inside}\nof {count}" if inside else (str(count) if count else "")


def confusion_table(counts: Ints, names: Sequence[str]) -> pd.DataFrame:
    """Returns the counts as a table, a row per label and a column per prediction."""
    table = pd.DataFrame(counts, columns=[f"predicted {name}" for name in names])
    table.insert(0, "label", list(names))
    return table
