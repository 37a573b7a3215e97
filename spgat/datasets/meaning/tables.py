"""Tables of cells: one edge a line, a node and its neighbours, or the adjacency matrix."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from spgat.datasets.meaning.assemble import assemble, column_of
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions, TableKind
from spgat.datasets.meaning.points import of_points
from spgat.datasets.meaning.records import Parsed, Records, of_matrix
from spgat.datasets.meaning.table import Table, check_distinct, to_integers, to_numbers
from spgat.datasets.meaning.words import ENDS, IDS, KINDS, bare
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
    kind, ends = options.table, _ends(table, options)
    is_named = ends is not None
    if kind == "auto":
        kind = "edges" if is_named else _likely_kind(table, suffix, notes)
    if kind == "points":
        return of_points(table, options, notes)
    if kind == "matrix":
        return _of_matrix(table, notes)
    if kind == "neighbours":
        return assemble(_of_neighbours(table, suffix, notes), options, notes)
    if table.cells.shape[1] < 2:
        raise InputError("Line 1 lacks a source or a target; give both on each line.")
    if not is_named and options.table == "auto":
        _refuse_nodes(table)
    return assemble(
        _of_edges(table, ends or _unnamed_ends(table, notes), notes), options, notes
    )


def _ends(table: Table, options: ReadOptions) -> tuple[int, int] | None:
    """The columns of source and target, where the header or the reader names them."""
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
    return (kinds[0], kinds[1]) if len(kinds) > 1 and kinds[0] == 0 else None


def _likely_kind(table: Table, suffix: str, notes: Notes) -> TableKind:
    cells, lengths = table.cells, table.lengths
    if suffix in (".adjlist", ".sif"):
        return "neighbours"
    names, values = _matrix_part(table)
    size = len(values)
    is_square = size >= 3 and values.shape[1] == size and _all_numbers(values)
    if is_square and (
        size >= _SURELY_MATRIX or (values.to_numpy() == values.to_numpy().T).all()
    ):
        if size == 3 or (names is None and size < _SURELY_MATRIX):
            notes.ask(
                "The table is taken for an adjacency matrix; its lines could be edges.",
                Edges={"table": "edges"},
            )
        return "matrix"
    if table.names is None and _are_decimals(cells):
        notes.ask(
            "Lines of decimal numbers are taken for points; they could be edges.",
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
    is_id = table.names is not None and bare(table.names[0]) in IDS
    is_text = not _all_numbers(table.cells.iloc[:, [1]]) and _all_numbers(
        table.cells.iloc[:, [0]]
    )
    if is_id or (table.names is None and is_text and second.is_unique and len(first) > 2):
        raise InputError(
            "This is a table of nodes, not of edges: no name in its first column occurs in its "
            "second; upload the edges first, then join this table as features or labels. Or "
            "read its lines as points, which are joined to their nearest."
        )


def _unnamed_ends(table: Table, notes: Notes) -> tuple[int, int]:
    """The first two columns, or the two after a column that only numbers the edges."""
    cells = table.cells
    if cells.shape[1] < 3 or table.names:
        return 0, 1
    if _counts_up(cells.iloc[:, 0]):
        first, second, third = (set(cells.iloc[:, column]) for column in range(3))
        if second & third and not first & (second | third):
            notes.ask(
                "Column 1 numbers the edges; columns 2 and 3 are taken for their ends.",
                Ends_1_and_2={"source": "1", "target": "2"},
            )
            return 1, 2
    if cells.shape[1] == 3 and _is_relation(cells):
        notes.ask(
            "Column 2 is taken for the kind of an edge between columns 1 and 3.",
            Ends_1_and_2={"source": "1", "target": "2"},
        )
        return 0, 2
    return 0, 1


def _counts_up(texts: pd.Series) -> bool:
    numbers = to_integers(texts)
    return (
        numbers is not None
        and len(numbers) > 1
        and numbers[0] in (0, 1)
        and bool((np.diff(numbers) == 1).all())
    )


def _is_relation(cells: pd.DataFrame) -> bool:
    """Whether the middle of three columns is an arrow or says how the others are related."""
    middle = cells.iloc[:, 1].drop_duplicates()
    if len(middle) > max(1, len(cells) // 2) or _all_numbers(middle.to_frame()):
        return False
    kinds, first, third = (set(texts) for texts in (middle, cells.iloc[:, 0], cells.iloc[:, 2]))
    are_alike = bool(first & third) or not any(kind.isalnum() for kind in kinds)
    return are_alike and not kinds & (first | third)


def _of_edges(table: Table, ends: tuple[int, int], notes: Notes) -> Records:
    cells = table.cells
    names = table.all_names()
    check_distinct(names)
    rest = [column for column in range(cells.shape[1]) if column not in ends]
    edges = cells.iloc[:, [*ends, *rest]].set_axis([names[c] for c in (*ends, *rest)], axis=1)
    nodes, two_sides, is_directed = pd.DataFrame({"id": []}, dtype=str), False, False
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
    seen = set(edges.iloc[:, 0]) | set(edges.iloc[:, 1])
    if two_sides or len(counts) < 2 or not counts[1] <= 10 * len(edges) + 1000:
        return pd.DataFrame({"id": []}, dtype=str)
    every = [str(number) for number in range(1, counts[1] + 1)]
    return pd.DataFrame({"id": every if seen <= set(every) else []}, dtype=str)


def _of_neighbours(table: Table, suffix: str, notes: Notes) -> Records:
    """Each line's first node joined to all others of the line; in SIF the second says how."""
    rows = table.cells.to_numpy(dtype=object)
    if table.names:  # what seemed to be a header is a line of names
        rows = np.concatenate([np.array([table.names], dtype=object), rows])
    skipped = 1
    if suffix == ".sif":
        skipped = 2
        notes.used.append("The format is SIF: source, relation, targets.")
    else:
        notes.used.append("Each line is a node and its neighbours.")
    targets = rows[:, skipped:]
    sources = np.repeat(rows[:, 0], targets.shape[1]).reshape(targets.shape)
    there = targets != ""
    edges = pd.DataFrame({"source": sources[there], "target": targets[there]}, dtype=str)
    if suffix == ".sif":
        relations = np.repeat(rows[:, 1], targets.shape[1]).reshape(targets.shape)
        edges["relation"] = relations[there]
    nodes = pd.DataFrame({"id": pd.unique(rows[:, 0])}, dtype=str)
    mentioned = set(edges["target"]) - set(nodes["id"])
    others = pd.DataFrame(
        {"id": list(dict.fromkeys(t for t in edges["target"] if t in mentioned))}
    )
    return Records(
        format="SIF" if suffix == ".sif" else "adjacency list",
        edges=edges,
        nodes=pd.concat([nodes, others], ignore_index=True),
    )


