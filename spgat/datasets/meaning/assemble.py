"""Nodes and edges as a file lists them become numbered nodes with weighted edges."""

import re
from collections.abc import Sequence

import numpy as np
import pandas as pd

from spgat.arrays import Floats, Ints
from spgat.datasets.meaning.columns import describe, describe_rest, is_whole, take_names
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.records import Parsed, Records
from spgat.datasets.meaning.table import to_numbers
from spgat.datasets.meaning.words import IDS, TIMES, WEIGHTS, plain
from spgat.errors import InputError
from spgat.words import plural

_EARLIEST_SECONDS = 1e8  # of a time since 1970
_YEARS = (1800, 2100)


def assemble(records: Records, options: ReadOptions, notes: Notes) -> Parsed:
    """Returns the graph of listed nodes and edges; accounts for every column.

    Raises:
        InputError: If a node is listed twice, or a weight is no number.
    """
    edges, nodes = records.edges, records.nodes
    if edges.shape[1] < 2:
        raise InputError("The file has one column; give a source and a target on each line.")
    lines = np.arange(1, len(edges) + 1) if records.lines is None else records.lines
    ends = edges.iloc[:, :2].to_numpy(dtype=object)
    whole = (ends != "").all(axis=1)
    if not whole.all():
        where = ", ".join(map(str, lines[~whole][:5])) + (", …" if (~whole).sum() > 5 else "")
        notes.unused.append(
            f"{plural(int((~whole).sum()), 'edge')} without a source or target left out: "
            f"{records.unit.lower()} {where}."
        )
        edges, ends, lines = edges[whole].reset_index(drop=True), ends[whole], lines[whole]
    listed = nodes.iloc[:, 0].to_numpy(dtype=object)
    if (listed == "").any():
        notes.unused.append(
            f"{plural(int((listed == '').sum()), 'node')} without an id left out."
        )
        nodes, listed = nodes[listed != ""].reset_index(drop=True), listed[listed != ""]
    if len(set(listed)) < len(listed):
        twice = nodes.iloc[:, 0][nodes.iloc[:, 0].duplicated()].iloc[0]
        raise InputError(f"The node {twice[:60]!r} stands twice in the file; keep one.")
    ends = _sides(ends, edges, records, options, notes)
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
    matches = [re.fullmatch(r"(-?\d+)(\.0+)?", name) for name in names]
    if not any(match and match[2] for match in matches) or not all(matches):
        return codes, names
    notes.changed.append("Ids such as 1.0 are read as 1.")
    notes.ask("Ids such as 1 and 1.0 are one node; they could be two.", Two={"ids": "text"})
    places, short = pd.factorize(np.array([m[1] for m in matches if m], dtype=object))
    return places[codes], list(short)


def _sides(
    ends: Ints, edges: pd.DataFrame, records: Records, options: ReadOptions, notes: Notes
) -> Ints:
    """The ends, renamed where equal names on the two sides are different nodes."""
    if options.sides != "two" and not records.two_sides:
        return ends
    shared = set(ends[:, 0]) & set(ends[:, 1])
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
    left, right = (str(name) for name in edges.columns[:2])
    if not records.has_names or left == right:
        left, right = "left", "right"
    notes.changed.append(
        f"{len(shared)} names stand on both sides, for different nodes; they are called "
        f"'{left} …' and '{right} …'."
    )
    return np.stack(
        [[f"{side} {name}" for name in ends[:, k]] for k, side in enumerate((left, right))],
        axis=1,
    ).astype(object)


def _number(
    listed: Ints, ends: Ints, options: ReadOptions, notes: Notes
) -> tuple[list[str], Ints]:
    """Names in row order, and the row of each listed node and each end.

    Ids that are all whole numbers are sorted, so that node 5 comes after node 3 wherever the
    file mentions it first; other ids keep the file's order.
    """
    codes, unique = pd.factorize(np.concatenate([listed, ends.ravel()]))
    names = [str(name) for name in unique]
    if options.ids == "auto":
        codes, names = _without_points(codes, names, notes)
    if not all(is_whole(name) for name in names):
        notes.used.append("Rows follow the nodes in the order of the file.")
        return names, codes.astype(np.int64)
    notes.used.append("Node ids are whole numbers; rows follow them in ascending order.")
    order = sorted(range(len(names)), key=lambda position: int(names[position]))
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = np.arange(len(names))
    return [names[position] for position in order], rank[codes]


def _is_directed(rest: pd.DataFrame, of_file: bool) -> bool:
    """Whether a file is directed; Gephi says so for each edge, in a column, taken out."""
    for name in rest:
        if plain(str(name)) not in ("type", "directed"):
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
    numeric = [str(name) for name in rest if _is_numeric(rest[name])]
    times = [name for name in numeric if _is_time(name, rest[name], records.has_names)]
    others = [n for n in numeric if n not in times and plain(n) not in IDS | {"label"}]
    named = [name for word in WEIGHTS for name in map(str, rest) if plain(name) == word]
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
    texts = rest.pop(name)
    values, odd, said = to_numbers(texts)
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


def _is_numeric(texts: pd.Series) -> bool:
    values, odd, _ = to_numbers(texts)
    return not odd.any() and bool(np.isfinite(values).any())


def _is_time(name: str, texts: pd.Series, named: bool) -> bool:
    if plain(name) in TIMES:
        return True
    values = to_numbers(texts)[0]
    values = values[np.isfinite(values)]
    if not len(values) or (values != np.floor(values)).any():
        return False
    low, high = values.min(), values.max()
    return bool(
        low >= _EARLIEST_SECONDS or (not named and _YEARS[0] <= low and high <= _YEARS[1])
    )
