"""MatrixMarket, Harwell-Boeing, Pajek, LGL, and the trivial graph format."""

import re
import shlex
from io import BytesIO, StringIO
from typing import Any

import scipy.io
import scipy.sparse as sp

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Parsed, Records, as_records, of_matrix
from spgat.errors import InputError
from spgat.words import plural


def read_market(text: str, notes: Notes) -> Parsed:
    """Returns the graph of a MatrixMarket file in any of its forms.

    Raises:
        InputError: For complex numbers.
    """
    banner, _, rest = text.lstrip().partition("\n")
    kinds = banner.lower().split()
    if not {"complex", "hermitian"}.isdisjoint(kinds):
        raise InputError(
            "The MatrixMarket file holds complex numbers; save their absolute values."
        )
    # One percent sign is about too; two are the standard.
    matrix: Any = scipy.io.mmread(BytesIO(f"%%{banner.lstrip('%')}\n{rest}".encode()))
    notes.used.append(f"The banner says {' '.join(kinds[2:])}.")
    matrix = sp.coo_array(matrix)
    if "skew-symmetric" in kinds:
        matrix = abs(matrix)
        notes.changed.append(
            "The matrix is skew-symmetric; its signs, the directions, are left out."
        )
    is_square = matrix.shape[0] == matrix.shape[1]
    names = [str(row) for row in range(1, matrix.shape[0] + 1)] if is_square else None
    if not is_square:
        notes.used.append("Rows and columns are two kinds of nodes.")
    return of_matrix("MatrixMarket", matrix, names)


def with_banner(text: str, notes: Notes) -> str:
    """Returns MatrixMarket text with the banner that some programs leave out."""
    rows = (line.split() for line in text.splitlines() if line.strip() and line[0] != "%")
    size, first = next(rows, []), next(rows, [])
    if len(size) != 3:
        raise InputError("The .mtx file has no banner and no line of sizes; save it again.")
    notes.changed.append("The banner is missing; the first line is taken for the sizes.")
    field = "real" if len(first) > 2 else "pattern"
    return f"%%MatrixMarket matrix coordinate {field} general\n{text.lstrip()}"


def read_harwell_boeing(text: str) -> Parsed:
    """Returns the graph of a matrix in Harwell-Boeing's columns of fixed width."""
    matrix: Any = sp.coo_array(scipy.io.hb_read(StringIO(text)))
    is_square = matrix.shape[0] == matrix.shape[1]
    names = [str(row) for row in range(1, matrix.shape[0] + 1)] if is_square else None
    return of_matrix("Harwell-Boeing", matrix, names)


