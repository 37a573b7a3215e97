"""Features, positions and labels from a second file, joined to a graph by node id."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np

from spgat.datasets.files.columns import (
    find_classes,
    find_positions,
    numbers,
    to_classes,
    to_positions,
)
from spgat.datasets.files.limits import MAX_TABLE_CELLS, Deadline
from spgat.datasets.files.npz import load_arrays
from spgat.datasets.files.reading import check_size, refuse_packed
from spgat.datasets.files.table import Table, read_table
from spgat.errors import InputError
from spgat.graph import Graph


def attach_features(graph: Graph, data: bytes, filename: str) -> Graph:
    """Returns the graph with what a table says of its nodes, joined by node id.

    Columns `x` and `y`, or longitude and latitude, become positions; every other column of
    numbers becomes a feature; columns of text are left out. Nodes the table lacks get zeros.
    An .npz file with one matrix has no ids: its rows are taken in row order.

    Args:
        graph: The graph.
        data: A delimited text table with a column of node ids, or .npz.
        filename: Named in messages.

    Raises:
        InputError: If no column holds the graph's node ids, or none holds numbers.
    """
    check_size(data)
    if data.startswith(b"PK"):
        return _attach_matrix(graph, load_arrays(data), filename)
    columns, report = _joined(graph, data, filename)
    changes: dict[str, Any] = {}
    pair = find_positions(columns)
    if pair is not None:
        changes["positions"] = to_positions(columns, pair)
        report.append(f"Positions come from {pair[0]!r} and {pair[1]!r}.")
    others = {name: column for name, column in columns.items() if name not in (pair or ())}
    values = {
        name: column
        for name, texts in others.items()
        if (column := numbers(texts, name)) is not None
    }
    if not values and pair is None:
        raise InputError(
            f"{filename[:60]!r} has no column of numbers besides the node ids; add one."
        )
    if values:
        changes["features"] = np.nan_to_num(np.stack(list(values.values()), axis=1))
        report.append(f"{len(values)} feature columns: {', '.join(values)[:200]}.")
    left_out = [name for name in others if name not in values]
    if left_out:
        report.append(f"Not used, since no numbers: {', '.join(left_out)[:200]}.")
    return _changed(graph, report, **changes)


def attach_labels(
    graph: Graph, data: bytes, filename: str, *, column: str | None = None
) -> Graph:
    """Returns the graph with classes from a table, joined by node id; -1 where it has none.

    Args:
        graph: The graph.
        data: A delimited text table with a column of node ids.
        filename: Named in messages.
        column: The column of classes; None takes one of a telling name, or else the first
            besides the ids.

    Raises:
        InputError: If no column holds the graph's node ids, or there is no such column.
    """
    check_size(data)
    columns, report = _joined(graph, data, filename)
    name = column or find_classes(columns) or next(iter(columns), None)
    if name is None or name not in columns:
        there = ", ".join(map(repr, columns)) or "none"
        raise InputError(
            f"{filename[:60]!r} has no column {name!r} of classes; besides the node ids it has "
            f"{there}."
        )
    labels, class_names = to_classes(columns[name])
    report.append(f"{len(class_names)} classes come from {name!r}.")
    return _changed(graph, report, labels=labels, class_names=class_names)


def _joined(graph: Graph, data: bytes, filename: str) -> tuple[dict[str, list[str]], list[str]]:
    """The table's other columns in the graph's row order, "" where it lacks a node."""
    refuse_packed(data, PurePath(filename).suffix.lower())
    table = read_table(data, Deadline())
    width = max(len(row) for row in table.rows)
    if width * graph.num_nodes > MAX_TABLE_CELLS:
        raise InputError(
            f"{filename[:60]!r} has {width} columns for {graph.num_nodes} nodes; at most "
            f"{MAX_TABLE_CELLS} cells are joined. Save the features as .npz."
        )
    cells = [[*row, *[""] * (width - len(row))] for row in table.rows]
    by_column = [list(column) for column in zip(*cells, strict=True)]
    header = _unique_names(table, width)
    id_column, row_of = _id_column(graph, by_column, filename)
    ids = by_column[id_column]
    columns = {name: [""] * graph.num_nodes for name in header}
    for number, node in enumerate(ids):
        row = row_of.get(node)
        if row is not None:
            for name, column in zip(header, by_column, strict=True):
                columns[name][row] = column[number]
    del columns[header[id_column]]
    known = sum(node in row_of for node in ids)
    report = [f"{known} of {graph.num_nodes} nodes joined by {header[id_column]!r}."]
    if known < len(ids):
        report.append(
            f"{len(ids) - known} rows of {filename[:60]!r} name no node of the graph."
        )
    return columns, report


def _unique_names(table: Table, width: int) -> list[str]:
    names = [*(table.header or ()), *[""] * width][:width]
    names = [name or f"column {number}" for number, name in enumerate(names, start=1)]
    if len(set(names)) < width:
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"Two columns are called {twice[:60]!r}; give each its own name.")
    return names


def _id_column(
    graph: Graph, columns: Sequence[Sequence[str]], filename: str
) -> tuple[int, Mapping[str, int]]:
    """The column that holds the most node names, each once, and the row of each name."""
    numbered = {str(row): row for row in range(graph.num_nodes)}
    names = graph.node_names
    row_of = numbered if names is None else {name: row for row, name in enumerate(names)}
    unique = [
        number for number, column in enumerate(columns) if len(set(column)) == len(column)
    ]
    matches = {number: sum(node in row_of for node in columns[number]) for number in unique}
    best = max(matches, key=lambda number: matches[number], default=None)
    if best is not None and matches[best]:
        return best, row_of
    # A graph whose nodes go by names: all row numbers, each once, are as good as ids.
    for number in unique:
        if set(columns[number]) == set(numbered):
            return number, numbered
    theirs = ", ".join(column[0][:20] for column in columns[:3])
    ours = ", ".join(name[:20] for name in list(row_of)[:3])
    raise InputError(
        f"No column of {filename[:60]!r} holds each node id once: its first row is {theirs}; "
        f"the graph's nodes are {ours}, …"
    )


def _attach_matrix(graph: Graph, arrays: Mapping[str, Any], filename: str) -> Graph:
    matrices = [a for a in arrays.values() if np.ndim(a) == 2 and a.shape[0] == graph.num_nodes]
    if len(matrices) != 1:
        raise InputError(
            f"{filename[:60]!r} has {len(matrices)} matrices of {graph.num_nodes} rows; save "
            "one, with a row per node."
        )
    return _changed(graph, ["Features are taken in row order."], features=matrices[0])


def _changed(graph: Graph, report: Sequence[str], **changes: Any) -> Graph:
    """The graph with other features, labels or positions, checked as `Graph.build` does."""
    kept: dict[str, Any] = {
        "features": graph.features,
        "labels": graph.labels,
        "class_names": graph.class_names,
        "positions": graph.positions,
    }
    return Graph.from_adjacency(
        graph.name,
        graph.adjacency,
        splits=graph.splits,
        node_names=graph.node_names,
        self_loops="keep",
        notes=(*graph.notes, *report),
        **{**kept, **changes},
    )
