"""`spgat reproduce`, `spgat sweep` and `spgat tune`: many runs at once."""

import os
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any

import typer
from rich.console import Console

from spgat import presets
from spgat.cli.console import Json, emit, progress_bar, table
from spgat.cli.data import check_fraction
from spgat.cli.output import checked_file
from spgat.cli.training import Preset, Seeds
from spgat.experiments import Family

Dataset = Annotated[str, typer.Option("--dataset", "-d", help="A name from `spgat datasets`.")]
Scheduler = Annotated[
    str | None, typer.Option(help="Address of a Dask scheduler; local processes without one.")
]
Processes = Annotated[
    int, typer.Option(help="Local processes.", min=1, show_default="one per core")
]
_CORES = os.cpu_count() or 1
Results = Annotated[
    Path,
    typer.Option(
        help="Folder where finished runs are recorded.", file_okay=False, writable=True
    ),
]


def register(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command("reproduce")(reproduce)
    app.command("sweep")(sweep)
    app.command("tune")(tune)


def reproduce(
    name: Annotated[str, typer.Argument(help="A table or figure of the paper, or all.")],
    quick: Annotated[
        bool, typer.Option("--quick/--full", help="Few seeds, or the full protocol.")
    ] = True,
    scheduler: Scheduler = None,
    processes: Processes = _CORES,
    results: Results = Path("results"),
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Measure again what is recorded already.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure a table or figure of the paper and set it beside the printed figures."""
    from spgat.experiments.reproduce import reproduce as run

    with progress_bar() as progress:
        outcomes = run(
            name,
            quick=quick,
            scheduler=scheduler,
            results_folder=results,
            processes=processes,
            fresh=fresh,
            progress=progress,
        )
    facts: dict[str, Any] = {
        "experiments": [
            {
                "name": outcome.name,
                "title": outcome.title,
                "findings": list(outcome.findings),
                "rows": [row.to_dict() for row in outcome.rows],
            }
            for outcome in outcomes
        ]
    }

    def show(console: Console) -> None:
        columns = ("", "data set", "quantity", "measured", "printed", "runs", "verdict")
        for outcome in outcomes:
            rows = [
                (
                    row.label,
                    row.dataset,
                    row.quantity,
                    _value(row.measured, row.unit, row.spread),
                    _value(row.printed, row.unit),
                    row.runs,
                    row.verdict,
                )
                for row in outcome.rows
            ]
            console.print(table(outcome.title, columns, rows, numbers_from=3))
            for finding in outcome.findings:
                console.print(f"- {finding}")

    emit(facts, as_json, show)


def sweep(
    dataset: Dataset,
    low_fractions: Annotated[
        str,
        typer.Option(help="Shares of low frequencies to try, separated by commas."),
    ] = "0.05,0.1,0.2,0.3,0.5",
    preset: Preset = presets.DEFAULT,
    seeds: Seeds = 3,
    scheduler: Scheduler = None,
    processes: Processes = _CORES,
    results: Results = Path("results"),
    as_json: Json = False,
) -> None:
    """Train over many values of d and several seeds; an interrupted sweep goes on."""
    from spgat.errors import InputError
    from spgat.experiments.cell import train_cells
    from spgat.experiments.outcome import measured_row
    from spgat.experiments.sweep import CellStore, recorded, run_cells
    from spgat.sweep import swept

    try:
        values = [check_fraction("--low-fractions", float(v)) for v in low_fractions.split(",")]
    except ValueError as error:
        raise InputError(
            f"--low-fractions is {low_fractions!r}; give numbers between 0 and 1 with commas "
            "between."
        ) from error
    base = presets.resolve(None, preset, dataset)
    cells = {
        value: train_cells(dataset, config, [(seed, seed) for seed in range(seeds)])
        for value, config in swept(base, values).items()
    }
    store = CellStore(results)
    with progress_bar() as progress:
        records = run_cells(
            [cell for group in cells.values() for cell in group],
            store,
            processes=processes,
            scheduler=scheduler,
            progress=progress,
        )
    rows = [
        measured_row(recorded(records, group), label=f"{value:g}", dataset=dataset)
        for value, group in cells.items()
    ]
    facts = {"dataset": dataset, "preset": base.preset, "rows": [row.to_dict() for row in rows]}

    def show(console: Console) -> None:
        lines = [(r.label, _value(r.measured, r.unit, r.spread), r.runs) for r in rows]
        skips = base.bands.cuts_frequencies and base.bands.count_from == "null-space"
        d = "d after the null space" if skips else "d / n"
        columns = (d, "test accuracy at the best validation epoch", "runs")
        console.print(table(f"{dataset}, preset {base.preset}", columns, lines))

    emit(facts, as_json, show)


def tune(
    dataset: Dataset,
    family: Annotated[
        Family,
        typer.Option(
            help="True frequency bands, these with cuts that learn, or these on consistent "
            "views too; SpGAT-Cheby or the paper's wavelets."
        ),
    ] = "frequency",
    trials: Annotated[int, typer.Option(help="Number of configs.", min=1)] = 30,
    runs: Annotated[
        int,
        typer.Option(
            help="Seeds of the best configs; of the others half as many, and so on.", min=1
        ),
    ] = 8,
    seed: Annotated[int, typer.Option(help="Of the search.")] = 0,
    split_index: Annotated[
        int,
        typer.Option(help="The one split that is searched, or which random draw.", min=0),
    ] = 0,
    storage: Annotated[
        Path | None,
        typer.Option(
            help="File that keeps the trials, so that a stopped search goes on.",
            callback=checked_file,
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Presets file to add the config to; spgat/tuned.json is the preset 'tuned'.",
            callback=checked_file,
        ),
    ] = None,
    trace: Annotated[
        Path | None,
        typer.Option(
            help="CSV file for the trials; a picture of them is written beside it, as SVG.",
            callback=checked_file,
        ),
    ] = None,
    test: Annotated[
        bool,
        typer.Option(
            "--test", help="Measure the config on the test nodes of its split, on new seeds."
        ),
    ] = False,
    scheduler: Scheduler = None,
    processes: Processes = _CORES,
    as_json: Json = False,
) -> None:
    """Search for the config with the best accuracy on validation nodes alone."""
    from spgat.experiments import trace as traces
    from spgat.experiments.sweep import timed
    from spgat.experiments.tune import check_preset, report_cells, save_preset
    from spgat.experiments.tune import tune as search
    from spgat.parallel import results_of

    if save is not None:
        check_preset(dataset)
    with progress_bar() as progress:
        tuned = search(
            dataset,
            family=family,
            trials=trials,
            runs=runs,
            seed=seed,
            split_index=split_index,
            storage=storage,
            processes=processes,
            scheduler=scheduler,
            progress=progress,
        )
    if trace is not None:
        traces.save(tuned.trace, trace)
    if save is not None:
        save_preset(tuned, save)
    tested: list[float] = []
    if test:
        results = results_of(
            timed, report_cells(tuned), processes=processes, scheduler=scheduler
        )
        tested = [measured["test_accuracy"] for _, measured, _ in results]
    facts = {
        **tuned.to_dict(),
        "trace": [trial.to_dict() for trial in tuned.trace],
        "test_accuracy": fmean(tested) if tested else None,
    }

    def show(console: Console) -> None:
        lines = [(name, str(value)) for name, value in facts["config"].items()]
        title = f"{dataset}, {family}: best of {len(tuned.trace)} configs"
        console.print(table(title, ("setting", "value"), lines))
        console.print(
            f"Validation accuracy {_value(tuned.val_accuracy, 'percent')} over {runs} seeds. "
            f"Its standard error is {100 * tuned.standard_error:.1f} points, by the number of "
            f"validation nodes, {tuned.num_val}: configs that are closer may well be equal."
        )
        if tested:
            console.print(
                f"Test accuracy on split {split_index} {_value(fmean(tested), 'percent')} over "
                f"{runs} other seeds."
            )

    emit(facts, as_json, show)


def _value(value: float | None, unit: str, spread: float | None = None) -> str:
    if value is None:
        return "n/a"
    if unit == "percent":
        return f"{100 * value:.1f}" + ("" if spread is None else f" ± {100 * spread:.1f}")
    return f"{value:.3g}"
