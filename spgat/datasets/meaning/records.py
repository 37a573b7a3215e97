"""What every reader hands over: nodes and edges as listed, or already numbered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from spgat.arrays import Floats, Ints
from spgat.errors import InputError

_POSITIONS = ("pos", "position", "xy", "coordinates", "coords")
_MAX_ROWS = 10_000_000  # each costs memory, whatever stands in it


@dataclass(slots=True, kw_only=True)
class Records:
    """Nodes and edges as a file lists them, every value as its text.

    Attributes:
        format: What the file is.
        edges: Source and target in the first two columns, then whatever edges have; "" where
            an edge lacks it.
        nodes: Ids in the first column, then whatever nodes have; no rows where the file has
            edges alone.
        is_directed: Whether the file says that direction matters.
        has_names: Whether the columns' names say what is in them, rather than number them.
        two_sides: Whether sources and targets are different nodes, though called alike.
        unit: What an edge is in a message, with `lines` its number.
        lines: Number of each edge in the file; counted from 1 where None.
    """

    format: str
    edges: pd.DataFrame
    nodes: pd.DataFrame
    is_directed: bool = False
    has_names: bool = True
    two_sides: bool = False
    unit: str = "Edge"
    lines: Ints | None = None


@dataclass(slots=True, kw_only=True)
class Parsed:
    """A file's content before it is checked and made symmetric; plain arrays but for names.

    Attributes:
        format, num_nodes, is_directed: As they say.
        edges: int64 [num_edges, 2], rows of the nodes.
        weights: float64 [num_edges], or None.
        names: One per node, or None where row numbers are the names.
        positions, labels, class_names, features: As in `Graph`.
        columns, attributes: As in `ImportReport`.
        signals: float64 [num_nodes] by name, NaN where missing.
        splits: int64 [num_nodes] by name: 0 training, 1 validation, 2 test, -1 none of them.
    """

    format: str
    num_nodes: int
    edges: Ints = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    weights: Floats | None = None
    is_directed: bool = False
    names: Sequence[str] | None = None
    positions: Floats | None = None
    labels: Ints | None = None
    class_names: Sequence[str] = ()
    features: Any = None
    columns: Sequence[str] = ()
    attributes: Sequence[str] = ()
    signals: Mapping[str, Floats] | None = None
    splits: Mapping[str, Ints] = field(default_factory=dict)


def plain(item: Mapping[str, Any], dropped: set[str]) -> dict[str, Any]:
    """Returns the entries that are text or numbers, and two numbers called pos as x and y.

    The names of other entries that are not empty are added to `dropped`.
    """
    found: dict[str, Any] = {}
    for key, value in item.items():
        if isinstance(value, str | int | float):
            found[key] = value
        elif key.lower() in _POSITIONS and _are_two_numbers(value):
            found |= dict(zip("xy", value, strict=True))
        elif value not in (None, [], {}):
            dropped.add(key)
    return found


def _are_two_numbers(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(part, int | float) for part in value)
    )


def as_records(
    format_: str,
    edges: Sequence[Mapping[str, Any]],
    nodes: Iterable[Any] = (),
    *,
    is_directed: bool = False,
) -> Records:
    """Returns records of edges with "source" and "target", and of nodes or their ids."""
    rows = [node if isinstance(node, Mapping) else {"id": node} for node in nodes]
    return Records(
        format=format_,
        edges=_frame(edges, "source", "target"),
        nodes=_frame(rows, "id"),
        is_directed=is_directed,
    )


def _frame(records: Sequence[Mapping[str, Any]], *first: str) -> pd.DataFrame:
    """Records as a table of text, "" where one lacks a key, with some columns first."""
    table = pd.DataFrame(records, columns=None if records else list(first), dtype=object)
    rest = [column for column in table if column not in first]
    return table.reindex(columns=[*first, *rest]).fillna("").astype(str)


def of_matrix(
    format_: str, matrix: Any, names: Sequence[str] | None = None, two_sides: bool = False
) -> Parsed:
    """Returns the graph of an adjacency matrix; a rectangular one joins rows to columns.

    Args:
        format_: Of the file.
        matrix: Numbers, [num_rows, num_columns].
        names: One per node; of rows, then columns, where these are different nodes.
        two_sides: Whether rows and columns are different nodes though there are equally many.
    """
    rows, columns = np.shape(matrix)
    if max(rows, columns) > _MAX_ROWS:
        raise InputError(f"The matrix has shape {rows} × {columns}; upload a part of it.")
    coo = sp.coo_array(matrix)
    is_square = rows == columns and not two_sides
    edges = np.stack([coo.row, coo.col + (0 if is_square else rows)], axis=1).astype(np.int64)
    is_directed = is_square and bool((coo.tocsr() != coo.T.tocsr()).nnz)
    if not is_square and names is None:
        names = [f"row {row}" for row in range(1, rows + 1)]
        names += [f"column {column}" for column in range(1, columns + 1)]
    return Parsed(
        format=format_,
        num_nodes=rows if is_square else rows + columns,
        edges=edges,
        weights=coo.data.astype(np.float64),
        is_directed=is_directed,
        names=names,
    )
