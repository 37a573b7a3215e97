"""Parquet tables: a column of vectors, and the others as text."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from spgat.arrays import Floats
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.table import Table, check_distinct
from spgat.datasets.meaning.words import find
from spgat.errors import InputError

_INDEX = "__index_level_0__"  # what pandas calls an index without a name


@dataclass(slots=True)
class Columns:
    """A Parquet table.

    Attributes:
        vectors: float64 [num_rows, num_dimensions], NaN where a value is missing; None without
            a column of vectors.
        cells: The other columns as text, "" where a value is missing.
    """

    vectors: Floats | None
    cells: pd.DataFrame


def is_parquet(data: bytes) -> bool:
    """Whether a file is a Parquet table, by its first bytes."""
    return data.startswith(b"PAR1")


def parquet_table(data: bytes, notes: Notes) -> Table:
    """Returns the plain columns of a Parquet table.

    Raises:
        InputError: If it is broken, or has none.
    """
    cells = read_parquet(data, (), notes).cells
    if cells.empty:
        raise InputError(
            "The Parquet table has no rows of plain values; one of vectors is an embedding, "
            "which the page Embeddings and `spgat embed` read."
        )
    table = as_table(cells)
    has_index = table.names is not None and table.names[0] == "index"
    return replace(table, names=["", *table.names[1:]]) if has_index and table.names else table


def as_table(cells: pd.DataFrame) -> Table:
    """Returns text whose columns have names as a table with a header."""
    num_rows, width = cells.shape
    names = [str(name) for name in cells]
    numbered = cells.set_axis(range(width), axis=1)
    return Table(numbered, names, np.arange(1, num_rows + 1), np.full(num_rows, width))


def read_parquet(data: bytes, wanted: Sequence[str], notes: Notes) -> Columns:
    """Returns the columns of a Parquet table.

    Args:
        data: The file's content.
        wanted: What the column of vectors may be called, the likeliest first; none is taken
            where it is empty. A column of vectors by another name is taken where it is alone.
        notes: Takes the sentences.

    Raises:
        InputError: If it is broken, or the vectors have different lengths.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(io.BytesIO(data)).read(use_threads=False)
    except (pa.ArrowException, OSError) as error:
        reason = " ".join(str(error).split())[:120]
        raise InputError(f"The Parquet file is broken ({reason}); write it again.") from error
    names = [str(name) for name in table.column_names]
    check_distinct(names)
    names.sort(key=lambda name: name != _INDEX)  # which pandas writes last
    lists = [name for name in names if wanted and _holds_vectors(table.schema.field(name).type)]
    vectors = None
    if lists:
        chosen = lists[find(lists, wanted) or 0]
        vectors = _vectors(table[chosen].combine_chunks(), chosen)
        notes.used.append(f"The vectors are the column {chosen!r}.")
        names.remove(chosen)
    cells, rest = {}, []
    for name in names:
        try:
            texts = table[name].cast(pa.string())
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            rest.append(f"{name[:40]!r} ({table.schema.field(name).type})")
            continue
        cells["index" if name == _INDEX else name] = [t or "" for t in texts.to_pylist()]
    if rest:
        notes.unused.append(f"Not used, as they are no plain values: {', '.join(rest)[:300]}.")
    return Columns(vectors, pd.DataFrame(cells, index=range(table.num_rows), dtype=str))


def _holds_vectors(kind: Any) -> bool:
    import pyarrow.types as types

    is_list = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
    return is_list and (types.is_floating(kind.value_type) or types.is_integer(kind.value_type))


def _vectors(column: Any, name: str) -> Floats:
    """A column of lists as a matrix; a missing vector is a row of NaN."""
    import pyarrow.compute as pc

    there = ~np.asarray(column.is_null())
    lengths: NDArray[Any] = np.asarray(pc.fill_null(pc.list_value_length(column), -1))
    sizes = np.unique(lengths[there])
    if len(sizes) != 1 or sizes[0] < 1:
        low, high = (int(sizes[0]), int(sizes[-1])) if len(sizes) else (0, 0)
        raise InputError(
            f"The vectors in column {name[:60]!r} have {low} to {high} numbers; give every "
            "node the same number of them."
        )
    values = np.asarray(column.flatten().to_numpy(zero_copy_only=False), dtype=np.float64)
    matrix = np.full((len(column), int(sizes[0])), np.nan)
    matrix[there] = values.reshape(-1, int(sizes[0]))
    return matrix
