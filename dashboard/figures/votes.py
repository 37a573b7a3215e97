"""How many of a class chose each answer."""

from collections.abc import Mapping, Sequence

import pandas as pd

from dashboard import theme
from dashboard.figures.scale import Option

HEIGHT_OF_ONE = 46


def votes_table(options: Sequence[str], votes: Mapping[int, int]) -> pd.DataFrame:
    """Returns a row for each answer, in the order of the question.

    Args:
        options: The answers.
        votes: How many chose each, by its position; one that nobody chose may be missing.
    """
    counts = [votes.get(position, 0) for position in range(len(options))]
    return pd.DataFrame({"answer": list(options), "students": counts})


def votes_chart(
    options: Sequence[str], votes: Mapping[int, int], right: int | None = None
) -> Option:
    """Returns the ECharts option of a bar for each answer, the first one on top.

    Args:
        options: The answers.
        votes: As for `votes_table`.
        right: The position of the right answer, to be marked; None while it is a secret.
    """
    table = votes_table(options, votes)
    colours = [
        theme.GREEN if position == right else theme.LOW for position in range(len(options))
    ]
    bars = [
        {"value": count, "itemStyle": {"color": colour}}
        for count, colour in zip(table["students"].tolist(), colours, strict=True)
    ]
    ticks = ["✓ " * (position == right) + text for position, text in enumerate(options)]
    return {
        "animationDuration": 0,
        "animationDurationUpdate": 300,
        "grid": {"left": 4, "right": 36, "top": 4, "bottom": 4, "containLabel": True},
        "xAxis": {"type": "value", "minInterval": 1, "show": False},
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": ticks,
            "axisTick": {"show": False},
            "axisLabel": {"width": 120, "overflow": "break", "fontSize": 13},
        },
        "series": [
            {
                "type": "bar",
                "data": bars,
                "barMaxWidth": 26,
                "label": {"show": True, "position": "right", "fontSize": 14},
            }
        ],
    }
