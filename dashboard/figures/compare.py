"""Two to four runs in one chart, each in its colour, the same in every chart."""

from collections.abc import Mapping

import pandas as pd

from dashboard import theme
from dashboard.figures.history import History
from dashboard.figures.response import density_behind, floor_of
from dashboard.figures.scale import Option
from dashboard.figures.training import PERCENT_AXIS, fitting, frame_of, line_of
from spgat.runs import RunResponse

#: Second sign of a run beside its colour.
DASHES = ("solid", "dashed", "dotted", [8, 3, 2, 3])
#: More runs could not be told apart, so no page shows more side by side.
MAX_RUNS = len(DASHES)
QUANTITIES = {
    "val_accuracy": "Validation accuracy",
    "test_accuracy": "Test accuracy",
    "train_accuracy": "Training accuracy",
    "val_loss": "Validation loss",
    "train_loss": "Training loss",
}


def curves_chart(histories: Mapping[str, History], quantity: str) -> Option:
    """Returns the ECharts option of one quantity over the epochs, a line per run.

    Args:
        histories: By the runs' names.
        quantity: A column of `History.mean`; accuracies are drawn in percent, on an axis that
            fits them.
    """
    is_accuracy = "accuracy" in quantity
    factor = 100 if is_accuracy else 1
    tables = {
        name: history.mean[["epoch"]].assign(**{quantity: factor * history.mean[quantity]})
        for name, history in histories.items()
    }
    option = _lines(QUANTITIES.get(quantity, quantity), tables, "epoch", quantity)
    if is_accuracy:
        values = [table[quantity].to_numpy() for table in tables.values()]
        option["yAxis"] |= {**fitting(values), **PERCENT_AXIS}
        option["tooltip"]["valueFormatter"] = "%.2f%%"
    return option


def alpha_chart(histories: Mapping[str, History], layer: int) -> Option:
    """Returns the ECharts option of the lowest band's α in one layer, a line per run.

    Args:
        histories: By the runs' names; those without that layer are left out.
        layer: From 1.
    """
    tables = {
        name: history.mean[["epoch"]].assign(α=history.alpha(layer).mean[:, 0])
        if layer <= history.num_layers
        else None
        for name, history in histories.items()
    }
    option = _lines(f"α of the low frequencies, layer {layer}", tables, "epoch", "α")
    option["yAxis"] |= {"min": 0, "max": 1, "interval": 0.25}
    return option


def responses_chart(
    responses: Mapping[str, RunResponse], layer: int, density: pd.DataFrame | None = None
) -> Option:
    """Returns the ECharts option of the learned filter of one layer, a line per run.

    Args:
        responses: By the runs' names; those without that layer are left out. Where each class
            has a filter their mean is drawn.
        layer: From 1.
        density: Columns λ and density, the share of a graph's eigenvalues per unit of λ; drawn
            behind the lines.
    """
    tables = {name: _response(found, layer) for name, found in responses.items()}
    drawn = [table for table in tables.values() if table is not None]
    option = _lines(f"Learned response g(λ), layer {layer}", tables, "λ", "g")
    option["xAxis"]["name"] = "eigenvalue λ"
    option["yAxis"] |= {"min": floor_of(table["g"].to_numpy() for table in drawn)}
    if density is None or not drawn:
        return option
    option["dataset"].append({"source": density.round(5)})
    number = len(option["dataset"]) - 1
    return density_behind(option, "λ", density["density"].to_numpy(), dataset=number)


def curves_table(histories: Mapping[str, History]) -> pd.DataFrame:
    """Returns every quantity of every run, a row per run and epoch."""
    return pd.concat(
        [history.mean.assign(run=name) for name, history in histories.items()]
    ).pipe(lambda table: table[["run", *(c for c in table if c != "run")]])


def responses_table(responses: Mapping[str, RunResponse]) -> pd.DataFrame:
    """Returns the learned filters, a row per run, layer and eigenvalue."""
    parts = [
        pd.DataFrame(
            {"run": name, "layer": layer, "eigenvalue": found.learned.eigenvalues, "g": g}
        )
        for name, found in responses.items()
        if found.learned is not None
        for layer, g in enumerate(found.learned.by_layer, start=1)
    ]
    return pd.concat(parts)


def colour_of(position: int) -> str:
    """Returns the colour of the run at a position."""
    return theme.CATEGORICAL[position % len(theme.CATEGORICAL)]


def _response(found: RunResponse, layer: int) -> pd.DataFrame | None:
    if found.learned is None or layer > len(found.learned.by_layer):
        return None
    values = found.learned.by_layer[layer - 1]
    return pd.DataFrame({"λ": found.learned.eigenvalues, "g": values})


def _lines(title: str, tables: Mapping[str, pd.DataFrame | None], x: str, y: str) -> Option:
    """A line for each table; a run without one leaves its colour unused."""
    sources: list[Option] = []
    series = []
    for position, (name, table) in enumerate(tables.items()):
        if table is None:
            continue
        line = line_of(name, x, y, colour_of(position))
        line["lineStyle"]["type"] = DASHES[position % len(DASHES)]
        series.append({**line, "datasetIndex": len(sources)})
        sources.append({"source": table.round(5)})
    return frame_of(title, sources, series, x_name=x)
