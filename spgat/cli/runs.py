"""`spgat embed` and `spgat runs`: the embeddings of stored runs, and what is stored."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from spgat.cli.console import Json, emit, progress_bar, remark, table
from spgat.cli.output import checked_file
from spgat.embedding.config import Method
from spgat.errors import InputError
from spgat.replacing import replacing
from spgat.words import number, percent

runs_app = typer.Typer(
    help="List, export, import and delete stored runs.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command("embed")(embed)
    app.add_typer(runs_app, name="runs")


def embed(
    run: Annotated[str, typer.Argument(help="The id of a run, from `spgat runs list`.")],
    method: Annotated[Method, typer.Option(help="How the embedding is projected.")] = "tsne",
    dimensions: Annotated[int, typer.Option(help="Dimensions of the projection, 2 or 3.")] = 2,
    perplexity: Annotated[float, typer.Option(help="Perplexity of t-SNE.")] = 30.0,
    num_neighbors: Annotated[int, typer.Option(help="Number of neighbours for UMAP.")] = 15,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            help="CSV file for the coordinates; omit to write no file.",
            callback=checked_file,
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Project the hidden layer of a run and say how well its classes separate."""
    from spgat.embedding import (
        EmbeddingConfig,
        knn_accuracy,
        project,
        silhouette,
        trustworthiness,
    )
    from spgat.runs import RunStore

    stored = RunStore().load(run)
    config = EmbeddingConfig(
        method=method,
        dimensions=dimensions,
        perplexity=perplexity,
        num_neighbors=num_neighbors,
        seed=seed,
    )
    with progress_bar() as progress:
        projection = project(stored.hidden, config, progress=progress)
    labels = stored.labels
    score = silhouette(stored.hidden, labels)
    facts: dict[str, Any] = {
        "run_id": run,
        "method": projection.config.method,
        "dimensions": projection.config.dimensions,
        "seconds": projection.seconds,
        "silhouette": score.mean,
        "silhouette_reason": score.reason,
        "trustworthiness": trustworthiness(stored.hidden, projection.coordinates),
        "knn_accuracy_projected": knn_accuracy(projection.coordinates, labels),
        "knn_accuracy_hidden": knn_accuracy(stored.hidden, labels),
        "notes": list(projection.notes),
    }
    if output is not None:
        _write_coordinates(output, projection.coordinates, labels)
    emit(facts, as_json, lambda c: c.print(_pairs(f"Embedding of {run}", facts)))


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
def import_run(file: Path, as_json: Json = False) -> None:
    """Read a run back from a zip file."""
    from spgat.runs import RunStore

    if not file.is_file():
        raise InputError(f"There is no file {str(file)!r}; give the zip of an exported run.")
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


def _write_coordinates(output: Path, coordinates: Any, labels: Any) -> None:
    header = ",".join(["node", *"xyz"[: coordinates.shape[1]], "label"])
    lines = [
        ",".join([str(node), *(f"{value:.6g}" for value in point), str(label)])
        for node, (point, label) in enumerate(zip(coordinates, labels, strict=True))
    ]
    with replacing(output) as path:
        path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")


def _pairs(title: str, facts: dict[str, Any]) -> Any:
    rows = [
        (key.replace("_", " "), number(value) if isinstance(value, float) else value)
        for key, value in facts.items()
    ]
    return table(title, ("what", "value"), rows)
