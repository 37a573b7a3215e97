"""`spgat runs`: what is stored."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from spgat.cli.console import IS_FILE, Json, emit, remark, table
from spgat.cli.output import checked_file
from spgat.replacing import replacing
from spgat.words import percent

runs_app = typer.Typer(
    help="List, export, import and delete stored runs.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.add_typer(runs_app, name="runs")


@runs_app.command("list")
def list_runs(as_json: Json = False) -> None:
    """List the stored runs, the newest first."""
    from spgat.runs import RunStore

    stored = RunStore().contents()
    for left_out in stored.unreadable:
        remark(f"Run {left_out.run_id} cannot be read: {left_out.reason}")
    runs = [run.to_dict() for run in stored.runs]

    def show(console: Console) -> None:
        rows = [
            (
                run["run_id"],
                run["dataset"],
                run["model"],
                run["preset"] or "",
                run["seed"],
                percent(run["test_accuracy"]),
                percent(run["val_accuracy"]),
            )
            for run in runs
        ]
        columns = ("run", "data set", "model", "preset", "seed", "test", "validation")
        console.print(table("Runs", columns, rows, numbers_from=4))

    emit({"runs": runs}, as_json, show)


#: Bins that a row of a table has together.
_BINS = 4
#: Eigenvalues at which a table has g(λ); JSON has it on the whole grid.
_NUM_SHOWN = 11


@runs_app.command("response")
def show_responses(runs: list[str], as_json: Json = False) -> None:
    """Show the filter g(λ) that each of some runs has learned."""
    from spgat.runs import RunStore, run_response
    from spgat.spectral.cache import default_cache

    store = RunStore()
    found = {run: run_response(store.load(run), cache=default_cache()) for run in runs}
    facts = [
        {
            "run_id": run,
            "epoch": response.epoch,
            "cutoffs": response.cutoffs,
            "reason": response.reason,
            "eigenvalues": None if response.learned is None else response.learned.eigenvalues,
            "filters": {}
            if response.learned is None
            else dict(zip(response.learned.names, response.learned.values, strict=True)),
        }
        for run, response in found.items()
    ]
    for run, response in found.items():
        if response.learned is None:
            remark(f"Run {run}: {response.reason}")

    def show(console: Console) -> None:
        for run, response in found.items():
            learned = response.learned
            if learned is None:
                continue
            step = (len(learned.eigenvalues) - 1) // (_NUM_SHOWN - 1)
            shown = zip(learned.eigenvalues[::step], learned.values.T[::step], strict=True)
            rows = [(f"{at:.1f}", *(f"{value:.3f}" for value in g)) for at, g in shown]
            title = f"g(λ) of run {run} at its best validation epoch, {response.epoch}"
            console.print(table(title, ("λ", *learned.names), rows))

    emit({"responses": facts}, as_json, show)


@runs_app.command("energy")
def show_energies(run: str, as_json: Json = False) -> None:
    """Show how the energy of a run's hidden units and scores is spread over the frequencies."""
    from spgat.runs import RunStore, unit_energies

    loaded = RunStore().load(run)
    layers = dict(zip(("hidden", "logits"), unit_energies(loaded), strict=True))
    facts = {
        name: {
            "units": energy.units,
            "edges": energy.edges,
            "shares": energy.shares,
            "weights": energy.weights,
            "num_silent": energy.num_silent,
        }
        for name, energy in layers.items()
    }

    def show(console: Console) -> None:
        hidden, logits = (energy.layer for energy in layers.values())
        edges = layers["hidden"].edges
        rows = [
            (f"{edges[at]:.2f}", f"{edges[at + _BINS]:.2f}",
             *(percent(float(layer[at : at + _BINS].sum())) for layer in (hidden, logits)))
            for at in range(0, len(edges) - 1, _BINS)
        ]  # fmt: skip
        title = f"Energy by frequency in run {run}"
        console.print(table(title, ("from λ", "to λ", "hidden layer", "logits"), rows))

    emit({"run_id": run, **facts}, as_json, show)


@runs_app.command("export")
def export_run(
    run: str, output: Annotated[Path, typer.Argument(callback=checked_file)]
) -> None:
    """Write a run as one zip file."""
    from spgat.runs import RunStore

    content = RunStore().export(run)
    with replacing(output) as path:
        path.write_bytes(content)


@runs_app.command("import")
def import_run(file: Annotated[Path, typer.Argument(**IS_FILE)], as_json: Json = False) -> None:
    """Read a run back from a zip file."""
    from spgat.runs import RunStore

    run_id = RunStore().import_zip(file.read_bytes())
    emit({"run_id": run_id}, as_json, lambda console: console.print(run_id))


@runs_app.command("delete")
def delete_run(run: str) -> None:
    """Move a run to the bin; `restore` brings it back."""
    from spgat.runs import RunStore

    RunStore().delete(run)


@runs_app.command("restore")
def restore_run(run: str) -> None:
    """Bring a deleted run back."""
    from spgat.runs import RunStore

    RunStore().restore(run)
