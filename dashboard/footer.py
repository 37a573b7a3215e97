"""The footer of every page: keyboard shortcuts, how charts are drawn, and the version."""

import streamlit as st

from dashboard import keyboard, motion, presentation, rights, widgets
from dashboard.plain import plain
from spgat import __version__
from spgat.errors import InputError


def show(page: str) -> None:
    """Shows the footer of the page of a name."""
    with st.container(horizontal=True, vertical_alignment="center", key="page-foot"):
        if st.button(
            "Keyboard",
            icon=":material/keyboard:",
            type="tertiary",
            shortcut="H",
            key="shortcuts",
        ):
            keyboard.show_shortcuts(page)
        widgets.toggle(
            "Charts as SVG",
            key="svg",
            help="Save charts as SVG instead of PNG (the download button appears when you "
            "hover over a chart).",
        )
        motion.choose()
        if page == "frequencies" and st.session_state.get("view") == "bands":
            presentation.choose()
        if rights.has_teacher():
            _ask_for_key()
        st.caption("The address holds your settings: copy it to share or save this view.")
        st.caption(f"spgat {__version__}", width="content")
    motion.watch()
    keyboard.guard()


def _ask_for_key() -> None:
    if rights.is_teacher():
        st.caption("You may change every visitor's runs.")
        return
    with st.popover("Teacher", icon=":material/key:", type="tertiary"):
        # A password's text stays out of the address and of the browser's history.
        key = st.text_input("Key", type="password", key="teacher_key")
        try:
            is_right = bool(key) and rights.enter(key)
        except InputError as error:
            st.error(plain(error))
            return
        if key and not is_right:
            st.error("This is not the key that the server was started with.")
        elif key:
            st.rerun()
