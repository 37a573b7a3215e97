"""The embeddings that visitors have opened, kept in the memory of this process only."""

from dataclasses import dataclass

import streamlit as st

from dashboard.per_visitor import PerVisitor
from dashboard.sizes import num_bytes
from dashboard.source import Source
from dashboard.visitor import visitor_id
from spgat.embedding import Embedded

MAX_EMBEDDINGS = 6  # of one visitor
MAX_VISITORS = 100
MAX_BYTES = 512 * 2**20  # of all visitors


@dataclass(frozen=True, slots=True)
class Origin:
    """The files and choices that give an embedding again.

    Attributes:
        file, table: Names of the files, `table` "" without.
        id_column, classes: As for `read_embedding`.
        graph: Where its graph is from; None for its nearest neighbours, that of `base`, or
            none.
        num_neighbors: How many each node is joined to.
        base: The embedding whose graph it shares, or None.
        is_alone: Whether it has no graph.
    """

    file: str
    table: str = ""
    id_column: str = ""
    classes: str = ""
    graph: Source | None = None
    num_neighbors: int = 10
    base: "Origin | None" = None
    is_alone: bool = False


@dataclass(frozen=True, eq=False)
class Own:
    """An embedding and where it is from."""

    embedded: Embedded
    origin: Origin


@st.cache_resource(show_spinner=False)
def _all() -> PerVisitor[Own]:
    return PerVisitor(
        lambda held: num_bytes_of(held.embedded), MAX_EMBEDDINGS, MAX_VISITORS, MAX_BYTES
    )


def mine() -> dict[str, Own]:
    """Returns this visitor's embeddings by name, the oldest first."""
    return _all().of(visitor_id())


def accept(embedded: Embedded, origin: Origin) -> str:
    """Keeps an embedding for this visitor, who loses the oldest beyond a few.

    Returns:
        Its name.
    """
    name = f"own-{embedded.key[:8]}"
    _all().add(visitor_id(), name, Own(embedded, origin))
    return name


def drop(name: str) -> None:
    """Forgets an embedding."""
    _all().drop(visitor_id(), name)


def num_bytes_of(embedded: Embedded) -> int:
    """Returns the size of an embedding with its graph in memory."""
    columns = int(embedded.columns.memory_usage(deep=True).sum())
    return num_bytes(embedded.graph) + int(embedded.vectors.nbytes) + columns
