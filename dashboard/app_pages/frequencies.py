"""Frequencies: a graph, its spectrum, and what lives in the low and the high part of it."""

import streamlit as st

from dashboard import state
from dashboard.figures import graph as graph_figures
from dashboard.frequencies import chebyshev, controls, filters, signals, split, wavelets
from spgat.errors import InputError
from spgat.graph import Graph

VIEWS = {
    "split": ("Low and high", split.show),
    "signals": ("Signals", signals.show),
    "filters": ("Filters", filters.show),
    "wavelets": ("Wavelets", wavelets.show),
    "chebyshev": ("Chebyshev", chebyshev.show),
}


def explain_limit(graph: Graph) -> None:
    """Says why a graph isn't drawn and what to do instead."""
    st.info(
        f"{graph.name} has {graph.num_nodes:,} nodes and {graph.num_edges:,} edges. This page "
        f"draws every one of them and finds all frequencies, which serves up to "
        f"{graph_figures.MAX_NODES:,} nodes and {graph_figures.MAX_EDGES:,} edges. Choose a "
        "smaller graph here, or train on this one: its learned response to each frequency is "
        "drawn over the density of its spectrum there.",
        icon=":material/zoom_out_map:",
    )


st.title("Graph frequencies")
st.caption(
    "A graph has frequencies as a sound has: low ones vary slowly along its edges, high ones "
    "flip from neighbour to neighbour. Cut its spectrum in two and see what each part keeps."
)
state.accept_code("view", {name: title for name, (title, _) in VIEWS.items()})
view = st.segmented_control(
    "View",
    list(VIEWS),
    default="split",
    required=True,
    format_func=lambda name: VIEWS[name][0],
    key="view",
    bind="query-params",
    label_visibility="collapsed",
    disabled=state.is_locked("view"),
)
with st.container(horizontal=True, vertical_alignment="bottom"):
    try:
        graph = controls.choose_graph()
    except InputError as error:
        st.error(str(error), icon=":material/error:")
        st.stop()
    laplacian = controls.choose_laplacian()
if graph_figures.is_drawable(graph.num_nodes, graph.num_edges):
    VIEWS[view][1](graph, laplacian)
else:
    explain_limit(graph)
