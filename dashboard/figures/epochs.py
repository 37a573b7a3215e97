"""A training in one small chart, with the epoch that the rest of the page shows."""

from collections.abc import Sequence

import pandas as pd

from dashboard import theme
from dashboard.figures.axes import NO_LABEL, mark_lines
from dashboard.figures.history import History
from dashboard.figures.scale import Option
from dashboard.figures.training import ended, frame_of, legend_of, line_of

_ALPHA_COLOURS = (theme.BLUE, theme.SKY, theme.PURPLE)


def cursor_chart(
    history: History,
    epoch: int,
    silhouettes: Sequence[tuple[int, float | None]] = (),
) -> Option:
    """Returns the ECharts option of accuracy, α and silhouette, with a line at an epoch.

    Args:
        history: Of the run.
        epoch: Where the cursor stands.
        silhouettes: (epoch, mean) pairs, the mean None where it is undefined.
    """
    columns = _columns(history)
    table = history.mean[["epoch", *columns]].round(5)
    series = [
        ended(line_of(name, "epoch", column, shade), number, table["epoch"], table[column])
        for number, (column, (name, shade)) in enumerate(columns.items())
    ]
    sources: list[Option] = [{"source": table}]
    if silhouettes:
        frames = pd.DataFrame(silhouettes, columns=["epoch", "silhouette"]).astype(float)
        sources.append({"source": frames.round(5)})
        line = line_of("silhouette", "epoch", "silhouette", theme.GREEN)
        line = ended(line, len(series), frames["epoch"], frames["silhouette"])
        series.append({**line, "datasetIndex": 1, "showSymbol": True, "symbolSize": 5})
    series[0]["markLine"] = mark_lines(
        [{"xAxis": epoch}], label=NO_LABEL, type="solid", width=2
    )
    option = frame_of("", sources, series, x_name="epoch")
    option["legend"] |= {"type": "scroll", "left": 0, **legend_of(series)}
    option["xAxis"] |= {"min": 0, "max": int(table["epoch"].max()), "minInterval": 1}
    option["yAxis"] |= {"max": 1, "splitNumber": 2}
    return option


def cursor_table(
    history: History, silhouettes: Sequence[tuple[int, float | None]]
) -> pd.DataFrame:
    """Returns the curves of `cursor_chart` as a table, a row per epoch."""
    columns = _columns(history)
    table = history.mean[["epoch", *columns]]
    table = table.rename(columns={column: name for column, (name, _) in columns.items()})
    if not silhouettes:
        return table
    frames = pd.DataFrame(silhouettes, columns=["epoch", "silhouette"])
    return table.merge(frames, how="outer", on="epoch")  # epoch 0 has a frame and no history


def _columns(history: History) -> dict[str, tuple[str, str]]:
    """Name and colour of each column of the history that is drawn."""
    columns = {"val_accuracy": ("validation accuracy", theme.ORANGE)}
    for layer in range(1, history.num_layers + 1):
        colour = _ALPHA_COLOURS[(layer - 1) % len(_ALPHA_COLOURS)]
        column, band = next(iter(history.alpha(layer).columns.items()))
        columns[column] = (f"α {band}, layer {layer}", colour)
    return columns
