"""Charts of a sweep: accuracy and α over d, a dot for each run, mean and spread for each d."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from dashboard import theme
from dashboard.figures.axes import NO_LABEL, mark_lines
from dashboard.figures.history import alpha_columns
from dashboard.figures.scale import Option
from dashboard.figures.training import (
    PERCENT_AXIS,
    ended,
    fitting,
    frame_of,
    legend_of,
    line_of,
    spread_of,
)

_X = "d"
_ACCURACIES = {
    "val_accuracy": ("validation", theme.ORANGE),
    "test_accuracy": ("test", theme.GREEN),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepPoint:
    """A run of a sweep, at its best validation epoch.

    Attributes:
        num_low: d.
        low_fraction: The share that was asked for.
        seed: Of the run.
        val_accuracy, test_accuracy: In [0, 1].
        alpha: α of the low band in each layer.
        run_id: Its name in the store.
    """

    num_low: int
    low_fraction: float
    seed: int
    val_accuracy: float
    test_accuracy: float
    alpha: tuple[float, ...]
    run_id: str


def runs_table(points: Sequence[SweepPoint]) -> pd.DataFrame:
    """Returns a row for each run, by d and seed; accuracies are in [0, 1]."""
    rows = [
        {
            _X: point.num_low,
            "share": point.low_fraction,
            "seed": point.seed,
            "val_accuracy": point.val_accuracy,
            "test_accuracy": point.test_accuracy,
            **{_low_alpha(layer): value for layer, value in enumerate(point.alpha, start=1)},
            "run": point.run_id,
        }
        for point in points
    ]
    return pd.DataFrame(rows).sort_values([_X, "seed"], ignore_index=True)


def summary(points: Sequence[SweepPoint]) -> pd.DataFrame:
    """Returns a row for each d: mean and sample standard deviation over seeds, 0 for one."""
    runs = runs_table(points)
    columns = [column for column in runs if column not in (_X, "share", "seed", "run")]
    groups = runs.groupby(_X)
    mean, spread = groups[columns].mean(), groups[columns].std().fillna(0.0)
    return mean.join(spread.add_suffix("_std")).assign(seeds=groups.size()).reset_index()


def accuracy_chart(points: Sequence[SweepPoint]) -> Option:
    """Returns the ECharts option of both accuracies over d, in percent that fit the axis.

    Args:
        points: At least one.
    """
    option = _over_d("Accuracy by d", points, _ACCURACIES, factor=100)
    drawn = option["dataset"][1]["source"]
    values = [drawn[column].to_numpy() for column in _ACCURACIES]
    option["yAxis"] |= {**fitting(values), **PERCENT_AXIS}
    option["tooltip"]["valueFormatter"] = "%.1f%%"
    return option


def alpha_chart(points: Sequence[SweepPoint]) -> Option:
    """Returns the ECharts option of each layer's α of the low band over d.

    Args:
        points: At least one.
    """
    layers = {
        _low_alpha(layer): (f"low, layer {layer}", theme.CATEGORICAL[layer - 1])
        for layer in range(1, len(points[0].alpha) + 1)
    }
    option = _over_d("Attention α by d", points, layers)
    option["yAxis"] |= {"min": 0, "max": 1, "interval": 0.25}
    option["series"][0]["markLine"] = mark_lines([{"yAxis": 0.5, "label": NO_LABEL}])
    return option


def describe(points: Sequence[SweepPoint]) -> str:
    """Returns in words where validation accuracy is best, for those who don't see a chart."""
    best = summary(points).sort_values("val_accuracy").iloc[-1]
    return (
        f"{len(points)} runs. Validation accuracy is best at d = {int(best[_X])}, "
        f"{best['val_accuracy']:.1%}; α of the low band in layer 1 is "
        f"{best[_low_alpha(1)]:.2f} there."
    )


def _low_alpha(layer: int) -> str:
    return alpha_columns(layer, 1)[0]


def _over_d(
    title: str,
    points: Sequence[SweepPoint],
    columns: Mapping[str, tuple[str, str]],
    factor: float = 1,
) -> Option:
    """A line through the means, their spread, and a dot for each run."""
    names = list(columns)
    means = summary(points)
    lines, spreads, dots = [], [], []
    for number, (column, (name, colour)) in enumerate(columns.items()):
        spread = factor * means[f"{column}_std"]
        means[column] *= factor
        means[f"{column}_from"] = means[column] - spread
        means[f"{column}_width"] = 2 * spread
        line = {**line_of(name, _X, column, colour), "showSymbol": True, "symbolSize": 7}
        lines.append(ended(line, number, means[_X], means[column]))
        spreads += spread_of(column, name, colour, _X)
        dots.append(_dots(column, name, colour))
    runs = runs_table(points)
    runs[names] *= factor
    sources = [{"source": table.round(5)} for table in (means, runs)]
    option = frame_of(title, sources, [*lines, *spreads, *dots], x_name="d, low frequencies")
    option["xAxis"] |= {"scale": True, "minInterval": 1}
    option["legend"] |= legend_of(lines)
    return option


def _dots(column: str, name: str, colour: str) -> Option:
    return {
        "type": "scatter",
        "id": f"{column}-runs",
        "name": f"{name}, runs",
        "datasetIndex": 1,
        "encode": {"x": _X, "y": column},
        "symbolSize": 5,
        "itemStyle": {"color": colour, "opacity": 0.5},
        "silent": True,
        "tooltip": {"show": False},
    }
