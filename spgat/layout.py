"""Where to draw the nodes of a graph that brings no positions."""

from typing import TYPE_CHECKING

from spgat.arrays import Floats

if TYPE_CHECKING:  # a graph shows itself by its layout
    from spgat.graph import Graph


def layout(graph: "Graph") -> Floats:
    """Returns the graph's own positions, or those of a force-directed layout.

    Fruchterman and Reingold's layout, from the same random start each time. It takes seconds
    for a thousand nodes, and grows with the square of their number.

    Args:
        graph: Up to some thousands of nodes.

    Returns:
        float64 [num_nodes, 2].
    """
    if graph.positions is not None:
        return graph.positions
    import networkx as nx  # heavy: most graphs bring positions
    import numpy as np

    source = nx.from_scipy_sparse_array(graph.adjacency)
    placed = nx.spring_layout(source, seed=0, iterations=100, weight=None)
    return np.array([placed[node] for node in range(graph.num_nodes)])
