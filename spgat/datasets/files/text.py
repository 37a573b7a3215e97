"""Text becomes a table of cells: encoding, comments, delimiter and header are found out."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from io import BytesIO, StringIO
from itertools import islice
from typing import Literal

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow import csv as arrow_csv

from spgat.arrays import Ints
from spgat.datasets.meaning.header import with_header
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.table import Table
from spgat.datasets.meaning.words import HEADERS, bare
from spgat.errors import InputError
from spgat.words import plural, visible

_DELIMITERS = {"tab": "\t", "semicolon": ";", "comma": ",", "bar": "|", "space": r"\s+"}
_MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_SAMPLE = 100
csv.field_size_limit(2**31 - 1)  # the memory of the process is what bounds a cell
_MAX_CELLS = 20_000_000
#: A line that is drawn below a header, as in Markdown and on the screens of databases.
_RULE = re.compile(r"[\s|+:=-]*--[\s|+:=-]*|(\s*<[a-z]{3,4}>)+\s*")  # or R's types
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
#: A cell that a quotation mark opens and closes, one that it opens, and the end of that one.
_QUOTED = re.compile(r'(?:(?<=[,;\t|])|^)\s*"(?:[^"]|"")*"\s*(?=[,;\t|]|$)')
_OPENED = re.compile(r'(?:[,;\t|]|^)\s*"(?:[^"]|"")*$')
_CLOSED = re.compile(r'(?:[^"]|"")*"\s*(?=[,;\t|]|$)')
_BLOCK = 2**24  # bytes that Arrow reads at a time; a line must fit into one


def decode(data: bytes, notes: Notes) -> str:
    """Returns the text of a file, its encoding found out.

    Raises:
        InputError: If the bytes are no text.
    """
    codec = next((codec for mark, codec in _MARKS.items() if data.startswith(mark)), "utf-8")
    if codec == "utf-8" and b"\0" in data[:200]:
        halves = data[0:200:2].count(0), data[1:200:2].count(0)
        if min(halves) == 0 and max(halves) >= min(len(data), 200) // 4:
            codec = "utf-16-be" if halves[0] else "utf-16-le"
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        codec, text = "latin-1", data.decode("latin-1")
        if re.search("[\x80-\x9f]", text):  # quotation marks of Windows, no letters elsewhere
            codec, text = "cp1252", data.decode("cp1252", "replace")
    if codec != "utf-8":
        notes.used.append(f"The text is read as {codec.removesuffix('-sig')}.")
    if "\0" in text:
        raise InputError(
            "The file is neither text nor a known binary format; upload an edge list, GraphML, "
            "GEXF, GML, JSON, .npz or .mat file."
        )
    shown = visible(text)
    if len(shown) < len(text):
        count = plural(len(text) - len(shown), "invisible character")
        notes.changed.append(f"{count} (controls, marks of direction) left out.")
    return shown


def read_table(text: str, options: ReadOptions, notes: Notes) -> Table:
    """Returns the cells of delimited text.

    Raises:
        InputError: If it has no rows or too many cells.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if '"' in text:
        lines = _whole_rows(lines)
    delimiter = options.delimiter
    declared = re.fullmatch(r'"?sep=(\W)"?', lines[0].strip("\ufeff "), re.IGNORECASE)
    if declared:
        notes.used.append(f"The line {lines[0].strip()!r} says what separates the columns.")
        signs = {sign: name for name, sign in _DELIMITERS.items()}
        delimiter = signs.get(declared[1], delimiter)  # type: ignore[assignment]
        lines[0] = ""
    filled = [number for number, line in enumerate(lines) if line and not line.isspace()]
    ruled = {
        n for n in filled if ("--" in lines[n] or "<" in lines[n]) and _RULE.fullmatch(lines[n])
    }
    if ruled:
        filled = [number for number in filled if number not in ruled]
        notes.unused.append(f"Left out: {plural(len(ruled), 'ruled line')}.")
    if not filled:
        raise InputError("The file has no rows; upload one with at least one edge.")
    marked = []
    if "#" in text or "%" in text or "//" in text:
        marked = [n for n in filled if lines[n].lstrip().startswith(("#", "%", "//"))]
    marks = set(marked)
    body = list(islice((lines[n] for n in filled if n not in marks), _SAMPLE))
    body = body or [lines[number] for number in marked[:_SAMPLE]]
    chosen = _find_delimiter(body) if delimiter == "auto" else delimiter
    sign = _DELIMITERS[chosen]
    comments = _comments(lines, marked, filled, sign, body)
    if comments:
        left_out = set(comments)
        filled = [number for number in filled if number not in left_out]
        if not filled:
            raise InputError("The file has only comments; upload one with at least one edge.")
        notes.unused.append(f"Left out: {plural(len(comments), 'comment line')}.")
    rows = [lines[number] for number in filled]
    cells, lengths = _cells(rows, sign, notes)
    found = Table(
        cells,
        None,
        np.array(filled)[-len(cells) :] + 1,
        lengths[-len(cells) :],
        [lines[number] for number in comments],
    )
    if cells.shape[1] > 1:
        notes.used.append(f"Columns are separated by {chosen}s.")
    return with_header(found, options, notes)


def _whole_rows(lines: list[str]) -> list[str]:
    """The lines, with "" in place of those that another one's quoted cell goes on in.

    All of them as they are where one is opened and never closed.
    """
    whole, start = list(lines), -1
    for number, line in enumerate(lines):
        if start >= 0:
            whole[start] += f" {line}"
            whole[number] = ""
            closed = _CLOSED.match(line)
            if closed and not _OPENED.search(_QUOTED.sub("", line[closed.end() :])):
                start = -1
        elif line.count('"') % 2 and _OPENED.search(_QUOTED.sub("", line)):
            start = number
    return lines if start >= 0 else whole


