"""Which two columns of a table are the ends of its edges."""

import re

import numpy as np
import pandas as pd

from spgat.datasets.meaning.assemble import column_of
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.table import Table, are_all_numbers, to_integers
from spgat.datasets.meaning.words import DATE, ENDS, KINDS, POSITIONS, TIMES, WEIGHTS, bare
from spgat.errors import InputError

#: What two ends are a property of: "start_station" and "end_station", "Gene A" and "Gene B".
_STEMS = re.compile(r"(?P<stem>[a-z]{3,})(?P<last>[ab])")
_SAMPLE = 1000  # lines that show what all are
_NO_STEMS = TIMES | set(WEIGHTS) | {word for pair in POSITIONS for word in pair}


def named_ends(table: Table, options: ReadOptions, notes: Notes) -> tuple[int, int] | None:
    """Returns the columns of source and target, where the header or the reader names them.

    Raises:
        InputError: If the reader names no two columns.
    """
    names = table.all_names()
    if options.source or options.target:
        header = pd.DataFrame(columns=names)
        chosen = [column_of(n, names, header) for n in (options.source, options.target) if n]
        if len(set(chosen)) < 2:
            raise InputError("Name two different columns as source and target.")
        return names.index(chosen[0]), names.index(chosen[1])
    words = [bare(name) for name in table.names or ()]
    for pair in ENDS:
        if set(pair) <= set(words):
            return words.index(pair[0]), words.index(pair[1])
    kinds = [column for column, word in enumerate(words) if word in KINDS]
    if len(kinds) > 1 and kinds[0] == 0:
        return kinds[0], kinds[1]
    found = _of_one_stem(words)
    if found:
        left, right = (names[end] for end in found)
        notes.used.append(f"The ends of edges come from {left!r} and {right!r}.")
    return found


def _of_one_stem(words: list[str]) -> tuple[int, int] | None:
    """Columns such as "start_station" and "end_station", or "Gene A" and "Gene B"."""
    for column, word in enumerate(words):
        match = _STEMS.fullmatch(word)
        others = [f"{match['stem']}b"] if match and match["last"] == "a" else []
        for left, right in ENDS:
            stem = word.removeprefix(left)
            if len(left) > 2 and stem != word and stem not in _NO_STEMS:
                others.append(right + stem)
        other = next((other for other in others if other in words), None)
        if other is not None:
            return column, words.index(other)
    return None


def unnamed_ends(table: Table, notes: Notes) -> tuple[int, int]:
    """Returns the first two columns, or those beside what edges have or are."""
    cells = table.cells
    if table.names:  # what is no time or weight
        words = [bare(name) for name in table.names]
        free = [c for c, word in enumerate(words) if word not in TIMES | set(WEIGHTS)]
        if len(free) < 3:
            return (free[0], free[1]) if len(free) > 1 else (0, 1)
    else:
        free = list(range(cells.shape[1]))
    while len(free) > 2 and cells.iloc[:_SAMPLE, free[0]].str.fullmatch(DATE).all():
        free = free[1:]
    if free[0] and not table.names:
        _ask_ends(f"Column {free[0]} is taken for times", free, notes)
    elif len(free) > 2 and not table.names and _is_before(cells, free):
        free = free[1:]
        _ask_ends("Column 1 is taken for numbers or times of the edges", free, notes)
    if len(free) == 3 and _is_relation(cells.iloc[:, free]):
        first, middle, third = (table.name(column) for column in free)
        notes.ask(
            f"Column {middle!r} is taken for the kind of an edge between {first!r} and "
            f"{third!r}.",
            First_two={"source": first, "target": middle},
        )
        return free[0], free[2]
    return (free[0], free[1]) if len(free) > 1 else (0, 1)


def _ask_ends(said: str, free: list[int], notes: Notes) -> None:
    notes.ask(
        f"{said}, and columns {free[0] + 1} and {free[1] + 1} for their ends.",
        Ends_1_and_2={"source": "1", "target": "2"},
    )


def _is_before(cells: pd.DataFrame, columns: list[int]) -> bool:
    """Whether the first column holds numbers that are no ids, and the next two the same ids."""
    numbers = to_integers(cells.iloc[:, 0])
    ascend = numbers is not None and bool((np.diff(numbers) >= 0).all())
    if not ascend and (
        are_all_numbers(cells.iloc[:_SAMPLE, [1]]) or not are_all_numbers(cells.iloc[:, [0]])
    ):
        return False
    first, second, third = (set(cells.iloc[:, column]) for column in columns[:3])
    return bool(second & third) and not first & (second | third)


def _is_relation(cells: pd.DataFrame) -> bool:
    """Whether the middle of three columns is an arrow or says how the others are related."""
    middle = cells.iloc[:, 1].drop_duplicates()
    if are_all_numbers(middle.to_frame()):
        return False
    kinds, first, third = (set(texts) for texts in (middle, cells.iloc[:, 0], cells.iloc[:, 2]))
    if kinds & (first | third):
        return False
    is_rare = len(middle) <= max(1, len(cells) // 2)
    if first & third:
        return is_rare or len(middle) < len(cells)
    return is_rare and not any(kind.isalnum() for kind in kinds)
