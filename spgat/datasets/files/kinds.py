"""Which format a file has, by its content."""

import io
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

import numpy as np
import pandas as pd

from spgat.datasets.files.array_files import (
    ZIP,
    is_npy,
    is_npz,
    load_mat,
    load_npy,
    load_npz,
    load_text,
)
from spgat.datasets.files.arrays import of_arrays, of_point_arrays
from spgat.datasets.files.columnar import as_table, is_parquet, parquet_table
from spgat.datasets.files.gml_dot import read_dot, read_gml
from spgat.datasets.files.json_graph import read_json
from spgat.datasets.files.json_table import json_table
from spgat.datasets.files.market import (
    read_harwell_boeing,
    read_lgl,
    read_market,
    read_pajek,
    read_trivial,
    with_banner,
)
from spgat.datasets.files.metis import read_metis
from spgat.datasets.files.networkx_text import read_networkx
from spgat.datasets.files.others import refuse_others, refuse_texts
from spgat.datasets.files.sections import read_sections
from spgat.datasets.files.text import decode, read_table
from spgat.datasets.files.xml_graph import read_xml
from spgat.datasets.meaning.assemble import assemble
from spgat.datasets.meaning.header import with_header
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.points import with_neighbours
from spgat.datasets.meaning.records import Parsed, Records, as_records
from spgat.datasets.meaning.table import Table
from spgat.datasets.meaning.tables import of_table
from spgat.errors import InputError
from spgat.words import plural

#: LGL by any other name: "# node" above one or more neighbours, twice at least.
_LGL = re.compile(
    r"(?>#[ \t]*\S+[ \t]*\n(?>[^#\s]\S*([ \t]+[-+.\deE]+)?[ \t]*\n)+){2,}"
    r"(#[ \t]*\S+[ \t]*\n)*\s*"
)
#: How Excel's and OpenDocument's workbooks begin: as a zip, or as files of before 2007.
WORKBOOKS = (ZIP, b"\xd0\xcf\x11\xe0")


def read_any(data: bytes, filename: str, options: ReadOptions, notes: Notes) -> Parsed:
    """Returns the graph in a file.

    Raises:
        InputError: For a file of another kind, by its content, or one that is broken.
    """
    suffix = PurePath(filename).suffix.lower()
    refuse_others(data, suffix)
    if is_parquet(data):
        return of_table(parquet_table(data, notes), options, notes)
    if is_npz(data):
        return _of_arrays(load_npz(data), "NumPy .npz", options, notes)
    if data.startswith(WORKBOOKS):
        return of_table(_workbook(data, options, notes), options, notes)
    if data.startswith(b"MATLAB") or (suffix == ".mat" and data.lstrip()[:1] != b"*"):
        return _of_arrays(load_mat(data), "MATLAB .mat", options, notes)
    if is_npy(data):
        cells = load_text(data)
        if cells is not None:
            return of_table(as_table(cells), options, notes)
        return _of_arrays(load_npy(data), "NumPy .npy", options, notes)
    head = decode(data[:4096], Notes()).lstrip("\ufeff \t\r\n") if _is_text(data) else ""
    is_xml = head.startswith("<") and not re.match(r"<(\w+://|urn:)[^<>\s]*>", head)
    if is_xml or suffix in (".graphml", ".gexf"):
        if re.match(r"<(!doctype\s+html|html)", head, re.IGNORECASE):
            raise InputError("The file is a web page (HTML); upload the file that it links to.")
        return assemble(read_xml(data, notes), options, notes)
    text = decode(data, notes)
    found = _read_text(text, head, suffix, notes)
    if isinstance(found, Records):
        return assemble(found, options, notes)
    if found is not None:
        return found
    table = read_table(text, _of_suffix(options, suffix, text), notes)
    return of_table(table, options, notes, suffix)


def _of_suffix(options: ReadOptions, suffix: str, text: str) -> ReadOptions:
    """The choices of a reader, with what two formats fix: no header, and SIF's separator."""
    if suffix in (".sif", ".adjlist") and options.header == "auto":
        options = replace(options, header="no")
    if suffix == ".sif" and options.delimiter == "auto":
        options = replace(options, delimiter="tab" if "\t" in text else "space")
    return options


def read_cells(data: bytes, options: ReadOptions, notes: Notes) -> Table:
    """Returns the cells of a text or Parquet table, or of a workbook."""
    if is_parquet(data):
        return parquet_table(data, notes)
    if data.startswith(WORKBOOKS):
        return _workbook(data, options, notes)
    text = decode(data, notes)
    return json_table(text) or read_table(text, options, notes)


