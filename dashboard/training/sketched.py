"""What moves while a training runs, as one element."""

from collections.abc import Iterable

import streamlit as st

from dashboard.figures import sketch

#: Shows HTML as it is; `st.html` would take the SVG out of it.
_html = st.components.v2.component(
    "sketch",
    html='<div id="sketch"></div>',
    css=sketch.STYLE,
    js="""
    export default ({ data, parentElement }) => {
        parentElement.querySelector("#sketch").innerHTML = data;
    };
    """,
)


def show(parts: Iterable[str], *, key: str) -> None:
    """Shows parts that `dashboard.figures.sketch` made, below each other."""
    _html(key=key, data="".join(parts))
