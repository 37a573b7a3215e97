"""`spgat over-time`: a signal over time by frequency, and its suspect sensors."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.console import Console

from spgat.bands.config import BandConfig
from spgat.cli.console import IS_FILE, Json, emit, facts_table, remark, table
from spgat.cli.data import Dataset, check_fraction, load
from spgat.cli.output import checked_file
from spgat.cli.reading import with_read_options
from spgat.cli.spectra import Kind, LowFraction, SelfLoopsOption
from spgat.datasets.meaning.options import ReadOptions
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.words import percent

if TYPE_CHECKING:  # the help must not wait for the spectra
    import pandas as pd

    from spgat.series import SignalSeries

_NUM_SHOWN = 10

Series = Annotated[
    Path | None,
    typer.Option(
        "--series",
        help="A table with one row per time step and column per node, or one reading per line: "
        "time, node, value.",
        **IS_FILE,
    ),
]
Centre = Annotated[
    bool, typer.Option("--centre/--no-centre", help="Take away each node's mean over time.")
]
Fill = Annotated[
    bool, typer.Option("--fill", help="Fill missing readings by the smoothest completion.")
]


def register(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command("over-time")(with_read_options(over_time))


def over_time(
    dataset: Dataset,
    series: Series = None,
    low_fraction: LowFraction = 0.1,
    centre: Centre = True,
    fill: Fill = False,
    laplacian: Kind = "normalized",
    self_loops: SelfLoopsOption = True,
    energy: Annotated[
        Path | None,
        typer.Option(help="Write the energy in low and high over time.", callback=checked_file),
    ] = None,
    ranking: Annotated[
        Path | None,
        typer.Option(help="Write the ranking of the sensors.", callback=checked_file),
    ] = None,
    as_json: Json = False,
    *,
    reading: ReadOptions,
) -> None:
    """Cut a signal over time into low and high, and rank its sensors by their residual."""
    import pandas as pd

    from spgat.series import deviations, energy_over_time, joint_energy
    from spgat.spectral.completion import complete
    from spgat.spectral.eigen import full_spectrum
    from spgat.spectral.laplacian import LaplacianConfig

    check_fraction("--low-fraction", low_fraction)
    graph = load(dataset, reading=reading)
    found = _series(dataset, graph, series)
    spectrum = full_spectrum(
        graph.adjacency, LaplacianConfig(kind=laplacian, self_loops=self_loops)
    )
    (num_low,) = BandConfig(low_fractions=(low_fraction,)).num_low(graph.num_nodes, 0)
    values, num_filled = found.values, 0
    if fill:
        completion = complete(graph.adjacency, values)
        values, num_filled = completion.values, completion.num_filled
    shown = deviations(values) if centre else values
    # Of a component without any reading all values are 0, which changes no other component.
    shown = np.nan_to_num(shown) if fill else shown
    found_energy = energy_over_time(joint_energy(spectrum, shown), num_low)
    ranks = _ranking(graph, found)
    energies = pd.DataFrame(
        {"time": found.times, "low": found_energy.low, "high": found_energy.high}
    )
    for file, rows in ((energy, energies), (ranking, ranks)):
        if file is not None:
            rows.to_csv(file, index=False)
    whole = float(np.nansum(found_energy.low + found_energy.high))
    facts: dict[str, Any] = {
        "dataset": dataset,
        "series": found.name,
        "num_times": found.num_times,
        "num_nodes": found.num_nodes,
        "num_missing": found.num_missing,
        "num_filled": num_filled,
        "num_times_without_energy": int(np.isnan(found_energy.low).sum()),
        "num_low": num_low,
        "low_share": float(np.nansum(found_energy.low)) / whole if whole > 0 else None,
        "suspects": ranks.head(_NUM_SHOWN).to_dict("records"),
    }

    def show(console: Console) -> None:
        shown = facts | {"low_share": percent(facts["low_share"])}
        del shown["suspects"]
        console.print(facts_table(f"Over time: {found.name}", shown))
        lines = [(r["node"], f"{r['score']:.1f}", r["sign"]) for r in facts["suspects"]]
        console.print(table("Suspect sensors", ("node", "score", "sign"), lines))

    emit(facts, as_json, show)


def _ranking(graph: Graph, series: "SignalSeries") -> "pd.DataFrame":
    """The sensors, the most suspicious first; none of a series too short to judge them."""
    import pandas as pd

    from spgat.series import rank_suspects

    try:
        found = rank_suspects(graph.adjacency, series.values)
    except InputError as error:
        remark(str(error))
        return pd.DataFrame(columns=["node", "score", "sign"])
    nodes = [graph.names[node] for node in found.nodes]
    return pd.DataFrame({"node": nodes, "score": found.scores, "sign": found.reasons})


def _series(dataset: str, graph: Graph, file: Path | None) -> "SignalSeries":
    """The series of a file, or else that of the catalogue."""
    from spgat import datasets
    from spgat.datasets.imports import LOCAL, read_series

    if file is not None:
        imported = read_series(graph, file.read_bytes(), file.name, limits=LOCAL)
        for sentence in (*imported.used, *imported.unused, *imported.changed):
            remark(sentence)
        return imported.series
    measured = {entry.name for entry in datasets.catalogue() if entry.series is not None}
    series = datasets.load_series(dataset) if dataset in measured else None
    if series is None:
        raise InputError(
            f"{dataset[:60]!r} has no signal over time; name a table of it with --series, or "
            f"one of the data sets {', '.join(sorted(measured))}."
        )
    return series
