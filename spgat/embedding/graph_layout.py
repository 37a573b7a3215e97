"""Positions for graphs too large for a force layout that measures every pair of nodes."""

import numpy as np

from spgat.arrays import Floats, Floats32, Ints
from spgat.embedding.config import EmbeddingConfig
from spgat.embedding.umap_layout import draw_graph
from spgat.graph import Graph
from spgat.progress import Progress, ShouldStop
from spgat.spectral.laplacian import connected_components, normalized_adjacency

#: Smoothing steps that turn noise into a start in which neighbours lie together.
_SMOOTHING = 40


def graph_layout(
    graph: Graph,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Floats32:
    """Returns positions in which edges are short, float32 [num_nodes, 2].

    UMAP's optimiser on the graph itself in place of a graph of nearest neighbours: each edge
    pulls, random pairs push, so the time grows with the edges and not with n². What pushes
    apart without an edge to hold would drift away: the smaller components and the isolated
    nodes are set in rings around the largest component. Not in the paper.

    Args:
        graph: Its own positions are not looked at.
        progress: Called with the fraction done.
        should_stop: Polled after each iteration.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    positions = np.zeros((graph.num_nodes, 2))
    connected = np.flatnonzero(np.diff(graph.adjacency.indptr) > 0)
    if len(connected) > 2:
        adjacency = graph.adjacency[connected][:, connected]
        smooth = normalized_adjacency(adjacency)
        start = np.random.default_rng(0).normal(size=(len(connected), 2))
        for _ in range(_SMOOTHING):
            start = smooth @ start
        positions[connected] = draw_graph(
            adjacency / adjacency.max(),
            EmbeddingConfig(method="umap", min_distance=0.5),
            start / np.abs(start).max(axis=0),
            progress=progress,
            should_stop=should_stop,
        )
    elif len(connected):
        positions[connected, 0] = [-1, 1]
    return _ringed(positions, connected_components(graph.adjacency)[1]).astype(np.float32)


def _ringed(positions: Floats, component: Ints) -> Floats:
    """The largest component in the middle, the others around it, each keeping its shape."""
    placed = positions.copy()
    sizes = np.bincount(component)
    members = np.split(np.argsort(component, kind="stable"), np.cumsum(sizes)[:-1])
    radii = np.zeros(len(sizes))
    for k, nodes in enumerate(members):
        placed[nodes] -= placed[nodes].mean(axis=0)
        # Its last percent may be one long tail, which must not keep the others far away.
        radii[k] = np.quantile(np.linalg.norm(placed[nodes], axis=1), 0.99)
    largest, *others = np.argsort(-sizes, kind="stable")
    gap = 0.03 * radii[largest] or 1.0
    ring, angle, thickest = radii[largest] + gap, 0.0, 0.0
    for k in others:
        width = 2 * (radii[k] + gap)
        if angle + width / ring > 2 * np.pi:
            ring, angle, thickest = ring + 2 * thickest + gap, 0.0, 0.0
        thickest = max(thickest, radii[k])
        middle = angle + width / ring / 2
        at = (ring + radii[k]) * np.array([np.cos(middle), np.sin(middle)])
        placed[members[k]] += at
        angle += width / ring
    return placed
