"""An embedding in a file, and a table of its nodes, as one message."""

from itertools import compress
from typing import Any

import numpy as np
import pandas as pd

from spgat.datasets.files.vectors import read_rows
from spgat.datasets.limits import MAX_FEATURES, MAX_NAME, check_names
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.rows import NONE, Meaning, join_rows, meaning_of, take_ids
from spgat.errors import InputError
from spgat.sandbox.message import Message
from spgat.words import plural


def read(
    header: dict[str, Any],
    file: tuple[bytes, str],
    table: tuple[bytes, str] | None,
    notes: Notes,
) -> Message:
    """Returns the vectors of a file, and what it and a table say of the nodes.

    Raises:
        InputError: If one of the files is refused.
    """
    has_ids = header["id_column"] != NONE
    rows = read_rows(*file, notes, has_ids=has_ids)
    assert rows.vectors is not None
    num_rows, num_dimensions = rows.vectors.shape
    if num_dimensions > MAX_FEATURES:
        raise InputError(
            f"The vectors have {num_dimensions} numbers, of which at most {MAX_FEATURES} are "
            "read."
        )
    cells = rows.cells
    ids = take_ids(cells, header["id_column"], notes, is_own=True)
    if table is not None:
        second = _second(*table, num_rows, notes)
        joined = join_rows(second, ids, num_rows, notes)
        twice = {name: f"{name} (table)" for name in joined if name in cells}
        cells = pd.concat([cells, joined.rename(columns=twice)], axis=1)
        if ids is None:
            ids = take_ids(cells, header["id_column"], notes)
    vectors = rows.vectors
    with np.errstate(over="ignore", invalid="ignore"):
        vectors = vectors.astype(np.float32)
    sound = np.isfinite(vectors).all(axis=1)
    if not sound.any():
        raise InputError("Every vector holds NaN or infinite values; give finite numbers.")
    if not sound.all():
        notes.changed.append(
            f"Left out: {plural(int((~sound).sum()), 'node')} with missing or infinite values."
        )
        vectors, cells = vectors[sound], cells[sound].reset_index(drop=True)
        ids = None if ids is None else list(compress(ids, sound))
    meaning = meaning_of(cells, ids, header["classes"], table is not None, notes)
    return _packed(rows.format, vectors, meaning, notes)


def _second(table: bytes, filename: str, num_vectors: int, notes: Notes) -> pd.DataFrame:
    """The cells of a table of labels and whatever else is known of the nodes."""
    said = Notes()
    try:
        cells = read_rows(table, filename, said, num_vectors=num_vectors).cells
    except InputError as error:
        raise InputError(f"{filename[:60]}: {error}") from error
    notes.used += [f"{filename[:60]}: {sentence}" for sentence in said.used]
    notes.unused += [f"{filename[:60]}: {sentence}" for sentence in said.unused]
    return cells


def _packed(format_: str, vectors: Any, meaning: Meaning, notes: Notes) -> Message:
    check_names("node", meaning.ids or ())
    check_names("class", meaning.class_names)
    columns = meaning.columns
    numbers = [name for name in columns if pd.api.types.is_float_dtype(columns[name])]
    texts, codes = {}, []
    for name in columns:
        if name not in numbers:
            short = columns[name].str.slice(0, MAX_NAME)
            code, values = pd.factorize(short)
            texts[name] = [str(value) for value in values]
            codes.append(code)
    arrays: dict[str, Any] = {
        "vectors": vectors,
        "labels": meaning.labels,
        "predictions": meaning.predictions,
        "numbers": columns[numbers].to_numpy(np.float64) if numbers else None,
        "codes": np.stack(codes, axis=1).astype(np.int64) if codes else None,
    }
    header = {
        "format": format_,
        "ids": meaning.ids,
        "class_names": meaning.class_names,
        "order": list(columns),
        "numbers": numbers,
        "texts": texts,
        **notes.packed(),
    }
    return Message(header, {name: array for name, array in arrays.items() if array is not None})
