"""Regular graphs made on the spot, with positions to draw them."""

import numpy as np

from spgat.arrays import Floats
from spgat.datasets.info import DatasetInfo, Parameter
from spgat.graph import Graph


def barbell(*, seed: int = 0, clique_size: int = 10, bridge_length: int = 2) -> Graph:
    """Returns two cliques joined by a path of `bridge_length` nodes (the paper's Figure 1).

    Labels are 0 in the left clique, 1 in the right one and -1 on the bridge, which belongs to
    neither: an edge lies inside a cluster where both ends have the same label from 0. Nodes
    run from left to right: clique, bridge, clique.
    """
    size, length = clique_size, bridge_length
    clique = np.stack(np.triu_indices(size, 1), axis=1)
    bridge = np.arange(size - 1, size + length)
    edges = np.concatenate(
        [clique, np.stack([bridge, bridge + 1], axis=1), clique + size + length]
    )
    # The last node of the left circle faces right, the first of the right one faces left.
    left = circle(size, first_angle=2 * np.pi / size)
    right = circle(size, first_angle=np.pi) + np.array([2 + 0.6 * (length + 1), 0])
    line = np.stack([1 + 0.6 * np.arange(1, length + 1), np.zeros(length)], axis=1)
    return Graph.build(
        "Barbell",
        2 * size + length,
        edges,
        labels=np.repeat([0, -1, 1], [size, length, size]),
        class_names=("left clique", "right clique"),
        positions=np.concatenate([left, line, right]),
    )


def ring(*, seed: int = 0, num_nodes: int = 40) -> Graph:
    """Returns a cycle. Its Laplacian's eigenvalues come in pairs: sines and cosines."""
    nodes = np.arange(num_nodes)
    edges = np.stack([nodes, (nodes + 1) % num_nodes], axis=1)
    return Graph.build("Ring", num_nodes, edges, positions=circle(num_nodes))


def path(*, seed: int = 0, num_nodes: int = 40) -> Graph:
    """Returns a path. Its combinatorial Laplacian's eigenvectors are a cosine transform."""
    nodes = np.arange(num_nodes)
    positions = np.stack([nodes, np.zeros(num_nodes)], axis=1)
    return Graph.build(
        "Path", num_nodes, np.stack([nodes[:-1], nodes[1:]], axis=1), positions=positions
    )


def grid(*, seed: int = 0, num_rows: int = 10, num_columns: int = 14) -> Graph:
    """Returns a rectangular grid, each node joined to those beside, above and below."""
    nodes = np.arange(num_rows * num_columns).reshape(num_rows, num_columns)
    across = np.stack([nodes[:, :-1].ravel(), nodes[:, 1:].ravel()], axis=1)
    down = np.stack([nodes[:-1].ravel(), nodes[1:].ravel()], axis=1)
    rows, columns = np.divmod(nodes.ravel(), num_columns)
    return Graph.build(
        "Grid",
        nodes.size,
        np.concatenate([across, down]),
        positions=np.stack([columns, num_rows - 1 - rows], axis=1),
    )


def star(*, seed: int = 0, num_nodes: int = 20) -> Graph:
    """Returns node 0 joined to all others."""
    leaves = np.arange(1, num_nodes)
    edges = np.stack([np.zeros_like(leaves), leaves], axis=1)
    positions = np.concatenate([np.zeros((1, 2)), circle(num_nodes - 1)])
    return Graph.build("Star", num_nodes, edges, positions=positions)


def complete(*, seed: int = 0, num_nodes: int = 16) -> Graph:
    """Returns the graph with every edge: one eigenvalue of multiplicity n - 1."""
    edges = np.stack(np.triu_indices(num_nodes, 1), axis=1)
    return Graph.build("Complete graph", num_nodes, edges, positions=circle(num_nodes))


def complete_bipartite(*, seed: int = 0, num_left: int = 8, num_right: int = 12) -> Graph:
    """Returns two sides with every edge between them and none inside: homophily 0."""
    left = np.repeat(np.arange(num_left), num_right)
    right = np.tile(np.arange(num_left, num_left + num_right), num_left)
    height = np.concatenate([np.linspace(1, -1, num_left), np.linspace(1, -1, num_right)])
    sides = np.repeat([0, 1], [num_left, num_right])
    return Graph.build(
        "Complete bipartite graph",
        num_left + num_right,
        np.stack([left, right], axis=1),
        labels=sides,
        class_names=("left", "right"),
        positions=np.stack([1.5 * sides, height], axis=1),
    )


def circle(num_nodes: int, radius: float = 1.0, first_angle: float = np.pi / 2) -> Floats:
    """Returns positions float64 [num_nodes, 2] on a circle, counterclockwise."""
    angles = first_angle + 2 * np.pi * np.arange(num_nodes) / num_nodes
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def num_nodes_of(default: int, low: int, high: int) -> Parameter:
    """Returns the parameter that is the size of a generated graph."""
    return Parameter("num_nodes", default, low, high, "number of nodes")


DATASETS = (
    DatasetInfo(
        name="barbell",
        title="Barbell",
        group="toy",
        description="Two cliques joined by a short path: low frequencies keep the clusters, "
        "high ones the bridge.",
        num_nodes=22,
        num_edges=93,
        num_classes=2,
        parameters=(
            Parameter("clique_size", 10, 3, 60, "nodes of each clique"),
            Parameter("bridge_length", 2, 0, 40, "nodes between the cliques"),
        ),
        make=barbell,
    ),
    DatasetInfo(
        name="ring",
        title="Ring",
        group="toy",
        description="A cycle: its eigenvectors are the sines and cosines of a Fourier series, "
        "each frequency twice.",
        num_nodes=40,
        num_edges=40,
        parameters=(num_nodes_of(40, 3, 2000),),
        make=ring,
    ),
    DatasetInfo(
        name="path",
        title="Path",
        group="toy",
        description="A line of nodes: its frequencies are those of a cosine transform.",
        num_nodes=40,
        num_edges=39,
        parameters=(num_nodes_of(40, 2, 2000),),
        make=path,
    ),
    DatasetInfo(
        name="grid",
        title="Grid",
        group="toy",
        description="Rows and columns, the graph behind an image's pixels.",
        num_nodes=140,
        num_edges=256,
        parameters=(
            Parameter("num_rows", 10, 1, 60, "rows"),
            Parameter("num_columns", 14, 2, 60, "columns"),
        ),
        make=grid,
    ),
    DatasetInfo(
        name="star",
        title="Star",
        group="toy",
        description="One hub and its leaves: most eigenvalues are equal.",
        num_nodes=20,
        num_edges=19,
        parameters=(num_nodes_of(20, 2, 1000),),
        make=star,
    ),
    DatasetInfo(
        name="complete",
        title="Complete graph",
        group="toy",
        description="Every edge there is: one single non-zero frequency.",
        num_nodes=16,
        num_edges=120,
        parameters=(num_nodes_of(16, 2, 300),),
        make=complete,
    ),
    DatasetInfo(
        name="complete-bipartite",
        title="Complete bipartite graph",
        group="toy",
        description="Two sides with edges only between them: classes that only the highest "
        "frequency tells apart.",
        num_nodes=20,
        num_edges=96,
        num_classes=2,
        parameters=(
            Parameter("num_left", 8, 1, 150, "nodes on the left"),
            Parameter("num_right", 12, 1, 150, "nodes on the right"),
        ),
        make=complete_bipartite,
    ),
)
