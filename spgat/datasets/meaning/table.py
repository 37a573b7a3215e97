"""Cells of text, and the numbers in them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from spgat.arrays import Ints
from spgat.errors import InputError

#: How a missing value is written, in small letters.
MISSING = frozenset(("", "na", "n/a", "nan", "null", "none", "-", "?", ".", "\\n", "#n/a"))

#: What stands between thousands.
_THOUSANDS = "[, '’\u00a0\u202f]"
#: What instruments write where nothing was measured.
_MARKS = (-9999.0, -99999.0)


@dataclass(frozen=True, slots=True)
class Table:
    """Cells of text.

    Attributes:
        cells: Stripped text [num_rows, num_columns], "" where a line is shorter.
        names: Of the columns, or None without a header.
        lines: The line of each row in the file, from 1.
        lengths: How many cells each line has.
        comments: Lines that are none of the table.
    """

    cells: pd.DataFrame
    names: list[str] | None
    lines: Ints
    lengths: Ints
    comments: Sequence[str] = ()

    def name(self, column: int) -> str:
        """What a column is called: by its header, or its number from 1."""
        number = str(column + 1)
        if not self.names:
            return number
        return self.names[column] or (f"column {number}" if number in self.names else number)

    def all_names(self) -> list[str]:
        """What the columns are called, as `name` says."""
        return [self.name(column) for column in range(self.cells.shape[1])]

    def named(self) -> pd.DataFrame:
        """Returns the cells under the names of their columns, "column 1" without a header.

        Raises:
            InputError: If two columns have one name.
        """
        names = self.all_names() if self.names else [f"column {n}" for n in self.all_names()]
        check_distinct(names)
        return self.cells.set_axis(names, axis=1)


def without_lines(table: Table, count: int) -> Table:
    """Returns a table without its first lines."""
    rest = table.cells.iloc[count:].reset_index(drop=True)
    return replace(table, cells=rest, lines=table.lines[count:], lengths=table.lengths[count:])


def check_distinct(names: Sequence[str]) -> None:
    """Raises `InputError` where two columns have one name."""
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"Two columns are called {twice[:60]!r}; give each its own name.")


def to_numbers(texts: pd.Series) -> tuple[Any, Any, str]:
    """Returns a column as float64, NaN where a value is missing or is no number.

    Also returns bool of the cells that are neither a number nor missing, and a sentence where
    the numbers are written with commas, or with a number that stands for a missing one.
    """
    found = _cast(texts, pa.float64())
    if found is not None and not np.isnan(found).any():
        return _measured(found)
    lower = texts.str.lower()
    values = pd.to_numeric(texts, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
    odd = np.isnan(values) & ~lower.isin(MISSING).to_numpy()
    if not odd.any():
        return _measured(values)
    rest = texts[odd]
    if rest.str.fullmatch(r"[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+").all():
        written = texts.str.replace(".", "", regex=False).where(texts.str.contains(","), texts)
        written = written.str.replace(",", ".", regex=False)
        values = pd.to_numeric(written, errors="coerce").to_numpy(np.float64, na_value=np.nan)
        return values, np.zeros(len(values), dtype=bool), "Decimal commas are read as points."
    if rest.str.fullmatch(rf"[+-]?\d{{1,3}}({_THOUSANDS}\d{{3}})+(\.\d+)?").all():
        values = values.copy()
        values[odd] = rest.str.replace(_THOUSANDS, "", regex=True).astype(np.float64)
        return (
            values,
            np.zeros(len(values), dtype=bool),
            "Commas and spaces between thousands are left out.",
        )
    if rest.str.fullmatch(r"[+-]?0[xX][0-9a-fA-F.]+([pP][+-]?\d+)?").all():
        values = values.copy()
        values[odd] = [float.fromhex(text) for text in rest]
        odd = np.isnan(values) & odd
    return values, odd, ""


def _measured(values: Any) -> tuple[Any, Any, str]:
    """Numbers alone, NaN in place of a mark that is far below all others."""
    odd = np.zeros(len(values), dtype=bool)
    for mark in _MARKS:
        is_mark = values == mark
        if is_mark.any() and (values[~is_mark] > mark / 10).any() and not (
            values[~is_mark] < mark / 10
        ).any():  # fmt: skip
            return np.where(is_mark, np.nan, values), odd, f"{mark:g} is a missing value."
    return values, odd, ""


def to_integers(texts: pd.Series) -> Ints | None:
    """Returns a column as int64; None where a cell is not written as Python writes an int."""
    found = _cast(texts, pa.int64())
    if found is None or not pa.array(found).cast(pa.large_string()).equals(_arrow(texts)):
        return None  # such as 007, which is another name than 7
    return found


def are_all_numbers(cells: pd.DataFrame) -> bool:
    """Whether every column holds numbers alone, or missing values too."""
    return all(
        not odd.any() and not np.isnan(values).all()
        for values, odd, _ in (to_numbers(cells[column]) for column in cells)
    )


def _cast(texts: pd.Series, kind: pa.DataType) -> Any:
    """All cells as numbers by Arrow, which is exact and fast; None if one is something else."""
    try:
        return _arrow(texts).cast(kind).to_numpy(zero_copy_only=False)
    except pa.ArrowInvalid:
        return None


def _arrow(texts: pd.Series) -> pa.Array:
    array = pa.array(texts, pa.large_string())
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
