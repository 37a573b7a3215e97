"""A drawing in other forms: code and text for other programs, and tables to read."""

import numpy as np
import pandas as pd

from spgat.datasets import drawn
from spgat.graph import Graph

#: The forms of a copy.
TITLES = {"spgat": "spgat", "networkx": "networkx", "edges": "Edge list", "tables": "Tables"}


def spgat_code(text: str) -> str:
    """Returns the Python that loads a drawing by its text."""
    return (
        f'from spgat import datasets\n\ngraph = datasets.load("{drawn.PREFIX}{text}")\n'
        "print(graph.num_nodes, graph.num_edges)"
    )


def networkx_code(graph: Graph) -> str:
    """Returns the Python that makes the same graph in networkx, with positions and classes."""
    lines = [
        "import networkx as nx",
        "",
        "graph = nx.Graph()",
        f"graph.add_nodes_from(range({graph.num_nodes}))",
        f"graph.add_weighted_edges_from({_rows(graph)})",
        f"positions = {[(int(x), int(y)) for x, y in np.asarray(graph.positions)]}",
    ]
    if graph.labels is not None:
        names = {
            node: graph.class_names[k] for node, k in enumerate(graph.labels.tolist()) if k >= 0
        }
        lines.append(f'nx.set_node_attributes(graph, {names}, "class")')
    return "\n".join([*lines, "nx.draw(graph, positions, with_labels=True)"])


def edge_list(graph: Graph) -> str:
    """Returns a line for each edge: its ends from 0, and its weight where it is not 1.

    Nodes without an edge are not in it.
    """
    is_weighted = any(weight != 1 for _, _, weight in _rows(graph))
    return "\n".join(
        f"{i} {j} {weight:g}" if is_weighted else f"{i} {j}" for i, j, weight in _rows(graph)
    )


def tables(graph: Graph) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Returns a row for each node, with its place and class, and one for each edge."""
    labels = [-1] * graph.num_nodes if graph.labels is None else graph.labels.tolist()
    x, y = np.asarray(graph.positions).T
    names = [graph.class_names[label] if label >= 0 else "" for label in labels]
    nodes = pd.DataFrame({"node": range(graph.num_nodes), "x": x, "y": y, "class": names})
    return nodes, pd.DataFrame(_rows(graph), columns=["from", "to", "weight"])


def _rows(graph: Graph) -> list[tuple[int, int, float]]:
    ends = graph.edges()
    weights = graph.adjacency.toarray()[ends[:, 0], ends[:, 1]]
    return [(i, j, float(w)) for (i, j), w in zip(ends.tolist(), weights, strict=True)]
