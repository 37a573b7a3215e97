"""`spgat datasets`, `graph` and `import`: what there is to work on, what a file contains."""

from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from spgat.cli.console import IS_FILE, Json, emit, facts_table, progress_bar, table
from spgat.cli.reading import with_read_options, words
from spgat.datasets.meaning.options import ReadOptions
from spgat.errors import InputError
from spgat.graph import Graph

if TYPE_CHECKING:  # NumPy and SciPy are enough for it, but `spgat --help` needs neither
    from spgat.datasets.imports import Imported

Dataset = Annotated[
    str,
    typer.Option(
        "--dataset",
        "-d",
        help="A name from `spgat datasets`, the path of a graph file, or a drawing of the app, "
        "`drawing:…`.",
    ),
]

GraphOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--graph-option",
        help="name=value for a generated graph, for instance homophily=0.2; repeatable.",
    ),
]
GraphSeed = Annotated[
    int, typer.Option("--graph-seed", help="What is random in a generated graph or a split.")
]
Labels = Annotated[
    Path | None,
    typer.Option(
        help="A table with a column of node ids and one of classes, for a graph without them.",
        **IS_FILE,
    ),
]
Features = Annotated[
    Path | None,
    typer.Option(
        help="A table with a column of node ids and columns of numbers; or an .npz matrix in "
        "row order.",
        **IS_FILE,
    ),
]


def register(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command("datasets")(datasets)
    app.command("graph")(with_read_options(graph))
    app.command("import")(with_read_options(import_file))


def load(
    dataset: str,
    seed: int = 0,
    options: Sequence[str] = (),
    *,
    labels: Path | None = None,
    features: Path | None = None,
    reading: ReadOptions | None = None,
) -> Graph:
    """Returns the graph of a catalogue name, of a file or of a drawing.

    A name from the catalogue wins over a file of the same name; write `./name` for the file.

    Args:
        dataset: The name, the path, or "drawing:" and a text.
        seed: Of a generated graph.
        options: Parameters of a generated graph as "name=value".
        labels: A table of classes to join to it by node id.
        features: A table of numbers to join to it by node id, or a matrix in row order.
        reading: How a file is read.

    Raises:
        InputError: If it is neither, the file is not a graph, or a table does not fit it.
    """
    from spgat import datasets as known

    path = Path(dataset)
    is_drawing = dataset.startswith(known.drawn.PREFIX)  # too long for a path
    if (
        not is_drawing
        and path.is_file()
        and dataset not in {info.name for info in known.catalogue()}
    ):
        return _imported(path, labels, features, reading).graph
    of_file = replace(reading, label_column="") if reading and labels else reading
    if of_file is not None and of_file.changed():
        raise InputError(
            f"{' '.join(words(of_file))} says how a file is read, and {dataset!r} is none; "
            "leave it out or name a file."
        )
    parameters = dict(_parameter(option) for option in options)
    with progress_bar() as progress:
        graph = known.load(dataset, seed=seed, progress=progress, **parameters)
    if labels is features is None:
        return graph
    return _joined(graph, labels, features, reading).graph


def _imported(
    path: Path, labels: Path | None, features: Path | None, reading: ReadOptions | None
) -> "Imported":
    from spgat.datasets.imports import LOCAL, read_graph

    found = read_graph(path.read_bytes(), path.name, reading, limits=LOCAL)
    return _joined(found, labels, features, reading)


def _joined(
    found: "Imported | Graph",
    labels: Path | None,
    features: Path | None,
    reading: ReadOptions | None,
) -> "Imported":
    """A graph with the tables of its nodes."""
    from spgat.datasets.imports import LOCAL, Imported, attach_features, attach_labels

    joined = Imported.of(found) if isinstance(found, Graph) else found
    if features is not None:
        joined = attach_features(joined, features.read_bytes(), features.name, limits=LOCAL)
    if labels is not None:
        column = reading.label_column if reading else ""
        joined = attach_labels(
            joined, labels.read_bytes(), labels.name, column=column, limits=LOCAL
        )
    return joined


def _parameter(option: str) -> tuple[str, float]:
    """The name and the number in "homophily=0.2"."""
    name, _, value = option.partition("=")
    try:
        return name.strip().replace("-", "_"), float(value)
    except ValueError as error:
        raise InputError(
            f"--graph-option is {option!r}; write name=value, for instance homophily=0.2."
        ) from error


def datasets(as_json: Json = False) -> None:
    """List the graphs that can be named, with their sizes and whether they are at hand."""
    from spgat.datasets import catalogue

    hidden = ("make", "at_hand", "files", "series")
    entries = [
        {f.name: getattr(info, f.name) for f in fields(info) if f.name not in hidden}
        | {"at_hand": info.is_at_hand()}
        for info in catalogue()
    ]

    def show(console: Console) -> None:
        rows = [
            (
                entry["name"],
                entry["group"],
                _count(entry["num_nodes"]),
                _count(entry["num_edges"]),
                _count(entry["num_features"]),
                _count(entry["num_classes"]),
                "yes" if entry["at_hand"] else "no",
            )
            for entry in entries
        ]
        columns = ("name", "group", "nodes", "edges", "features", "classes", "at hand")
        console.print(table("Graphs", columns, rows, numbers_from=2))

    emit({"datasets": entries}, as_json, show)


def graph(
    dataset: Dataset,
    graph_option: GraphOptions = None,
    graph_seed: GraphSeed = 0,
    labels: Labels = None,
    features: Features = None,
    as_json: Json = False,
    *,
    reading: ReadOptions,
) -> None:
    """Describe a graph: sizes, degrees, components, homophily, what was changed on reading."""
    from spgat.statistics import statistics

    loaded = load(
        dataset,
        graph_seed,
        graph_option or (),
        labels=labels,
        features=features,
        reading=reading,
    )
    facts: dict[str, Any] = {
        "dataset": loaded.name,
        "digest": loaded.digest,
        **asdict(statistics(loaded)),
        "notes": list(loaded.notes),
    }

    emit(facts, as_json, lambda console: console.print(facts_table(loaded.name, facts)))


def import_file(
    file: Annotated[Path, typer.Argument(help="A graph file of any format.", **IS_FILE)],
    labels: Labels = None,
    features: Features = None,
    as_json: Json = False,
    *,
    reading: ReadOptions,
) -> None:
    """Read a graph file and say what became of every line, column and attribute of it."""
    imported = _imported(file, labels, features, reading)
    facts = imported.to_dict()

    def show(console: Console) -> None:
        sentences = ("used", "unused", "changed", "asked")
        numbers = {key: value for key, value in facts.items() if key not in sentences}
        console.print(facts_table(imported.graph.name, numbers))
        for kind in sentences[:3]:
            for sentence in facts[kind]:
                console.print(f"{kind}: {sentence}")
        for question in imported.report.asked:
            flags = (" ".join(words(ReadOptions(**a))) for a in question.answers.values())
            console.print(f"asked: {question.sentence} ({'; '.join(flags)})")

    emit(facts, as_json, show)


def check_fraction(name: str, value: float) -> float:
    """Returns a fraction that lies in [0, 1].

    Raises:
        InputError: If it does not.
    """
    if not 0.0 <= value <= 1.0:
        raise InputError(f"{name} is {value:g}; give a fraction between 0 and 1, 0.05 for 5%.")
    return value


def _count(count: int | None) -> str:
    return "" if count is None else f"{count:,}"
