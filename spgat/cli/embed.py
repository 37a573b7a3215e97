"""`spgat embed`: the embedding of a run or of a file in two or three dimensions, in numbers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from spgat.cli import data
from spgat.cli.console import IS_FILE, Json, emit, facts_table, progress_bar, remark
from spgat.cli.output import checked_file
from spgat.errors import InputError
from spgat.replacing import replacing

if TYPE_CHECKING:
    from spgat.embedding import Embedded, ForeignEmbedding, Method


def register(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command("embed")(embed)


def embed(
    run: Annotated[
        str, typer.Argument(help="The id of a run, from `spgat runs list`.", show_default=False)
    ] = "",
    source: Annotated[
        Path | None,
        typer.Option(
            "--input",
            help="An embedding of another tool in place of a run: .npy, .npz, CSV, Parquet.",
            **IS_FILE,
        ),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(
            help="A table with labels and whatever else is known of the nodes, joined by id or "
            "in the order of the vectors, such as the Projector's metadata.tsv.",
            **IS_FILE,
        ),
    ] = None,
    dataset: Annotated[
        str,
        typer.Option(
            "--dataset",
            "-d",
            help="Graph of the nodes, a name from `spgat datasets` or a file; without it "
            "nearest neighbours are joined.",
        ),
    ] = "",
    id_column: Annotated[str, typer.Option(help="Column of the ids; none for no ids.")] = "",
    classes: Annotated[str, typer.Option(help="Column of the classes; none for none.")] = "",
    graph_neighbors: Annotated[
        int, typer.Option(help="Nearest neighbours that a graph joins.", min=1)
    ] = 10,
    method: Annotated[
        str,
        typer.Option(
            help="How the embedding is projected: by pca, tsne or umap; tsne by default, and "
            "vectors of two numbers not at all.",
        ),
    ] = "",
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
    """Project the hidden layer of a run, or an embedding of a file, and measure it."""
    from spgat.embedding import (
        EmbeddingConfig,
        as_it_is,
        knn_accuracy,
        low_shares,
        project,
        silhouette,
        trustworthiness,
    )

    if bool(run) == (source is not None):
        raise InputError("Give either the id of a run or --input FILE, and not both.")
    facts: dict[str, Any] = {"run_id": run} if source is None else {"input": str(source)}
    if source is None:
        refused = {"--labels": labels, "--dataset": dataset, "--classes": classes}
        for flag, value in refused.items():
            if value:
                raise InputError(f"{flag} belongs to --input; a run has its own.")
        nodes = _of_run(run)
    else:
        foreign = _read(source, labels, id_column, classes)
        nodes = (
            foreign.on_graph(data.load(dataset))
            if dataset
            else foreign.on_neighbours(min(graph_neighbors, foreign.num_nodes - 1))
        )
        facts |= {
            "num_nodes": nodes.num_nodes,
            "num_dimensions": nodes.vectors.shape[1],
            "num_classes": len(set(nodes.labels[nodes.labels >= 0].tolist())),
            "graph": dataset or f"{graph_neighbors} nearest neighbours",
            "num_edges": nodes.graph.num_edges,
            "used": list(foreign.report.used),
            "unused": list(foreign.report.unused),
        }
    config = EmbeddingConfig(
        method=cast("Method", method or "tsne"),  # the config checks it
        dimensions=dimensions,
        perplexity=perplexity,
        num_neighbors=num_neighbors,
        seed=seed,
    )
    is_drawn = not method and source is not None and nodes.vectors.shape[1] == dimensions
    with progress_bar() as progress:
        projection = (
            as_it_is(nodes.vectors)
            if is_drawn
            else project(nodes.vectors, config, progress=progress)
        )
    score = silhouette(nodes.vectors, nodes.labels)
    facts |= {
        "method": "none" if is_drawn else projection.config.method,
        "dimensions": projection.config.dimensions,
        "seconds": projection.seconds,
        "silhouette": score.mean,
        "silhouette_reason": score.reason,
        "silhouette_distances": "squared" if score.is_squared else "plain",
        "trustworthiness": trustworthiness(nodes.vectors, projection.coordinates),
        "knn_accuracy_projected": knn_accuracy(projection.coordinates, nodes.labels),
        "knn_accuracy_hidden": knn_accuracy(nodes.vectors, nodes.labels),
    }
    if nodes.graph.num_edges:
        smooth = low_shares(nodes.graph.adjacency, nodes.vectors)
        facts["low_frequency_shares"] = [round(float(share), 6) for share in smooth.shares]
        facts["low_frequency_expected"] = smooth.expected
    facts["notes"] = [*nodes.notes, *projection.notes]
    if output is not None:
        _write(output, nodes, projection.coordinates)
    emit(facts, as_json, lambda c: c.print(facts_table(f"Embedding of {run or source}", facts)))


def _of_run(run: str) -> "Embedded":
    from spgat.runs import RunStore, embedded

    return embedded(RunStore().load(run))


def _read(
    source: Path, labels: Path | None, id_column: str, classes: str
) -> "ForeignEmbedding":
    from spgat.datasets.imports import LOCAL
    from spgat.embedding import read_embedding

    table = None if labels is None else (labels.read_bytes(), labels.name)
    foreign = read_embedding(
        source.read_bytes(),
        source.name,
        table,
        id_column=id_column,
        classes=classes,
        limits=LOCAL,
    )
    for question in foreign.report.asked:
        remark(str(question))
    return foreign


def _write(output: Path, nodes: "Embedded", coordinates: Any) -> None:
    header = ",".join(["node", *"xyz"[: coordinates.shape[1]], "label"])
    lines = [
        ",".join([str(node), *(f"{value:.6g}" for value in point), str(label)])
        for node, (point, label) in enumerate(zip(coordinates, nodes.labels, strict=True))
    ]
    with replacing(output) as path:
        path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
