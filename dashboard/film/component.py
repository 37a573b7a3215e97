"""The one component whose parts follow a slider in the browser, without the server.

Its parts lie in the files beside this one: `slider.js` is the slider they follow, and each part
of a page has a file of its own. The server hears of a value of the slider once it has rested.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import state

_FOLDER = Path(__file__).parent
_FILES = (
    *("elements", "slider", "controls", "drawings", "graph", "saving", "shares"),
    *("spectrum", "basis", "nodes", "picture", "card", "points", "timeline"),
    "component",  # what Streamlit calls
)

#: What follows the slider is longer than a phone's screen.
_IN_SIGHT = """<style>@media (max-width: 640px) {
    [data-testid=stLayoutWrapper]:has(> .st-key-slider-bar) { position: sticky; top: 3.5rem;
        z-index: 50; background: light-dark(%s, %s); }
}</style>"""

_mount = st.components.v2.component(
    "film",
    html='<div class="film"></div>',
    css=(_FOLDER / "film.css").read_text("utf-8"),
    js="\n".join((_FOLDER / f"{name}.js").read_text("utf-8") for name in _FILES),
)


def bar() -> DeltaGenerator:
    """Returns the place of a slider and its buttons, which a phone keeps in sight."""
    colours = (st.get_option(f"theme.{kind}.backgroundColor") for kind in ("light", "dark"))
    st.html(_IN_SIGHT % tuple(colours))
    return st.container(horizontal=True, vertical_alignment="bottom", key="slider-bar")


def show(
    content: bytes,
    *,
    key: str,
    on_rest: Callable[[int], None] | None = None,
    on_pick: Callable[[int], None] | None = None,
    on_node: Callable[[int], None] | None = None,
    on_lasso: Callable[[str], None] | None = None,
    width: Literal["stretch", "content"] = "stretch",
) -> None:
    """Shows a part.

    Args:
        content: From `packing.pack`, with the name of the part as its `kind` and the key of the
            slider as its `key`.
        key: Of the part.
        on_rest: Called with which of its values, from 0, the slider rests at.
        on_pick: Called with the number from 1 of the eigenvalue that was clicked, or with that
            from 0 of the cell of a timeline.
        on_node: Called with the row of the node that was clicked.
        on_lasso: Called with what `points.nodes_of` reads, when points are selected.
        width: Whether the part fills its place or takes what it needs.
    """
    _mount(
        key=key,
        data=content,
        on_rest_change=_calling(on_rest, key, "rest"),
        on_k_change=_calling(on_pick, key, "k"),
        on_node_change=_calling(on_node, key, "node"),
        on_lasso_change=_calling(on_lasso, key, "lasso", str),
        width=width,
    )


def _calling(
    take: Callable[[Any], None] | None, key: str, event: str, kind: type[int | str] = int
) -> Callable[[], None]:
    def call() -> None:
        value = state.reported(key, event)
        if take is not None and isinstance(value, kind):  # a browser may send anything
            take(value)

    return call
