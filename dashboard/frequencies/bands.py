"""The view of the paper's Figure 1: a graph rebuilt from its low and its high frequencies."""

import numpy as np
import streamlit as st

from dashboard import state, twin, widgets
from dashboard.figures import graph as graph_figures
from dashboard.figures import matrix as matrix_figures
from dashboard.figures import scale
from dashboard.figures.graph import drawing
from dashboard.frequencies import cut, eigenvectors, panels, shares, twins
from dashboard.frequencies.controls import Choice
from spgat.graph import Graph
from spgat.spectral.reconstruction import (
    EdgeBands,
    reconstruct_adjacency,
    reconstruct_edges,
)
from spgat.spectral.spectrum import Spectrum

LOOKS = {"drawing": "Drawing", "matrix": "Matrix"}


def show(choice: Choice) -> None:
    """Shows the view."""
    graph = choice.graph
    spectrum = state.spectrum(graph, choice.laplacian)

    @st.fragment(run_every=cut.frame_interval())
    def body() -> None:
        num_low = cut.choose_cut(graph.num_nodes)
        edges = reconstruct_edges(graph.adjacency, spectrum, num_low)
        tables = show_parts(graph, spectrum, edges, num_low)
        if state.is_shown("shares"):
            shares.show(graph, spectrum, edges, num_low)
        if state.is_shown("spectrum"):
            tables |= eigenvectors.show(graph, spectrum, num_low)
        twins.show(
            choice,
            tables,
            "from spgat.spectral.reconstruction import reconstruct_edges\n\n"
            f"parts = reconstruct_edges(graph.adjacency, spectrum, num_low={num_low})\n"
            "print(parts.low, parts.high)",
        )

    body()


def show_parts(graph: Graph, spectrum: Spectrum, edges: EdgeBands, num_low: int) -> twin.Tables:
    """Shows the original, the low and the high part side by side on one colour scale.

    Returns:
        Their tables.
    """
    look = widgets.segmented(
        "Show the graph as", LOOKS, key="look", label_visibility="collapsed"
    )
    titles = {
        "original": "Original graph",
        "low": f"Low: the {num_low} slowest wave{'s' * (num_low != 1)}",
        "high": f"High: the other {graph.num_nodes - num_low}",
    }
    if look == "drawing":
        what, pairs = "Weights of the edges", edges.edges
        charts = {part: getattr(edges, part) for part in titles}
        limit = scale.limit_of(*charts.values())
        height = graph_figures.height_of(state.positions(graph))
        options = {
            part: drawing(
                state.positions(graph),
                edges.edges,
                edge_values=values,
                edge_limit=limit,
                node_names=graph.node_names,
            )
            for part, values in charts.items()
        }
    elif graph.num_nodes > matrix_figures.MAX_ROWS:
        st.info(
            f"Matrices are shown up to {matrix_figures.MAX_ROWS} rows and this one has "
            f"{graph.num_nodes}. The drawing shows every edge.",
            icon=":material/grid_off:",
        )
        return {}
    else:
        what, pairs = "Entries of the matrices", np.argwhere(np.ones(graph.adjacency.shape))
        matrices = reconstruct_adjacency(graph.adjacency, spectrum, num_low)
        charts = {part: getattr(matrices, part) for part in titles}
        limit = scale.limit_of(*charts.values())
        height = 400
        options = {part: matrix_figures.heat_map(m, limit) for part, m in charts.items()}
    panels.show_charts(
        {titles[part]: option for part, option in options.items()},
        key=look,
        height=height,
        limit=limit,
        what=f"{look} of {graph.name} coloured by edge weight",
        glides=cut.is_playing(),
    )
    columns = {part: values.ravel() for part, values in charts.items()}
    return {what: lambda: twin.edge_table(graph, pairs, columns)}
