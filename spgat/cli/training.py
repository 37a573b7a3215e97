"""`spgat train`, `spgat embed` and `spgat runs`: networks, their embeddings, what was kept."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from spgat.bands.config import Basis, CountFrom, CutBy, Pooling, Sparsification
from spgat.cli.console import Json, emit, progress_bar, remark, table
from spgat.cli.data import (
    Dataset,
    Features,
    GraphOptions,
    GraphSeed,
    Labels,
    check_fraction,
    load,
)
from spgat.cli.idle import idle_options
from spgat.cli.output import checked_file
from spgat.cli.reading import with_read_options
from spgat.config import Device, TrainConfig
from spgat.datasets.meaning.options import ReadOptions
from spgat.embedding.config import Method
from spgat.errors import InputError
from spgat.replacing import replacing
from spgat.results import TrainResult
from spgat.words import number, percent

runs_app = typer.Typer(
    help="List, export, import and delete stored runs.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command("train")(with_read_options(train))
    app.command("embed")(embed)
    app.add_typer(runs_app, name="runs")


def train(
    dataset: Dataset,
    graph_option: GraphOptions = None,
    graph_seed: GraphSeed = 0,
    labels: Labels = None,
    features: Features = None,
    preset: Annotated[
        str | None,
        typer.Option(
            help="Where every value not given comes from: paper, reference-code, "
            "reference-code-cheby, spgat-f, spgat-na, gwnn, spectral-cnn, frequency, tuned, "
            "best, or published for a baseline."
        ),
    ] = None,
    model: Annotated[str | None, typer.Option(help="SpGAT, a variant or a baseline.")] = None,
    low_fraction: Annotated[
        list[float] | None,
        typer.Option(help="Where the spectrum is cut; several cuts make several bands."),
    ] = None,
    cut_by: Annotated[
        CutBy | None, typer.Option("--cut-by", "--split", help="What is cut.")
    ] = None,
    basis: Annotated[Basis | None, typer.Option(help="The basis pair.")] = None,
    count_from: Annotated[
        CountFrom | None, typer.Option(help="Count d over all frequencies or after the zeros.")
    ] = None,
    sparsification: Annotated[
        Sparsification | None, typer.Option(help="Which entries of the basis are dropped.")
    ] = None,
    threshold: Annotated[float | None, typer.Option(help="t of the sparsification.")] = None,
    scale: Annotated[float | None, typer.Option(help="Scale s of the heat kernel.")] = None,
    learn_cutoffs: Annotated[
        bool | None,
        typer.Option(
            "--learn-cutoffs/--fixed-cutoffs",
            help="Let training move the cuts, which makes the bands polynomials.",
        ),
    ] = None,
    node_order_seed: Annotated[
        int | None,
        typer.Option(
            "--node-order-seed",
            "--shuffle-nodes",
            help="Seed that shuffles the nodes first, for a cut by column.",
        ),
    ] = None,
    pooling: Annotated[Pooling | None, typer.Option(help="How the bands are joined.")] = None,
    hidden: Annotated[int | None, typer.Option(help="Hidden units.")] = None,
    dropout: Annotated[float | None, typer.Option(help="Dropout probability.")] = None,
    node_dropout: Annotated[
        float | None, typer.Option(help="Probability of dropping a whole node from a view.")
    ] = None,
    views: Annotated[
        int | None, typer.Option(help="Random views of the graph in each step.")
    ] = None,
    consistency: Annotated[
        float | None, typer.Option(help="Factor of the loss by which the views differ.")
    ] = None,
    learning_rate: Annotated[float | None, typer.Option(help="Of Adam.")] = None,
    weight_decay: Annotated[
        float | None, typer.Option(help="Factor of the L2 penalty.")
    ] = None,
    epochs: Annotated[int | None, typer.Option(help="Largest number of epochs.")] = None,
    patience: Annotated[
        int | None, typer.Option(help="Epochs without a better one before stopping.")
    ] = None,
    device: Annotated[Device | None, typer.Option(help="Where to compute.")] = None,
    seeds: Annotated[int, typer.Option(help="Number of seeds, from 0 on.", min=1)] = 1,
    save: Annotated[
        bool, typer.Option("--save/--no-save", help="Keep each run in the run store.")
    ] = True,
    as_json: Json = False,
    *,
    reading: ReadOptions,
) -> None:
    """Train a model with one or several seeds; the test accuracy is that at the best epoch."""
    band_changes = _given(
        low_fractions=None if not low_fraction else tuple(sorted(low_fraction)),
        cut_by=cut_by,
        basis=basis,
        count_from=count_from,
        sparsification=sparsification,
        threshold=threshold,
        scale=scale,
        learn_cutoffs=learn_cutoffs,
        method="polynomial" if learn_cutoffs else None,
        node_order_seed=node_order_seed,
    )
    changes = _given(
        model=model,
        pooling=pooling,
        hidden=hidden,
        dropout=dropout,
        node_dropout=node_dropout,
        views=views,
        consistency=consistency,
        learning_rate=learning_rate,
        weight_decay=weight_decay,
        epochs=epochs,
        patience=patience,
        device=device,
    )
    config = configure(dataset, preset, band_changes=band_changes, changes=changes)
    idle = idle_options(config, [*band_changes, *changes])
    if idle:
        told = ", ".join(idle)
        remark(f"Without effect on {config.model!r} with these settings: {told}.")
    from spgat.datasets import with_draws
    from spgat.runs import RunStore
    from spgat.training import fit_seeds

    graph = load(
        dataset,
        graph_seed,
        graph_option or (),
        labels=labels,
        features=features,
        reading=reading,
    )
    graph = with_draws(graph, seeds, seed=graph_seed)
    store = RunStore()
    run_ids: list[str] = []

    def keep(result: TrainResult) -> None:
        if save:
            run_ids.append(store.save(result, graph))

    with progress_bar() as progress:
        summary = fit_seeds(graph, config, range(seeds), on_result=keep, progress=progress)
    facts = {**summary.to_dict(), "dataset": dataset, "run_ids": run_ids}
    facts["splits"] = [graph.splits[r.split_index].name for r in summary.results]
    facts["notes"] = list(dict.fromkeys(n for r in summary.results for n in r.notes))
    emit(facts, as_json, lambda console: _show_training(console, facts))


def configure(
    dataset: str,
    preset: str | None,
    *,
    band_changes: dict[str, Any],
    changes: dict[str, Any],
) -> TrainConfig:
    """Returns a preset's config for a data set with some fields changed.

    A model named without a preset takes the settings of its own publication.

    Raises:
        InputError: For an unknown preset or a value outside its range.
    """
    from spgat import presets
    from spgat.nn.baselines.published import BASELINES, published

    for cut in band_changes.get("low_fractions") or ():
        check_fraction("--low-fraction", cut)
    model = changes.get("model")
    if preset == "published" or (preset is None and model in BASELINES):
        base = published(model or "", dataset)
    else:
        own = model if model in presets.DESCRIPTIONS else "frequency"
        base = presets.get(preset or own, dataset)
    return replace(base, bands=replace(base.bands, **band_changes), **changes)


def _given(**options: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def embed(
    run: Annotated[str, typer.Argument(help="A run from `spgat runs list`.")],
    method: Annotated[Method, typer.Option(help="How the picture is made.")] = "tsne",
    dimensions: Annotated[int, typer.Option(help="2 or 3.")] = 2,
    perplexity: Annotated[float, typer.Option(help="Of t-SNE.")] = 30.0,
    num_neighbors: Annotated[int, typer.Option(help="Of UMAP.")] = 15,
    seed: Annotated[int, typer.Option(help="Decides every random choice.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            help="CSV file for the coordinates; none is written without.",
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


def _show_training(console: Console, facts: dict[str, Any]) -> None:
    mean, std = facts["test_accuracy_mean"], facts["test_accuracy_std"]
    seeds = len(facts["seeds"])
    spread = f" ± {100 * std:.1f}" if seeds > 1 else ""
    rows: list[tuple[str, object]] = [
        ("test accuracy at the best validation epoch", f"{100 * mean:.1f}{spread}%"),
        ("validation accuracy", percent(facts["val_accuracy_mean"])),
        (
            "oracle: best test accuracy of any epoch",
            percent(facts["oracle_test_accuracy_mean"]),
        ),
        *(
            (f"attention of layer {layer}, low to high", "  ".join(f"{a:.3f}" for a in alpha))
            for layer, alpha in enumerate(facts["alpha"], start=1)
        ),
        ("silhouette of the hidden layer", number(facts["silhouette_mean"])),
        ("split of each seed", "; ".join(dict.fromkeys(facts["splits"]))),
        ("parameters", f"{facts['num_parameters']:,}"),
        ("epochs", f"{facts['epochs_mean']:.0f}"),
        ("seconds an epoch", number(facts["seconds_per_epoch"])),
        ("seconds of setup", number(facts["setup_seconds"])),
        ("kept as", ", ".join(facts["run_ids"]) or "not kept"),
    ]
    title = f"{facts['model']} on {facts['dataset']}, preset {facts['preset']}, "
    title += "one seed" if seeds == 1 else f"mean ± deviation over {seeds} seeds"
    console.print(table(title, ("what", "value"), rows))
    for note in facts["notes"]:
        console.print(f"- {note}")


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
