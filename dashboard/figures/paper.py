"""Charts and tables of the paper's results: measured beside printed."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard import theme
from dashboard.figures.axes import NO_LABEL, along, mark_lines, upwards
from dashboard.figures.response import density_behind, floor_of
from dashboard.figures.scale import GRID, Option
from dashboard.figures.training import frame_of, line_of
from dashboard.latex import latex_table, mean_and_spread
from dashboard.words import count
from spgat.experiments.claim import Claim
from spgat.experiments.outcome import Row, title_of

MEASURED, PRINTED = theme.LOW, theme.ORANGE
COLUMNS = ("What", "Data set", "Quantity", "Measured", "Spread", "Runs", "Printed",
           "Difference", "Verdict", "Oracle", "Remark")  # fmt: skip
#: As many names of two lines stand side by side below bars.
_LABELS_ABREAST = 4


def claim_table(claims: Sequence[Claim]) -> pd.DataFrame:
    """Returns what is printed, the same method measured, and ours, a row for each data set."""

    def shown(row: Row) -> str:
        if row.measured is None:
            return "not measured yet"
        spread = "" if row.spread is None else f" ± {100 * row.spread:.1f}"
        return f"{100 * row.measured:.1f}{spread} ({count(row.runs, 'run')})"

    return pd.DataFrame(
        {
            "Data set": [title_of(claim.best.dataset) for claim in claims],
            "Printed": [
                f"{100 * claim.printed:.1f} ({claim.method.label})" for claim in claims
            ],
            "The same method, measured": [shown(claim.method) for claim in claims],
            "Ours: SpGAT (best)": [shown(claim.best) for claim in claims],
        }
    )


def table(rows: Sequence[Row]) -> pd.DataFrame:
    """Returns the rows of one unit as a table; accuracies in percent.

    Columns without any value are left out, so is what all rows share, and the verdict where
    nothing is printed.
    """
    factor = 100.0 if rows and rows[0].unit == "percent" else 1.0
    any_printed = any(row.printed is not None for row in rows)
    frame = pd.DataFrame(
        {
            "What": [row.label for row in rows],
            "Data set": [title_of(row.dataset) for row in rows],
            "Quantity": [row.quantity for row in rows],
            **{
                name.capitalize(): [_scaled(getattr(row, name), factor) for row in rows]
                for name in ("measured", "spread", "printed", "difference", "oracle")
            },
            "Runs": [row.runs for row in rows],
            "Verdict": [row.verdict if any_printed or not row.runs else "" for row in rows],
            "Remark": [row.remark for row in rows],
        }
    )
    shared = [name for name in ("Data set", "Quantity") if frame[name].nunique() == 1]
    shown = [name for name in COLUMNS if name not in shared and _says_anything(frame[name])]
    return frame[shown]


def latex(rows: Sequence[Row]) -> str:
    """Returns the rows of one unit as a LaTeX table, measured ± spread beside printed."""
    factor, form = (100.0, ".1f") if rows and rows[0].unit == "percent" else (1.0, ".4g")
    shown = table(rows)
    names = [name for name in ("What", "Data set", "Quantity") if name in shown]
    spreads = [_scaled(row.spread, factor) for row in rows]
    printed = [_scaled(row.printed, factor) for row in rows]
    return latex_table(
        {
            **{name: list(shown[name]) for name in names},
            "Measured": mean_and_spread(
                [_scaled(row.measured, factor) for row in rows], spreads, form
            ),
            "Printed": mean_and_spread(printed, [None] * len(rows), form),
            "Runs": [str(row.runs) if row.runs else None for row in rows],
        }
    )


def dots(rows: Sequence[Row]) -> Option:
    """Returns the ECharts option of measured against printed, one line per label.

    The bar behind a measured value is one standard deviation to either side.
    """
    rows = [row for row in rows if row.measured is not None][::-1]  # the first on top
    labels = [row.label for row in rows]
    spans = [
        [
            {"coord": [_percent(row.measured - row.spread), row.label]},
            {"coord": [_percent(row.measured + row.spread), row.label]},
        ]
        for row in rows
        if row.measured is not None and row.spread is not None
    ]
    points = [_percent(row.measured) for row in rows]
    spread = [row.spread or 0.0 for row in rows]
    values = [row.measured or 0.0 for row in rows]
    ends = [v + side * s for v, s in zip(values, spread, strict=True) for side in (-1, 1)]
    shown = [*ends, *(row.printed for row in rows if row.printed is not None)]
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "axisPointer": {"type": "shadow"}},
        "legend": {"top": 0},
        "grid": {"left": 8, "right": 16, "top": 40, "bottom": 26, "containLabel": True},
        "xAxis": along(
            "test accuracy in percent",
            gap=26,
            min=float(np.floor(100 * min(shown, default=0.0) - 0.2)),
            max=float(np.ceil(100 * max(shown, default=1.0) + 0.2)),
            splitLine={"show": True},
        ),
        "yAxis": {
            "type": "category",
            "data": labels,
            "axisTick": {"show": False},
            "axisLabel": {"width": 130, "overflow": "break", "lineHeight": 12},
        },
        "series": [
            {
                "type": "scatter",
                "name": "measured",
                "data": points,
                "symbolSize": 12,
                "itemStyle": {"color": MEASURED},
                "markLine": mark_lines(
                    spans, label=NO_LABEL, color=MEASURED, type="solid", width=3
                ),
            },
            {
                "type": "scatter",
                "name": "printed",
                "data": [_percent(row.printed) for row in rows],
                "symbol": "diamond",
                "symbolSize": 12,
                "itemStyle": {
                    "color": "transparent",
                    "borderColor": PRINTED,
                    "borderWidth": 2,
                },
            },
        ],
    }


def bars(rows: Sequence[Row], *, axis: str) -> Option:
    """Returns the ECharts option of measured and printed values as pairs of bars.

    Args:
        rows: Of one quantity.
        axis: What the bars measure.
    """
    rows = [row for row in rows if row.measured is not None]
    several = len({row.dataset for row in rows}) > 1
    labels = [f"{title_of(row.dataset)}, {row.label}" if several else row.label for row in rows]
    factor = 100.0 if rows and rows[0].unit == "percent" else 1.0
    series = [
        {
            "type": "bar",
            "name": name,
            "data": [_scaled(getattr(row, name), factor) for row in rows],
            "itemStyle": {"color": colour},
            "barMaxWidth": 56,
        }
        for name, colour in (("measured", MEASURED), ("printed", PRINTED))
        if any(getattr(row, name) is not None for row in rows)
    ]
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "%.3g"},
        "legend": {"top": 0, "right": 8},
        "grid": {**GRID, "bottom": 80},
        "xAxis": {
            "type": "category",
            "data": labels,
            "axisLabel": {"interval": 0, "fontSize": 11, "lineHeight": 13}
            | (
                {"width": 100, "overflow": "truncate", "rotate": 40}
                if len(labels) > _LABELS_ABREAST
                else {"width": 104, "overflow": "break"}
            ),
        },
        "yAxis": upwards(axis),
        "series": series,
    }


def curve(
    x: Sequence[float], rows: Sequence[Row], *, x_name: str, y_name: str, marked: float | None
) -> Option:
    """Returns the ECharts option of a measured curve with a band of one standard deviation.

    Args:
        x: A number for each row, ascending.
        rows: The points; those not measured are left out.
        x_name: What the x axis shows.
        y_name: What the y axis shows.
        marked: Where the paper's best value lies.
    """
    kept = [(at, row) for at, row in zip(x, rows, strict=True) if row.measured is not None]
    factor = 100.0 if rows and rows[0].unit == "percent" else 1.0
    points = [[at, factor * (row.measured or 0.0)] for at, row in kept]
    spreads = [factor * (row.spread or 0.0) for _, row in kept]
    lower = [[at, y - s] for (at, y), s in zip(points, spreads, strict=True)]
    widths = [[at, 2 * s] for (at, _), s in zip(points, spreads, strict=True)]
    best = [] if marked is None else [{"xAxis": marked}]
    edge = {
        "type": "line",
        "stack": "spread",
        "stackStrategy": "all",
        "showSymbol": False,
        "silent": True,
        "lineStyle": {"width": 0},
        "itemStyle": {"color": MEASURED},
        "tooltip": {"show": False},
    }
    return {
        "animation": False,
        "tooltip": {"trigger": "axis", "valueFormatter": "%.3g"},
        "grid": {**GRID, "top": 28},
        "xAxis": along(x_name),
        "yAxis": upwards(y_name, scale=True),
        "series": [
            {
                "type": "line",
                "name": "measured",
                "data": points,
                "symbolSize": 7,
                "lineStyle": {"width": 2.5},
                "itemStyle": {"color": MEASURED},
                "markLine": mark_lines(best, label=NO_LABEL, color=PRINTED, width=2),
            },
            {**edge, "name": "from", "data": lower, "areaStyle": {"opacity": 0}},
            {**edge, "name": "width", "data": widths, "areaStyle": {"opacity": 0.18}},
        ],
    }


def filters_table(curves: Mapping[str, NDArray[Any]]) -> pd.DataFrame:
    """Returns filters at even eigenvalues from 0 to 2 as a table, a column per model."""
    eigenvalues = np.linspace(0, 2, len(next(iter(curves.values()))))
    return pd.DataFrame({"λ": eigenvalues.round(3), **curves})


def filters(title: str, curves: Mapping[str, NDArray[Any]]) -> Option:
    """Returns the ECharts option of learned filters over the density of the eigenvalues.

    Args:
        title: Of the chart.
        curves: As `filters_table` takes them; "density" is drawn as an area behind.
    """
    table = filters_table(curves)
    names = [name for name in curves if name != "density"]
    lines: list[dict[str, Any]] = []
    for number, name in enumerate(names):
        line = line_of(name, "λ", name, theme.CATEGORICAL[number % len(theme.CATEGORICAL)])
        line["lineStyle"]["type"] = ("solid", "dashed", "dotted")[number % 3]
        lines.append(line)
    option = frame_of(title, [{"source": table.round(4)}], lines, x_name="eigenvalue λ")
    option["legend"] |= {"data": names, "top": 24, "left": 0}
    option["grid"] |= {"top": 84}
    option["xAxis"] |= {"min": 0, "max": 2}
    lowest = floor_of([table[name].to_numpy() for name in names])
    option["yAxis"] = upwards("g(λ), peak 1", min=lowest)
    return density_behind(option, "λ", curves["density"], dataset=0)


def points(picture: NDArray[np.int16]) -> Option:
    """Returns the ECharts option of one t-SNE picture, a colour and a symbol per class.

    Args:
        picture: int [num_nodes, 3]: x, y and class.
    """
    hidden = {"type": "value", "show": False, "min": -1050, "max": 1050}
    return {
        "animation": False,
        "grid": {"left": 4, "right": 4, "top": 4, "bottom": 4},
        "xAxis": hidden,
        "yAxis": hidden,
        "series": [
            {
                "type": "scatter",
                "name": f"class {label}",
                "data": picture[picture[:, 2] == label, :2].tolist(),
                "symbol": theme.SYMBOLS[label % len(theme.SYMBOLS)],
                "symbolSize": 3,
                "itemStyle": {
                    "color": theme.CATEGORICAL[label % len(theme.CATEGORICAL)],
                    "opacity": 0.8,
                },
                "silent": True,
            }
            for label in np.unique(picture[:, 2]).tolist()
        ],
    }


def points_table(picture: NDArray[np.int16]) -> pd.DataFrame:
    """Returns a t-SNE picture, as `points` takes it, as a table."""
    return pd.DataFrame(picture, columns=["x", "y", "class"])


def _percent(value: float | None) -> float | None:
    return _scaled(value, 100.0)


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else float(f"{factor * value:.4g}")


def _says_anything(column: "pd.Series[Any]") -> bool:
    return bool(column.replace("", None).notna().any())
