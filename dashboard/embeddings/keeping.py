"""Selections kept under a name, in the address beside the present one (`kept=Hubs:3,5-9`)."""

import numpy as np
import streamlit as st

from dashboard import links
from dashboard.embeddings import address, chosen
from dashboard.plain import plain
from spgat.arrays import Ints

_NAME = "kept"
_HELD, _BEFORE = "kept_selections", "kept_in_address"
MAX_KEPT, _MAX_LETTERS_OF_NAME = 8, 30

#: The nodes of each selection as the address spells them, by name.
Kept = dict[str, str]


def follow(graph_digest: str, num_nodes: int) -> None:
    """Takes kept selections from a new address; otherwise writes them to the address."""
    held = _held(graph_digest)
    asked = st.query_params.get_all(_NAME)
    if asked and asked != st.session_state.get(_BEFORE):
        found = {name[:_MAX_LETTERS_OF_NAME]: nodes for name, nodes in map(_parted, asked)}
        held = {
            name: nodes
            for name, nodes in found.items()
            if name and nodes and address.parsed(nodes, num_nodes)
        }
        if len(held) < len(asked):
            links.tell("The link keeps selections of nodes that this graph does not have.")
    _hold(graph_digest, held)
    spelled = [f"{name}:{nodes}" for name, nodes in held.items()]
    if spelled != asked:
        st.query_params[_NAME] = spelled
    st.session_state[_BEFORE] = spelled


def by_name(graph_digest: str, num_nodes: int) -> dict[str, Ints]:
    """Returns the kept selections, int64 [m] each."""
    return {
        name: np.array(address.parsed(nodes, num_nodes), dtype=np.int64)
        for name, nodes in _held(graph_digest).items()
    }


def show(selection: chosen.Selection) -> None:
    """Shows a name for the present selection, and the kept ones, to be forgotten."""
    held, nodes = _held(selection.graph_digest), address.spelled(selection.nodes)
    with st.popover("Keep", icon=":material/bookmark:"):
        st.text_input("Name of the selection", key="kept_name", max_chars=_MAX_LETTERS_OF_NAME)
        num_letters = sum(map(len, held.values())) + len(nodes)
        has_room = num_letters <= address.MAX_LETTERS and len(held) < MAX_KEPT
        st.button(
            "Keep it",
            type="primary",
            on_click=_keep,
            args=(selection.graph_digest, nodes),
            disabled=not nodes or not has_room,
            key="keep_selection",
        )
        if nodes and not has_room:
            st.caption("The address has no room for another; forget one first.")
        for position, name in enumerate(held):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(plain(name))
                st.button(
                    "Forget",
                    on_click=_forget,
                    args=(selection.graph_digest, name),
                    key=f"forget-{position}",
                )


def _held(graph_digest: str) -> Kept:
    """Those of a graph, none of another."""
    digest, held = st.session_state.get(_HELD, ("", {}))
    return dict(held) if digest == graph_digest else {}


def _hold(graph_digest: str, held: Kept) -> None:
    st.session_state[_HELD] = graph_digest, held


def _keep(graph_digest: str, nodes: str) -> None:
    held = _held(graph_digest)
    name = st.session_state["kept_name"].replace(":", " ").strip()
    name = name or f"Selection {len(held) + 1}"
    _hold(graph_digest, {**held, name: nodes})


def _forget(graph_digest: str, name: str) -> None:
    held = _held(graph_digest)
    held.pop(name, None)
    _hold(graph_digest, held)


def _parted(text: str) -> tuple[str, str]:
    name, _, nodes = text.rpartition(":")
    return name.strip(), nodes