def _read_text(text: str, head: str, suffix: str, notes: Notes) -> Records | Parsed | None:
    refuse_texts(text)
    if re.match(r"%?%MatrixMarket\b", head, re.IGNORECASE):
        return read_market(text, notes)
    if suffix == ".mtx":
        return read_market(with_banner(text, notes), notes)
    if (head.startswith(("{", "[")) and head[:2] != "[(") or suffix == ".json":
        return read_json(text, notes)
    is_dot = re.search(r"^\s*(strict\s+)?(di)?graph\b[^\[\n{]*\n?\s*\{", head, re.M | re.I)
    if suffix in (".dot", ".gv") or (is_dot and suffix != ".gml"):
        return read_dot(text, notes)
    if suffix == ".gml" or re.search(r"^\s*graph\s*\[", head, re.MULTILINE):
        return read_gml(text, notes)
    if re.search(r"^\s*\*(vertices|arcs|edges|network)\b", head, re.MULTILINE | re.IGNORECASE):
        return read_pajek(text, notes)
    has_mark = "\n#" in text and re.match(r"(?:(?!#)[^\n]*\n)+#[ \t]*$", text, re.M)
    if suffix == ".tgf" or has_mark:
        return read_trivial(text)
    found = (
        read_sections(text, notes)
        or read_networkx(text, head, suffix, notes)
        or read_metis(text, notes)
    )
    if found is not None:
        return found
    if suffix == ".lgl" or (head[:1] == "#" and _LGL.fullmatch(text)):
        return read_lgl(text)
    if re.match(r"[^\n]*\n[^\n]*\n[RP][SUR][AE] +\d+ +\d+ ", head):
        return read_harwell_boeing(text)
    return _colon_lists(text, notes) if ":" in head else None


def _colon_lists(text: str, notes: Notes) -> Records | None:
    """Lines such as "a: b c", a node and its neighbours, if all lines are such."""
    lines = [
        line for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#%"
    ]
    parts = [line.split(":") for line in lines]
    if any(len(part) != 2 for part in parts):
        return None
    sign = "," if any("," in others for _, others in parts) else None
    neighbours = {
        node.strip(): [o.strip() for o in others.split(sign) if o.strip()]
        for node, others in parts
    }
    has_spaces = all(not others or others[0].isspace() for _, others in parts)
    named = {other for others in neighbours.values() for other in others}
    if len(neighbours) < len(lines) or not (has_spaces or named & set(neighbours)):
        return None
    notes.used.append("Each line is a node and, after a colon, its neighbours.")
    comments = sum(bool(line.strip()) for line in text.splitlines()) - len(lines)
    if comments:
        notes.unused.append(f"Left out: {plural(comments, 'comment line')}.")
    edges = [{"source": n, "target": o} for n, others in neighbours.items() for o in others]
    nodes = list(dict.fromkeys([*neighbours, *(edge["target"] for edge in edges)]))
    return as_records("adjacency list", edges, nodes)


def _of_arrays(
    arrays: Mapping[str, Any], format_: str, options: ReadOptions, notes: Notes
) -> Parsed:
    """The graph in named arrays, or that of their points."""
    if options.table == "points" or set(arrays) == {"x"}:
        return with_neighbours(of_point_arrays(arrays, format_, notes), options, notes)
    return of_arrays(arrays, format_, notes)


def _workbook(data: bytes, options: ReadOptions, notes: Notes) -> Table:
    """The cells of an Excel or OpenDocument sheet: the one called edges, or the first."""
    from python_calamine import CalamineWorkbook

    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    sheets = {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}
    filled = {name: rows for name, rows in sheets.items() if any(map(any, rows))}
    if not filled:
        raise InputError("The workbook is empty; upload one with at least one edge.")
    name = next(
        (n for n in filled if re.search("edge|link", n, re.IGNORECASE)), next(iter(filled))
    )
    notes.used.append(f"The sheet {name[:60]!r} is read.")
    others = [other for other in sheets if other != name]
    if others:
        notes.unused.append(f"Not used: the sheets {', '.join(map(repr, others))[:200]}.")
    rows = [[_cell(value) for value in row] for row in sheets[name]]
    kept = [number for number, row in enumerate(rows) if any(row)]
    cells = pd.DataFrame([rows[number] for number in kept], dtype=str).fillna("")
    lengths = np.array([max(k for k, v in enumerate(rows[n], 1) if v) for n in kept])
    table = Table(cells, None, np.array(kept) + 1, lengths)
    return with_header(table, options, notes)


def _cell(value: object) -> str:
    """A cell as one would have typed it: Excel keeps 3 as 3.0."""
    return (
        str(int(value))
        if isinstance(value, float) and value.is_integer()
        else str(value).strip()
    )


def _is_text(data: bytes) -> bool:
    return (
        b"\0" not in data[:4096] or data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0<" in data[:8]
    )
