"""Text of a head and sections of lines: DIMACS, UCINET's DL, LEDA, GDF and Julia's graphs."""

import csv
import re
from collections.abc import Iterable, Sequence

from spgat.datasets.limits import LOCAL
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Records, as_records
from spgat.errors import InputError
from spgat.words import plural

#: What an arc of a DIMACS problem has besides its ends.
_COSTS = {"min": ("low", "capacity", "weight")}
_COMMENTS = r"\A(?:c\b[^\n]*\n|\s)*"
_DIMACS = re.compile(_COMMENTS + r"p +(?P<kind>[a-z]+) +(?P<nodes>\d{1,9}) +\d+ *$", re.M)
_DL_HEAD = re.compile(r"\s*dl\s+(n|nr|nm|nc|format)\s*=", re.I)
_DL = re.compile(r"\s*dl\b(?P<head>.*?)^[ \t]*data[ \t]*:(?P<data>.*)", re.I | re.M | re.S)
_JULIA = re.compile(r"(?P<nodes>\d{1,9}),\d+,(?P<kind>[ud]),[^\n]*,simple\w*graph\s*\n")


def read_sections(text: str, notes: Notes) -> Records | None:
    """Returns the graph of a text in one of these formats; None for any other text."""
    dimacs = _DIMACS.match(text) if text.lstrip()[:1] in "cp" else None
    if dimacs:
        return _dimacs(text, dimacs["kind"], int(dimacs["nodes"]), notes)
    if _DL_HEAD.match(text):
        found = _DL.fullmatch(text)
        if found is None:
            raise InputError("The UCINET file has no line 'data:'; save it again.")
        return _ucinet(found["head"], found["data"])
    if text.startswith("LEDA.GRAPH"):
        return _leda(text)
    if text.startswith("nodedef>"):
        return _gdf(text)
    julia = _JULIA.match(text)
    if julia:
        edges = [line.split(",") for line in text[julia.end() :].split()]
        return as_records(
            "Graphs.jl",
            _edges(edges),
            _numbers(julia["nodes"]),
            is_directed=julia["kind"] == "d",
        )
    return None


_KEYS = ("source", "target", "weight")


def _edges(rows: Iterable[Sequence[str]]) -> list[dict[str, str]]:
    return [dict(zip(_KEYS, row, strict=False)) for row in rows]


def _numbers(count: str | int) -> list[str]:
    LOCAL.check_counts(int(count), 0)  # before a name is made for each that a head claims
    return list(map(str, range(1, int(count) + 1)))


def _dimacs(text: str, kind: str, num_nodes: int, notes: Notes) -> Records:
    """Lines "e u v", "a u v weight", or in PACE's form "u v"."""
    if kind == "cnf":
        raise InputError("The file is a logical formula (DIMACS CNF), not a graph.")
    edges, others, is_directed = [], 0, False
    for line in text.splitlines():
        words = line.split()
        if words and words[0] in ("e", "a"):
            is_directed |= words[0] == "a"
            edges.append(words[1:])
        elif words and words[0].isdecimal():
            edges.append(words)
        else:
            others += bool(words) and words[0] not in ("c", "p")
    if others:
        notes.unused.append(f"Left out: {plural(others, 'line')} that are no edges.")
    keys = ("source", "target", *_COSTS.get(kind, ("weight",)))
    rows = [dict(zip(keys, edge, strict=False)) for edge in edges]
    return as_records("DIMACS", rows, _numbers(num_nodes), is_directed=is_directed)


def _ucinet(head: str, data: str) -> Records:
    """DL: a full matrix, or a list of edges or neighbours, with or without labels."""
    said = re.search(r"format\s*=\s*(\w+)", head, re.I)
    kind = said[1].lower() if said else "fullmatrix"
    counted = re.search(r"\bn\s*=\s*(\d{1,9})", head, re.I)
    if counted is None or kind not in (
        "fullmatrix",
        "edgelist1",
        "nodelist1",
        "fm",
        "el1",
        "nl1",
    ):
        raise InputError(
            "The UCINET file has two kinds of nodes or a format that is not read; save it as a "
            "full matrix or edgelist1 with one n=."
        )
    found = re.search(r"(?<!\w)labels\s*:(.*)", head, re.I | re.S)
    labels = (
        [word.strip("\"' ") for word in re.split(r"[,\n]|\s{2,}", found[1])] if found else []
    )
    labels = [label for label in labels if label]
    rows = [line.split() for line in data.splitlines() if line.strip()]
    if re.search(r"labels\s+embedded", head, re.I):
        if kind[0] == "f":
            labels, rows = rows[0], [row[1:] for row in rows[1:]]
    elif not labels:
        labels = _numbers(counted[1])
    edges: list[list[str]] = []
    if kind[0] == "f":
        cells = [cell for row in rows for cell in row]
        size = len(labels)
        if len(cells) != size * size:
            raise InputError(f"The UCINET matrix has {len(cells)} cells for {size} nodes.")
        edges = [
            [labels[place // size], labels[place % size], cell]
            for place, cell in enumerate(cells)
            if float(cell)
        ]
    else:
        names = dict(zip(_numbers(len(labels)), labels, strict=True))
        for row in rows:
            ends = row if kind[0] == "n" else row[:2]
            first, *others = (names.get(end, end) for end in ends)
            edges += (
                [first, other, *row[2:3]][: 2 if kind[0] == "n" else 3] for other in others
            )
    return as_records("UCINET DL", _edges(edges), labels, is_directed=True)


def _leda(text: str) -> Records:
    """LEDA: types, direction, nodes and edges, one a line, their values in |{…}|."""
    lines = [ln.strip() for ln in text.splitlines() if ln.strip() and ln[0] != "#"]
    has_direction = lines[3] in ("-1", "-2")
    start = 4 if has_direction else 3
    num_nodes = int(lines[start])
    values = [line.removeprefix("|{").removesuffix("}|") for line in lines[start + 1 :]]
    labels = values[:num_nodes] if all(values[:num_nodes]) else _numbers(num_nodes)
    edges = []
    for line in values[num_nodes + 1 :]:
        source, target, _, *rest = line.replace("|{", " ").split()
        ends = [labels[int(source) - 1], labels[int(target) - 1]]
        edges.append(ends + (rest if lines[2] != "void" else []))
    is_directed = has_direction and lines[3] == "-1"
    return as_records("LEDA", _edges(edges), labels, is_directed=is_directed)


def _gdf(text: str) -> Records:
    """GDF: a table of nodes and one of edges, each below the names and types of its columns."""
    tables: dict[str, list[dict[str, str]]] = {"nodedef": [], "edgedef": []}
    names: list[str] = []
    kind = ""
    for row in csv.reader(text.splitlines(), quotechar="'", skipinitialspace=True):
        first, mark, rest = (row or [""])[0].partition(">")
        if mark and first in tables:
            kind = first
            names = [cell.split()[0] for cell in [rest, *row[1:]]]
        elif row:
            tables[kind].append(dict(zip(names, row, strict=False)))
    ends = {"node1": "source", "node2": "target"}
    edges = [{ends.get(k, k): value for k, value in edge.items()} for edge in tables["edgedef"]]
    nodes = [{"id": node.pop("name", ""), **node} for node in tables["nodedef"]]
    return as_records("GDF", edges, nodes)
