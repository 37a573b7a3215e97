"""The stamps of the drawing pad: small graphs of the catalogue in every size."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from spgat.datasets import toy
from spgat.graph import Graph

#: Of the frame: how far apart the nearest nodes of a stamp are, and how large a stamp may be.
_GAP, _LARGEST = 22, (216, 136)

_KINDS: dict[str, tuple[str, Iterable[int], int, Callable[[int], Graph]]] = {
    "path": ("Path", range(2, 33), 5, lambda size: toy.path(num_nodes=size)),
    "ring": ("Ring", range(3, 33), 6, lambda size: toy.ring(num_nodes=size)),
    "clique": ("Clique", range(2, 17), 5, lambda size: toy.complete(num_nodes=size)),
    "star": ("Star", range(2, 33), 6, lambda size: toy.star(num_nodes=size)),
    "grid": ("Grid", range(2, 9), 3, lambda size: toy.grid(num_rows=size, num_columns=size)),
    "clusters": (
        "Two clusters and a bridge",
        range(3, 13),
        5,
        lambda size: toy.barbell(clique_size=size, bridge_length=0),
    ),
}


def stamps() -> dict[str, dict[str, Any]]:
    """Returns each stamp by its name, in the form in which the browser takes it.

    `title`, the default `size`, and for each of its `sizes` the `nodes`, whole numbers around
    their middle, and the `edges`. The size counts nodes, those along a side of a grid, or those
    of one cluster.
    """
    return {
        name: {
            "title": title,
            "size": default,
            "sizes": {size: _stamp(make(size)) for size in sizes},
        }
        for name, (title, sizes, default, make) in _KINDS.items()
    }


def _stamp(graph: Graph) -> dict[str, Any]:
    positions = np.asarray(graph.positions)
    extent = np.maximum(np.ptp(positions, axis=0), 1e-9)
    ends = graph.edges()
    gap = np.linalg.norm(positions[ends[:, 0]] - positions[ends[:, 1]], axis=1).min()
    scale = min(_GAP / gap, *(np.array(_LARGEST) / extent))
    middle = (positions.max(axis=0) + positions.min(axis=0)) / 2
    nodes = np.rint(scale * (positions - middle)).astype(int)
    return {"nodes": nodes.tolist(), "edges": ends.tolist()}
