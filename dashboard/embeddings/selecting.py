"""The selection in words, and ways to select without a lasso."""

import numpy as np
import streamlit as st

from dashboard.embeddings import address, chosen
from dashboard.embeddings.maps import Shown
from spgat.embedding import nearest_neighbors

NUM_NEIGHBORS = 10


def show(shown: Shown, selection: chosen.Selection) -> None:
    """Shows how many nodes are selected, with undo, clear and other ways to select."""
    count = len(selection.nodes)
    with st.container(horizontal=True, vertical_alignment="center", width="content"):
        st.markdown(
            f"**{count:,} of {shown.run.graph.num_nodes:,} nodes selected**"
            if count
            else f"**Nothing selected.** {_ways(shown)}",
            width="content",
        )
        if not address.fits(selection.nodes):
            st.caption("Too many for the address.", width="content")
        with st.popover("Select", icon=":material/select_all:"):
            _menu(shown, selection)
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
            disabled=not count,
            shortcut="Escape",
            key="clear_selection",
        )


def _ways(shown: Shown) -> str:
    if shown.view.config.dimensions == 3:
        return "Use the menu or the confusion matrix; a map in space has no lasso."
    return "Draw a lasso in the map, click nodes, or use the menu."


def _menu(shown: Shown, selection: chosen.Selection) -> None:
    run, nodes = shown.run, np.asarray(selection.nodes, dtype=np.int64)
    wrong = np.flatnonzero((run.labels >= 0) & (run.predictions != run.labels))
    _entry("Wrongly predicted nodes", "wrong", wrong)
    _entry("Wrongly predicted test nodes", "wrong_test", wrong[run.split.test[wrong]])
    _entry("Training nodes", "train", np.flatnonzero(run.split.train))
    st.button(
        "With their neighbours in the graph",
        on_click=_add_graph_neighbours,
        args=(shown, nodes),
        disabled=not len(nodes),
        width="stretch",
        key="select_graph_neighbours",
    )
    st.button(
        f"With their {NUM_NEIGHBORS} nearest in the embedding",
        on_click=_add_near,
        args=(shown, nodes),
        disabled=not len(nodes),
        width="stretch",
        key="select_near",
    )
    st.caption("A class")
    for k, name in enumerate(run.graph.class_names):
        _entry(str(name), f"class_{k}", np.flatnonzero(run.labels == k))


def _entry(text: str, key: str, nodes: chosen.Ints) -> None:
    st.button(
        f"{text} ({len(nodes):,})",
        on_click=chosen.select,
        args=(nodes,),
        disabled=not len(nodes),
        width="stretch",
        key=f"select_{key}",
    )


def _add_graph_neighbours(shown: Shown, nodes: chosen.Ints) -> None:
    neighbours = shown.run.graph.adjacency[nodes].indices
    chosen.select(np.union1d(nodes, neighbours))


def _add_near(shown: Shown, nodes: chosen.Ints) -> None:
    num_neighbors = min(NUM_NEIGHBORS, len(shown.features) - 1)
    near, _ = nearest_neighbors(shown.features, num_neighbors, nodes)
    chosen.select(np.union1d(nodes, near.ravel()))
