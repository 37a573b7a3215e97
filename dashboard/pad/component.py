"""The component on which a graph is drawn: plain JavaScript, in the files beside this one.

What is drawn changes in the browser at once; the server hears of each change, and answers with
the drawing that the address has.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard import state, theme
from dashboard.pad.received import message_of
from dashboard.pad.stamps import stamps
from spgat.datasets import drawn
from spgat.graph import Graph

_FOLDER = Path(__file__).parent
_FILM = _FOLDER.with_name("film")
_SCRIPTS = (
    _FILM / "elements.js",
    *(_FOLDER / f"{n}.js" for n in ("model", "paint", "gestures", "toolbar", "pad")),
    _FOLDER / "component.js",  # what Streamlit calls
)
_STYLES = (_FILM / "film.css", _FOLDER / "pad.css")

_mount = st.components.v2.component(
    "pad",
    html='<div class="film pad"></div>',
    css="\n".join(file.read_text("utf-8") for file in _STYLES),
    js="\n".join(
        [
            f"const STAMPS = {json.dumps(stamps(), separators=(',', ':'))};",
            *(file.read_text("utf-8") for file in _SCRIPTS),
        ]
    ),
)
#: On classes that are light a node's number is black.
_LIGHT = (theme.ORANGE, theme.GREEN, theme.PURPLE, theme.SKY, theme.YELLOW)


def show(
    graph: Graph | None,
    *,
    key: str,
    revision: int,
    is_locked: bool,
    on_draw: Callable[[Any], None],
) -> None:
    """Shows the pad.

    Args:
        graph: The drawing, None where nothing is drawn.
        key: Of the pad.
        revision: That of the last message from the pad; an answer to an earlier one is late.
        is_locked: Whether it is only looked at.
        on_draw: Called with what the browser says was drawn, which may be anything.
    """

    def take() -> None:
        message = state.reported(key, "drawing")
        if message is not None:
            on_draw(message)

    _mount(
        key=key,
        data={
            "drawing": message_of(graph),
            "revision": revision,
            "isLocked": is_locked,
            "frame": drawn.FRAME,
            "maxNodes": drawn.MAX_NODES,
            "classes": [
                {"name": name, "colour": colour, "ink": "#000" if colour in _LIGHT else "#fff"}
                for name, colour in zip(drawn.CLASS_NAMES, theme.CATEGORICAL, strict=False)
            ],
        },
        on_drawing_change=take,
    )
