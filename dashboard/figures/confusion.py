"""The confusion matrix: which classes are taken for which."""

from collections.abc import Sequence
from html import escape

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.scale import Option
from dashboard.plain import short
from spgat.arrays import Ints

#: The colours of the least and of the largest share of a row. They are opaque, so that figures
#: are as readable on a dark page as on a light one.
_LEAST, _LARGEST = (0x9F, 0xB2, 0xC3), (0x00, 0x59, 0x8C)
#: Cells above it are dark enough for white figures.
_DARK_SHARE = 0.61
CONFUSION_STYLE = """
.confusion td { text-align: center; min-width: 2.2em; padding: 0.3em 0.5em; }
.confusion caption { text-align: left; opacity: 0.75; padding-bottom: 0.4em; }
.confusion th { font-weight: 400; }
"""
#: Of more classes no matrix is drawn: a page of a thousand would take a gigabyte.
MAX_CLASSES = 100
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
    names = [short(each) for each in names]
    num = len(names)
    is_long = max(map(len, names)) * num > _UPRIGHT_LETTERS
    cells = [
        {
            "value": [column, row, round(float(shares[row, column]), 4)],
            "itemStyle": {"color": colours_of(shares[row, column])[0]},
            "label": {
                "formatter": _text(counts, selected, row, column),
                "color": colours_of(shares[row, column])[1],
            },
        }
        for row in range(num)
        for column in range(num)
    ]
    axis = {
        "type": "category",
        "data": names,
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


def confusion_html(counts: Ints, names: Sequence[str]) -> str:
    """Returns the matrix as an HTML table, to be styled by `CONFUSION_STYLE`.

    Args:
        counts: int [num_classes, num_classes], label by prediction.
        names: One per class.
    """
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    head = "".join(f'<th scope="col">{escape(str(name))}</th>' for name in names)
    rows = []
    for name, row, row_shares in zip(names, counts, shares, strict=True):
        cells = "".join(
            '<td style="background:{};color:{}">'.format(*colours_of(share))
            + f"{count or ''}</td>"
            for count, share in zip(row.tolist(), row_shares.tolist(), strict=True)
        )
        rows.append(f'<tr><th scope="row">{escape(str(name))}</th>{cells}</tr>')
    return (
        '<table class="confusion"><caption>Label by row, prediction by column</caption>'
        f"<tr><td></td>{head}</tr>{''.join(rows)}</table>"
    )


def colours_of(share: float) -> tuple[str, str]:
    """Returns the colours of a cell and of the figures in it, which stand out 4.5 to 1.

    Args:
        share: Of the cell in its row, from 0, which is no colour, to 1.
    """
    if share == 0:
        return "transparent", "inherit"
    ends = zip(_LEAST, _LARGEST, strict=True)
    mixed = (round(least + share * (largest - least)) for least, largest in ends)
    return "#{:02X}{:02X}{:02X}".format(*mixed), "#FFFFFF" if share > _DARK_SHARE else "#000000"


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
