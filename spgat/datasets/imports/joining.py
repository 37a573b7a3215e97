"""What a second file says of a graph's nodes, joined by node id."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from spgat.datasets.files.array_files import is_npy, is_npz, load_array, load_npy, load_npz
from spgat.datasets.files.arrays import take_labels
from spgat.datasets.files.kinds import read_cells
from spgat.datasets.files.others import refuse_others
from spgat.datasets.limits import MAX_FEATURES
from spgat.datasets.meaning.columns import (
    MAX_SIGNALS,
    describe_rest,
    is_class,
    take_classes,
    take_positions,
    take_splits,
)
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.records import Parsed
from spgat.datasets.meaning.rows import in_order_of
from spgat.datasets.meaning.table import Table, to_numbers, without_lines
from spgat.datasets.meaning.words import IDS, bare, find
from spgat.errors import InputError
from spgat.words import plural

#: The first line of Pajek's partitions (.clu) and vectors (.vec).
_PAJEK = re.compile(rb"\A(\xef\xbb\xbf)?\s*\*vertices\s+\d+[ \t]*\r?\n", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Nodes:
    """Whom a table is joined to.

    Attributes:
        names: One per node, in row order.
        have_names: Whether these are more than row numbers.
        id_column: The table's column of node ids; "" finds it out.
        class_column: The table's column of classes; "" finds it out.
    """

    names: Sequence[str]
    have_names: bool
    id_column: str = ""
    class_column: str = ""


def join_features(data: bytes, nodes: Nodes, notes: Notes) -> Parsed:
    """Returns the features and positions that a table gives each node.

    Columns `x` and `y`, or longitude and latitude, become positions; every other column of
    numbers becomes a feature, 0 where the table lacks the node or the value. A .npy file, or
    an .npz file with one matrix, has no ids: its rows are taken in row order.

    Raises:
        InputError: If no column holds the graph's node ids, or none holds numbers.
    """
    joined = Parsed(format="features", num_nodes=len(nodes.names))
    refuse_others(data, "")
    if is_npy(data) or is_npz(data):
        arrays = load_npy(data) if is_npy(data) else load_npz(data)
        joined.features = _matrix(arrays, len(nodes.names), notes)
        return joined
    table = _joined(data, nodes, notes)
    joined.positions = take_positions(table, notes)
    columns = {}
    for name in list(table):
        values, odd, said = to_numbers(table[name])
        if odd.any() or np.isnan(values).all():
            continue
        name = str(name)
        with np.errstate(over="ignore"):
            values = values.astype(np.float32)
        if np.isinf(values).any() or table[name].str.lower().eq("nan").any():
            raise InputError(
                f"Column {name[:60]!r} holds NaN or infinite numbers; replace them, by 0 for "
                "instance."
            )
        columns[name] = values
        del table[name]
        if said:
            notes.changed.append(f"Column {name!r}: {said}")
    if not columns and joined.positions is None:
        raise InputError("The table has no column of numbers besides the node ids; add one.")
    if columns:
        matrix = np.stack(list(columns.values()), axis=1)
        joined.signals = (
            {name: values.astype(np.float64) for name, values in columns.items()}
            if len(columns) <= MAX_SIGNALS
            else None
        )
        filled = int(np.isnan(matrix).sum())
        joined.features = np.nan_to_num(matrix)
        listed = ", ".join(map(repr, columns))[:200]
        notes.used.append(f"{len(columns)} feature columns: {listed}.")
        if filled:
            notes.changed.append(f"{filled} missing feature values are 0.")
    describe_rest(table, "Text column", notes)
    return joined


def join_labels(data: bytes, nodes: Nodes, notes: Notes) -> Parsed:
    """Returns the class that a table gives each node, -1 where it has none, and its splits.

    Nodes without a class are in no part of a split.

    Raises:
        InputError: If no column holds the graph's node ids, or there is no such column.
    """
    refuse_others(data, "")
    if is_npy(data):
        return _labels_of_array(load_array(data), len(nodes.names), notes)
    if is_npz(data):
        arrays = load_npz(data)
        name = find(list(arrays), ("labels", "y", "label", "classes", "arr0"))
        if name is None:
            raise InputError(
                "The file has no array called 'labels' or 'y'; it has "
                f"{', '.join(arrays)[:200]}."
            )
        return _labels_of_array(list(arrays.values())[name], len(nodes.names), notes)
    table = _joined(data, nodes, notes)
    splits = take_splits(table, notes)
    if nodes.class_column and nodes.class_column not in table:
        there = ", ".join(map(repr, table)) or "none"
        raise InputError(
            f"The table has no column {nodes.class_column!r} of classes; besides the node ids "
            f"it has {there}."
        )
    if not len(table.columns):
        raise InputError("The table has no column of classes besides the node ids; add one.")
    option = "label_column"
    found = take_classes(table, nodes.class_column, notes, option)
    if found is None:
        names = [str(name) for name in table]
        likely = next((name for name in names if is_class(table[name])), names[0])
        others = [name for name in names if name != likely]
        found = take_classes(table, likely, notes, option)
        if others:
            notes.ask(
                f"Classes come from {likely!r}; they could be "
                f"{', '.join(map(repr, others))[:200]}.",
                **{name: {option: name} for name in others[:8]},
            )
    describe_rest(table, "Column", notes)
    if found is None:
        raise InputError("No column of the table holds classes; name it.")
    labels, names = found
    return Parsed(
        format="labels",
        num_nodes=len(nodes.names),
        labels=labels,
        class_names=names,
        splits={name: np.where(labels < 0, -1, part) for name, part in splits.items()},
    )


def _labels_of_array(array: Any, num_nodes: int, notes: Notes) -> Parsed:
    """The classes in an array, one for each node in row order."""
    joined = Parsed(format="labels", num_nodes=num_nodes)
    if array.ndim == 0 or len(array) != num_nodes or not take_labels(joined, array):
        raise InputError(
            f"The array has shape {array.shape} and type {array.dtype}; give one class for "
            f"each of {plural(num_nodes, 'node')}, a whole number or a name."
        )
    notes.used.append(f"{len(joined.class_names)} classes come from the array, in row order.")
    return joined


def _joined(data: bytes, nodes: Nodes, notes: Notes) -> pd.DataFrame:
    """The table's other columns in the graph's row order, "" where it lacks a node."""
    data = _PAJEK.sub(b"", data)
    table = read_cells(data, ReadOptions(), notes)
    if table.cells.shape[1] == 1:
        return _only_column(table, len(nodes.names), notes)
    cells = table.named()
    names = [str(name) for name in cells]
    if len(names) > MAX_FEATURES or len(names) * len(nodes.names) > 20_000_000:
        raise InputError(
            f"The table has {len(names)} columns for {len(nodes.names)} nodes, more than are "
            "joined; save the features as .npz."
        )
    column, ids = _id_column(table, names, nodes)
    return in_order_of(ids, cells, names[column], notes)


def _only_column(table: Table, num_nodes: int, notes: Notes) -> pd.DataFrame:
    """One column without ids: a value for each node, in their order."""
    table = _with_header_line(table) if len(table.cells) == num_nodes + 1 else table
    if len(table.cells) != num_nodes:
        raise InputError(
            f"The table has one column of {len(table.cells)} lines; give one for each of "
            f"{plural(num_nodes, 'node')}, or a column of node ids too."
        )
    notes.used.append("The values are taken in the order of the nodes.")
    return table.named()


def _with_header_line(table: Table) -> Table:
    rest = without_lines(table, 1)
    return replace(rest, names=[str(cell) for cell in table.cells.iloc[0]])


def _id_column(table: Table, names: Sequence[str], nodes: Nodes) -> tuple[int, list[str]]:
    """The column of node ids, and the name that each node has in it.

    Numbers need more than a match, since ranks, counts and ages are numbers too: a header that
    calls them ids, or none and the first place.
    """
    numbered = [str(row) for row in range(len(nodes.names))]
    cells = table.cells
    unique = [column for column in range(len(names)) if cells.iloc[:, column].is_unique]
    if nodes.id_column:
        if nodes.id_column not in names:
            raise InputError(
                f"The table has no column {nodes.id_column!r}; it has {', '.join(names)[:300]}."
            )
        unique = [column for column in unique if names[column] == nodes.id_column]
    spellings = [list(nodes.names)] + ([numbered] if nodes.have_names else [])
    for ids in spellings:
        known = set(ids)
        matches = {c: int(cells.iloc[:, c].isin(known).sum()) for c in unique}
        if ids is numbered and nodes.have_names:  # all row numbers, each once, are as good
            matches = {c: m for c, m in matches.items() if m == len(ids) == len(cells)}
        matches = {c: m for c, m in matches.items() if m}
        told = [c for c in matches if nodes.id_column or _is_id(table, c, ids)]
        if told:
            return max(told, key=lambda c: (_is_named_id(table, c), matches[c])), ids
        if matches:
            listed = ", ".join(repr(names[c]) for c in matches)
            raise InputError(
                f"No column is called id, node or name; {listed} holds numbers that nodes have "
                "too. Call the column of node ids 'id'."
            )
    theirs = ", ".join(map(str, cells.iloc[0, :3]))[:60]
    raise InputError(
        f"No column of the table holds each node id once: its first row is {theirs}; the "
        f"graph's nodes are {', '.join(name[:20] for name in nodes.names[:3])}, …"
    )


def _is_id(table: Table, column: int, ids: Sequence[str]) -> bool:
    if table.names is None or (column == 0 and not table.names[0]):
        return column == 0 or not _are_numbers(ids)
    return _is_named_id(table, column) or not _are_numbers(ids)


def _is_named_id(table: Table, column: int) -> bool:
    return table.names is not None and bare(table.names[column]) in IDS


def _are_numbers(ids: Sequence[str]) -> bool:
    return all(name.removeprefix("-").isdecimal() for name in ids)


def _matrix(arrays: dict[str, Any], num_nodes: int, notes: Notes) -> Any:
    """The one numeric matrix with a row per node."""
    fitting = {
        name: array
        for name, array in arrays.items()
        if array.ndim == 2
        and array.shape[0] == num_nodes
        and 0 < array.shape[1] <= MAX_FEATURES
        and array.dtype.kind in "biuf"
    }
    name = find(list(fitting), ("features", "x", "attr", "matrix"))
    if len(fitting) != 1 and name is None:
        raise InputError(
            f"The file has {len(fitting)} matrices of {num_nodes} rows; save one, with a row "
            "per node."
        )
    chosen = list(fitting)[name or 0]
    notes.used.append(f"Features are the array {chosen!r}, in row order.")
    if len(arrays) > 1:
        rest = ", ".join(repr(other) for other in arrays if other != chosen)
        notes.unused.append(f"Not used: {rest[:200]}.")
    return fitting[chosen].astype(np.float32)
