"""The view of the paper's Figure 1: a graph rebuilt from its low and its high frequencies."""

from collections.abc import Mapping

import numpy as np
import streamlit as st

from dashboard import plot, state, twin, widgets
from dashboard.figures import graph as graph_figures
from dashboard.figures import matrix as matrix_figures
from dashboard.figures import scale
from dashboard.figures.scale import Option
from dashboard.frequencies import cut, eigenvectors, shares
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.view import Shown
from dashboard.words import count
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.spectral.reconstruction import (
    EdgeBands,
    reconstruct_adjacency,
    reconstruct_edges,
)
from spgat.spectral.spectrum import Spectrum

LOOKS = {"drawing": "Drawing", "matrix": "Matrix"}
MATRIX_HEIGHT = 400


def draw(choice: GraphChoice, spectrum: Spectrum) -> Shown:
    """Draws the view."""
    graph = choice.graph
    num_low = cut.choose_num_low(graph.num_nodes)
    edges = reconstruct_edges(graph.adjacency, spectrum, num_low)
    look = widgets.segmented(
        "Show the graph as", LOOKS, key="look", label_visibility="collapsed"
    )
    if look == "drawing":
        tables = show_drawings(graph, edges, num_low)
    elif graph.num_nodes <= matrix_figures.MAX_ROWS:
        tables = show_matrices(graph, spectrum, num_low)
    else:
        tables = {}
        st.info(
            f"Matrices are shown up to {matrix_figures.MAX_ROWS} rows; this one has "
            f"{graph.num_nodes}. The drawing shows every edge.",
            icon=":material/grid_off:",
        )
    if state.is_shown("shares"):
        shares.show(graph, spectrum, edges, num_low)
    if state.is_shown("spectrum"):
        tables |= eigenvectors.show(graph, spectrum, num_low)
    return Shown(
        tables,
        "from spgat.spectral.reconstruction import reconstruct_edges\n\n"
        f"parts = reconstruct_edges(graph.adjacency, spectrum, num_low={num_low})\n"
        "print(parts.low, parts.high)",
    )


def show_drawings(graph: Graph, edges: EdgeBands, num_low: int) -> twin.Tables:
    """Shows the edges coloured by their weight in each part and returns their table."""
    positions = state.positions(graph)
    parts = {"original": edges.original, "low": edges.low, "high": edges.high}
    limit = scale.limit_of(*parts.values())
    drawings = {
        part: graph_figures.drawing(
            positions,
            edges.edges,
            edge_values=weights,
            edge_limit=limit,
            node_names=graph.node_names,
        )
        for part, weights in parts.items()
    }
    _show_row(graph, num_low, drawings, "drawing", graph_figures.height_of(positions), limit)
    return {"Weights of the edges": lambda: twin.edge_table(graph, edges.edges, parts)}


def show_matrices(graph: Graph, spectrum: Spectrum, num_low: int) -> twin.Tables:
    """Shows the adjacency matrix of each part, which has entries beside the edges too.

    Returns:
        A table of the entries.
    """
    matrices = reconstruct_adjacency(graph.adjacency, spectrum, num_low)
    parts = {"original": matrices.original, "low": matrices.low, "high": matrices.high}
    limit = scale.limit_of(*parts.values())
    maps = {part: matrix_figures.heat_map(matrix, limit) for part, matrix in parts.items()}
    _show_row(graph, num_low, maps, "matrix", MATRIX_HEIGHT, limit)
    pairs = np.argwhere(np.ones(graph.adjacency.shape))
    columns: dict[str, Floats] = {part: matrix.ravel() for part, matrix in parts.items()}
    return {"Entries of the matrices": lambda: twin.edge_table(graph, pairs, columns)}


def _show_row(
    graph: Graph,
    num_low: int,
    charts: Mapping[str, Option],
    look: str,
    height: int,
    limit: float,
) -> None:
    """Shows the chart of each part side by side, and the colour bar that they share."""
    titles = {
        "original": "Original graph",
        "low": f"Low: {count(num_low, 'frequency', 'frequencies')}",
        "high": f"High: {count(graph.num_nodes - num_low, 'frequency', 'frequencies')}",
    }
    columns = st.columns(len(charts), border=True)
    for number, (column, part) in enumerate(zip(columns, charts, strict=True)):
        with column:
            st.markdown(f"**{titles[part]}**")
            plot.show(
                charts[part],
                key=f"{look}-{number}",
                height=height,
                alt=f"{titles[part]}: {look} of {graph.name} coloured by edge weight",
                glides=cut.is_playing(),
            )
    st.html(scale.colour_bar(limit, f"Edge weight, from {-limit:.3g} to {limit:.3g}"))
