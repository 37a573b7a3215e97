"""Vectors of nodes in files: plain arrays, and tables with a column for each dimension."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.datasets.files.array_files import is_npy, is_npz, load_array, load_npz
from spgat.datasets.files.columnar import as_table, is_parquet, read_parquet
from spgat.datasets.files.json_table import json_table
from spgat.datasets.files.kinds import WORKBOOKS, read_cells
from spgat.datasets.files.others import refuse_others
from spgat.datasets.files.text import decode, read_table
from spgat.datasets.meaning.columns import is_whole
from spgat.datasets.meaning.header import with_header
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.table import Table, to_numbers
from spgat.datasets.meaning.words import CLASSES, IDS, PREDICTIONS, bare, find
from spgat.errors import InputError, reason

#: What the array or the column of the vectors is called, the likeliest first.
VECTORS = (
    "vectors", "vector", "embedding", "embeddings", "emb", "hidden", "z", "x", "features",
    "data", "arr0", "matrix",
)  # fmt: skip
#: A name and the number of a dimension: x1, dim_07, emb.3, V[12], or the number alone.
_NUMBERED = re.compile(r"(.*?)[\s_.\-\[]*(\d+)\]?")
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
#: word2vec's first line: how many vectors of how many numbers.
_COUNTS = re.compile(r"\s*(\d+)[ \t]+(\d+)\s*")


@dataclass(slots=True)
class Rows:
    """What a file says of nodes, a row for each.

    Attributes:
        format: What the file is.
        vectors: Real numbers [num_rows, num_dimensions], or None where it has none.
        cells: Everything else as text [num_rows, num_columns], "" where a value is missing.
    """

    format: str
    vectors: NDArray[Any] | None
    cells: pd.DataFrame


def read_rows(
    data: bytes,
    filename: str,
    notes: Notes,
    *,
    num_vectors: int | None = None,
    has_ids: bool = True,
) -> Rows:
    """Returns the rows of a .npy, .npz, Parquet or text file, or of a workbook.

    Args:
        data: The file's content, which decides the format.
        filename: Its ending names some pickles.
        notes: Takes the sentences.
        num_vectors: Of how many vectors a table of labels and other columns is read; None
            where the vectors themselves are read.
        has_ids: Whether a first column without a name may be one of ids.

    Raises:
        InputError: If it is none of these, or has no vectors.
    """
    has_vectors = num_vectors is None
    if is_parquet(data):
        found = read_parquet(data, VECTORS if has_vectors else (), notes)
        if found.vectors is not None or not has_vectors:
            return Rows("Parquet", found.vectors, found.cells)
        return _of_table(as_table(found.cells), "Parquet", notes)
    refuse_others(data, "." + filename.rpartition(".")[2].lower())
    if is_npy(data):
        return _of_array(load_array(data), has_vectors, notes)
    if is_npz(data):
        return _of_arrays(load_npz(data), has_vectors, notes)
    table, format_ = _text_table(data, num_vectors, notes)
    if not has_vectors:
        return Rows(format_, None, table.named())
    return _of_table(table, format_, notes, has_ids=has_ids)


def _of_array(array: NDArray[Any], has_vectors: bool, notes: Notes) -> Rows:
    if not has_vectors:
        if array.ndim == 0 or array.size != len(array):
            raise InputError(
                f"The array of labels has shape {array.shape}; give one label for each node."
            )
        return Rows("NumPy .npy", None, pd.DataFrame({"label": _texts(array)}))
    vectors = _as_vectors("The array", array, notes)
    return Rows("NumPy .npy", vectors, pd.DataFrame(index=range(len(vectors))))


def _of_arrays(arrays: Mapping[str, Any], has_vectors: bool, notes: Notes) -> Rows:
    """The one matrix of vectors, and what else has a value for each of its rows."""
    left = dict(arrays)
    vectors = None
    if has_vectors:
        wide = [name for name, array in left.items() if array.ndim > 1 and array.shape[0] > 1]
        at = find(wide, VECTORS)
        if at is None and len(wide) != 1:
            listed = ", ".join(f"{n[:30]!r} {a.shape}" for n, a in list(left.items())[:8])
            raise InputError(
                f"The file has {len(wide)} matrices and none is called 'vectors' or "
                f"'embedding'; it has {listed or 'nothing'}. Save one matrix."
            )
        name = wide[at or 0]
        array = left.pop(name)
        vectors = _as_vectors(
            f"The array {name!r}", array.toarray() if sp.issparse(array) else array, notes
        )
        notes.used.append(f"The vectors are the array {name!r}.")
    lengths = [len(vectors)] if vectors is not None else []
    lengths += [array.shape[0] for array in left.values() if array.ndim]
    num_rows = lengths[0] if lengths else 0
    columns, rest = {}, []
    for name, array in left.items():
        if array.ndim and array.shape[0] == num_rows == array.size and not sp.issparse(array):
            columns[name] = _texts(array)
        else:
            rest.append(f"{name[:40]!r} {array.shape}")
    if rest:
        notes.unused.append(
            f"Not used, as they are no columns of {num_rows} values: {', '.join(rest)[:200]}."
        )
    return Rows("NumPy .npz", vectors, pd.DataFrame(columns, index=range(num_rows), dtype=str))


def _as_vectors(what: str, array: NDArray[Any], notes: Notes) -> NDArray[Any]:
    if array.dtype.kind not in "biuf":
        raise InputError(f"{what} has the type {array.dtype}; save real numbers.")
    if array.ndim < 2 or min(array.shape) < 1:
        raise InputError(
            f"{what} has shape {array.shape}; give a matrix with a row for each node."
        )
    if array.ndim > 2:
        size = " × ".join(map(str, array.shape[1:]))
        array = array.reshape(len(array), -1)
        notes.changed.append(f"The {size} values of each node are {array.shape[1]} in a row.")
    return array


def _texts(array: NDArray[Any]) -> list[str]:
    flat = array.ravel()
    if flat.dtype.kind == "S":
        return [value.decode("utf-8", "replace") for value in flat.tolist()]
    return ["" if value != value else str(value) for value in flat.tolist()]


def _text_table(data: bytes, num_vectors: int | None, notes: Notes) -> tuple[Table, str]:
    """The cells of a text table or a workbook, and what it is."""
    if data.startswith(WORKBOOKS):
        table = read_cells(data, ReadOptions(), notes)
        return _with_header(table, num_vectors, notes), "workbook"
    text = decode(data, notes)
    table_of_json = json_table(text)
    if table_of_json is not None:
        return table_of_json, "JSON"
    first, _, rest = text.partition("\n")
    counted, second = _COUNTS.fullmatch(first), rest.partition("\n")[0].split()
    if counted and len(second) == int(counted[2]) + 1:
        notes.used.append(
            f"The first line counts {counted[1]} vectors of {counted[2]} numbers (word2vec)."
        )
        table = read_table(rest, ReadOptions(delimiter="space", header="no"), notes)
        ids = ["id", *map(str, range(1, int(counted[2]) + 1))]
        if len(ids) == table.cells.shape[1]:
            table = replace(table, names=ids)
        return table, "word2vec text"
    table = read_table(text, ReadOptions(), notes)
    return _with_header(table, num_vectors, notes), "text table"


def _with_header(table: Table, num_vectors: int | None, notes: Notes) -> Table:
    """Takes the first line for a header where its words or the number of lines say so."""
    if table.names or len(table.cells) < 2:
        return table
    if table.cells.shape[1] == 1 and len(table.cells) == num_vectors:
        return table
    first = [str(cell) for cell in table.cells.iloc[0]]
    words = {bare(cell) for cell in first}
    is_one_more = num_vectors is not None and len(table.cells) == num_vectors + 1
    if not (is_one_more or words & {*IDS, *CLASSES, *PREDICTIONS, *VECTORS}):
        return table
    return with_header(table, ReadOptions(header="yes"), notes)


def _of_table(table: Table, format_: str, notes: Notes, *, has_ids: bool = True) -> Rows:
    """The columns of numbers that are dimensions, and the other columns."""
    cells = table.named()
    if has_ids and (not table.names or not table.names[0]):
        cells = _with_id(cells, notes)
    lists = [str(name) for name in cells if _are_lists(cells[name])]
    if lists:
        name = lists[find(lists, VECTORS) or 0]
        notes.used.append(f"The vectors are the lists in column {name!r}.")
        return Rows(format_, _parsed_lists(cells[name], name), cells.drop(columns=name))
    numbers = {}
    for column in map(str, cells):
        values, odd, said = to_numbers(cells[column])
        if odd.any() or np.isnan(values).all():
            continue
        numbers[column] = values
        if said:
            notes.changed.append(f"Column {column!r}: {said}")
    chosen = _dimensions(list(numbers), is_named=bool(table.names))
    if not chosen:
        raise InputError(
            "The table has no columns of numbers that could be vectors; give a column for each "
            "dimension, or one of lists such as [0.1, 0.2]."
        )
    first, last = chosen[0], chosen[-1]
    listed = repr(first) if len(chosen) == 1 else f"{first!r} to {last!r}"
    notes.used.append(f"The vectors are {len(chosen)} columns of numbers, {listed}.")
    vectors = np.stack([numbers[name] for name in chosen], axis=1)
    return Rows(format_, vectors, cells.drop(columns=chosen))


def _with_id(cells: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Calls the first column of a table without a header "id" where it is one."""
    first, rest = cells.iloc[:, 0], cells.iloc[:, 1:]
    if not first.is_unique or rest.empty:
        return cells
    _, odd, _ = to_numbers(first)
    if not odd.any():
        head = rest.head(1000).to_numpy().ravel().tolist()
        if not all(map(is_whole, first)) or all(map(is_whole, head)):
            return cells
        notes.ask(
            "Column 1 holds whole numbers, each once, and is taken for the ids of the nodes.",
            It_is_a_dimension={"id_column": "none"},
        )
    return cells.set_axis(["id", *rest.columns], axis=1)


