"""Nodes and edges as a file lists them become numbered nodes with weighted edges."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from spgat.arrays import Floats, Ints
from spgat.datasets.meaning.columns import describe, describe_rest, is_whole, take_names
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.records import Parsed, Records
from spgat.datasets.meaning.table import to_integers, to_numbers
from spgat.datasets.meaning.words import IDS, TIMES, WEIGHTS, bare
from spgat.errors import InputError
from spgat.words import plural

_EARLIEST_SECONDS = 1e8  # of a time since 1970
_YEARS = (1800, 2100)
_ASCENDING = "Node ids are whole numbers; rows follow them in ascending order."


def assemble(records: Records, options: ReadOptions, notes: Notes) -> Parsed:
    """Returns the graph of listed nodes and edges; accounts for every column.

    Raises:
        InputError: If a node is listed twice, or a weight is no number.
    """
    edges, nodes = records.edges, records.nodes
    if edges.shape[1] < 2:
        raise InputError("The file has one column; give a source and a target on each line.")
    lines = np.arange(1, len(edges) + 1) if records.lines is None else records.lines
    whole = (edges.iloc[:, :2] != "").all(axis=1).to_numpy()
    if not whole.all():
        where = ", ".join(map(str, lines[~whole][:5])) + (", …" if (~whole).sum() > 5 else "")
        notes.unused.append(
            f"{plural(int((~whole).sum()), 'edge')} without a source or target left out: "
            f"{records.unit.lower()} {where}."
        )
        edges, lines = edges[whole].reset_index(drop=True), lines[whole]
    named = (nodes.iloc[:, 0] != "").to_numpy()
    if not named.all():
        notes.unused.append(f"{plural(int((~named).sum()), 'node')} without an id left out.")
        nodes = nodes[named].reset_index(drop=True)
    listed = nodes.iloc[:, 0]
    if not listed.is_unique:
        twice = listed[listed.duplicated()].iloc[0]
        raise InputError(f"The node {twice[:60]!r} stands twice in the file; keep one.")
    ends = _sides(edges.iloc[:, :2], records, options, notes)
    ids, rows = _number(listed, ends, options, notes)
    rest = edges.iloc[:, 2:].copy()
    is_directed = _is_directed(rest, records.is_directed)
    columns = [str(name) for name in rest]
    weights = _weights(rest, records, options, lines, notes)
    describe_rest(rest, "Edge column", notes)
    if 0 < len(listed) < len(ids):
        notes.changed.append(
            f"Added: {plural(len(ids) - len(listed), 'node')} that only edges name."
        )
    parsed = Parsed(
        format=records.format,
        num_nodes=len(ids),
        edges=rows[len(listed) :].reshape(-1, 2),
        weights=weights,
        is_directed=is_directed,
        columns=columns,
    )
    attributes = nodes.iloc[:, 1:].set_axis(rows[: len(listed)], axis=0)
    attributes = attributes.reindex(range(len(ids)), fill_value="")
    parsed.names = take_names(attributes, ids, notes)
    describe(parsed, attributes, options.classes, notes)
    return parsed


def _without_points(codes: Ints, names: list[str], notes: Notes) -> tuple[Ints, list[str]]:
    """Ids that went through a column of decimal numbers, as whole numbers again."""
    if not any("." in name for name in names):
        return codes, names
    whole = [_as_whole(name) for name in names]
    if None in whole:
        return codes, names
    notes.changed.append("Ids such as 1.0 are read as 1.")
    notes.ask("Ids such as 1 and 1.0 are one node; they could be two.", Two={"ids": "text"})
    places, short = pd.factorize(np.array(whole, dtype=object))
    return places[codes], list(short)


def _as_whole(name: str) -> str | None:
    """A whole number without its point and power: 10 for 1.0e+01; None for any other name."""
    match = re.fullmatch(r"(-?\d+)(\.0+)?", name)
    if match:
        return match[1]
    if not re.fullmatch(r"-?\d+\.\d+[eE][+-]?\d{1,2}", name):
        return None
    value = float(name)
    return str(int(value)) if value.is_integer() and abs(value) <= 2**53 else None


def _sides(
    ends: pd.DataFrame, records: Records, options: ReadOptions, notes: Notes
) -> pd.DataFrame:
    """The ends, renamed where equal names on the two sides are different nodes."""
    if options.sides != "two" and not records.two_sides:
        return ends
    left, right = (str(name) for name in ends)
    sources, targets = ends.iloc[:, 0], ends.iloc[:, 1]
    shared = set(sources) & set(targets)
    are_two = options.sides == "two" or (options.sides == "auto" and records.two_sides)
    if not shared:
        if are_two:
            notes.used.append("Sources and targets are two kinds of nodes.")
        return ends
    if options.sides == "auto" and records.two_sides:
        notes.ask(
            "Sources and targets are two kinds of nodes; they could be one.",
            One_kind={"sides": "one"},
        )
    if not are_two:
        return ends
    if not records.has_names or left == right:
        left, right = "left", "right"
    notes.changed.append(
        f"{len(shared)} names stand on both sides, for different nodes; they are called "
        f"'{left} …' and '{right} …'."
    )
    return pd.DataFrame({0: f"{left} " + sources, 1: f"{right} " + targets})


def _number(
    listed: pd.Series, ends: pd.DataFrame, options: ReadOptions, notes: Notes
) -> tuple[list[str], Ints]:
    """Names in row order, and the row of each listed node and each end.

    Ids that are all whole numbers are sorted, so that node 5 comes after node 3 wherever the
    file mentions it first; other ids keep the file's order.
    """
    columns = (listed, ends.iloc[:, 0], ends.iloc[:, 1])
    numbers = [to_integers(texts) for texts in columns]
    if all(found is not None for found in numbers):
        notes.used.append(_ASCENDING)
        codes, unique = pd.factorize(_in_order(*numbers), sort=True)
        return unique.astype(str).tolist(), codes.astype(np.int64)
    codes, unique = pd.factorize(_in_order(*(texts.to_numpy(object) for texts in columns)))
    names = [str(name) for name in unique]
    if options.ids == "auto":
        codes, names = _without_points(codes, names, notes)
    if not all(is_whole(name) for name in names):
        notes.used.append("Rows follow the nodes in the order of the file.")
        return names, codes.astype(np.int64)
    notes.used.append(_ASCENDING)
    order = sorted(range(len(names)), key=lambda position: int(names[position]))
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = np.arange(len(names))
    return [names[position] for position in order], rank[codes]


def _in_order(listed: Any, sources: Any, targets: Any) -> Any:
    """Ids as a file lists them: its nodes, then both ends of each edge."""
    return np.concatenate([listed, np.stack([sources, targets], axis=1).ravel()])


def _is_directed(rest: pd.DataFrame, of_file: bool) -> bool:
    """Whether a file is directed; Gephi says so for each edge, in a column, taken out."""
    for name in rest:
        if bare(str(name)) not in ("type", "directed"):
            continue
        words = set(rest[name].str.lower().unique())
        if words <= {"directed", "undirected", "true", "false", "mutual", ""}:
            del rest[name]
            return bool(words & {"directed", "true"})
    return of_file


def _weights(
    rest: pd.DataFrame, records: Records, options: ReadOptions, lines: Ints, notes: Notes
) -> Floats | None:
    """The weights, NaN where missing; their column is taken out of the table."""
    wanted = options.weight
    read = {str(name): to_numbers(rest[name]) for name in rest}
    numeric = [n for n, (v, odd, _) in read.items() if not odd.any() and np.isfinite(v).any()]
    times = [name for name in numeric if _is_time(name, read[name][0], records.has_names)]
    others = [n for n in numeric if n not in times and bare(n) not in IDS | {"label"}]
    is_sparse = bare(str(records.edges.columns[0])) in ("i", "row")  # as R and SciPy print it
    words = (*WEIGHTS, "x", "v", "data") if is_sparse else WEIGHTS
    named = [name for word in words for name in map(str, rest) if bare(name) == word]
    # Without names, what stands right of the ends; left of them is a number of the edge.
    after = (
        []
        if records.has_names
        else [n for n in others if int(n) > int(records.edges.columns[1])]
    )
    guess = next(iter(named or after), "none")
    name = guess if wanted == "auto" else wanted
    if name != "none":
        name = column_of(name, list(map(str, rest)), records.edges)
    if wanted == "auto":
        _ask_weight(name, times, others, rest, records.has_names, notes)
    if name == "none":
        notes.used.append("Edges have no weights; each counts 1.")
        return None
    texts, (values, odd, said) = rest.pop(name), read[name]
    bad = odd | np.isinf(values)
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        raise InputError(
            f"{records.unit} {lines[row]} has the weight {texts[row][:40]!r}; give every edge "
            "a finite number, or read the file without weights."
        )
    notes.used.append(f"Edge weights come from {name!r}." if records.has_names
                      else f"Edge weights come from column {name}.")  # fmt: skip
    if said:
        notes.changed.append(said)
    return values


def column_of(wanted: str, names: Sequence[str], table: pd.DataFrame) -> str:
    """Returns the name of a column that is given by its name or its number from 1.

    Raises:
        InputError: If there is none such.
    """
    if wanted in names:
        return wanted
    every = list(map(str, table))
    if wanted.isdecimal() and 0 < int(wanted) <= len(every) and every[int(wanted) - 1] in names:
        return every[int(wanted) - 1]
    raise InputError(
        f"There is no column {wanted[:60]!r}; the file has {', '.join(names)[:300] or 'none'}."
    )


def _ask_weight(
    chosen: str,
    times: list[str],
    others: list[str],
    rest: pd.DataFrame,
    named: bool,
    notes: Notes,
) -> None:
    for name in times:
        if name != chosen:
            notes.ask(
                f"Column {name!r} is taken for times and not used; it could be the weight.",
                **{f"Weight_from_{name}": {"weight": name}},
            )
    if chosen == "none" and others:
        notes.ask(
            f"Edges count 1 each; {', '.join(map(repr, others))[:200]} could be their weight.",
            **{f"Weight_from_{name}": {"weight": name} for name in others[:8]},
        )
    elif chosen in others and not named and rest[chosen].str.fullmatch(r"-?\d*").all():
        notes.ask(
            f"Column {chosen!r} of whole numbers is taken for the weight; it could be none.",
            No_weights={"weight": "none"},
        )


def _is_time(name: str, values: Floats, named: bool) -> bool:
    if bare(name) in TIMES:
        return True
    values = values[np.isfinite(values)]
    if not len(values) or (values != np.floor(values)).any():
        return False
    low, high = values.min(), values.max()
    return bool(
        low >= _EARLIEST_SECONDS or (not named and _YEARS[0] <= low and high <= _YEARS[1])
    )
