"""The three drawings of a graph for every d, in the form in which the browser plays them."""

from collections.abc import Sequence

import numpy as np

from dashboard import theme
from dashboard.figures import graph as graph_figures
from dashboard.figures import scale
from dashboard.film import packing
from spgat.arrays import Floats
from spgat.spectral.reconstruction import EdgeSweep

#: Colours from the most negative weight to the most positive one. Each is a stroke, so a
#: drawing of many edges has fewer, without the middle one, which is too faint to be seen.
NUM_COLOURS, NUM_COARSE = 129, 33
MAX_EDGES_FINE = 1500


def pack(
    sweep: EdgeSweep,
    positions: Floats,
    names: Sequence[str],
    *,
    titles: Sequence[tuple[str, str]],
    alt: str,
    key: str,
) -> bytes:
    """Returns the drawings packed.

    Weights are whole numbers of a unit that is the same for all d, so that steps compare; of
    the low part the differences between neighbouring d are sent, which are small.

    Args:
        sweep: The weights of the edges at every d.
        positions: float64 [num_nodes, 2], y upwards.
        names: One for each node.
        titles: Those of the low and the high part, for every d.
        alt: What is drawn, for those who can't see it.
        key: Of the slider.
    """
    film_type = packing.type_of(sweep.low.size)
    largest = max(float(np.abs(a).max(initial=0)) for a in (sweep.low, sweep.original))
    unit = max(largest, 1e-9) / np.iinfo(film_type).max
    low = np.rint(sweep.low / unit).astype(film_type)
    steps = np.diff(low, axis=0, prepend=np.zeros_like(low[:1]))
    is_fine = len(sweep.edges) <= MAX_EDGES_FINE
    places = np.linspace(-1, 1, NUM_COLOURS if is_fine else NUM_COARSE)
    order = np.argsort(np.abs(places), kind="stable")  # strong ones are drawn last
    return packing.pack(
        {
            "kind": "drawings",
            "key": key,
            "title": "Original graph",
            "titles": titles,
            "alt": alt,
            "names": list(names),
            "height": graph_figures.height_of(positions),
            "dot": graph_figures.node_size(len(positions)),
            "colours": scale.colours(places, 1.0),
            "widths": graph_figures.edge_widths(np.abs(places), len(sweep.edges))
            .round(2)
            .tolist(),
            "hasMany": not is_fine,
            "order": order[0 if is_fine else 1 :].tolist(),
            "neutral": theme.NEUTRAL,
            "marked": theme.ORANGE,
            "limit": limit_of(sweep),
            "unit": unit,
            "digits": 3 if film_type == np.int16 else 2,
        },
        {
            "positions": positions.astype(np.float32),
            "edges": sweep.edges.astype(np.uint16),
            "original": np.rint(sweep.original / unit).astype(np.int16),
            "film": steps,
        },
    )


def unpack(content: bytes) -> tuple[Floats, Floats, float]:
    """Returns what the browser draws.

    The original weights, float64 [num_edges], the low ones for every d, float64
    [num_nodes + 1, num_edges], and the unit in which both were sent.
    """
    facts, arrays = packing.unpack(content)
    unit: float = facts["unit"]
    steps = arrays["film"].reshape(len(facts["titles"]), -1)
    low = np.cumsum(steps, axis=0, dtype=steps.dtype)  # wraps around as the browser's does
    return arrays["original"] * unit, low * unit, unit


def limit_of(sweep: EdgeSweep) -> float:
    """Returns the weight of full colour: the largest of the graph itself, whatever d is.

    A part may have larger ones on a few edges at some d; a scale that ended at those would
    leave the graph itself pale.
    """
    return scale.limit_of(sweep.original)
