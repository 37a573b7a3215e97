"""A table whose cells are an adjacency matrix, with or without names of rows and columns."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Parsed, of_matrix
from spgat.datasets.meaning.table import Table, are_all_numbers, to_numbers
from spgat.errors import InputError


def matrix_part(table: Table) -> tuple[list[str] | None, list[str] | None, pd.DataFrame]:
    """Names of the rows and columns of a table that might be a matrix, and the other cells.

    Those of the columns stand in the header and those of the rows in the first column.
    """
    cells, names = table.cells, table.names
    if names is None and cells.shape[1] == len(cells) + 1 and is_named_matrix(cells):
        rows = cells.iloc[:, 0].tolist()
        return rows, rows, cells.iloc[:, 1:]
    if names is None or (names[0] and cells.shape[1] != len(cells) + 1):
        return None, names, cells
    columns = names[1:] if names[-1] else names[:-1]  # R leaves the corner out
    return cells.iloc[:, 0].tolist(), columns, cells.iloc[:, 1:]


def is_named_matrix(cells: pd.DataFrame) -> bool:
    """Whether the first column names each row once, and all others hold numbers."""
    first = cells.iloc[:, [0]]
    is_unique = first[first.columns[0]].is_unique and not are_all_numbers(first)
    return is_unique and are_all_numbers(cells.iloc[:, 1:])


def looks_like_matrix(values: NDArray[Any]) -> bool:
    """Whether cells are symmetric, or all 0 and 1, as edges of two nodes alone would be."""
    cells = values.astype(str)
    return bool((cells == cells.T).all() or np.isin(cells, ["0", "1"]).all())


def matrix_graph(table: Table, notes: Notes) -> Parsed:
    """Returns the graph of an adjacency matrix.

    Rows and columns of different names, or of different numbers, are two kinds of nodes.

    Raises:
        InputError: If a line has too few cells, or one that is no finite number.
    """
    rows, names, cells = matrix_part(table)
    two_sides = names is not None and (len(names) != len(cells) or rows not in (None, names))
    if names is not None and two_sides:
        notes.used.append("Rows and columns are two kinds of nodes.")
        rows = rows or [str(row) for row in range(1, len(cells) + 1)]
        if set(rows) & set(names):
            rows, names = [f"row {row}" for row in rows], [f"column {name}" for name in names]
        names = [*rows, *names]
    lines, lengths = table.lines[-len(cells) :], table.lengths[-len(cells) :]
    if names is None and (lengths < lengths.max()).any():
        row = int(np.argmin(lengths))
        raise InputError(
            f"Line {lines[row]} of the adjacency matrix has {lengths[row]} numbers; give "
            f"{lengths.max()}, one per node."
        )
    columns = [to_numbers(cells[column]) for column in cells]
    values = np.stack([values for values, _, _ in columns], axis=1)
    odd = np.stack([odd for _, odd, _ in columns], axis=1) | np.isinf(values)
    if odd.any():
        row, column = np.argwhere(odd)[0]
        raise InputError(
            f"Line {lines[row]} of the adjacency matrix holds "
            f"{cells.iloc[row, column][:40]!r}; give finite numbers only."
        )
    if np.isnan(values).any():
        notes.changed.append(f"{np.isnan(values).sum()} cells without a number are no edges.")
    return of_matrix("adjacency matrix", np.nan_to_num(values), names, two_sides)
