"""Frequencies: a graph, its spectrum, and what lives in the low and the high part of it."""

import streamlit as st

from dashboard import widgets
from dashboard.frequencies import bands, chebyshev, controls, filters, signals, wavelets
from dashboard.plain import plain
from spgat.errors import InputError

VIEWS = {
    "bands": bands.show,
    "signals": signals.show,
    "filters": filters.show,
    "wavelets": wavelets.show,
    "chebyshev": chebyshev.show,
}
TITLES = {
    "bands": "Low and high",
    "signals": "Signals",
    "filters": "Filters",
    "wavelets": "Wavelets",
    "chebyshev": "Chebyshev",
}

st.title("Graph frequencies")
st.caption(
    "A graph has frequencies as a sound has: low ones vary slowly along its edges, high ones "
    "flip from neighbour to neighbour. Cut its spectrum in two and see what each part keeps."
)
view = widgets.segmented("View", TITLES, key="view", label_visibility="collapsed")
try:
    choice = controls.choose()
    if choice is not None:
        VIEWS[view](choice)
except InputError as error:
    st.error(plain(error), icon=":material/error:")
