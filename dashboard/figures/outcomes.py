"""Many runs as dots: what came out, over a setting in which they differ."""

import numpy as np
import pandas as pd

from dashboard import theme
from dashboard.figures.embedding import datasets
from dashboard.figures.scale import Option
from dashboard.figures.training import PERCENT_AXIS, fitting, frame_of, legend_of


def outcomes_chart(
    table: pd.DataFrame, setting: str, outcome: str, *, is_percent: bool
) -> Option:
    """Returns the ECharts option of a dot for each run, a colour and a symbol for each group.

    Where runs share a value of a setting that is a number, a line goes through their means.

    Args:
        table: A row for each run with the columns run, group, setting and outcome, sorted by
            group.
        setting: What the x axis shows.
        outcome: What the y axis shows.
        is_percent: Whether the outcome is in percent; else it lies in [0, 1].
    """
    groups = table["group"].unique().tolist()
    has_numbers = pd.api.types.is_numeric_dtype(table["setting"])
    parts = [np.flatnonzero(table["group"] == group) for group in groups]
    dots: list[Option] = []
    lines: list[Option] = []
    for number, (name, rows) in enumerate(zip(groups, parts, strict=True)):
        colour = theme.CATEGORICAL[number % len(theme.CATEGORICAL)]
        dots.append(
            {
                "type": "scatter",
                "name": name,
                "datasetIndex": 1 + number,
                "encode": {"x": "setting", "y": "outcome"},
                "symbol": theme.SYMBOLS[number % len(theme.SYMBOLS)],
                "symbolSize": 9,
                "itemStyle": {"color": colour, "opacity": 0.7},
                "selectedMode": "single",
            }
        )
        means = table.iloc[rows].groupby("setting")["outcome"].mean()
        if has_numbers and 1 < len(means) < len(rows):
            lines.append(
                {
                    "type": "line",
                    "name": name,
                    "data": means.round(5).reset_index().to_numpy().tolist(),
                    "showSymbol": False,
                    "silent": True,
                    "lineStyle": {"color": colour, "width": 2},
                    "itemStyle": {"color": colour},
                    "tooltip": {"show": False},
                }
            )
    option = frame_of(
        f"{outcome} of {len(table):,} runs",
        datasets(table.drop(columns="group").round(5), parts),
        [*dots, *lines],
        x_name=setting,
    )
    option["tooltip"] = {
        "trigger": "item",
        "formatter": f"<b>{{@run}}</b><br/>{setting} {{@setting}}"
        f"<br/>{outcome} {{@outcome}}{'%' * is_percent}",
    }
    option["legend"] |= {**legend_of(dots), "show": len(groups) > 1, "type": "scroll"}
    option["xAxis"] |= (
        {"scale": True}
        if has_numbers
        else {"type": "category", "axisLabel": {"width": 110, "overflow": "break"}}
    )
    if is_percent:
        option["yAxis"] |= {**fitting([table["outcome"].to_numpy()]), **PERCENT_AXIS}
    else:
        option["yAxis"] |= {"min": 0, "max": 1, "interval": 0.25}
    return option
