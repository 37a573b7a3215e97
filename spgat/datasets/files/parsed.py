"""What every reader of a format hands over, and how nodes get their rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from spgat.arrays import Floats, Ints
from spgat.datasets.files.limits import MAX_ATTRIBUTES, Deadline, check_counts
from spgat.errors import InputError
from spgat.graph import FeatureMatrix

Format = Literal[
    "edge list",
    "adjacency matrix",
    "GraphML",
    "GEXF",
    "GML",
    "JSON node-link",
    "NumPy .npz",
    "MATLAB .mat",
]

#: Names under which edges carry their weight, the likeliest first.
WEIGHT_KEYS = ("weight", "weights", "w", "value", "count", "strength")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedGraph:
    """A file's content before it is checked and made symmetric.

    Attributes:
        format: What the file turned out to be.
        num_nodes: Number of nodes.
        edges: int64 [num_edges, 2], rows of the nodes.
        weights: float64 [num_edges], or None.
        is_directed: Whether the file says that direction matters.
        names: One per node, or None where the row numbers are the names.
        attributes: What the file says of nodes, as text, "" where it says nothing.
        positions, labels, class_names, features: As in `Graph`, where the file has arrays.
        found: Sentences on how the file was understood.
    """

    format: Format
    num_nodes: int
    edges: Ints
    weights: Floats | None = None
    is_directed: bool = False
    names: Sequence[str] | None = None
    attributes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    positions: ArrayLike | None = None
    labels: Ints | None = None
    class_names: Sequence[str] | None = None
    features: FeatureMatrix | None = None
    found: tuple[str, ...] = ()


class NodeRows:
    """Gives each node id a row.

    Ids that are all whole numbers are sorted, so that node 5 comes after node 3 wherever the
    file mentions it first; other ids keep the file's order.
    """

    def __init__(self) -> None:
        self._order: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, name: str) -> bool:
        return name in self._order

    def add(self, name: str) -> int:
        """Returns the position at which a node was first seen."""
        return self._order.setdefault(name, len(self._order))

    def finish(self) -> tuple[list[str], Ints, bool]:
        """Returns names in row order, the row of each first-seen position, and if sorted."""
        names = list(self._order)
        rows = np.arange(len(names))
        if not all(is_whole(name) for name in names):
            return names, rows, False
        order = sorted(range(len(names)), key=lambda position: int(names[position]))
        rows[order] = np.arange(len(names))
        return [names[position] for position in order], rows, True


class GraphRecords:
    """Collects nodes and edges one by one, as XML, GML and JSON name them."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._rows = NodeRows()
        self._attributes: dict[str, dict[int, str]] = {}
        self._num_declared = 0
        self._ends: list[int] = []
        self._weights: list[str | None] = []
        self._weight_key: str | None = None

    def add_node(self, name: str, attributes: Mapping[str, str]) -> None:
        """Adds a node; a second one of the same id is refused."""
        if name in self._rows:
            raise InputError(f"The node {name[:60]!r} stands twice in the file; keep one.")
        position = self._rows.add(name)
        self._num_declared += 1
        for key, value in attributes.items():
            if key in self._attributes or len(self._attributes) < MAX_ATTRIBUTES:
                self._attributes.setdefault(key, {})[position] = value
        self._check()

    def add_edge(self, source: str, target: str, attributes: Mapping[str, str]) -> None:
        """Adds an edge, and its ends where they are new."""
        self._ends += (self._rows.add(source), self._rows.add(target))
        key = next((key for key in WEIGHT_KEYS if key in attributes), None)
        self._weights.append(None if key is None else attributes[key])
        self._weight_key = self._weight_key or key
        self._check()

    def _check(self) -> None:
        count = len(self._rows) + len(self._weights)
        if count % 4096 == 0:
            self._deadline.check()
            check_counts(len(self._rows), len(self._weights))

    def finish(self, format_: Format, is_directed: bool) -> ParsedGraph:
        """Returns the collected graph."""
        check_counts(len(self._rows), len(self._weights))
        ids, rows, is_sorted = self._rows.finish()
        attributes = {}
        for key, values in self._attributes.items():
            column = [""] * len(ids)
            for position, value in values.items():
                column[rows[position]] = value
            attributes[key] = column
        found = [_row_order(is_sorted)]
        if 0 < self._num_declared < len(ids):
            undeclared = len(ids) - self._num_declared
            found.append(f"{undeclared} nodes that only edges name were added.")
        edges = rows[np.array(self._ends, dtype=np.int64).reshape(-1, 2)]
        return ParsedGraph(
            format=format_,
            num_nodes=len(ids),
            edges=edges,
            weights=self._finish_weights(found),
            is_directed=is_directed,
            names=_display_names(ids, attributes, found),
            attributes=attributes,
            found=tuple(found),
        )

    def _finish_weights(self, found: list[str]) -> Floats | None:
        if self._weight_key is None:
            found.append("Edges have no weights; each counts 1.")
            return None
        found.append(f"Edge weights come from {self._weight_key!r}.")
        missing = sum(weight is None for weight in self._weights)
        if missing:
            found.append(f"{missing} edges without a weight count 1.")
        return np.array(
            [
                1.0 if weight is None else parse_weight(weight, f"Edge {number}")
                for number, weight in enumerate(self._weights)
            ]
        )


def _row_order(is_sorted: bool) -> str:
    if is_sorted:
        return "Node ids are whole numbers; rows follow them in ascending order."
    return "Rows follow the nodes in the order of the file."


def number_nodes(sources: Sequence[str], targets: Sequence[str]) -> tuple[list[str], Ints, str]:
    """Returns names in row order, edges int64 [num_edges, 2] and a sentence on the order."""
    rows = NodeRows()
    ends = [rows.add(name) for pair in zip(sources, targets, strict=True) for name in pair]
    names, row_of, is_sorted = rows.finish()
    return names, row_of[np.array(ends, dtype=np.int64).reshape(-1, 2)], _row_order(is_sorted)


def _display_names(
    ids: list[str], attributes: dict[str, list[str]], found: list[str]
) -> list[str]:
    """The nodes' labels where each has one of its own, else their ids."""
    for key in ("label", "name"):
        labels = attributes.get(key)
        if labels and all(labels) and len(set(labels)) == len(ids):
            del attributes[key]
            if labels != ids:
                found.append(f"Nodes are named by their {key!r}.")
            return labels
    return ids


def parse_weight(text: str, place: str) -> float:
    """Returns a weight; `place` begins the sentence where it is none.

    Raises:
        InputError: If the text is not a finite number.
    """
    value = parse_number(text)
    if value is None or not np.isfinite(value):
        raise InputError(
            f"{place} has the weight {text[:40]!r}; give every edge a finite number."
        )
    return value


def parse_number(text: str) -> float | None:
    """Returns the number a cell holds, NaN and infinity included, or None."""
    try:
        return float(text)
    except ValueError:
        return None


def is_whole(text: str) -> bool:
    """Tells whether a text is a whole number of reasonable length."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 18
