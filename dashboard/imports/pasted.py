"""A graph that is pasted as text, in place of a file."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

import streamlit as st

from dashboard.imports import reading

MAX_CHARACTERS = 200_000
_KEY = "graph-text"


@dataclass(frozen=True, slots=True)
class Pasted:
    """Text with what an uploaded file has."""

    text: str
    name: str = "pasted.txt"

    @property
    def file_id(self) -> str:
        """A name for the content."""
        return blake2b(self.text.encode(), digest_size=16).hexdigest()

    def getvalue(self) -> bytes:
        """Returns the content."""
        return self.text.encode()


def choose() -> Pasted | None:
    """Shows the field and returns what is in it, None where that is nothing."""
    with st.expander("Or paste it", icon=":material/content_paste:", key="paste"):
        text = st.text_area(
            "One edge a line: two node names and, if you have them, a weight",
            placeholder="anna, ben\nben, clara, 0.5\nclara, anna, 2",
            key=_KEY,
            height=160,
            max_chars=MAX_CHARACTERS,
            on_change=reading.forget,
        )
    return Pasted(text) if text.strip() else None


def fill(make: Callable[[], str], lines: str) -> None:
    """Puts a text into the field; call it from a control.

    Args:
        make: Makes the text.
        lines: What its lines are, a value of `ReadOptions.table`.
    """
    reading.forget()
    st.session_state[_KEY], st.session_state["read_table"] = make(), lines
