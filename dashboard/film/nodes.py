"""A signal on the nodes of a graph at every time, in the form in which the browser plays it."""

from collections.abc import Sequence

import numpy as np

from dashboard import theme
from dashboard.figures import graph as graph_figures
from dashboard.figures import scale
from dashboard.film import packing
from spgat.arrays import Floats, Ints

#: Of more values than this every second, third, … time is drawn.
MAX_VALUES = 4_000_000
_NUM_COLOURS = 129
_MORE = 2  # pixels for a node beyond those of a drawing whose colours are those of the edges


def pack(
    values: Floats,
    positions: Floats,
    edges: Ints,
    names: Sequence[str],
    times: Sequence[str],
    *,
    title: str,
    limit: float,
    alt: str,
    key: str,
    is_locked: bool,
) -> bytes:
    """Returns the film packed.

    Args:
        values: float64 [num_times, num_nodes], NaN where missing.
        positions: float64 [num_nodes, 2], y upwards.
        edges: int64 [num_edges, 2].
        names: One for each node.
        times: One label for each time step.
        title: Above the drawing, before the time.
        limit: The value of full colour.
        alt: What is drawn, for those who can't see it.
        key: Of the slider.
        is_locked: Whether a click on a node does nothing.
    """
    skip = max(-(-values.size // MAX_VALUES), 1)
    frames = values[::skip]
    whole = np.iinfo(packing.type_of(frames.size))
    unit = max(float(np.nanmax(np.abs(frames), initial=0)), 1e-9) / whole.max
    film = np.where(np.isnan(frames), whole.min, np.rint(np.nan_to_num(frames) / unit))
    return packing.pack(
        {
            "kind": "nodes",
            "key": key,
            "title": title,
            "alt": alt,
            "names": list(names),
            "times": list(times[::skip]),
            "skip": skip,
            "height": graph_figures.height_of(positions) + 60,
            "dot": graph_figures.node_size(len(positions)) + _MORE,
            "opacity": 0.35 * min(1.0, 300 / max(len(edges), 1)) ** 0.5,
            "colours": scale.colours(np.linspace(-1, 1, _NUM_COLOURS), 1.0),
            "neutral": theme.NEUTRAL,
            "pale": theme.MISSING,
            "marked": theme.ORANGE,
            "limit": limit,
            "unit": unit,
            "missing": whole.min,
            "isLocked": is_locked,
        },
        {
            "positions": positions.astype(np.float32),
            "edges": edges.astype(np.uint16),
            "film": film.astype(whole.dtype),
        },
    )


def unpack(content: bytes) -> Floats:
    """Returns what the browser draws, float64 [num_frames, num_nodes], NaN where missing."""
    facts, arrays = packing.unpack(content)
    film = arrays["film"].reshape(len(facts["times"]), -1).astype(np.float64)
    return np.where(film == facts["missing"], np.nan, film * facts["unit"])
