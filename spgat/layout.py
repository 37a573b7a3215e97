"""Where to draw the nodes of a graph that brings no positions."""

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats

if TYPE_CHECKING:  # a graph shows itself by its layout
    from spgat.graph import Graph

#: Free space around a component, where 1 is about the distance of two neighbours.
_GAP = 0.6


def layout(graph: "Graph") -> Floats:
    """Returns the graph's own positions, or those of a force-directed layout.

    Fruchterman and Reingold's layout of each component, from the same random start each time,
    on an area that grows with its number of nodes; the components stand in rows, the largest
    first. It takes seconds for a thousand nodes, and grows with the square of their number.

    Args:
        graph: Up to some thousands of nodes.

    Returns:
        float64 [num_nodes, 2], in [-1, 1] unless they are the graph's own.
    """
    if graph.positions is not None:
        return graph.positions
    count, component = sp.csgraph.connected_components(graph.adjacency, directed=False)
    sizes = np.bincount(component)
    largest_first = np.argsort(-sizes, kind="stable")
    centres = np.empty((count, 2))
    centres[largest_first] = _in_rows(2 * np.sqrt(sizes[largest_first]) + _GAP)
    positions = centres[component]
    for number in np.flatnonzero(sizes > 1):
        nodes = np.flatnonzero(component == number)
        positions[nodes] += np.sqrt(len(nodes)) * _by_springs(graph.adjacency[nodes][:, nodes])
    positions -= (positions.min(axis=0) + positions.max(axis=0)) / 2
    return positions / max(float(np.abs(positions).max()), 1e-9)


def _by_springs(adjacency: sp.csr_array) -> Floats:
    """A connected graph's layout around 0, float64 [num_nodes, 2] in [-1, 1]."""
    import networkx as nx  # heavy: most graphs bring positions

    source = nx.from_scipy_sparse_array(adjacency)
    placed = nx.spring_layout(source, seed=0, iterations=100, weight=None)
    return np.array([placed[node] for node in range(len(placed))])


def _in_rows(sides: Floats) -> Floats:
    """The centres of squares that stand in rows of about the height of all of them.

    Args:
        sides: float64 [num_squares], the largest first.

    Returns:
        float64 [num_squares, 2].
    """
    width = max(float(sides[0]), float(np.sqrt((sides**2).sum())))
    centres = np.empty((len(sides), 2))
    left = top = height = 0.0
    for number, side in enumerate(sides):
        if left and left + side > width * (1 + 1e-9):
            left, top, height = 0.0, top + height, 0.0
        centres[number] = left + side / 2, -top - side / 2
        left, height = left + side, max(height, float(side))
    return centres
