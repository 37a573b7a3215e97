"""Text tables: one edge per row, or the adjacency matrix itself."""

from typing import Literal

import numpy as np

from spgat.arrays import Floats
from spgat.datasets.files.limits import Deadline, check_counts
from spgat.datasets.files.parsed import (
    WEIGHT_KEYS,
    ParsedGraph,
    number_nodes,
    parse_number,
    parse_weight,
)
from spgat.datasets.files.table import Table, read_table
from spgat.errors import InputError

TableKind = Literal["auto", "edges", "matrix"]

_END_KEYS = (
    ("source", "target"),
    ("from", "to"),
    ("src", "dst"),
    ("origin", "destination"),
    ("origin", "dest"),
    ("u", "v"),
    ("node1", "node2"),
    ("node_1", "node_2"),
    ("sender", "receiver"),
)
# Three weighted edges make a 3 × 3 table too; from here on a square table is a matrix.
_SURELY_MATRIX = 5
_EACH_LINE = "Each line is one edge, which counts both ways."


def read_text_graph(data: bytes, deadline: Deadline, kind: TableKind = "auto") -> ParsedGraph:
    """Returns the graph of a text table.

    Args:
        data: The file.
        deadline: Ends the reading.
        kind: What a row is; "auto" takes a square table of numbers for a matrix if it is
            symmetric or has five rows or more.

    Raises:
        InputError: Naming the line that does not fit.
    """
    table = read_table(data, deadline)
    names, cells = _matrix_part(table)
    if kind == "matrix" or (kind == "auto" and _is_matrix(cells)):
        return _from_matrix(table, names, cells)
    return _from_edges(table)


def _from_edges(table: Table) -> ParsedGraph:
    header = [name.lower() for name in table.header or ()]
    source, target = next(
        (
            (header.index(a), header.index(b))
            for a, b in _END_KEYS
            if a in header and b in header
        ),
        (0, 1),
    )
    weight = _weight_column(table, header, {source, target})
    needed = max(source, target, weight if weight is not None else 0)
    sources, targets, weights = [], [], []
    for line, row in zip(table.lines, table.rows, strict=True):
        if len(row) <= needed or not row[source] or not row[target]:
            raise InputError(
                f"Line {line} lacks a source{' or a' if weight is None else ','} target"
                f"{'' if weight is None else ' or a weight'}; give them on each line."
            )
        sources.append(row[source])
        targets.append(row[target])
        if weight is not None:
            weights.append(parse_weight(row[weight], f"Line {line}"))
    names, edges, order = number_nodes(sources, targets)
    check_counts(len(names), len(edges))
    return ParsedGraph(
        format="edge list",
        num_nodes=len(names),
        edges=edges,
        weights=None if weight is None else np.array(weights),
        names=names,
        found=(*table.found, _EACH_LINE, _weight_sentence(table, weight), order),
    )


def _weight_column(table: Table, header: list[str], ends: set[int]) -> int | None:
    """The column named as a weight, or a third one of numbers where nothing is named."""
    if header:
        named = (header.index(key) for key in WEIGHT_KEYS if key in header)
        return next((column for column in named if column not in ends), None)
    numeric = all(len(row) == 3 and parse_number(row[2]) is not None for row in table.rows)
    return 2 if numeric else None


def _weight_sentence(table: Table, column: int | None) -> str:
    if column is None:
        return "Edges have no weights; each counts 1."
    name = repr(table.header[column]) if table.header else f"number {column + 1}"
    return f"Edge weights come from column {name}."


def _matrix_part(table: Table) -> tuple[list[str] | None, list[list[str]]]:
    """The node names of a table that might be a matrix, and the cells without them.

    Column names stand in the header and row names in the first column, or neither.
    """
    rows = table.rows
    if table.header is not None:
        names = table.header[len(table.header) - len(rows) :]
        if len(rows[0]) == len(rows) + 1:
            return names, [row[1:] for row in rows]
        return names, rows
    first = rows[0]
    # A corner cell and numbers as column names look like data without a header.
    if len(first) == len(rows) and not first[0] and [row[0] for row in rows[1:]] == first[1:]:
        return first[1:], [row[1:] for row in rows[1:]]
    return None, rows


def _is_matrix(cells: list[list[str]]) -> bool:
    size = len(cells)
    if size < 3 or any(len(row) != size for row in cells):
        return False
    if any(parse_number(cell) is None for cell in cells[0]):
        return False
    return size >= _SURELY_MATRIX or all(
        cells[i][j] == cells[j][i] for i in range(size) for j in range(i)
    )


def _from_matrix(table: Table, names: list[str] | None, cells: list[list[str]]) -> ParsedGraph:
    size = len(cells)
    check_counts(size, 0)
    matrix: Floats = np.empty((size, size))
    for number, (line, row) in enumerate(zip(table.lines[-size:], cells, strict=True)):
        if len(row) != size:
            raise InputError(
                f"Line {line} of the adjacency matrix has {len(row)} numbers; give {size}, one "
                "per node."
            )
        values = [parse_number(cell) if cell else 0.0 for cell in row]
        if None in values:
            raise InputError(
                f"Line {line} of the adjacency matrix holds {row[values.index(None)][:40]!r}; "
                "give numbers only."
            )
        matrix[number] = values
    rows, columns = np.nonzero(matrix)
    return ParsedGraph(
        format="adjacency matrix",
        num_nodes=size,
        edges=np.stack([rows, columns], axis=1),
        weights=matrix[rows, columns],
        is_directed=bool((matrix != matrix.T).any()),
        names=names,
        found=(*table.found, f"The table is an adjacency matrix of {size} nodes."),
    )
