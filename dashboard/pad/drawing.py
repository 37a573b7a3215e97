"""The drawing that a control of the address holds: its pad, its facts, its copies."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard import links, plot, state, widgets
from dashboard.figures.spectrum import eigenvalue_stems
from dashboard.pad import component, copies, received
from dashboard.plain import plain
from dashboard.words import count
from spgat.arrays import Floats
from spgat.datasets import drawn
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.laplacian import LaplacianConfig

#: The control with the drawing, and the choice of it in a list of graphs.
KEY = "drawing"
TITLE = "Draw your own"
_KEPT = "kept_drawing"  # what was drawn stays while another graph is chosen
_REVISIONS = "drawing_revisions"
_COMBINATORIAL = LaplacianConfig(kind="combinatorial", self_loops=False)


def draw(key: str = KEY, beside: Callable[[Graph | None], None] | None = None) -> Graph | None:
    """Shows the pad with the drawing and returns it, None where nothing is drawn.

    Args:
        key: Of the control that holds it.
        beside: Shows what stands beside the pad; facts about the drawing where None.
    """
    with st.container(border=True, key=f"{key}-frame"):
        left, right = st.columns([3, 2], gap="medium")
        with right:
            words = st.container()
            graph = _read(key)
            with words:
                (beside or _show_facts)(graph)
        with left:
            component.show(
                graph,
                key=f"{key}-pad",
                revision=_revisions().get(key, 0),
                is_locked=state.is_locked(KEY),
                on_draw=lambda message: _take(key, message),
            )
    return graph


def text_of(key: str = KEY) -> str:
    """Shows the field with the text of a drawing and returns it, "" where nothing is drawn."""
    _restore(key)
    text = widgets.text(
        "The drawing as text",
        "",
        key=key,
        lock=KEY,
        placeholder="Paste one here",
        help="The link to this page has it, too. In a terminal it is the data set "
        f"`{drawn.PREFIX}` followed by this text.",
    )
    _kept()[key] = text
    return text


def edit_copy(graph: Graph, positions: Floats) -> None:
    """Makes a copy of a graph the drawing, and chooses it.

    Raises:
        InputError: If a drawing cannot be like it.
    """
    text = drawn.encode(drawn.drawable(graph, positions))
    _kept()[KEY] = text  # the control is out of sight now
    st.session_state["graph"] = KEY


def _read(key: str) -> Graph | None:
    """The drawing of the text, with the forms in which it can be copied."""
    with st.popover("Copy or paste", icon=":material/content_copy:"):
        text = text_of(key)
        graph, problem = _decoded(text)
        if graph is not None:
            form = st.segmented_control(
                "Copy as",
                list(copies.TITLES),
                default="spgat",
                required=True,
                format_func=copies.TITLES.__getitem__,
                key=f"{key}-form",
            )
            _show_copy(str(form), text, graph)
    if problem:
        st.error(plain(problem), icon=":material/error:")
    return graph


def _decoded(text: str) -> tuple[Graph | None, str]:
    """The drawing of a text, or else what is wrong with it."""
    try:
        return (drawn.decode(text) if text else None), ""
    except InputError as error:
        return None, str(error)


def _show_copy(form: str, text: str, graph: Graph) -> None:
    if form == "tables":
        nodes, edges = copies.tables(graph)
        for title, table in (("Nodes", nodes), ("Edges", edges)):
            st.caption(title)
            st.dataframe(table, hide_index=True, height=200)
    elif form == "edges":
        st.code(copies.edge_list(graph), language=None, height=240)
    else:
        code = copies.spgat_code(text) if form == "spgat" else copies.networkx_code(graph)
        st.code(code, language="python", wrap_lines=True, height=240)


def _show_facts(graph: Graph | None) -> None:
    if graph is None:
        st.markdown(
            "**An empty sheet.** Click on it for a node, or begin with a stamp. The drawing is "
            "part of the address: whoever gets the link sees it."
        )
        return
    spectrum = full_spectrum(graph.adjacency, _COMBINATORIAL)
    values = spectrum.eigenvalues
    second = f", λ₂ = {abs(values[1]):.3g}" if len(values) > 1 else ""
    st.markdown(
        f"**{count(graph.num_nodes, 'node')}, {count(graph.num_edges, 'edge')}, "
        f"{count(spectrum.null_dimension, 'component')}{second}**{_classes(graph)}"
    )
    plot.show(
        eigenvalue_stems(values.round(9)),
        key="drawing-spectrum",
        height=300,
        alt=f"{len(values)} eigenvalues from 0 to {values[-1]:.3g}",
    )
    st.caption(
        "The eigenvalues of L = D − A. λ₂, the algebraic connectivity, is 0 where the graph "
        "falls into parts."
    )
    if graph.num_classes > 1:
        st.page_link(
            "app_pages/train.py",
            label="Train on it",
            icon=":material/model_training:",
            query_params={"dataset": KEY, KEY: drawn.encode(graph)},
        )


def _classes(graph: Graph) -> str:
    if graph.labels is None:
        return ""
    sizes = {
        name: int((graph.labels == number).sum())
        for number, name in enumerate(graph.class_names)
    }
    return "; " + ", ".join(f"class {name}: {size}" for name, size in sizes.items() if size)


def _take(key: str, message: Any) -> None:
    """Puts what was drawn into the address."""
    if state.is_locked(KEY):
        return
    revision = message.get("revision") if isinstance(message, dict) else None
    if isinstance(revision, int):
        _revisions()[key] = revision
    try:
        st.session_state[key] = received.text_of(message)
    except InputError as error:
        links.tell(error)


def _restore(key: str) -> None:
    """Gives the control what was drawn before it was last out of sight."""
    kept = _kept().get(key)
    if kept and key not in st.session_state and key not in st.query_params:
        st.query_params[key] = kept  # only the address itself can give a value that stays in it
        st.rerun()


def _kept() -> dict[str, str]:
    kept: dict[str, str] = st.session_state.setdefault(_KEPT, {})
    return kept


def _revisions() -> dict[str, int]:
    revisions: dict[str, int] = st.session_state.setdefault(_REVISIONS, {})
    return revisions
