"""What the columns beside vectors mean: ids, classes, predictions, numbers, categories."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from spgat.arrays import Ints
from spgat.datasets.meaning.columns import take_classes, to_classes
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.table import to_numbers
from spgat.datasets.meaning.words import IDS, PREDICTIONS, bare
from spgat.errors import InputError
from spgat.words import plural

#: Chooses no column where one would be found.
NONE = "none"
_MAX_COLUMNS = 200


@dataclass(slots=True)
class Meaning:
    """What is known of nodes.

    Attributes:
        ids: One per node, or None where they have none.
        labels: int64 [num_nodes], -1 where unknown.
        class_names: One per class, of labels and predictions.
        predictions: int64 [num_nodes], -1 where unknown, or None.
        columns: float64 columns and columns of text, "" where a value is missing.
    """

    ids: list[str] | None
    labels: Ints
    class_names: list[str]
    predictions: Ints | None
    columns: pd.DataFrame


def take_ids(
    cells: pd.DataFrame, wanted: str, notes: Notes, *, is_own: bool = False
) -> list[str] | None:
    """Returns the ids of the rows and takes their column out of the table, or None.

    Args:
        cells: Text.
        wanted: The column; "" finds one that is called id, node or name and has each value
            once, `NONE` takes none.
        notes: Takes the sentences.
        is_own: Whether the cells stand beside the vectors, where a first column of different
            texts is one of ids, whatever it is called.

    Raises:
        InputError: If there is no such column as is wanted, or it has a value twice.
    """
    if wanted == NONE:
        return None
    if wanted:
        if wanted not in cells:
            there = ", ".join(map(repr, cells)) or "none"
            raise InputError(f"There is no column {wanted!r} of ids; there is {there[:300]}.")
        twice = cells[wanted][cells[wanted].duplicated()]
        if len(twice):
            raise InputError(
                f"Column {wanted!r} has the id {twice.iloc[0][:60]!r} twice; give each node "
                "its own."
            )
    named = [name for name in cells if bare(str(name)) in IDS and cells[name].is_unique]
    found = wanted or next((name for name in named if (cells[name] != "").all()), None)
    if found is None and is_own and cells.shape[1] and _are_names(cells.iloc[:, 0]):
        found = str(cells.columns[0])
    if found is None:
        return None
    notes.used.append(f"Nodes are named by the column {found!r}.")
    return [str(value) for value in cells.pop(str(found))]


def _are_names(texts: pd.Series) -> bool:
    """Whether a first column, whatever it is called, has another text for each node."""
    _, odd, _ = to_numbers(texts)
    return bool(texts.is_unique and odd.all() and len(texts) > 2)


def join_rows(
    table: pd.DataFrame, ids: Sequence[str] | None, num_rows: int, notes: Notes
) -> pd.DataFrame:
    """Returns the columns of a second table, a row for each node.

    Its rows are found by their id where a column has the ids, else they are in the order of
    the vectors.

    Raises:
        InputError: If no column has the ids and it has another number of rows.
    """
    if ids is None and len(table) == num_rows:  # their numbers say no more than the rows do
        return _in_order(table, notes)
    names = list(ids) if ids is not None else [str(row) for row in range(num_rows)]
    known = set(names)
    shares = {
        str(name): int(table[name].isin(known).sum())
        for name in table
        if table[name].is_unique and (ids is not None or bare(str(name)) in IDS)
    }
    shares = {
        name: share
        for name, share in shares.items()
        if share and (bare(name) in IDS or 2 * share >= min(len(table), num_rows))
    }
    if not shares:
        if len(table) == num_rows:
            return _in_order(table, notes)
        raise InputError(
            f"The table has {len(table)} rows for {num_rows} vectors and no column with their "
            "ids; give one row for each vector, or a column called id."
        )
    found = max(shares, key=lambda name: (bare(name) in IDS, shares[name]))
    return in_order_of(names, table, found, notes)


def in_order_of(ids: Sequence[str], table: pd.DataFrame, by: str, notes: Notes) -> pd.DataFrame:
    """Returns a table's other columns, a row for each id; "" where the table lacks it.

    The column `by` has each id at most once.
    """
    is_known = table[by].isin(set(ids))
    num_known = int(is_known.sum())
    notes.used.append(f"{num_known} of {plural(len(ids), 'node')} joined by {by!r}.")
    if not is_known.all():
        listed = ", ".join(table[by][~is_known][:5])[:100]
        rows = plural(len(table) - num_known, "row")
        notes.unused.append(f"Left out: {rows} with the id of no node: {listed}.")
    if num_known < len(ids):
        notes.changed.append(f"Not in the table: {plural(len(ids) - num_known, 'node')}.")
    return table.set_index(by).reindex(list(ids), fill_value="").reset_index(drop=True)


def _in_order(table: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    notes.used.append(f"The table's {len(table)} rows are in the order of the vectors.")
    return table.reset_index(drop=True)


def meaning_of(
    cells: pd.DataFrame, ids: list[str] | None, classes: str, is_labels: bool, notes: Notes
) -> Meaning:
    """Returns what the columns of nodes mean.

    Args:
        cells: Text, a row for each node.
        ids: Of the nodes.
        classes: The column of classes; "" finds one with a telling name, `NONE` takes none.
        is_labels: Whether a table was given for the sake of its classes, so that its one
            column is taken whatever it is called.
        notes: Takes the sentences.

    Raises:
        InputError: If there is no such column as is wanted, or there are too many.
    """
    if cells.shape[1] > _MAX_COLUMNS:
        raise InputError(
            f"There are {cells.shape[1]} columns beside the vectors; keep at most "
            f"{_MAX_COLUMNS}."
        )
    predicted = next((name for name in cells if bare(str(name)) in PREDICTIONS), None)
    predictions = None if predicted is None else cells.pop(str(predicted))
    guesses: Ints | None = None
    found = None if classes == NONE else take_classes(cells, classes, notes)
    if found is None and is_labels and cells.shape[1] == 1 and classes != NONE:
        found = take_classes(cells, str(cells.columns[0]), notes)
    labels, names = found or (np.full(len(cells), -1), [])
    if predictions is not None:
        notes.used.append(f"Predictions come from {predicted!r}.")
        known = pd.Series(np.array([*names, ""], dtype=object)[labels])
        both, names = to_classes(pd.concat([known, predictions]))
        labels, guesses = both[: len(cells)], both[len(cells) :]
    columns = {str(name): _numbers_or_text(cells[name]) for name in cells}
    if columns:
        listed = ", ".join(map(repr, columns))[:300]
        what = "Another column describes" if len(columns) == 1 else "Other columns describe"
        notes.used.append(f"{what} the nodes: {listed}.")
    return Meaning(
        ids,
        np.asarray(labels, dtype=np.int64),
        names,
        guesses,
        pd.DataFrame(columns, index=range(len(cells))),
    )


def _numbers_or_text(texts: pd.Series) -> pd.Series:
    values, odd, _ = to_numbers(texts)
    if odd.any() or np.isnan(values).all():
        return texts
    return pd.Series(np.where(np.isfinite(values), values, np.nan))
