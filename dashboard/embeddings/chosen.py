"""The one selection of nodes that every chart of the page shares, with undo.

A chart with a brush keeps it for as long as its key stays the same. So each chart is a source
with a generation in its key: when nodes are selected elsewhere, the generation moves on and
the chart starts again without its brush.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import streamlit as st

from spgat.arrays import Ints

_KEY = "selection"
#: Steps that can be undone, and nodes in all of them: a session holds each.
_MAX_PAST, _MAX_PAST_NODES = 30, 500_000


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected nodes.

    Attributes:
        graph_digest: Of their graph.
        nodes: Sorted node numbers.
        source: The chart whose brush still shows them, "" for none.
        past: Earlier selections, the latest last.
        generations: How often each source had to drop its brush.
    """

    graph_digest: str = ""
    nodes: tuple[int, ...] = ()
    source: str = ""
    past: tuple[tuple[int, ...], ...] = ()
    generations: dict[str, int] = field(default_factory=dict)


def current(graph_digest: str) -> Selection:
    """Returns the selection, which is empty on another graph than it was made on."""
    selection: Selection = st.session_state.get(_KEY, Selection())
    if selection.graph_digest != graph_digest:
        selection = replace(selection, graph_digest=graph_digest, nodes=(), source="", past=())
        st.session_state[_KEY] = selection
    return selection


def select(nodes: Ints | list[int], source: str = "") -> None:
    """Replaces the selection, as one step that can be undone.

    Args:
        nodes: Node numbers.
        source: The chart that has them under its brush.
    """
    selection: Selection = st.session_state.get(_KEY, Selection())
    chosen = tuple(np.sort(np.asarray(nodes, dtype=np.int64)).tolist())
    if chosen == selection.nodes and source == selection.source:
        return
    past = (*selection.past, selection.nodes)[-_MAX_PAST:]
    while sum(map(len, past)) > _MAX_PAST_NODES:
        past = past[1:]
    st.session_state[_KEY] = _moved(replace(selection, nodes=chosen, past=past), source)


def as_rows(selection: Selection) -> Ints:
    """Returns the selected nodes as int64 [m]."""
    return np.asarray(selection.nodes, dtype=np.int64)


def undo() -> None:
    """Restores the previous selection."""
    selection: Selection = st.session_state.get(_KEY, Selection())
    if selection.past:
        earlier = replace(selection, nodes=selection.past[-1], past=selection.past[:-1])
        st.session_state[_KEY] = _moved(earlier, "")


def loosen(source: str) -> None:
    """Keeps the selection but drops the brush of a source whose points have moved."""
    selection: Selection = st.session_state.get(_KEY, Selection())
    if selection.source == source:
        st.session_state[_KEY] = _moved(selection, "")


def chart_key(source: str) -> str:
    """Returns the key of a source's chart."""
    selection: Selection = st.session_state.get(_KEY, Selection())
    return f"{source}-{selection.generations.get(source, 0)}"


def _moved(selection: Selection, source: str) -> Selection:
    """The selection with a new source; the old source loses its brush."""
    generations = dict(selection.generations)
    old = selection.source
    if old and old != source:
        generations[old] = generations.get(old, 0) + 1
    return replace(selection, source=source, generations=generations)
