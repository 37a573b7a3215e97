"""Positions for graphs too large for a force layout that measures every pair of nodes."""

import numpy as np
from numpy.typing import NDArray

from spgat.embedding.config import EmbeddingConfig
from spgat.embedding.umap_layout import draw_graph
from spgat.graph import Graph
from spgat.progress import Progress, ShouldStop
from spgat.spectral.laplacian import normalized_adjacency

#: Smoothing steps that turn noise into a start in which neighbours lie together.
_SMOOTHING = 40


def graph_layout(
    graph: Graph,
    *,
    seed: int = 0,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> NDArray[np.float32]:
    """Returns positions in which edges are short, float32 [num_nodes, 2].

    UMAP's optimiser on the graph itself in place of a graph of nearest neighbours: each edge
    pulls, random pairs push, so the time grows with the edges and not with n². Isolated nodes,
    which nothing pulls, are placed on a circle around the rest. Not in the paper.

    Args:
        graph: Its own positions are not looked at.
        seed: Of the start and of the random pairs.
        progress: Told the fraction done.
        should_stop: Polled after each iteration.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    degrees = np.diff(graph.adjacency.indptr)
    connected = np.flatnonzero(degrees > 0)
    positions = np.zeros((graph.num_nodes, 2), dtype=np.float32)
    if len(connected) > 2:
        adjacency = graph.adjacency[connected][:, connected]
        smooth = normalized_adjacency(adjacency)
        start = np.random.default_rng(seed).normal(size=(len(connected), 2))
        for _ in range(_SMOOTHING):
            start = smooth @ start
        start /= np.abs(start).max(axis=0)
        placed = draw_graph(
            adjacency / adjacency.max(),
            EmbeddingConfig(method="umap", min_distance=0.5, seed=seed),
            start,
            progress=progress,
            should_stop=should_stop,
        )
        positions[connected] = placed - placed.mean(axis=0)
    elif len(connected):
        positions[connected, 0] = [-1, 1]
    radius = 1.1 * float(np.linalg.norm(positions, axis=1).max()) or 1.0
    alone = np.flatnonzero(degrees == 0)
    angles = np.linspace(0, 2 * np.pi, len(alone), endpoint=False)
    positions[alone] = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return positions
