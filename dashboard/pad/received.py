"""What a browser says was drawn, which may be anything, as a drawing."""

from typing import Any

import numpy as np

from spgat.datasets import drawn
from spgat.errors import InputError
from spgat.graph import Graph

_MAX_EDGES = drawn.MAX_NODES * (drawn.MAX_NODES - 1) // 2


def text_of(message: Any) -> str:
    """Returns the text of what was drawn, "" where nothing is.

    Args:
        message: Should have `nodes`, a list of [x, y, class], and `edges`, of [i, j, weight].

    Raises:
        InputError: For anything that is no drawing.
    """
    try:
        nodes = _table(message["nodes"], drawn.MAX_NODES)
        edges = _table(message["edges"], _MAX_EDGES)
        if not len(nodes):
            return ""
        x, y, labels = nodes.T
        graph = Graph.build(
            "The drawing",
            len(nodes),
            edges[:, :2].astype(np.int64),
            [float(f"{weight:.3g}") for weight in edges[:, 2]],
            positions=np.rint(np.stack([x, y], axis=1)),
            labels=np.maximum(labels, -1).astype(np.int64),
            class_names=drawn.CLASS_NAMES,
        )
    except (
        TypeError,
        ValueError,
        KeyError,
        OverflowError,
    ) as error:  # InputError is a ValueError
        raise InputError("What was drawn could not be read; undo the last change.") from error
    return drawn.encode(graph)


def message_of(graph: Graph | None) -> dict[str, Any]:
    """Returns a drawing as the browser takes it, the other way round."""
    if graph is None:
        return {"nodes": [], "edges": []}
    labels = np.full(graph.num_nodes, -1) if graph.labels is None else graph.labels
    positions = np.asarray(graph.positions).astype(np.int64)
    ends = graph.edges()
    weights = graph.adjacency.toarray()[ends[:, 0], ends[:, 1]].tolist()
    return {
        "nodes": np.column_stack([positions, labels]).tolist(),
        "edges": [
            [i, j, int(w) if w == int(w) else w]
            for (i, j), w in zip(ends.tolist(), weights, strict=True)
        ],
    }


def _table(rows: Any, most: int) -> Any:
    """Finite numbers, float64 [num_rows, 3]."""
    if not isinstance(rows, list) or len(rows) > most:
        raise ValueError
    table = np.array(rows, dtype=np.float64).reshape(len(rows), 3)
    if not np.isfinite(table).all():
        raise ValueError
    return table
