"""Frequencies: a graph, its spectrum, and what its low and its high part hold."""

import streamlit as st

from dashboard import playback, presentation, widgets
from dashboard.frequencies import (
    bands,
    chebyshev,
    filters,
    graph_choice,
    large_views,
    over_time,
    signals,
    start,
    view,
    wavelets,
)
from dashboard.plain import plain
from spgat.errors import InputError

TITLES = {
    "bands": "Low and high",
    "signals": "Signals",
    "over-time": "Over time",
    "filters": "Filters",
    "wavelets": "Wavelets",
    "chebyshev": "Chebyshev",
}
VIEWS = {
    "bands": bands.draw,
    "signals": signals.draw,
    "over-time": over_time.draw,
    "filters": filters.draw,
    "wavelets": wavelets.draw,
    "chebyshev": chebyshev.draw,
}
#: Those with the controls of d that the server redraws at each step of the animation.
ANIMATED = ("signals",)


def show_large(name: str, choice: graph_choice.GraphChoice) -> None:
    """Shows a view of a graph too large to draw, or says which views there are of it."""
    if name in large_views.VIEWS:
        view.show_large(large_views.VIEWS[name], choice)
        return
    others = ", ".join(TITLES[other] for other in large_views.VIEWS)
    st.info(
        f"{TITLES[name]} needs all eigenvectors, and this graph has "
        f"{choice.graph.num_nodes:,} nodes. Of a graph of this size there are: {others}.",
        icon=":material/zoom_out_map:",
    )


head = st.container(key="page-head")
with head:
    st.title("Graph frequencies")
    st.caption(
        "A graph has frequencies, as a sound does: a low one varies slowly along the edges, a "
        "high one flips from neighbour to neighbour. Cut the spectrum in two and see what each "
        "part keeps."
    )
    start.show()
    name = widgets.segmented("View", TITLES, key="view", label_visibility="collapsed")
try:
    with head:
        choice = graph_choice.choose()
    if choice is not None and choice.is_large:
        show_large(name, choice)
    elif choice is not None:
        pace = playback.interval() if name in ANIMATED else None
        view.show(VIEWS[name], choice, pace)
    if name == "bands":
        presentation.show_way_back()
except InputError as error:
    st.error(plain(error), icon=":material/error:")
