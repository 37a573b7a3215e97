"""Lines of text that networkx writes and reads in its own ways."""

import ast
import re

from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Parsed, Records, as_records, of_matrix


def read_networkx(text: str, head: str, suffix: str, notes: Notes) -> Records | Parsed | None:
    """Returns the graph in networkx's edge lists with dictionaries, multi-line lists, graph6.

    None for text that is none of them; `head` is its beginning.
    """
    first = [line for line in head.splitlines() if line.strip() and line[0] != "#"][:2]
    if suffix in (".g6", ".s6") or head.startswith((">>graph6<<", ">>sparse6<<")):
        return _graph6(text, notes)
    if head.startswith(("(", "[(")):
        return _tuples(text, notes)
    if first and re.search(r"\{.*\}\s*$", first[0]):
        return _edges(text, notes)
    if len(first) == 2 and re.search(r" \d+$", first[0]) and re.search(r"\{.*\}$", first[1]):
        return _multiline(text, notes)
    return None


def _tuples(text: str, notes: Notes) -> Records | None:
    """Edges as Python prints them, such as (0, 1) and ("a", "b", {"weight": 2})."""
    lines = [line.strip().rstrip(",") for line in text.splitlines() if line.strip()]
    cells = [re.fullmatch(r"\((\d+), *(\d+)\)\s+(\S+)", line) for line in lines]
    if all(cells):
        notes.used.append("Each line is a place in a matrix and its value.")
        entries = [
            dict(zip(("source", "target", "weight"), cell.groups(), strict=True))
            for cell in cells
            if cell
        ]
        return as_records("sparse matrix", entries)
    try:
        found = ast.literal_eval(
            text.strip() if text.lstrip()[0] == "[" else f"[{','.join(lines)}]"
        )
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    edges = []
    for edge in found:
        if not isinstance(edge, tuple) or not 2 <= len(edge) <= 4:
            return None
        data = edge[-1] if isinstance(edge[-1], dict) else {}
        has_weight = len(edge) == 3 and isinstance(edge[2], int | float)
        rest = data | ({"weight": edge[2]} if has_weight else {})
        edges.append({"source": edge[0], "target": edge[1], **rest})
    notes.used.append("Each pair in brackets is one edge, as Python prints it.")
    return as_records("edge list", edges)


def _edges(text: str, notes: Notes) -> Records | None:
    import networkx as nx

    try:
        graph = nx.parse_edgelist(text.splitlines(), create_using=nx.MultiDiGraph)
    except (TypeError, ValueError):
        return None
    notes.used.append("Each line is one edge with a dictionary of what it has.")
    edges = [{"source": u, "target": v, **data} for u, v, data in graph.edges(data=True)]
    return as_records("edge list", edges)


def _multiline(text: str, notes: Notes) -> Records:
    import networkx as nx

    lines = [line for line in text.splitlines() if line.strip()]
    graph = nx.parse_multiline_adjlist(iter(lines), create_using=nx.MultiDiGraph)
    notes.used.append("Each node is followed by a line for each of its neighbours.")
    edges = [{"source": u, "target": v, **data} for u, v, data in graph.edges(data=True)]
    return as_records("adjacency list", edges, graph)


def _graph6(text: str, notes: Notes) -> Parsed:
    import networkx as nx

    lines = text.split()
    if len(lines) > 1:
        notes.unused.append(f"{len(lines) - 1} further graphs of the file are not used.")
    is_sparse = lines[0].startswith((">>sparse6<<", ":"))
    read = nx.from_sparse6_bytes if is_sparse else nx.from_graph6_bytes
    matrix = nx.to_scipy_sparse_array(read(lines[0].encode()), dtype=float)
    return of_matrix("sparse6" if is_sparse else "graph6", matrix)
