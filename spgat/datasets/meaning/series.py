"""What a table says of nodes over time: a row per time step, or a line per reading."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from spgat.arrays import Floats
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.table import Table, check_distinct, to_numbers
from spgat.datasets.meaning.words import IDS, TIMES, bare
from spgat.errors import InputError

#: float64 [num_times, num_nodes], and a label for each time.
Readings = tuple[Floats, list[str]]
_VALUES = frozenset(("value", "reading", "measurement"))
_MAX_READINGS = 20_000_000


def of_series(table: Table, nodes: Sequence[str], notes: Notes) -> Readings:
    """Returns the readings of the nodes, NaN where the table has none.

    Args:
        table: Either form; see `read_series`.
        nodes: Their names, in row order.
        notes: Gets what was used, left out and changed.

    Raises:
        InputError: If it has neither form, a cell is not a number, or it is too large.
    """
    table = _with_node_header(table, nodes)
    known = set(nodes)
    named = [c for c in range(table.cells.shape[1]) if table.name(c) in known]
    rows = _column_of_nodes(table, nodes)
    if table.names is None and table.cells.shape[1] == len(nodes) and rows is None:
        notes.used.append("Columns are taken in the order of the nodes.")
        readings = _of_columns(
            replace(table, names=list(nodes)), range(len(nodes)), nodes, notes
        )
    elif table.names and len(named) >= min(2, len(nodes)):
        readings = _of_columns(table, named, nodes, notes)
    elif table.names and rows is not None and table.cells.shape[1] > 3:
        readings = _of_rows(table, rows, nodes, notes)
    else:
        readings = _of_lines(table, nodes, notes)
    missing = int(np.isnan(readings[0]).sum())
    if missing:
        notes.used.append(f"{missing} of {readings[0].size} readings are missing.")
    return readings


def of_array(array: np.ndarray, num_nodes: int, notes: Notes) -> Readings:
    """Returns the readings in an array with a row for each time and a column for each node.

    Raises:
        InputError: If it has another shape, or is not of real, finite numbers or NaN.
    """
    if array.ndim != 2 or array.shape[1] != num_nodes or array.dtype.kind not in "biuf":
        raise InputError(
            f"The array has shape {array.shape} and type {array.dtype}; give real numbers, a "
            f"row for each time and a column for each of {num_nodes} nodes."
        )
    _check_size(*array.shape)
    values = array.astype(np.float64)
    if np.isinf(values).any():
        raise InputError("The array has an infinite reading; write NaN for it.")
    notes.used.append("A row per time step, and a column for each node in row order.")
    return values, [str(row) for row in range(1, len(values) + 1)]


def _with_node_header(table: Table, nodes: Sequence[str]) -> Table:
    """The table with its first row as the header where that is numbers that are nodes."""
    if table.names or len(table.cells) < 2:
        return table
    first = [str(cell) for cell in table.cells.iloc[0]]
    rest = first if first[0] in set(nodes) else first[1:]  # the first may be over the times
    if len(rest) < 2 or len(set(rest)) < len(rest) or not set(rest) <= set(nodes):
        return table
    return replace(
        table,
        names=first,
        cells=table.cells.iloc[1:].reset_index(drop=True),
        lines=table.lines[1:],
        lengths=table.lengths[1:],
    )


def _column_of_nodes(table: Table, nodes: Sequence[str]) -> int | None:
    """The first column whose cells are names of nodes, each at most once."""
    known = set(nodes)
    for column in range(table.cells.shape[1]):
        cells = table.cells.iloc[:, column]
        if cells.is_unique and int(cells.isin(known).sum()) >= min(2, len(nodes)):
            return column
    return None


def _of_rows(table: Table, column: int, nodes: Sequence[str], notes: Notes) -> Readings:
    """A row for each node and a column for each time, as the other way round."""
    rest = [c for c in range(table.cells.shape[1]) if c != column]
    times = [c for c in rest if not to_numbers(table.cells.iloc[:, c])[1].any()]
    if len(times) < 2:
        return _of_lines(table, nodes, notes)
    others = [repr(table.name(c)) for c in rest if c not in times]
    if others:
        notes.unused.append(f"Columns that are no times: {', '.join(others)[:200]}.")
    notes.used.append("Rows are nodes, and columns times.")
    names = [table.name(c) for c in times]
    cells = table.cells.iloc[:, times].T.reset_index(drop=True)
    cells.insert(0, "time", names)
    turned = replace(
        table,
        cells=cells.set_axis(range(cells.shape[1]), axis=1),
        names=["time", *table.cells.iloc[:, column]],
    )
    known = set(nodes)
    named = [c for c in range(1, cells.shape[1]) if turned.name(c) in known]
    return _of_columns(turned, named, nodes, notes)


def _of_columns(
    table: Table, named: Sequence[int], nodes: Sequence[str], notes: Notes
) -> Readings:
    names = [table.name(column) for column in named]
    check_distinct(names)
    _check_size(len(table.cells), len(nodes))
    place = {name: number for number, name in enumerate(nodes)}
    values = np.full((len(table.cells), len(nodes)), np.nan)
    for column, name in zip(named, names, strict=True):
        values[:, place[name]] = _numbers(table.cells.iloc[:, column], name)
    notes.used.append(f"A row per time step; {len(names)} of {len(nodes)} nodes have a column.")
    rest = [c for c in range(table.cells.shape[1]) if c not in set(named)]
    called = [c for c in rest if bare(table.name(c)) in TIMES]
    times = (called or [c for c in rest if c == 0])[:1]
    if times:
        notes.used.append(f"Times come from {table.name(times[0])!r}.")
    others = [repr(table.name(column)) for column in rest if column not in times]
    if others:
        notes.unused.append(
            f"Columns that name no node of the graph: {', '.join(others)[:200]}."
        )
    if not times:
        return values, [str(row) for row in range(1, len(values) + 1)]
    written = table.cells.iloc[:, times[0]].to_numpy(dtype=object)
    labels, steps = _ordered(written)
    if len(labels) < len(written):
        return values, written.tolist()
    if (np.diff(steps) < 0).any():
        notes.changed.append("Rows are put in the order of their times.")
    return values[np.argsort(steps)], labels


def _of_lines(table: Table, nodes: Sequence[str], notes: Notes) -> Readings:
    time, node, value = _roles(table, nodes, notes)
    cells = table.cells
    rows = pd.Index(nodes).get_indexer(pd.Index(cells.iloc[:, node]))
    unknown = rows < 0
    if unknown.any():
        listed = ", ".join(map(str, cells.iloc[:, node][unknown].unique()[:5]))[:100]
        notes.unused.append(f"{unknown.sum()} lines name no node of the graph: {listed}.")
    numbers = _numbers(cells.iloc[:, value], table.name(value))
    labels, steps = _ordered(cells.iloc[:, time].to_numpy(dtype=object)[~unknown])
    _check_size(len(labels), len(nodes))
    places = pd.MultiIndex.from_arrays([steps, rows[~unknown]])
    readings = pd.Series(numbers[~unknown], index=places)
    repeated = int(places.duplicated().sum())
    if repeated:
        notes.changed.append(
            f"{repeated} readings of the same node and time; the mean of each is kept."
        )
    means = readings.groupby(level=[0, 1]).mean()
    values = np.full((len(labels), len(nodes)), np.nan)
    values[means.index.get_level_values(0), means.index.get_level_values(1)] = means
    notes.used.append(
        f"One line a reading: {table.name(time)!r} is the time, {table.name(node)!r} the node, "
        f"{table.name(value)!r} the value."
    )
    return values, labels


def _named_roles(table: Table, nodes: Sequence[str], notes: Notes) -> tuple[int, int, int]:
    """The same of a table with further columns: its header must tell time and value."""
    columns = range(table.cells.shape[1])
    known = set(nodes)
    words = [bare(table.name(column)) for column in columns]
    hits = [int(table.cells.iloc[:, column].isin(known).sum()) for column in columns]
    times = [column for column in columns if words[column] in TIMES]
    others = [column for column in columns if column not in times]
    node = max(others, key=lambda column: hits[column], default=0)
    values = [c for c in others if c != node and words[c] in _VALUES]
    values = values or [
        c for c in others
        if c != node and words[c] not in IDS
        and not to_numbers(table.cells.iloc[:, c])[1].any()
    ]  # fmt: skip
    if not hits[node] or len(times) != 1 or len(values) != 1:
        raise InputError(
            f"The table has {len(columns)} columns, of which fewer than two are named after "
            "nodes of the graph; give one column per node, or three: time, node and value."
        )
    rest = [repr(table.name(c)) for c in columns if c not in (times[0], node, values[0])]
    notes.unused.append(f"Columns that are not used: {', '.join(rest)[:200]}.")
    return times[0], node, values[0]


def _roles(table: Table, nodes: Sequence[str], notes: Notes) -> tuple[int, int, int]:
    """Which columns hold the time, the node and the value.

    The node's is the column whose cells are most often names of nodes, by preference one that
    its header does not call a time; the value's the last of the other two.
    """
    if table.cells.shape[1] != 3:
        return _named_roles(table, nodes, notes)
    known = set(nodes)
    is_time = [bare(table.name(column)) in TIMES for column in range(3)]
    hits = [int(table.cells.iloc[:, column].isin(known).sum()) for column in range(3)]
    order = sorted(range(3), key=lambda c: (hits[c] > 0 and not is_time[c], hits[c]))
    node = order[-1]
    if not hits[node]:
        first = ", ".join(map(str, table.cells.iloc[0]))[:60]
        raise InputError(
            f"No column of the table names nodes of the graph: its first line is {first}; the "
            f"graph's nodes are {', '.join(name[:20] for name in nodes[:3])}, …"
        )
    rest = [column for column in range(3) if column != node]
    if is_time[rest[1]] and not is_time[rest[0]]:
        rest.reverse()
    return rest[0], node, rest[1]


def _ordered(times: np.ndarray) -> tuple[list[str], np.ndarray]:
    """Labels in the order of time, and the step of each reading.

    Numbers go by size, dates by date; other labels keep the order of the file.
    """
    codes, unique = pd.factorize(times)
    labels = [str(label) for label in unique]
    keys = pd.to_numeric(pd.Series(labels, dtype=object), errors="coerce")
    if keys.isna().any():
        keys = _dates(labels)
    if keys.isna().any():
        return labels, codes
    order = np.argsort(keys.to_numpy(), kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return [labels[place] for place in order], rank[codes]


def _dates(labels: list[str]) -> pd.Series:
    """Times of dates in ISO 8601, or with the day or the month first; NaT where none are.

    Where both are possible and give different orders, none is chosen. A time of day without a
    date stays unread: after midnight it would go before the evening.
    """
    texts = pd.Series(labels, dtype=object)
    keys = pd.to_datetime(texts, errors="coerce", format="ISO8601", utc=True)
    if not keys.isna().any():
        return keys
    orders = []
    for start in ("%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y"):
        for end in ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p"):
            found = pd.to_datetime(texts, errors="coerce", format=start + end, utc=True)
            if not found.isna().any():
                orders.append(found)
    ranks = {tuple(found.rank()) for found in orders}
    return orders[0] if len(ranks) == 1 else keys


def _numbers(texts: pd.Series, name: str) -> Floats:
    values, odd, _ = to_numbers(texts)
    if odd.any():
        row = int(np.flatnonzero(odd)[0])
        raise InputError(
            f"{str(texts.iloc[row])[:30]!r} in column {name[:60]!r} is not a number; leave a "
            "cell empty where nothing was measured."
        )
    if np.isinf(values).any():
        raise InputError(f"Column {name[:60]!r} has an infinite reading; leave it empty.")
    return np.asarray(values, dtype=np.float64)


def _check_size(num_times: int, num_nodes: int) -> None:
    if num_times * num_nodes > _MAX_READINGS:
        raise InputError(
            f"The series has {num_times} time steps of {num_nodes} nodes, more than "
            f"{_MAX_READINGS:,} readings; upload a part of it."
        )
