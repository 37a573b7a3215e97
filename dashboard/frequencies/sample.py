"""A part of a large graph, drawn in place of the whole."""

from collections.abc import Mapping

import numpy as np
import streamlit as st
from scipy.sparse.csgraph import breadth_first_order

from dashboard.frequencies import panels
from dashboard.words import count
from spgat.arrays import Floats, Ints
from spgat.datasets.meaning.parts import restricted
from spgat.graph import Graph

MAX_NODES = 200  # around a node: a layout takes half a second
MAX_EDGES = 2_000
MAX_PLACES = 800  # at positions of their own


def show_signals(graph: Graph, signals: Mapping[str, Floats], node: int, *, key: str) -> None:
    """Shows signals on a part of a graph, and says which part.

    Args:
        graph: The graph.
        signals: float64 [num_nodes] by title.
        node: Drawn around this one, where the graph has no positions.
        key: What the charts' keys begin with.
    """
    part, rows = _part(graph.digest, node, graph)
    drawn = {title: values[rows] for title, values in signals.items()}
    marked = int(np.searchsorted(rows, node))
    is_there = marked < len(rows) and rows[marked] == node
    panels.show_signals(part, drawn, key=key, marked=marked if is_there else None)
    how = (
        f"those nearest to node {node} along the edges"
        if graph.positions is None
        else "a random sample, at their positions"
    )
    st.caption(
        f"Drawn are {len(rows):,} of {count(graph.num_nodes, 'node')}: {how}. Everything is "
        "computed on the whole graph."
    )


@st.cache_resource(max_entries=16, show_spinner="Choosing what is drawn")
def _part(digest: str, node: int, _graph: Graph) -> tuple[Graph, Ints]:
    return part_of(_graph, node)


def part_of(graph: Graph, node: int) -> tuple[Graph, Ints]:
    """Returns the part of a graph that is drawn, and its rows int64 [num_drawn], ascending."""
    if graph.positions is None:
        nodes = breadth_first_order(
            graph.adjacency, node, directed=False, return_predecessors=False
        )[:MAX_NODES]
    else:
        others = np.random.default_rng(0).permutation(graph.num_nodes)[:MAX_PLACES]
        nodes = np.concatenate([[node], others[others != node]])
    while True:
        keep = np.zeros(graph.num_nodes, dtype=bool)
        keep[nodes] = True
        part = restricted(graph, keep)
        if part.num_edges <= MAX_EDGES:
            return part, np.flatnonzero(keep)
        nodes = nodes[: len(nodes) // 2]  # its first nodes are the nearest
