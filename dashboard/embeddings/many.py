"""The map of an embedding of so many nodes that a chart of each would take seconds."""

import streamlit as st

from dashboard.embeddings import chosen
from dashboard.figures.colouring import Colouring
from dashboard.film import component, points
from spgat.arrays import Floats32
from spgat.embedding import Embedded

#: Charts draw up to this many nodes; more are points on the graphics card.
MAX_CHART_NODES = 20_000


def show(
    nodes: Embedded,
    coordinates: Floats32,
    colouring: Colouring,
    selection: chosen.Selection,
    *,
    drawn: str,
    source: str,
    height: int,
    alt: str,
) -> None:
    """Shows the map; a lasso or a click in it selects.

    Args:
        nodes: The nodes.
        coordinates: float32 [num_nodes, 2].
        colouring: Of the nodes.
        selection: What is selected on the page.
        drawn: Tells these coordinates from others.
        source: Tells the map from the others on the page.
        height: In pixels.
        alt: What it shows, for those who can't see it.
    """
    key = f"{source}-many"
    is_same = selection.graph_digest == nodes.nodes
    picked = chosen.as_rows(selection) if is_same else chosen.as_rows(chosen.Selection())

    num_nodes = nodes.num_nodes  # a tab keeps `take`, so no arrays in it

    def take(answer: str) -> None:
        found = points.nodes_of(answer, num_nodes)
        if found is not None:
            chosen.select(found, source)

    paint = points.pack_paint(colouring, picked, key=drawn)
    component.show(paint, key=f"{key}-paint")
    places = _places(drawn, height, nodes, coordinates, alt)
    component.show(places, key=key, on_lasso=take)
    st.caption(
        f"All {nodes.num_nodes:,} points. Drag to move the map, turn the wheel to zoom; Lasso "
        "selects, with Shift it adds. While the map moves, a slow machine draws a part of them."
    )


@st.cache_resource(max_entries=8, show_spinner=False)
def _places(
    drawn: str, height: int, _nodes: Embedded, _coordinates: Floats32, alt: str
) -> bytes:
    names = _nodes.graph.node_names
    return points.pack_places(_coordinates, names, alt=alt, key=drawn, height=height)
