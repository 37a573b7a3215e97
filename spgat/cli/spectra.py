"""`spgat spectrum`, `wavelets` and `suggest-d`: the spectral engine by hand."""

from collections.abc import Sequence
from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from spgat.bands.config import BandConfig
from spgat.cli.console import Json, emit, facts_table, progress_bar, table
from spgat.cli.data import Dataset, GraphSeed, Labels, check_fraction, load
from spgat.cli.reading import with_read_options
from spgat.datasets.meaning.options import ReadOptions
from spgat.graph import Graph
from spgat.spectral.laplacian import LaplacianConfig, LaplacianKind

if TYPE_CHECKING:
    from spgat.bands.eigengap import Gap
    from spgat.spectral.cache import DiskCache

Kind = Annotated[LaplacianKind, typer.Option("--laplacian", help="Which Laplacian.")]
SelfLoopsOption = Annotated[
    bool, typer.Option("--self-loops/--no-self-loops", help="Add a self-loop to every node.")
]
LowFraction = Annotated[
    float, typer.Option("--low-fraction", help="Part of the frequencies that counts as low.")
]
UseCache = Annotated[
    bool, typer.Option("--cache/--no-cache", help="Keep the result on disk, or take it there.")
]


def register(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command("spectrum")(with_read_options(spectrum))
    app.command("wavelets")(with_read_options(wavelets))
    app.command("suggest-d")(with_read_options(suggest_d))


def spectrum(
    dataset: Dataset,
    low_fraction: LowFraction = 0.05,
    laplacian: Kind = "normalized",
    self_loops: SelfLoopsOption = True,
    density: Annotated[
        bool,
        typer.Option(
            "--density", help="Estimate the density of all frequencies; for graphs of any size."
        ),
    ] = False,
    certify: Annotated[
        bool,
        typer.Option(
            "--certify",
            help="Count the eigenvalues below the cut too: a missed eigenpair would show.",
        ),
    ] = False,
    use_cache: UseCache = True,
    as_json: Json = False,
    *,
    reading: ReadOptions,
) -> None:
    """Compute the lowest eigenpairs of a graph and say where the cut lies."""
    from spgat.spectral.cache import default_cache
    from spgat.spectral.eigen import lowest_eigenpairs
    from spgat.spectral.inertia import certificate

    check_fraction("--low-fraction", low_fraction)
    graph = load(dataset, reading=reading)
    config = LaplacianConfig(kind=laplacian, self_loops=self_loops)
    if density:
        _density(dataset, graph, low_fraction, config, as_json)
        return
    (num_low,) = BandConfig(low_fractions=(low_fraction,)).num_low(graph.num_nodes, 0)
    num_low = max(1, num_low)
    start = perf_counter()
    with progress_bar() as progress:
        result = lowest_eigenpairs(
            graph.adjacency,
            num_low,
            config,
            progress=progress,
            cache=default_cache() if use_cache else None,
        )
    inside = num_low <= result.null_dimension
    facts: dict[str, Any] = {
        "dataset": dataset,
        "num_nodes": graph.num_nodes,
        "num_low": num_low,
        "cutoff_eigenvalue": float(result.eigenvalues[num_low - 1]),
        "null_dimension": result.null_dimension,
        "inside_null_space": inside,
        "method": result.method,
        "seconds": perf_counter() - start,
        "max_residual": result.max_residual,
    }
    if certify:
        found = certificate(graph.adjacency, result)
        facts["certified"] = "no gap to count below" if found is None else str(found)
        facts["complete"] = None if found is None else found.is_complete

    def show(console: Console) -> None:
        console.print(facts_table(f"Spectrum of {graph.name}", facts))
        if inside:
            console.print(
                f"The lowest {num_low} eigenvectors lie inside the null space "
                f"({result.null_dimension} components): they only say which component a node "
                "is in."
            )

    emit(facts, as_json, show)


def _density(
    dataset: str, graph: Graph, low_fraction: float, config: LaplacianConfig, as_json: bool
) -> None:
    """Says where the frequencies lie, without an eigenvector."""
    from spgat.spectral.density import spectral_density

    start = perf_counter()
    with progress_bar() as progress:
        found = spectral_density(graph.adjacency, config, progress=progress)
    cutoff, error = found.cutoff_for_fraction(low_fraction)
    facts: dict[str, Any] = {
        "dataset": dataset,
        "num_nodes": graph.num_nodes,
        "num_low": BandConfig(low_fractions=(low_fraction,)).num_low(graph.num_nodes, 0)[0],
        "cutoff_eigenvalue": cutoff,
        "cutoff_error": error,
        "null_dimension": found.null_dimension,
        "method": found.method,
        "seconds": perf_counter() - start,
    }
    curves = {
        "eigenvalues": found.grid.tolist(),
        "density": found.density.tolist(),
        "cumulative": found.cumulative.tolist(),
    }
    emit(
        {**facts, **curves},
        as_json,
        lambda console: console.print(facts_table(f"Density of {graph.name}", facts)),
    )


def wavelets(
    dataset: Dataset,
    scale: Annotated[float, typer.Option(help="Scale s of the heat kernel.")] = 1.0,
    threshold: Annotated[float, typer.Option(help="Entries below t are dropped.")] = 1e-4,
    self_loops: SelfLoopsOption = True,
    use_cache: UseCache = True,
    as_json: Json = False,
    *,
    reading: ReadOptions,
) -> None:
    """Build the heat wavelets of Eq. (6) and their inverse, sparsified, with their error."""
    from spgat.spectral.cache import default_cache
    from spgat.spectral.wavelets import heat_wavelets

    graph = load(dataset, reading=reading)
    start = perf_counter()
    with progress_bar() as progress:
        result = heat_wavelets(
            graph.adjacency,
            scale,
            threshold,
            LaplacianConfig(self_loops=self_loops),
            progress=progress,
            cache=default_cache() if use_cache else None,
        )
    facts: dict[str, Any] = {
        "dataset": dataset,
        "num_nodes": graph.num_nodes,
        "scale": scale,
        "threshold": threshold,
        "seconds": perf_counter() - start,
        "entries_per_row": result.forward.nnz / graph.num_nodes,
        "entries_per_row_inverse": result.inverse.nnz / graph.num_nodes,
        "max_error_bound": max(result.error_bound_forward, result.error_bound_inverse),
        "method": result.method,
    }
    title = f"Heat wavelets of {graph.name}"
    emit(facts, as_json, lambda console: console.print(facts_table(title, facts)))


def suggest_d(
    dataset: Dataset,
    graph_seed: GraphSeed = 0,
    labels: Labels = None,
    self_loops: SelfLoopsOption = True,
    use_cache: UseCache = True,
    as_json: Json = False,
    *,
    reading: ReadOptions,
) -> None:
    """Suggest d before any training, by the training nodes' labels and by spectral gaps."""
    from spgat.bands.suggest import suggest_low_fraction
    from spgat.datasets import with_split
    from spgat.spectral.cache import default_cache

    graph = load(dataset, graph_seed, labels=labels, reading=reading)
    config = LaplacianConfig(self_loops=self_loops)
    cache = default_cache() if use_cache else None
    if graph.num_classes < 2:
        _suggest_by_gaps(dataset, graph, config, cache, as_json)
        return
    graph = with_split(graph, seed=graph_seed)
    start = perf_counter()
    with progress_bar() as progress:
        found = suggest_low_fraction(
            graph, graph.splits[0].train, config, cache=cache, progress=progress
        )
    curve = {
        "low_fractions": found.low_fractions.tolist(),
        "cutoffs": found.cutoffs.tolist(),
        "explained": found.explained.tolist(),
        "energy": found.energy.tolist(),
    }
    facts: dict[str, Any] = {
        "dataset": dataset,
        "low_fraction": found.low_fraction,
        "count_from": "null-space",
        "num_low": found.num_low,
        "cutoff": found.cutoff,
        "alpha": found.alpha,
        "seconds": perf_counter() - start,
    }

    def show(console: Console) -> None:
        console.print(facts_table(f"A d for {graph.name}", facts))
        rows = [
            (f"{fraction:.0%}", *(f"{value:.3f}" for value in values))
            for fraction, *values in zip(*curve.values(), strict=True)
        ]
        columns = ("d", "cutoff", "explained of the training nodes' classes", "their energy")
        console.print(table("Why, by labels", columns, rows, numbers_from=0))
        if found.gaps:
            console.print(_gap_table(found.gaps))
        else:
            console.print("By gaps: none, for the eigenvalues are only estimated or all equal.")

    emit({**facts, **curve, "gaps": _gap_facts(found.gaps)}, as_json, show)


def _suggest_by_gaps(
    dataset: str,
    graph: Graph,
    config: LaplacianConfig,
    cache: "DiskCache | None",
    as_json: bool,
) -> None:
    """What suggests d where no node has a class."""
    from spgat.bands.eigengap import suggested_gaps
    from spgat.spectral.density import spectral_density

    start = perf_counter()
    with progress_bar() as progress:
        density = spectral_density(graph.adjacency, config, cache=cache, progress=progress)
    gaps = suggested_gaps(density.eigenvalues, density.null_dimension)
    facts: dict[str, Any] = {
        "dataset": dataset,
        "low_fraction": gaps[0].low_fraction,
        "count_from": "null-space",
        "num_low": gaps[0].num_low,
        "cutoff": (gaps[0].below + gaps[0].above) / 2,
        "seconds": perf_counter() - start,
    }

    def show(console: Console) -> None:
        console.print(facts_table(f"A d for {graph.name}", facts))
        console.print(_gap_table(gaps))

    emit({**facts, "gaps": _gap_facts(gaps)}, as_json, show)


def _gap_facts(gaps: "Sequence[Gap]") -> list[dict[str, Any]]:
    return [{**asdict(gap), "relative": gap.relative} for gap in gaps]


def _gap_table(gaps: "Sequence[Gap]") -> Table:
    rows = [
        (
            f"{gap.num_low}",
            f"{gap.low_fraction:.1%}",
            *(f"{value:.3f}" for value in (gap.below, gap.above, gap.relative)),
        )
        for gap in gaps
    ]
    names = ("d", "share", "λ below", "λ above", "width over λ above")
    return table("By the widest gaps, without labels", names, rows, numbers_from=0)
