"""The size of the selection, and ways to select without a lasso."""

from contextlib import suppress
from functools import partial

import numpy as np
import streamlit as st

from dashboard.embeddings import address, chosen, keeping
from dashboard.embeddings.maps import NUM_NEIGHBORS, Shown, nearest_to
from dashboard.embeddings.nodes import by_cluster
from dashboard.embeddings.picks import Pick
from dashboard.embeddings.pictures import Request
from dashboard.embeddings.view import View
from dashboard.plain import plain
from dashboard.words import count
from spgat.arrays import Ints
from spgat.errors import InputError


def show(shown: Shown, selection: chosen.Selection) -> None:
    """Shows how many nodes are selected, with undo, clear and other ways to select."""
    num_selected = len(selection.nodes)
    with st.container(horizontal=True, vertical_alignment="center", width="content"):
        st.markdown(
            f"**{num_selected:,} of {count(shown.nodes.num_nodes, 'node')} selected**"
            if num_selected
            else f"**Nothing selected.** {_ways(shown)}",
            width="content",
        )
        if not address.fits(selection.nodes):
            st.caption("Too many to fit in the address.", width="content")
        _show_menu(shown, selection)
        keeping.show(selection)
        st.button(
            "Undo",
            icon=":material/undo:",
            on_click=chosen.undo,
            disabled=not selection.past,
            shortcut="Z",
            key="undo_selection",
        )
        st.button(
            "Clear",
            icon=":material/deselect:",
            on_click=chosen.select,
            args=([],),
            disabled=not num_selected,
            shortcut="Escape",
            key="clear_selection",
        )


def _ways(shown: Shown) -> str:
    if shown.view.config.dimensions == 3:
        return "Use the menu; a 3-D map has no lasso."
    return "Draw a lasso in the map, click nodes, or use the menu."


def _show_menu(shown: Shown, selection: chosen.Selection) -> None:
    """Shows the groups to select as one menu: a lasso redraws it with the rest of the page."""
    nodes = np.asarray(selection.nodes, dtype=np.int64)
    kept = {
        f"Kept: {plain(name)}": group
        for name, group in keeping.by_name(shown.nodes.nodes, shown.nodes.num_nodes).items()
    }
    ways = {
        f"{name} ({len(group):,})": partial(np.asarray, group)
        for name, group in (kept | _groups(shown)).items()
        if len(group)
    }
    if len(nodes):
        # A tab keeps `take`, so no embedding in it.
        pick, view, frame = shown.request.pick, shown.view, shown.frame
        ways |= {
            "Add their neighbours in the graph": partial(_with_linked, pick, view, nodes),
            f"Add their {NUM_NEIGHBORS} nearest neighbours in the embedding": partial(
                _with_near, pick, view, frame, nodes
            ),
        }
    if not ways:  # no node has a label
        return
    key = "select_menu"

    def take() -> None:
        with suppress(InputError):  # it is gone, which the page says
            chosen.select(ways[st.session_state[key]]())

    st.menu_button("Select", list(ways), icon=":material/select_all:", on_click=take, key=key)


def _groups(shown: Shown) -> dict[str, Ints]:
    groups: dict[str, Ints] = {}
    nodes = shown.nodes
    if nodes.has_labels and nodes.predictions is not None:
        is_judged = (nodes.labels >= 0) & (nodes.predictions >= 0)
        wrong = np.flatnonzero(is_judged & (nodes.predictions != nodes.labels))
        groups["Wrongly predicted nodes"] = wrong
        if nodes.split is not None:
            groups["Wrongly predicted test nodes"] = wrong[nodes.split.test[wrong]]
    if nodes.split is not None:
        groups["Training nodes"] = np.flatnonzero(nodes.split.train)
    classes = {
        f"Labelled {plain(name)}": np.flatnonzero(nodes.labels == k)
        for k, name in enumerate(nodes.graph.class_names)
    }
    return groups | classes | _clusters(shown)


def _clusters(shown: Shown) -> dict[str, Ints]:
    if "cluster" not in shown.values:
        return {}
    found = by_cluster(shown.values["cluster"].astype(np.int64))
    return {
        name.capitalize(): np.flatnonzero(found.codes == k)
        for k, name in enumerate(found.names)
    }


def _with_linked(pick: Pick, view: View, nodes: Ints) -> Ints:
    return np.union1d(nodes, pick.load(view.layer).graph.adjacency[nodes].indices)


def _with_near(pick: Pick, view: View, frame: int, nodes: Ints) -> Ints:
    near, _ = nearest_to(Request.of(pick, view).frames[frame], nodes)
    return np.union1d(nodes, near.ravel())
