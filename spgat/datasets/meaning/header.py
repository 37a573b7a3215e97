"""Whether a table's first line, or a comment, names its columns."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.table import MISSING, Table, without_lines
from spgat.datasets.meaning.words import ENDS, HEADERS, TIMES, bare
from spgat.words import plural

_SAMPLE = 100
_MOST_TITLES = 5
_NO_WORDS = (MISSING | {"inf", "-inf", "infinity", "-infinity"}) - {""}


def with_header(table: Table, options: ReadOptions, notes: Notes) -> Table:
    """Returns the table with its first line, or a comment, as the names of its columns.

    Lines of one cell above such a line are titles, and left out.
    """
    width = table.cells.shape[1]
    filled = (table.cells.head(_MOST_TITLES + 1) != "").to_numpy()
    num_titles = int(np.argmax(filled[:, 1:].any(axis=1))) if width > 1 else 0
    if options.header == "auto" and num_titles:
        below = without_lines(table, num_titles)
        if _has_header(below.cells.head(_SAMPLE + 1).to_numpy().tolist()):
            said = ", ".join(table.cells.iloc[:num_titles, 0])[:100]
            notes.unused.append(f"Left out: {plural(num_titles, 'title')}: {said!r}.")
            table = below
    sample = table.cells.head(_SAMPLE + 1).to_numpy().tolist()
    if options.header == "yes" or (options.header == "auto" and _has_header(sample)):
        names = [str(name) for name in sample[0]]
        if len(names) > 2 and table.lengths[0] == width - 1 and min(table.lengths[1:]) == width:
            names = ["", *names[:-1]]  # R and pandas leave out the corner above the row names
        notes.used.append(
            f"The first line is a header: {', '.join(filter(None, names))[:200]}."
        )
        return replace(without_lines(table, 1), names=names)
    for comment in reversed(table.comments):
        words = re.split(r"[\s,;|]+", comment.lstrip("#% \t").rpartition(": ")[2].strip())
        known = {bare(word) for word in words} & (TIMES | {w for pair in ENDS for w in pair})
        if len(words) == width and known:
            notes.used.append(f"A comment names the columns: {', '.join(words)}.")
            return replace(table, names=words)
    return table


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    first, rest = rows[0], rows[1:]
    if not rest:
        return len(first) > 1 and all(bare(cell) in HEADERS for cell in first)
    if all(_is_number(cell) for cell in first):
        return False
    if not first[0] and all(first[1:]) and all(_is_number(row[0]) for row in rest):
        return True  # above the numbers of the rows
    for column, cell in enumerate(first):
        below = [row[column] for row in rest if row[column].lower() not in MISSING]
        if cell and below and not _is_number(cell) and all(map(_is_number, below)):
            return True
    known = sum(bare(cell) in HEADERS for cell in first)
    return known >= min(2, sum(map(bool, first)))


def _is_number(cell: str) -> bool:
    """Whether a cell may stand in a column of numbers."""
    return cell.lower() in _NO_WORDS or bool(
        re.fullmatch(r"[+-]?(\d+([.,]\d*)*|[.,]\d+)([eE][+-]?\d+)?", cell)
    )
