"""Delimited text: its encoding, delimiter and header are found out."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spgat.datasets.files.limits import MAX_TABLE_CELLS, Deadline
from spgat.datasets.files.parsed import parse_number
from spgat.errors import InputError

_DELIMITERS = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_SAMPLE = 100
_COMMENTS = ("#", "%")
# First rows that hold only such words are headers even where no column is a number.
_HEADER_WORDS = {
    *("id", "node", "name", "label", "class", "group", "community", "department", "category"),
    *("type", "source", "target", "from", "to", "src", "dst", "origin", "destination", "dest"),
    *("u", "v", "node1", "node2", "node_1", "node_2", "sender", "receiver", "weight"),
}


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text cells.

    Attributes:
        header: Column names, or None.
        rows: The cells, stripped; rows may differ in length.
        lines: The line of the file at which each row ends, counted from 1.
        found: Sentences on encoding, delimiter and header.
    """

    header: list[str] | None
    rows: list[list[str]]
    lines: list[int]
    found: tuple[str, ...]


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Returns text and a sentence where its encoding is worth one.

    Raises:
        InputError: If the bytes are no text.
    """
    marked = next((codec for mark, codec in _MARKS.items() if data.startswith(mark)), None)
    found: tuple[str, ...] = ()
    try:
        text = data.decode(marked or "utf-8")
        if marked is not None:
            found = (f"A byte-order mark ({marked.removesuffix('-sig')}) is left out.",)
    except UnicodeDecodeError:
        text, found = data.decode("latin-1"), ("The text is read as Latin-1, not UTF-8.",)
    if "\0" in text:
        raise InputError(
            "The file is neither text nor a known binary format; upload an edge list, GraphML, "
            "GEXF, GML, JSON, .npz or .mat file."
        )
    return text, found


def read_table(data: bytes, deadline: Deadline) -> Table:
    """Returns the cells of delimited text; empty lines and comments (#, %) are left out.

    Raises:
        InputError: If it is not text, has no rows, or too many cells.
    """
    text, found = decode(data)
    sample = [line for line in text[:100_000].splitlines() if _counts(line)][:_SAMPLE]
    if not sample:
        raise InputError("The file has no rows; upload one with at least one edge.")
    delimiter = _find_delimiter(sample)
    rows, lines, num_cells = [], [], 0
    for line, cells in _split(text, delimiter):
        rows.append(cells)
        lines.append(line)
        num_cells += len(cells)
        if len(rows) % 4096 == 0:
            deadline.check()
        if num_cells > MAX_TABLE_CELLS:
            raise InputError(
                f"The table has more than {MAX_TABLE_CELLS} cells, the most that is read; "
                "upload the graph as .npz."
            )
    separated = _DELIMITERS[delimiter] if delimiter else "spaces"
    found += (f"Columns are separated by {separated}.",)
    if not _has_header(rows[: _SAMPLE + 1]):
        return Table(None, rows, lines, (*found, "There is no header line."))
    found += (f"The first line is a header: {', '.join(rows[0])[:200]}.",)
    return Table(rows[0], rows[1:], lines[1:], found)


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(_COMMENTS)


def _split(text: str, delimiter: str | None) -> Iterator[tuple[int, list[str]]]:
    if delimiter is None:
        for number, line in enumerate(text.splitlines(), start=1):
            if _counts(line):
                yield number, line.split()
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for cells in reader:
            if any(cells) and not cells[0].lstrip().startswith(_COMMENTS):
                yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise InputError(
            f"Line {reader.line_num} cannot be split into cells ({error}); close its quotes."
        ) from error


def _find_delimiter(sample: Sequence[str]) -> str | None:
    """The delimiter that splits the most lines, and most evenly; None stands for spaces.

    Spaces must split more lines than any other, since names may have some inside.
    """
    best: str | None = None
    best_score = (sum(len(line.split()) >= 2 for line in sample) - 1, float("inf"))
    for delimiter in _DELIMITERS:
        try:
            counts = [len(row) for row in csv.reader(sample, delimiter=delimiter) if row]
        except csv.Error:
            continue
        score = (sum(count >= 2 for count in counts), min(counts) - max(counts))
        if score > best_score and score[0]:
            best, best_score = delimiter, score
    return best


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    first, rest = rows[0], rows[1:]
    if not rest or all(parse_number(cell) is not None for cell in first):
        return False
    for column, cell in enumerate(first):
        below = [row[column] for row in rest if column < len(row) and row[column]]
        is_numeric = below and all(parse_number(value) is not None for value in below)
        if cell and is_numeric and parse_number(cell) is None:
            return True
    return sum(cell.lower() in _HEADER_WORDS for cell in first) >= min(2, len(first))
