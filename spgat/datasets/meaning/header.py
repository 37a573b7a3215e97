"""Whether a table's first line, or a comment, names its columns."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.table import MISSING, Table, without_lines
from spgat.datasets.meaning.words import DATE, ENDS, HEADERS, TIMES, bare
from spgat.words import plural

_SAMPLE = 100
_MOST_TITLES = 5
#: What Neo4j calls a column: n.name, type(r).
_CYPHER = re.compile(r"[A-Za-z]\w*\.\w+|[A-Za-z]+\(\w+\)")
_NO_WORDS = (MISSING | {"inf", "-inf", "infinity", "-infinity"}) - {""}


def with_header(table: Table, options: ReadOptions, notes: Notes) -> Table:
    """Returns the table with its first line, or a comment, as the names of its columns.

    Lines of one cell above such a line are titles, and left out; so are those of groups of
    columns, which begin with two empty cells.
    """
    width = table.cells.shape[1]
    filled = (table.cells.head(_MOST_TITLES + 1) != "").to_numpy()
    is_row = filled[:, 1:].any(axis=1) & filled[:, :2].any(axis=1)
    num_titles = int(np.argmax(is_row)) if width > 1 else 0
    if options.header == "auto" and num_titles:
        below = without_lines(table, num_titles)
        if _has_header(below.cells.head(_SAMPLE + 1).to_numpy().tolist()):
            titles = table.cells.iloc[:num_titles].to_numpy().ravel().tolist()
            said = ", ".join(filter(None, titles))[:100]
            notes.unused.append(f"Left out: {plural(num_titles, 'title')}: {said!r}.")
            table = below
    if options.header == "auto" and len(table.cells) > 2 and _counts_rows(table):
        notes.unused.append(f"Left out: the number of rows, {len(table.cells) - 1}.")
        table = without_lines(table, 1)
    sample = table.cells.head(_SAMPLE + 1).to_numpy().tolist()
    if options.header == "yes" or (options.header == "auto" and _has_header(sample)):
        names = [str(name) for name in sample[0]]
        if len(names) > 2 and table.lengths[0] == width - 1 and min(table.lengths[1:]) == width:
            names = ["", *names[:-1]]  # R and pandas leave out the corner above the row names
        notes.used.append(
            f"The first line is a header: {', '.join(filter(None, names))[:200]}."
        )
        table = _without_repetitions(without_lines(table, 1), names, notes)
        return replace(table, names=[names[0].lstrip("# "), *names[1:]])
    for comment in reversed(table.comments):
        words = re.split(r"[\s,;|]+", comment.lstrip("#% \t").rpartition(": ")[2].strip())
        known = {bare(word) for word in words} & (TIMES | {w for pair in ENDS for w in pair})
        if len(words) == width and known:
            notes.used.append(f"A comment names the columns: {', '.join(words)}.")
            return replace(table, names=words)
    return table


def _counts_rows(table: Table) -> bool:
    """Whether the first line is the number of the others alone, each of a name and numbers."""
    count, size = table.cells.iloc[0, 0], len(table.cells) - 1
    return count == str(size) and table.lengths[0] == 1 and table.lengths[1:].min() == size + 1


def _without_repetitions(table: Table, names: list[str], notes: Notes) -> Table:
    """The table without lines that are its header once more, as joined files have them."""
    is_header = (table.cells.iloc[:, : len(names)] == names).all(axis=1).to_numpy()
    if not is_header.any() or is_header.all() or len(names) < 2:
        return table
    count = int(is_header.sum())
    notes.unused.append(
        f"Left out: {plural(count, 'line')} with the names of the columns again."
    )
    return replace(
        table,
        cells=table.cells[~is_header].reset_index(drop=True),
        lines=table.lines[~is_header],
        lengths=table.lengths[~is_header],
    )


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    first, rest = rows[0], rows[1:]
    if not rest:
        return len(first) > 1 and all(bare(cell) in HEADERS for cell in first)
    if all(_is_number(cell) or DATE.fullmatch(cell) for cell in first):
        return False
    if not first[0] and all(first[1:]) and all(_is_number(row[0]) for row in rest):
        return True  # above the numbers of the rows
    if not first[0] and first[1:] == [str(column) for column in range(len(first) - 1)]:
        return True  # pandas' numbers of columns, right of the names of the rows
    if first[0].startswith("#") and len(set(filter(None, first))) > 2:
        cells = {cell for row in rest for cell in row}  # else a name such as a hashtag
        return not cells & set(first) and not any(row[0].startswith("#") for row in rest)
    for column, cell in enumerate(first):
        below = [row[column] for row in rest if row[column].lower() not in MISSING]
        if not cell or not below or _is_number(cell):
            continue
        are_dates = not DATE.fullmatch(cell) and all(map(DATE.fullmatch, below))
        if are_dates or all(map(_is_number, below)):
            return True
    if len(first) > 1 and all(map(_CYPHER.fullmatch, first)):
        return not any(map(_CYPHER.fullmatch, (cell for row in rest for cell in row)))
    known = sum(map(_is_known, first))
    return known >= min(2, sum(map(bool, first)))


def _is_known(cell: str) -> bool:
    """Whether a cell is a word of headers, or has one among those that underscores join."""
    parts = cell.lower().split("_") if re.fullmatch("[A-Za-z]+(_[A-Za-z]+)+", cell) else []
    return bare(cell) in HEADERS or not HEADERS.isdisjoint(parts)


def _is_number(cell: str) -> bool:
    """Whether a cell may stand in a column of numbers."""
    return cell.lower() in _NO_WORDS or bool(
        re.fullmatch(r"[+-]?(\d+([.,]\d*)*|[.,]\d+)([eE][+-]?\d+)?", cell)
    )
