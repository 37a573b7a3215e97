"""The graphs that visitors have uploaded, kept in the memory of this process only."""

from dataclasses import dataclass, field

from dashboard import links
from dashboard.per_visitor import PerVisitor
from dashboard.sizes import num_bytes
from spgat.datasets.imports import ReadOptions
from spgat.graph import Graph

MAX_GRAPHS = 4  # of one visitor
MAX_VISITORS = 1000
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


class OwnGraphs:
    """Each visitor's graphs by name, see `PerVisitor`.

    Args:
        max_visitors: Beyond this number, the visitors who have been away longest lose theirs.
        max_bytes: Where all graphs take more, the visitor who holds most gives way.
    """

    def __init__(self, max_visitors: int = MAX_VISITORS, max_bytes: float = MAX_BYTES) -> None:
        self._held: PerVisitor[tuple[Graph, Origin]] = PerVisitor(
            lambda held: num_bytes(held[0]), MAX_GRAPHS, max_visitors, max_bytes
        )

    def of(self, visitor: str) -> dict[str, Graph]:
        """Returns a visitor's graphs."""
        return {name: graph for name, (graph, _) in self._held.of(visitor).items()}

    def origin(self, visitor: str, name: str) -> Origin:
        """Returns where a visitor's graph is from."""
        held = self._held.of(visitor).get(name)
        return Origin() if held is None else held[1]

    def add(self, visitor: str, graph: Graph, origin: Origin | None = None) -> str:
        """Keeps a graph and returns its name.

        Raises:
            InputError: If it takes more than there is room for besides what others hold.
        """
        name = f"{links.OWN}{graph.digest[:6]}"
        self._held.add(visitor, name, (graph, origin or Origin()))
        return name

    def take_lost(self, visitor: str) -> int:
        """Returns how many graphs a visitor has lost to others since the last call."""
        return self._held.take_lost(visitor)

    def drop(self, visitor: str, name: str) -> None:
        """Deletes a graph; does nothing if it does not exist."""
        self._held.drop(visitor, name)