def _comments(
    lines: Sequence[str],
    marked: Sequence[int],
    filled: Sequence[int],
    sign: str,
    body: list[str],
) -> list[int]:
    """Which of the marked lines are comments: those that are laid out unlike the others.

    A "#" may begin a name (hashtags), and a line of names is no comment.
    """
    width, _ = Counter(len(_split(line, sign)) for line in body).most_common(1)[0]
    marks = set(marked)
    first = next((number for number in filled if number not in marks), len(lines))
    comments = []
    for number in marked:
        line = lines[number].strip()
        cells = _split(line, sign)
        names = [bare(cell) for cell in cells]
        is_header = number < first and len(set(names) & HEADERS) >= min(2, len(names))
        is_alike = 1 < width == len(cells) and not line[1:2].isspace()
        if number > first and 2 < width == len(cells):  # a mark that is a word with a vector
            is_alike |= all(map(_NUMBER.fullmatch, cells[1:]))
        if sign == r"\s+" and number < first:  # prose is separated by spaces too
            is_alike &= all(cell[0] in "#%" for cell in cells)
        if is_header or not is_alike:
            comments.append(number)
    return comments


def _split(line: str, sign: str) -> list[str]:
    return line.split() if sign == r"\s+" else next(csv.reader([line], delimiter=sign), [])


def _cells(rows: list[str], sign: str, notes: Notes) -> tuple[pd.DataFrame, Ints]:
    """All cells, and how many each line has."""
    text = "\n".join(rows)
    even = None if '"' in text else _even_cells(text, rows, sign)
    if even is None:
        cells, lengths = _uneven_cells(text, rows, sign, notes)
    else:
        cells, lengths = even, np.full(len(rows), even.shape[1])
    empty = [column for column in list(cells)[2:] if not (cells[column] != "").any()]
    return cells.drop(columns=empty), lengths


def _even_cells(text: str, rows: list[str], sign: str) -> pd.DataFrame | None:
    """The cells of lines that have equally many, None where they have not.

    Arrow makes no Python object of a cell, which takes a tenth of pandas' time.
    """
    if sign == r"\s+":
        sign = " "
        if any(gap in text for gap in ("\t", "  ", " \n", "\n ")) or text != text.strip():
            rows = [" ".join(row.split()) for row in rows]
            text = "\n".join(rows)
    names = [str(column) for column in range(rows[0].count(sign) + 1)]
    try:
        table = arrow_csv.read_csv(
            BytesIO(text.encode()),
            arrow_csv.ReadOptions(column_names=names, block_size=_BLOCK, use_threads=False),
            arrow_csv.ParseOptions(
                delimiter=sign, quote_char=False, double_quote=False, ignore_empty_lines=False
            ),
            arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.large_string())),
        )
    except pa.ArrowInvalid:
        return None
    cells = table.to_pandas(
        types_mapper={pa.large_string(): pd.StringDtype(na_value=np.nan)}.get
    )
    return cells.set_axis(range(len(names)), axis=1).apply(lambda column: column.str.strip())


def _uneven_cells(
    text: str, rows: list[str], sign: str, notes: Notes
) -> tuple[pd.DataFrame, Ints]:
    """The same for lines of different lengths, or with quotation marks."""
    counts = (
        (len(row.split()) for row in rows)
        if sign == r"\s+"
        else (row.count(sign) + 1 for row in rows)
    )
    lengths = np.fromiter(counts, dtype=np.int64, count=len(rows))
    width = int(lengths.max())
    if width * len(rows) > _MAX_CELLS:
        raise InputError(
            f"The table has {len(rows)} lines of up to {width} cells, more than {_MAX_CELLS} "
            "in all; upload the graph as .npz, or as one edge a line."
        )

    def parse(quoting: Literal[0, 3]) -> pd.DataFrame:
        return pd.read_csv(
            StringIO(text), sep=sign, header=None, names=range(width), index_col=False,
            dtype=str, keep_default_na=False, na_filter=False, skipinitialspace=True,
            skip_blank_lines=False, quoting=quoting, low_memory=False, on_bad_lines="error",
        )  # fmt: skip

    try:
        cells = parse(csv.QUOTE_MINIMAL) if '"' in text else parse(csv.QUOTE_NONE)
        is_torn = len(cells) < len(rows) and (lengths == width).all()
    except pd.errors.ParserError:
        is_torn = True
    if is_torn:  # else a quote that nobody closed would swallow the lines after it
        cells = parse(csv.QUOTE_NONE)
        notes.changed.append("Quotation marks are parts of names: one of them is never closed.")
    cells = cells.fillna("").apply(lambda column: column.str.strip())
    if '"' in text and len(cells) == len(rows):  # delimiters inside quotes count for nothing
        lengths = (cells != "").to_numpy()[:, ::-1].argmax(axis=1)
        lengths = cells.shape[1] - lengths
    return cells, lengths


def _find_delimiter(sample: Sequence[str]) -> str:
    """The delimiter that splits the most lines, and most evenly.

    Spaces must split more lines than any other, since names may have some inside, unless every
    comma stands inside a number.
    """
    if all("," in line for line in sample) and not any(
        re.search(r"(?<!\d),|,(?!\d)", line) for line in sample
    ):
        widths = {len(line.split()) for line in sample}
        if widths == {3}:  # two names and a number with a decimal comma
            return "space"
    best, best_score = "space", (sum(len(line.split()) >= 2 for line in sample) - 1, np.inf)
    for name, sign in _DELIMITERS.items():
        if name == "space":
            continue
        counts = [len(_split(line, sign)) for line in sample]
        score = (sum(count >= 2 for count in counts), min(counts) - max(counts))
        if score > best_score and score[0]:
            best, best_score = name, score
    return best