def read_lgl(text: str) -> Records:
    """Returns the graph of "# node" lines, each followed by its neighbours, maybe weighted."""
    node = ""
    nodes: dict[str, None] = {}  # in the order of the file
    edges: list[dict[str, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.lstrip("#").split()
        if not words:
            continue
        nodes[words[0]] = None
        if line.startswith("#"):
            node = words[0]
        elif not node:
            raise InputError(f"Line {number} of the LGL file comes before its first node.")
        else:
            edge = dict(zip(("target", "weight"), words, strict=False))
            edges.append({"source": node, **edge})
    return as_records("LGL", edges, nodes)


def read_pajek(text: str, notes: Notes) -> Records:
    """Returns the nodes and edges of a Pajek network.

    Read are *Vertices with quoted names and positions, *Arcs, *Edges, their lists, *Matrix, and
    *Partition or *Vector of the same nodes.

    Raises:
        InputError: For a line that does not fit, by its number.
    """
    section, relation, count, is_directed = "", "", 0, False
    attribute = ""  # that the next *Vertices gives the nodes
    nodes: list[dict[str, str]] = []
    edges: list[dict[str, str]] = []
    left_out: dict[str, int] = {}
    row = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("%"):
            continue
        if line.lstrip().startswith("*"):
            words = _words(line, number)
            section, relation, row = words[0].lower().rstrip(":"), " ".join(words[1:]), 0
            if section == "*vertices":
                if attribute and int(words[1]) == count:
                    section = "values"
                    continue
                if nodes:
                    raise InputError(
                        f"Line {number} begins a second network; upload one at a time."
                    )
                count = int(words[1])
                nodes = [{"id": str(node)} for node in range(1, min(count, 10**7) + 1)]
            if section in ("*partition", "*vector"):
                first = section == "*partition" and not attribute
                attribute = "class" if first else relation or section[1:]
            is_directed |= section in ("*arcs", "*arcslist")
            continue
        words = _words(line, number)
        if section == "*vertices":
            place = int(words[0]) - 1
            if not 0 <= place < count:
                raise InputError(f"Line {number} has node {words[0][:20]} of {count} nodes.")
            nodes[place].update(_vertex(words[1:]))
        elif section == "values":
            if row == count:
                raise InputError(f"Line {number} has a value more than there are nodes.")
            nodes[row][attribute] = words[0]
            row += 1
        elif section in ("*arcs", "*edges"):
            edge = dict(zip(("source", "target", "weight"), words, strict=False))
            rest = {"relation": relation, "drawing": " ".join(words[3:])}
            edges.append({**edge, **{key: value for key, value in rest.items() if value}})
        elif section in ("*arcslist", "*edgeslist"):
            edges += ({"source": words[0], "target": other} for other in words[1:])
        elif section == "*matrix":
            row += 1
            is_directed = True
            edges += (
                {"source": str(row), "target": str(column), "weight": value}
                for column, value in enumerate(words, start=1)
                if float(value)
            )
        else:
            left_out[section] = left_out.get(section, 0) + 1
    for name, lines in left_out.items():
        where = f"under {name!r}" if name else "before the first heading"
        notes.unused.append(f"Left out: {plural(lines, 'line')} {where}.")
    if any("label" in node for node in nodes):  # those that *Vertices leaves out have a number
        nodes = [{"id": node["id"], "label": node["id"], **node} for node in nodes]
    outside = {e.get(end, "") for e in edges for end in ("source", "target")} - {
        node["id"] for node in nodes
    } - {""}  # fmt: skip
    if outside:
        raise InputError(
            f"An edge names node {min(outside)[:20]!r}, which is not among 1 … {count}."
        )
    return as_records("Pajek", edges, nodes, is_directed=is_directed)


def read_trivial(text: str) -> Records:
    """Returns the nodes and edges of lines "id label", a line "#", and lines "id id label"."""
    before, _, after = re.sub(r"^#[ \t]*$", "#", text, flags=re.MULTILINE).partition("\n#\n")
    nodes = [line.split(maxsplit=1) for line in before.splitlines() if line.strip()]
    edges = [line.split(maxsplit=2) for line in after.splitlines() if line.strip()]
    return as_records(
        "TGF",
        [dict(zip(("source", "target", "label"), edge, strict=False)) for edge in edges],
        [dict(zip(("id", "label"), node, strict=False)) for node in nodes],
    )


def _vertex(words: list[str]) -> dict[str, str]:
    """Name, position and further settings of a vertex."""
    found = {"label": words[0]} if words else {}
    places = []
    for word in words[1:4]:
        if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", word):
            break
        places.append(word)
    if len(places) >= 2:
        found |= {"x": places[0], "y": places[1]}
    rest = words[1 + len(places) :]
    return found | ({"drawing": " ".join(rest)} if rest else {})


def _words(line: str, number: int) -> list[str]:
    if '"' not in line:
        return line.split()
    try:
        lexer = shlex.shlex(line, posix=True)
        lexer.whitespace_split, lexer.quotes, lexer.escape, lexer.commenters = True, '"', "", ""
        return list(lexer)
    except ValueError as error:
        raise InputError(f"Line {number} has a quotation mark that is never closed.") from error
