"""The graphs that visitors have uploaded, kept in the memory of this process only.

They are kept by visitor, not in a session's cache: Streamlit empties that as soon as the
connection drops, although the session goes on when the connection is back.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

import scipy.sparse as sp

from spgat.datasets.files import ReadOptions
from spgat.graph import Graph

MAX_GRAPHS = 4  # of one visitor
MAX_VISITORS = 100
MAX_BYTES = 256 * 2**20  # of all visitors


#: Stands for the name of a file that is not known.
FILE = "FILE"


@dataclass(frozen=True, slots=True)
class Origin:
    """The files and choices that give an own graph again.

    Attributes:
        file: Name of the graph's file.
        options: How it was read.
        features, labels: Names of the tables that were joined, "" without.
    """

    file: str = FILE
    options: ReadOptions = field(default_factory=ReadOptions)
    features: str = ""
    labels: str = ""


_Held = OrderedDict[str, tuple[Graph, Origin]]


class OwnGraphs:
    """Each visitor's graphs by name, the oldest first; safe from any thread.

    Args:
        max_visitors: Beyond this number, the visitors who have been away longest lose theirs.
        max_bytes: The same for the size of all graphs; the latest graph always stays.
    """

    def __init__(self, max_visitors: int = MAX_VISITORS, max_bytes: float = MAX_BYTES) -> None:
        self._max_visitors, self._max_bytes = max_visitors, max_bytes
        self._by_visitor: OrderedDict[str, _Held] = OrderedDict()
        self._lock = RLock()

    def of(self, visitor: str) -> dict[str, Graph]:
        """Returns a visitor's graphs."""
        with self._lock:
            if visitor in self._by_visitor:
                self._by_visitor.move_to_end(visitor)
            graphs = self._by_visitor.get(visitor, _Held())
            return {name: graph for name, (graph, _) in graphs.items()}

    def origin(self, visitor: str, name: str) -> Origin:
        """Returns where a visitor's graph is from."""
        with self._lock:
            held = self._by_visitor.get(visitor, _Held()).get(name)
            return Origin() if held is None else held[1]

    def add(self, visitor: str, graph: Graph, origin: Origin | None = None) -> str:
        """Keeps a graph and returns its name."""
        name = f"own-{graph.digest[:6]}"
        with self._lock:
            graphs = self._by_visitor.setdefault(visitor, _Held())
            self._by_visitor.move_to_end(visitor)
            graphs[name] = graph, origin or Origin()
            graphs.move_to_end(name)
            while len(graphs) > MAX_GRAPHS:
                graphs.popitem(last=False)
            while len(self._by_visitor) > 1 and self._is_full():
                self._by_visitor.popitem(last=False)
            while len(graphs) > 1 and self._is_full():
                graphs.popitem(last=False)
        return name

    def drop(self, visitor: str, name: str) -> None:
        """Deletes a graph; does nothing if it does not exist."""
        with self._lock:
            self._by_visitor.get(visitor, _Held()).pop(name, None)

    def _is_full(self) -> bool:
        graphs = [graph for held in self._by_visitor.values() for graph, _ in held.values()]
        num_held = sum(map(num_bytes, graphs))
        return len(self._by_visitor) > self._max_visitors or num_held > self._max_bytes


def num_bytes(graph: Graph) -> int:
    """Returns the size of a graph's arrays and names in memory."""
    arrays: list[Any] = [graph.features, graph.labels, graph.positions, graph.adjacency]
    arrays += [mask for s in graph.splits for mask in (s.train, s.val, s.test)]
    return sum(map(_bytes_of, arrays)) + sum(map(len, graph.node_names or ()))


def _bytes_of(array: Any) -> int:
    if array is None:
        return 0
    if sp.issparse(array):
        return sum(map(_bytes_of, (array.data, array.indices, array.indptr)))
    return int(array.nbytes)
