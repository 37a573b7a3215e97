"""The app's entrypoint: page settings, navigation, and what every page shares."""

import streamlit as st

from dashboard import footer, state
from dashboard.pages import PAGES

st.set_page_config(
    page_title="SpGAT: attention over graph frequencies",
    page_icon=":material/graph_3:",
    layout="wide",
)
state.initialise()
current = st.navigation(
    [
        st.Page(
            f"app_pages/{page.name}.py",
            title=page.title,
            icon=f":material/{page.icon}:",
            url_path=page.name,
            default=page is PAGES[0],
            help=page.purpose,
        )
        for page in PAGES
    ],
    position="top",
)
name = current.url_path or PAGES[0].name
state.keep_view_on_return(name)
with state.checked_address():
    current.run()
footer.show(name)
