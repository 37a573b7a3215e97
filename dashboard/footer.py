"""The footer of every page: keyboard shortcuts, and how charts are drawn."""

from collections.abc import Sequence

import streamlit as st

from dashboard import motion, rights, widgets

_EVERYWHERE = (
    ("H", "Open this list"),
    ("Tab", "Go to the next control; arrow keys then move a slider or change a choice"),
    ("Esc", "Close a list or a dialog"),
)
_BY_PAGE = {
    "frequencies": (
        ("Left, Right", "Decrease or increase d by one, where d is shown"),
        ("Space", "Play or pause the animation, where d is shown"),
    ),
    "train": (
        ("Space", "Start, pause or continue the training"),
        ("S", "Train one epoch, then pause"),
        ("Shift + Esc", "Stop the training"),
    ),
    "embeddings": (
        ("Left, Right", "Previous or next frame, with “Over epochs” on"),
        ("Space", "Play or pause the epochs, with “Over epochs” on"),
        ("Z", "Undo the last selection"),
        ("Esc", "Clear the selection"),
    ),
    "runs": (("Z", "Undo the last deletion"),),
}


def show(page: str) -> None:
    """Shows the footer of a page.

    Args:
        page: The page's name.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(
            "Keyboard",
            icon=":material/keyboard:",
            type="tertiary",
            shortcut="H",
            key="shortcuts",
        ):
            _show_shortcuts(page)
        widgets.toggle(
            "Charts as SVG",
            key="svg",
            help="Save charts as SVG instead of PNG (the download button appears when you "
            "hover over a chart).",
        )
        motion.choose()
        if rights.has_teacher():
            _ask_for_key()
        st.caption("The address holds your settings: copy it to share or save this view.")
    motion.watch()


def _ask_for_key() -> None:
    if rights.is_teacher():
        st.caption("You may change every visitor's runs.")
        return
    with st.popover("Teacher", icon=":material/key:", type="tertiary"):
        # A password's text stays out of the address and of the browser's history.
        key = st.text_input("Key", type="password", key="teacher_key")
        if key and not rights.enter(key):
            st.error("This is not the key that the server was started with.")
        elif key:
            st.rerun()


@st.dialog("Keyboard shortcuts")
def _show_shortcuts(page: str) -> None:
    if page in _BY_PAGE:
        _show_keys("On this page", _BY_PAGE[page])
    _show_keys("Everywhere", _EVERYWHERE)


def _show_keys(title: str, keys: Sequence[tuple[str, str]]) -> None:
    lines = [f"| `{key}` | {effect} |" for key, effect in keys]
    st.markdown("\n".join([f"**{title}**\n", "| Key | Effect |", "| --- | --- |", *lines]))
