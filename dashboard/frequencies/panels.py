"""Signals drawn side by side on the nodes of a graph, on one colour scale."""

from collections.abc import Callable, Mapping

import numpy as np
import streamlit as st

from dashboard import plot, state
from dashboard.figures import graph as graph_figures
from dashboard.figures import scale
from dashboard.figures.missing import with_missing
from spgat.arrays import Bools, Floats
from spgat.graph import Graph


def show_signals(
    graph: Graph,
    signals: Mapping[str, Floats],
    *,
    key: str,
    on_click: Callable[[int], None] | None = None,
    marked: int | None = None,
    missing: Bools | None = None,
) -> None:
    """Shows signals, and the colour bar that they share.

    Args:
        graph: The graph.
        signals: float64 [num_nodes] by title.
        key: What the charts' keys begin with.
        on_click: Called with the node that was clicked in the first drawing.
        marked: A node to ring.
        missing: bool [num_nodes], the nodes without a value, drawn hollow.
    """
    positions = state.positions(graph)
    edges = graph.edges()
    signals = {title: np.nan_to_num(values) for title, values in signals.items()}
    limit = scale.limit_of(*signals.values())
    for number, (column, (title, values)) in enumerate(
        zip(st.columns(len(signals), border=True), signals.items(), strict=True)
    ):
        is_clickable = on_click is not None and number == 0
        option = graph_figures.drawing(
            positions,
            edges,
            node_values=values,
            node_limit=limit,
            node_names=graph.node_names,
            marked=marked,
            is_clickable=is_clickable,
        )
        if missing is not None:
            option = with_missing(option, missing)
        chart = f"{key}-{number}"
        with column:
            st.markdown(f"**{title}**")
            plot.show(
                option,
                key=chart,
                on_select=_follow(chart, on_click) if is_clickable else "ignore",
                height=graph_figures.height_of(positions),
                alt=f"{title} on the nodes of {graph.name}",
            )
    st.html(scale.colour_bar(limit, f"Value on a node, from {-limit:.3g} to {limit:.3g}"))


def take_node(node: int) -> None:
    """Makes a node the one that the control `node` names."""
    st.session_state["node"] = node


def _follow(chart: str, on_click: Callable[[int], None] | None) -> Callable[[], None]:
    def follow() -> None:
        for group in st.session_state[chart]["selection"]["selected"]:
            if on_click is not None and group["data_type"] == "node":
                on_click(int(group["data_indices"][0]))

    return follow
