"""What the columns of nodes mean: names, positions, classes, numbers."""

import re

import numpy as np
import pandas as pd

from spgat.arrays import Floats, Ints
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Parsed
from spgat.datasets.meaning.table import to_numbers
from spgat.datasets.meaning.words import CLASSES, PARTS, bare, positions_in
from spgat.errors import InputError
from spgat.words import plural

#: More columns than these are no list to choose from.
MAX_SIGNALS = 200
_NAMES = ("label", "name", "shared name", "v_name", "_graphml_vertex_id")


def take_names(table: pd.DataFrame, ids: list[str], notes: Notes) -> list[str]:
    """Returns the nodes' labels where each has one of its own, else their ids.

    The column is taken out of the table.
    """
    for key in table:
        if str(key).lower() not in _NAMES:
            continue
        labels = table[key]
        if (labels != "").all() and labels.is_unique:
            del table[key]
            if labels.tolist() != ids:
                notes.used.append(f"Nodes are named by their {key!r}.")
                return list(labels)
            return ids
    return ids


def take_positions(table: pd.DataFrame, notes: Notes) -> Floats | None:
    """Returns float64 [num_rows, 2] of the columns that say where nodes are, or None.

    They are taken out of the table. Degrees of longitude are shortened by the cosine of the
    mean latitude, as on a map; a node without both coordinates stands in the middle.
    """
    names = [str(name) for name in table]
    found = positions_in(names)
    if found is None:
        return None
    across, up = (names[place] for place in found)
    columns = [to_numbers(table[name]) for name in (across, up)]
    points = np.stack([values for values, _, _ in columns], axis=1)
    known = np.isfinite(points).all(axis=1)
    if any(odd.any() for _, odd, _ in columns) or not known.any():
        return None
    del table[across], table[up]
    if len(points) > 1 and (points == points[0]).all():
        notes.unused.append(f"Not used: {across!r} and {up!r}, which are the same everywhere.")
        return None
    notes.used.append(f"Positions come from {across!r} and {up!r}.")
    if not known.all():
        notes.changed.append(
            f"In the middle: {plural(int((~known).sum()), 'node')} without a position."
        )
        points[~known] = points[known].mean(axis=0)
    if re.search("lon|lng", across.lower()):
        points[:, 0] *= np.cos(np.radians(points[:, 1].mean()))
    return points


def take_classes(
    table: pd.DataFrame, wanted: str, notes: Notes, option: str = "classes"
) -> tuple[Ints, list[str]] | None:
    """Returns labels int64 [num_rows], -1 for "", and class names; None where nothing is one.

    Without a wish it is a column with a telling name and at least two values, each shared by
    two rows on average. The column is taken out of the table. `option` chooses another one.

    Raises:
        InputError: If there is no such column as is wanted.
    """
    if wanted and wanted not in table:
        there = ", ".join(map(repr, table)) or "none"
        raise InputError(f"The nodes have no attribute {wanted!r}; the file has {there[:300]}.")
    words = {bare(str(name)): name for name in reversed(list(table))}
    telling = [words[word] for word in CLASSES if word in words]
    found = [wanted] if wanted else [name for name in telling if is_class(table[name])]
    if not found:
        return None
    if len(found) > 1:
        notes.ask(
            f"Classes come from {found[0]!r}; they could be {', '.join(map(repr, found[1:]))}.",
            **{str(name): {option: str(name)} for name in found[1:]},
        )
    values = table.pop(str(found[0]))
    labels, names = to_classes(values)
    notes.used.append(f"{len(names)} classes come from {found[0]!r}.")
    if (labels < 0).any():
        notes.used.append(f"Without a class: {plural(int((labels < 0).sum()), 'node')}.")
    return labels, names


def take_splits(table: pd.DataFrame, notes: Notes) -> dict[str, Ints]:
    """Returns the columns that are splits, int64 [num_rows] as in `Parsed`.

    A split has all of training, validation and test nodes, and no other words. The columns are
    taken out of the table.
    """
    found: dict[str, Ints] = {}
    for name in list(table):
        parts = table[name].str.strip().str.lower().map(PARTS)
        if parts.notna().all() and {0, 1, 2} <= set(parts):
            found[str(name)] = np.asarray(parts, dtype=np.int64)
            del table[name]
    if found:
        listed = ", ".join(map(repr, found))[:200]
        notes.used.append(f"Training, validation and test nodes come from {listed}.")
    return found


def to_classes(values: pd.Series) -> tuple[Ints, list[str]]:
    """Returns labels int64 [num_rows], -1 for "", and the class names in order."""
    codes, found = pd.factorize(values)
    names = sorted({str(name) for name in found} - {""})
    if all(is_whole(name) for name in names):
        names.sort(key=int)
    return pd.Index(names).get_indexer(pd.Index(found))[codes].astype(np.int64), names


def take_numbers(table: pd.DataFrame, most: int) -> dict[str, Floats]:
    """Returns the first columns of finite numbers, float64 [num_rows], NaN where missing.

    They are taken out of the table.
    """
    found: dict[str, Floats] = {}
    for name in list(table):
        if len(found) == most:
            break
        values, odd, _ = to_numbers(table[name])
        if not (odd.any() or np.isinf(values).any() or np.isnan(values).all()):
            found[str(name)] = values
            del table[name]
    return found


def take_signals(table: pd.DataFrame, notes: Notes) -> dict[str, Floats]:
    """Returns the columns that hold numbers alone, float64 [num_rows], NaN where missing.

    At most 200 of them; they are taken out of the table.
    """
    signals = take_numbers(table, MAX_SIGNALS)
    if signals:
        listed = ", ".join(map(repr, signals))[:200]
        missing = sum(int(np.isnan(values).sum()) for values in signals.values())
        notes.used.append(
            f"Numbers on the nodes, to be shown as signals: {listed}"
            + (f"; {missing} of their values are missing." if missing else ".")
        )
    return signals


def describe_rest(table: pd.DataFrame, what: str, notes: Notes) -> None:
    """Accounts for the columns that nothing has taken."""
    names = [str(name) for name in table if (table[name] != "").any()]
    if names:
        listed = ", ".join(map(repr, names[:20])) + (" and others" if len(names) > 20 else "")
        verb = "is" if len(names) == 1 else "are"
        notes.unused.append(f"{what}{'' if len(names) == 1 else 's'} {listed} {verb} not used.")


def describe(parsed: Parsed, table: pd.DataFrame, classes: str, notes: Notes) -> None:
    """Gives a graph the positions, classes and signals that a table of its nodes has."""
    parsed.attributes = [str(name) for name in table]
    if parsed.positions is None:
        parsed.positions = take_positions(table, notes)
    found = take_classes(table, classes, notes)
    if found is not None:
        parsed.labels, parsed.class_names = found
    parsed.signals = take_signals(table, notes)
    describe_rest(table, "Node attribute", notes)


def is_whole(text: str) -> bool:
    """Tells whether a text is a whole number of reasonable length."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 40


def is_class(values: pd.Series) -> bool:
    """Tells whether a column has at least two values, each shared by two rows on average."""
    known = values[values != ""]
    return 2 <= known.nunique() <= len(known) / 2
