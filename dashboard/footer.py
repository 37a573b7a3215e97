"""The foot of every page: its keyboard shortcuts, and that its address is its state."""

from collections.abc import Sequence

import streamlit as st

from dashboard import motion, widgets

_EVERYWHERE = (
    ("H", "Open this list"),
    ("Tab", "Go to the next control; arrow keys then move a slider or a choice"),
    ("Esc", "Close a list or a dialog"),
)
_BY_PAGE = {
    "frequencies": (
        ("Left, Right", "One low frequency less or more, where d is shown"),
        ("Space", "Play or pause, where d is shown"),
    ),
    "train": (
        ("Space", "Start, pause or continue the training"),
        ("S", "Train one epoch, then pause"),
        ("Shift + Esc", "Stop the training"),
    ),
    "embeddings": (
        ("Left, Right", "One epoch frame back or on, with “Over epochs” on"),
        ("Space", "Play or pause the epochs, with “Over epochs” on"),
        ("Z", "Undo the last selection"),
        ("Esc", "Clear the selection"),
    ),
    "runs": (("Z", "Undo the last deletion"),),
}


def show(page: str) -> None:
    """Shows the foot of a page.

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
            help="The toolbar of a chart, which shows when you point at it, then saves SVG in "
            "place of PNG.",
        )
        motion.choose()
        st.caption(
            "The address holds what you set here: copy it to share or to keep what you see."
        )
    motion.watch()


@st.dialog("Keyboard shortcuts")
def _show_shortcuts(page: str) -> None:
    if page in _BY_PAGE:
        _show_keys("On this page", _BY_PAGE[page])
    _show_keys("Everywhere", _EVERYWHERE)


def _show_keys(title: str, keys: Sequence[tuple[str, str]]) -> None:
    lines = [f"| `{key}` | {effect} |" for key, effect in keys]
    st.markdown("\n".join([f"**{title}**\n", "| Key | Effect |", "| --- | --- |", *lines]))
