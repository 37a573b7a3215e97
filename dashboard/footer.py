"""The foot of every page: its keyboard shortcuts, and that its address is its state."""

import streamlit as st

from dashboard import motion

_EVERYWHERE = (
    ("H", "this list"),
    ("Tab", "to the next control; arrow keys move a slider"),
    ("Esc", "closes a list or a dialog"),
)
_BY_PAGE = {
    "frequencies": (("← →", "one low frequency less, more"), ("Space", "play, pause")),
    "train": (
        ("Space", "start, pause, continue"),
        ("S", "one epoch, then pause"),
        ("Shift Esc", "stop"),
    ),
    "embeddings": (
        ("← →", "one epoch frame back, on"),
        ("Space", "play, pause"),
        ("Z", "undo the selection"),
        ("Esc", "clear the selection"),
    ),
    "runs": (("Z", "undo a deletion"),),
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
        st.toggle(
            "Charts as SVG",
            key="svg",
            bind="query-params",
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
    rows = (*_BY_PAGE.get(page, ()), *_EVERYWHERE)
    lines = [f"| `{keys}` | {effect} |" for keys, effect in rows]
    st.markdown("\n".join(["| Key | Effect |", "| --- | --- |", *lines]))
