"""A part of a graph: its largest component, its busier nodes, a sample."""

from typing import Any

import numpy as np
from scipy.sparse.csgraph import breadth_first_order, connected_components

from spgat.graph import Graph


def keep_part(
    graph: Graph, min_degree: int, largest_component: bool, sample: int, changed: list[str]
) -> Graph:
    """Returns the graph without what is not wanted of it; not in the paper.

    First go the nodes with few neighbours (once: others may have few afterwards), then all but
    the largest component, then all but the sample.

    Args:
        graph: The graph.
        min_degree: Nodes with fewer neighbours are dropped.
        largest_component: Whether the largest connected component is kept alone.
        sample: Number of nodes found breadth-first from a random one (seed 0), which keeps
            neighbourhoods whole; 0 keeps all.
        changed: Gets a sentence for each part that was left out.
    """
    if min_degree:
        keep = np.diff(graph.adjacency.indptr) >= min_degree
        changed += _said(keep, f"nodes with fewer than {min_degree} neighbours are dropped")
        graph = restricted(graph, keep)
    if largest_component and graph.num_nodes:
        component = connected_components(graph.adjacency, directed=False)[1]
        keep = component == np.bincount(component).argmax()
        changed += _said(keep, "nodes outside the largest component are dropped")
        graph = restricted(graph, keep)
    if sample and sample < graph.num_nodes:
        keep = _sampled(graph, sample)
        changed += _said(keep, f"nodes are left out of a sample of {sample}")
        graph = restricted(graph, keep)
    return graph


def restricted(graph: Graph, keep: Any) -> Graph:
    """Returns the graph of some nodes; those who are bool [num_nodes] `keep`, in their order.

    Raises:
        InputError: If none is kept.
    """
    rows = np.flatnonzero(keep)

    def of(array: Any) -> Any:
        return None if array is None else array[rows]

    return Graph.from_adjacency(
        graph.name,
        graph.adjacency[rows][:, rows],
        features=of(graph.features),
        labels=of(graph.labels),
        positions=of(graph.positions),
        node_names=graph.node_names and [graph.node_names[row] for row in rows],
        class_names=graph.class_names or None,
        self_loops="keep",
        notes=graph.notes,
        signals={name: values[rows] for name, values in graph.signals.items()},
    )


def _sampled(graph: Graph, size: int) -> Any:
    keep = np.zeros(graph.num_nodes, dtype=bool)
    for start in np.random.default_rng(0).permutation(graph.num_nodes):
        left = size - int(keep.sum())
        if not left:
            break
        if not keep[start]:
            found = breadth_first_order(
                graph.adjacency, start, directed=False, return_predecessors=False
            )
            keep[found[:left]] = True
    return keep


def _said(keep: Any, what: str) -> list[str]:
    count = int((~keep).sum())
    return [f"{count} {what}."] if count else []