def _dimensions(names: Sequence[str], *, is_named: bool) -> list[str]:
    """The columns of numbers that are dimensions of the embedding.

    Numbered names are (x1, x2, …); without any, x, y and z; without these every column but
    ids, classes and predictions.
    """
    others = [name for name in names if bare(name) not in IDS]
    if not is_named:
        return others
    matches = {name: match[1] for name in others if (match := _NUMBERED.fullmatch(name))}
    if matches:
        stem, size = Counter(matches.values()).most_common(1)[0]
        if size > 1:
            return [name for name in others if matches.get(name) == stem]
    words = {bare(name): name for name in reversed(others)}
    if {"x", "y"} <= words.keys():
        return [words[word] for word in ("x", "y", "z") if word in words]
    return [name for name in others if bare(name) not in (*CLASSES, *PREDICTIONS)]


def _are_lists(texts: pd.Series) -> bool:
    """Whether all cells are lists: in brackets, or of numbers between spaces."""
    filled = texts[texts != ""].str.strip()
    return len(filled) > 0 and bool(
        filled.str.fullmatch(r"\[[^\[\]]*\]|\([^()]*\)").all()
        or filled.str.fullmatch(rf"{_NUMBER}(\s+{_NUMBER})+").all()
    )


def _parsed_lists(texts: pd.Series, name: str) -> NDArray[Any]:
    parts = [text.strip().strip("[]()").replace(",", " ").split() for text in texts]
    sizes = {len(part) for part in parts if part}
    if len(sizes) != 1:
        raise InputError(
            f"The lists in column {name[:60]!r} have {min(sizes, default=0)} to "
            f"{max(sizes, default=0)} numbers; give every node the "
            "same number of them."
        )
    (size,) = sizes
    try:
        rows = [[float(value) for value in part] or [np.nan] * size for part in parts]
    except ValueError as error:
        raise InputError(
            f"Column {name[:60]!r} holds lists of other things than numbers ({reason(error)})."
        ) from error
    return np.array(rows)
