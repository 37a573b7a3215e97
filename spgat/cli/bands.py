"""`spgat bands` and `train-bands`: features in bands on disk, for graphs of any size."""

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console

from spgat import options
from spgat.bands.config import BandConfig, CountFrom
from spgat.cli.console import IS_FILE, Json, emit, facts_table, progress_bar
from spgat.cli.data import (
    Dataset,
    Features,
    GraphOptions,
    GraphSeed,
    Labels,
    check_fraction,
    load,
)
from spgat.cli.lab import Processes, Scheduler
from spgat.cli.reading import with_read_options
from spgat.cli.spectra import Kind, LowFraction, SelfLoopsOption
from spgat.cli.training import with_options
from spgat.config import TrainConfig
from spgat.datasets.meaning.options import ReadOptions
from spgat.spectral.laplacian import LaplacianConfig
from spgat.words import percent

_TRAINED = ("hidden", "dropout", "learning_rate", "weight_decay", "epochs", "patience")


def register(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command("bands")(with_read_options(bands))
    app.command("train-bands")(train_bands)


def bands(
    dataset: Dataset,
    output: Annotated[
        Path, typer.Option(help="Folder for them: new, or begun before.", file_okay=False)
    ],
    graph_option: GraphOptions = None,
    graph_seed: GraphSeed = 0,
    labels: Labels = None,
    features: Features = None,
    signals: Annotated[
        Path | None,
        typer.Option(
            help="An .npy file, a row for each node, used as it is in place of the features "
            "and read a part at a time.",
            **IS_FILE,
        ),
    ] = None,
    low_fraction: LowFraction = 0.05,
    count_from: Annotated[
        CountFrom, typer.Option(help="What the low fraction is a part of.")
    ] = "zero",
    scale: Annotated[
        float,
        typer.Option(
            help="Each frequency λ is weighed by e^(-scale λ). With 0 it is not, and the bands "
            "sum to the features, from which a training learns little.",
            min=0,
        ),
    ] = 2.0,
    step_order: Annotated[
        int, typer.Option(help="Degree of the polynomials, so products with the graph.", min=1)
    ] = 64,
    laplacian: Kind = "normalized",
    self_loops: SelfLoopsOption = True,
    columns: Annotated[int, typer.Option(help="Features in a chunk.", min=1)] = 64,
    parts: Annotated[
        int,
        typer.Option(
            help="Ranges of nodes, each computed with what it reaches: for grids and roads.",
            min=1,
        ),
    ] = 1,
    processes: Processes = 1,
    scheduler: Scheduler = None,
    as_json: Json = False,
    *,
    reading: ReadOptions,
) -> None:
    """Write the features of a graph in both bands, in chunks; an interrupted run goes on."""
    from spgat.chunks.arrays import mapped
    from spgat.chunks.info import StoreInfo
    from spgat.chunks.write import write_bands
    from spgat.datasets import with_split

    config = BandConfig(
        low_fractions=(check_fraction("--low-fraction", low_fraction),),
        count_from=count_from,
        response="heat" if scale else "projector",
        scale=scale or 1.0,
        method="polynomial",
        step_order=step_order,
        laplacian=LaplacianConfig(kind=laplacian, self_loops=self_loops),
    )
    graph = load(
        dataset,
        graph_seed,
        graph_option or (),
        labels=labels,
        features=features,
        reading=reading,
    )
    start = perf_counter()
    with progress_bar() as progress:
        done = write_bands(
            with_split(graph, seed=graph_seed),
            config,
            output,
            features=None if signals is None else mapped(signals),
            columns=columns,
            parts=parts,
            processes=processes,
            scheduler=scheduler,
            progress=progress,
        )
    info = StoreInfo.read(output)
    facts: dict[str, Any] = {
        "dataset": dataset,
        "output": str(output),
        "num_nodes": info.num_nodes,
        "num_features": info.num_features,
        "num_bands": info.num_bands,
        "cutoffs": list(info.cutoffs),
        "chunks": len(info.chunks),
        "chunks_computed": len(done),
        "processes_used": len({chunk.process for chunk in done}),
        "peak_megabytes": max((chunk.peak_megabytes for chunk in done), default=None),
        "seconds": perf_counter() - start,
    }
    title = f"Bands of {graph.name}"
    emit(facts, as_json, lambda console: console.print(facts_table(title, facts)))


@partial(with_options, chosen=[o for o in options.OPTIONS if o.name in _TRAINED])
def train_bands(
    folder: Annotated[Path, typer.Argument(help="What `spgat bands` has written.")],
    batch_size: Annotated[int, typer.Option(help="Nodes in a batch.", min=1)] = 1024,
    seed: Annotated[int, typer.Option(help="Of weights, dropout and the order.", min=0)] = 0,
    as_json: Json = False,
    **settings: Any,
) -> None:
    """Train SpGAT with its propagation first, in batches of nodes, on bands from disk."""
    given = {name: value for name, value in settings.items() if value is not None}
    config = options.config_of(given, TrainConfig())
    from spgat.chunks.store import BandStore
    from spgat.chunks.train import fit_in_batches

    store = BandStore.open(folder)
    with progress_bar() as progress:
        result = fit_in_batches(
            store, config, batch_size=batch_size, seed=seed, progress=progress
        )
    facts: dict[str, Any] = {
        "dataset": store.info.dataset,
        "test_accuracy": result.test_accuracy,
        "val_accuracy": result.val_accuracy,
        "alpha": list(result.alpha),
        "best_epoch": result.best_epoch,
        "epochs": result.epochs,
        "seconds_per_epoch": result.seconds_per_epoch,
    }

    def show(console: Console) -> None:
        shares = {
            f"{key}_accuracy": percent(facts[f"{key}_accuracy"]) for key in ("test", "val")
        }
        console.print(facts_table(f"Trained on {folder}", {**facts, **shares}))

    emit(facts, as_json, show)
