"""Shortcuts of the keyboard: what each page has, the switch, and who may have a key first."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

_ON = "has_shortcuts"
_EVERYWHERE = (
    ("H", "Open this list"),
    ("Tab", "Go to the next control; arrow keys then move a slider or change a choice"),
    ("Esc", "Close a list or a dialog"),
)
_PAD = (
    ("Arrows, N, P", "On the drawing pad: move the cursor, or go to the next or previous node"),
    ("Enter", "On the drawing pad: do what a click there does"),
    ("Delete, +, −", "On the drawing pad: delete what is there, or weigh the chosen edge"),
    ("Ctrl + Z, Ctrl + Y", "On the drawing pad: undo and redo"),
)
_BY_PAGE = {
    "frequencies": (
        ("Left, Right", "Decrease or increase d by one, where d is shown"),
        ("P", "Play or pause the animation, where d is shown"),
        ("F", "Show the drawings and d alone, in large type, and back"),
        *_PAD,
    ),
    "lessons": _PAD,
    "train": (
        ("P", "Pause or continue the training"),
        ("S", "Train one epoch, then pause"),
        ("Shift + Esc", "Stop the training"),
    ),
    "embeddings": (
        ("Left, Right", "Previous or next frame, with “Over epochs” on"),
        ("P", "Play or pause the epochs, with “Over epochs” on"),
        ("Z", "Undo the last selection"),
        ("Esc", "Clear the selection"),
    ),
    "runs": (("Z", "Undo the last deletion"),),
}

_guard = st.components.v2.component(
    "keyboard", js=Path(__file__).with_suffix(".js").read_text("utf-8")
)


def guard(key: str = "keyboard") -> None:
    """Keeps shortcuts from the keys of the focused control; call it once on every page.

    The focus is shown, too, where Streamlit does not show it.
    """
    light, dark = (st.get_option(f"theme.{kind}.primaryColor") for kind in ("light", "dark"))
    is_on = st.session_state.get(_ON, True)
    _guard(key=key, data={"isOn": is_on, "ring": f"light-dark({light}, {dark})"})


@st.dialog("Keyboard shortcuts")
def show_shortcuts(page: str) -> None:
    """Shows the shortcuts of a page, and the switch that turns them off."""
    st.toggle(
        "Shortcuts",
        st.session_state.get(_ON, True),
        key="shortcuts_switch",
        on_change=_switch,
        help="Off where single letters get in the way, as with speech input. Tab, arrow keys "
        "within a control and Esc work as ever.",
    )
    guard("keyboard-dialog")  # the page does not run again with its dialog
    if page in _BY_PAGE:
        _show_keys("On this page", _BY_PAGE[page])
    _show_keys("Everywhere", _EVERYWHERE)


def _switch() -> None:
    """Keeps the choice: the switch itself is forgotten with the dialog."""
    st.session_state[_ON] = st.session_state["shortcuts_switch"]


def _show_keys(title: str, keys: Sequence[tuple[str, str]]) -> None:
    lines = [f"| `{key}` | {effect} |" for key, effect in keys]
    st.markdown("\n".join([f"**{title}**\n", "| Key | Effect |", "| --- | --- |", *lines]))
