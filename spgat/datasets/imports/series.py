"""A signal over time from a file: a table of times by nodes, or one reading a line."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from spgat.datasets.files.packed import title
from spgat.datasets.imports.reading import ask
from spgat.datasets.limits import SERIES, ReadLimits
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.series.series import SignalSeries


@dataclass(frozen=True, slots=True)
class ImportedSeries:
    """A series read from a file, and what became of all that is in it.

    Attributes:
        series: The readings, a column for each node of the graph in its order.
        used: What was taken, and as what.
        unused: What was left out, and why.
        changed: What the series has otherwise than the file.
    """

    series: SignalSeries
    used: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


def read_series(
    graph: Graph, data: bytes, filename: str, *, limits: ReadLimits = SERIES
) -> ImportedSeries:
    """Returns the signal over time that a table gives the nodes of a graph.

    The table has one row per time step and one column per node, named after the node or its row
    number; a column called time, or else a first column that is no node, has the times. Or it
    has three columns and one reading per line: the time, the node, the value. Empty cells, NA
    and NaN are missing readings.

    Args:
        graph: Whose nodes they are.
        data: Text or a workbook, hostile until it is parsed (see `read_graph`).
        filename: Names the series.
        limits: `SERIES` for files of strangers, `LOCAL` for one's own.

    Raises:
        InputError: If the table is neither of the two, or names no node of the graph.
    """
    try:
        answer = ask({"task": "series", "names": graph.names}, limits, data=data)
    except InputError as error:
        raise InputError(f"{filename[:60]}: {error}") from error
    values: Any = answer.arrays["values"]
    if values.shape[1:] != (graph.num_nodes,):
        raise InputError(f"{filename[:60]!r} was not read as a series; save it as CSV.")
    said = answer.header
    series = SignalSeries.build(
        title(filename, "series"),
        np.asarray(values, dtype=np.float64),
        [str(time) for time in said["times"]],
    )
    used, unused, changed = (
        tuple(str(sentence) for sentence in said[kind])
        for kind in ("used", "unused", "changed")
    )
    return ImportedSeries(series, used, unused, changed)