def _matrix_part(table: Table) -> tuple[list[str] | None, pd.DataFrame]:
    """The node names of a table that might be a matrix, and the cells without them.

    Column names stand in the header and row names in the first column, or neither.
    """
    cells, names = table.cells, table.names
    rows, width = cells.shape
    if names is not None:
        has_index = width == rows + 1
        shift = 1 if has_index and names[-1] else 0  # R leaves the corner out
        return names[shift:][:rows], cells.iloc[:, 1:] if has_index else cells
    first = cells.iloc[0].tolist()
    # A corner cell and numbers as column names look like data without a header.
    if width == rows and not first[0] and cells.iloc[1:, 0].tolist() == first[1:]:
        return first[1:], cells.iloc[1:, 1:]
    return None, cells


def _of_matrix(table: Table, notes: Notes) -> Parsed:
    names, cells = _matrix_part(table)
    lines, lengths = table.lines[-len(cells) :], table.lengths[-len(cells) :]
    if (lengths < lengths.max()).any():
        row = int(np.argmin(lengths))
        raise InputError(
            f"Line {lines[row]} of the adjacency matrix has {lengths[row]} numbers; give "
            f"{lengths.max()}, one per node."
        )
    columns = [to_numbers(cells[column]) for column in cells]
    values = np.stack([values for values, _, _ in columns], axis=1)
    odd = np.stack([odd for _, odd, _ in columns], axis=1) | np.isinf(values)
    if odd.any():
        row, column = np.argwhere(odd)[0]
        raise InputError(
            f"Line {lines[row]} of the adjacency matrix holds "
            f"{cells.iloc[row, column][:40]!r}; give finite numbers only."
        )
    if np.isnan(values).any():
        notes.changed.append(f"{np.isnan(values).sum()} cells without a number are no edges.")
    return of_matrix("adjacency matrix", np.nan_to_num(values), names)


def _are_decimals(cells: pd.DataFrame) -> bool:
    """Whether the first two columns are numbers, most with a fraction, as no ids are."""
    first = cells.iloc[:_SAMPLE, :2]
    if first.shape[1] < 2 or not _all_numbers(first):
        return False
    ends = np.stack([to_numbers(first.iloc[:, column])[0] for column in (0, 1)])
    return bool(np.mean(ends != np.floor(ends)) > 0.5)


def _all_numbers(cells: pd.DataFrame) -> bool:
    return all(
        not odd.any() and not np.isnan(values).all()
        for values, odd, _ in (to_numbers(cells[column]) for column in cells)
    )
