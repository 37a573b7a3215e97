"""The app's entrypoint: page settings, navigation, and what every page shares."""

import streamlit as st

from dashboard import state

st.set_page_config(
    page_title="SpGAT: attention over graph frequencies",
    page_icon=":material/graph_3:",
    layout="wide",
)
state.initialise()

PAGES = [
    st.Page(
        "app_pages/frequencies.py",
        title="Frequencies",
        icon=":material/graphic_eq:",
        url_path="frequencies",
        default=True,
        help="Split a graph into its low and its high frequencies and see what each keeps.",
    ),
]

page = st.navigation(PAGES, position="top")
with state.checked_address():
    page.run()
