"""Tables of cells: one edge a line, a node and its neighbours, or the adjacency matrix."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from spgat.datasets.meaning.assemble import assemble
from spgat.datasets.meaning.ends import named_ends, unnamed_ends
from spgat.datasets.meaning.lists import neighbour_lists, with_cells_of_lists
from spgat.datasets.meaning.matrices import looks_like_matrix, matrix_graph, matrix_part
from spgat.datasets.meaning.mixed import nodes_and_edges
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions, TableKind
from spgat.datasets.meaning.points import of_points
from spgat.datasets.meaning.records import Parsed, Records
from spgat.datasets.meaning.table import (
    Table,
    are_all_numbers,
    check_distinct,
    to_integers,
    to_numbers,
    without_lines,
)
from spgat.datasets.meaning.words import IDS, KINDS, POSITIONS, bare, positions_in
from spgat.errors import InputError

# Three weighted edges make a 3 × 3 table too; from here on a square table is a matrix.
_SURELY_MATRIX = 5
_SAMPLE = 1000  # lines that show what all are
_KONECT = re.compile(r"%\s*(sym|asym|bip)\s+\w+", re.IGNORECASE)


def of_table(table: Table, options: ReadOptions, notes: Notes, suffix: str = "") -> Parsed:
    """Returns the graph of a table.

    Raises:
        InputError: If it is a table of nodes, or a cell does not fit.
    """
    if not len(table.cells):
        raise InputError("The table has no lines besides its header; add one edge a line.")
    if not (options.source or options.target):
        table = _without_row_numbers(table, notes)
    mixed = nodes_and_edges(table) if options.table == "auto" and not options.source else None
    if mixed is not None:
        return assemble(mixed, options, notes)
    kind, ends = options.table, named_ends(table, options, notes)
    is_named = ends is not None
    listed = with_cells_of_lists(table) if kind == "auto" and not is_named else None
    if listed is not None:
        return assemble(neighbour_lists(listed, suffix, notes), options, notes)
    if kind == "auto":
        kind = "edges" if is_named else _likely_kind(table, suffix, notes)
    if kind == "points":
        return of_points(table, options, notes)
    if kind == "matrix":
        return matrix_graph(table, notes)
    if kind == "neighbours":
        return assemble(neighbour_lists(table, suffix, notes), options, notes)
    if table.cells.shape[1] < 2:
        raise InputError("Line 1 lacks a source or a target; give both on each line.")
    table, counted = _without_counts(table, options, notes)
    ends = ends or unnamed_ends(table, notes)
    if not is_named and options.table == "auto" and ends == (0, 1):
        _refuse_nodes(table)
    if table.names and not is_named:
        left, right = (table.all_names()[end] for end in ends)
        notes.used.append(f"The ends of edges come from {left!r} and {right!r}.")
    elif not is_named and options.header == "auto":
        _ask_header(table.cells.iloc[:, list(ends)], notes)
    return assemble(_of_edges(table, ends, counted, notes), options, notes)


def _likely_kind(table: Table, suffix: str, notes: Notes) -> TableKind:
    cells, lengths = table.cells, table.lengths
    if suffix in (".adjlist", ".sif"):
        return "neighbours"
    rows, names, values = matrix_part(table)
    size = len(values)
    is_said = rows is not None and rows == names
    is_square = values.shape[1] == size >= (2 if is_said else 3) and (
        (is_said and not any(to_numbers(values[column])[1].any() for column in values))
        or are_all_numbers(values)
    )  # fmt: skip
    if is_square and (is_said or rows is None) and (
        size >= _SURELY_MATRIX or is_said or looks_like_matrix(values.to_numpy())
    ):  # fmt: skip
        if not is_said and (size == 3 or (names is None and size < _SURELY_MATRIX)):
            notes.ask(
                "The table is taken for an adjacency matrix; its lines could be edges.",
                Edges={"table": "edges"},
            )
        return "matrix"
    first = tuple(bare(name) for name in (table.names or ())[:2])
    if _are_decimals(cells) or (first in POSITIONS and are_all_numbers(cells.iloc[:, :2])):
        notes.ask(
            "Each line is taken for a point; it could be an edge.",
            Edges={"table": "edges"},
        )
        return "points"
    if table.names or lengths.min() == lengths.max():
        return "edges"
    ends = set(cells.iloc[:, 0]) | set(cells.iloc[:, 1]) if cells.shape[1] > 1 else set()
    thirds = set(cells.iloc[:, 2]) - {""} if cells.shape[1] > 2 else set()
    has_weights = thirds and cells.shape[1] == 3 and not thirds <= ends
    is_ragged = cells.shape[1] > 2 and not has_weights
    notes.ask(
        "Lines have different numbers of cells; each is taken for a node and its neighbours."
        if is_ragged
        else "Lines have different numbers of cells; each is taken for one edge.",
        **({"Edges": {"table": "edges"}} if is_ragged
           else {"Neighbours": {"table": "neighbours"}}),
    )  # fmt: skip
    return "neighbours" if is_ragged else "edges"


def _refuse_nodes(table: Table) -> None:
    """Raises `InputError` for a table that lists nodes and what is known of them."""
    first, second = (table.cells.iloc[:, column] for column in (0, 1))
    if not first.is_unique or second.isin(first).any():
        return
    # pandas and R give row names no name.
    is_id = table.names is not None and bare(table.names[0]) in IDS | {""}
    are_numbers = [are_all_numbers(table.cells.iloc[:, [column]]) for column in (0, 1)]
    if table.names is None:
        is_id = are_numbers == [True, False] and second.is_unique and len(first) > 2
    elif are_numbers == [False, True] or positions_in(table.names) is not None:
        is_id = True
    if is_id:
        raise InputError(
            "This is a table of nodes, not of edges: no name in its first column occurs in its "
            "second; upload the edges first, then join this table as features or labels. Or "
            "choose what its lines are: edges; rows of a matrix between two kinds of nodes; or "
            "points, which are joined to their nearest."
        )


def _without_row_numbers(table: Table, notes: Notes) -> Table:
    """The table without a first column of row numbers, which pandas and R give no name."""
    numbers, names = to_integers(table.cells.iloc[:, 0]), table.names
    if names is None or names[0] or table.cells.shape[1] < 3:
        return table
    if numbers is None or list(map(str, numbers)) == names[1:]:
        return table
    counts = numbers[0] in (0, 1) and (np.diff(numbers) == 1).all()
    if not counts and are_all_numbers(table.cells.iloc[:, 1:3]):
        return table
    notes.unused.append("Left out: the numbers of the rows.")
    rest = table.cells.iloc[:, 1:]
    return replace(table, cells=rest.set_axis(range(rest.shape[1]), axis=1), names=names[1:])


def _ask_header(ends: pd.DataFrame, notes: Notes) -> None:
    """Asks about a first line whose two names stand nowhere else."""
    first, rest = ends.iloc[0].tolist(), ends.iloc[1:]
    if len(rest) > 1 and not rest.isin(first).any(axis=None) and not are_all_numbers(ends):
        notes.ask(
            f"Line 1, {first[0][:40]!r} and {first[1][:40]!r}, is taken for an edge; it could "
            "name the columns.",
            Header={"header": "yes"},
        )


def _without_counts(
    table: Table, options: ReadOptions, notes: Notes
) -> tuple[Table, pd.DataFrame]:
    """The table without a first line that counts nodes and edges, and the nodes it counts.

    It has as many edges below as it says, and no id above its number of nodes.
    """
    cells, nodes = table.cells, _counted(0, table.cells)
    if table.names or options.header == "no" or len(cells) < 3 or cells.shape[1] < 2:
        return table, nodes
    first = to_integers(cells.iloc[0, : table.lengths[0]])
    sources, targets = (to_integers(cells.iloc[1:, column]) for column in (0, 1))
    if first is None or sources is None or targets is None:
        return table, nodes
    is_size = len(first) in (2, 3) and first[0] == first[-2] and first[-1] == len(cells) - 1
    ids = np.stack([sources, targets])
    if not is_size or ids.min() < 0 or ids.max() > first[0]:
        return table, nodes
    notes.ask(
        f"Line {table.lines[0]} is taken for the numbers of nodes and edges, {first[0]} and "
        f"{first[-1]}; it could be an edge.",
        An_edge={"header": "no"},
    )
    return without_lines(table, 1), _counted(int(first[0]), cells.iloc[1:])


def _of_edges(
    table: Table, ends: tuple[int, int], nodes: pd.DataFrame, notes: Notes
) -> Records:
    cells = table.cells
    names = table.all_names()
    check_distinct(names)
    rest = [column for column in range(cells.shape[1]) if column not in ends]
    edges = cells.iloc[:, [*ends, *rest]].set_axis([names[c] for c in (*ends, *rest)], axis=1)
    two_sides, is_directed = False, False
    words = [bare(names[end]) for end in ends]
    if table.names and set(words) <= KINDS and len(set(words)) == 2:
        two_sides = True
    for comment in table.comments:
        konect = _KONECT.match(comment)
        if konect:
            two_sides = konect[1].lower() == "bip"
            is_directed = konect[1].lower() == "asym"
            nodes = _konect_nodes(table.comments, edges, two_sides)
            if table.names is None:
                known = ("source", "target", "weight", "time")[: edges.shape[1]]
                edges = edges.set_axis(
                    [*known, *map(str, range(5, edges.shape[1] + 1))], axis=1
                )
                table = replace(table, names=list(map(str, edges)))
            notes.used.append(f"The header {comment.strip()!r} is KONECT's.")
        elif re.search(r"\bdirected graph\b", comment, re.IGNORECASE):
            is_directed = not re.search(r"\bundirected\b", comment, re.IGNORECASE)
    notes.used.append("Each line is one edge, which counts both ways.")
    return Records(
        format="edge list",
        edges=edges,
        nodes=nodes,
        is_directed=is_directed,
        has_names=table.names is not None,
        two_sides=two_sides,
        unit="Line",
        lines=table.lines,
    )


def _konect_nodes(
    comments: Sequence[str], edges: pd.DataFrame, two_sides: bool
) -> pd.DataFrame:
    """Nodes without edges that KONECT's second line counts: edges, nodes, nodes."""
    sizes = next((c for c in comments if re.fullmatch(r"%\s*\d+(\s+\d+)*\s*", c)), "")
    counts = [int(word) for word in sizes.strip("% \t").split()]
    return _counted(0 if two_sides or len(counts) < 2 else counts[1], edges)


def _counted(num_nodes: int, edges: pd.DataFrame) -> pd.DataFrame:
    """All nodes that a file counts, numbered from 1 or 0; none where its ids are others."""
    seen = set(edges.iloc[:, 0]) | set(edges.iloc[:, 1])
    first = 0 if "0" in seen else 1
    is_likely = num_nodes <= 10 * len(edges) + 1000
    every = list(map(str, range(first, num_nodes + first))) if is_likely else []
    return pd.DataFrame({"id": every if seen <= set(every) else []}, dtype=str)


def _are_decimals(cells: pd.DataFrame) -> bool:
    """Whether the first two columns are numbers, most with a fraction, as no ids are."""
    first = cells.iloc[:_SAMPLE, :2]
    if first.shape[1] < 2 or not are_all_numbers(first):
        return False
    ends = np.stack([to_numbers(first.iloc[:, column])[0] for column in (0, 1)])
    return bool(np.mean(ends != np.floor(ends)) > 0.5)
