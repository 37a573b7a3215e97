"""Drawings side by side on one colour scale, with its bar below."""

from collections.abc import Callable, Mapping

import streamlit as st

from dashboard import plot, state
from dashboard.figures import graph as graph_figures
from dashboard.figures import scale
from dashboard.figures.scale import Option
from spgat.arrays import Floats
from spgat.graph import Graph


def show_charts(
    charts: Mapping[str, Option],
    *,
    key: str,
    height: int,
    limit: float,
    what: str,
    glides: bool,
) -> None:
    """Shows charts in a row, and the colour bar that they share.

    Args:
        charts: Each chart's option by its title.
        key: What their keys begin with.
        height: Of each, in pixels.
        limit: The end of the colour scale.
        what: What colours mean, for those who can't see them.
        glides: Whether the charts glide to what they show next.
    """
    for number, (column, title) in enumerate(
        zip(st.columns(len(charts), border=True), charts, strict=True)
    ):
        with column:
            st.markdown(f"**{title}**")
            plot.show(
                charts[title],
                key=f"{key}-{number}",
                height=height,
                alt=f"{title}, {what}",
                glides=glides,
            )
    _show_bar(limit, what)


def show_signals(
    graph: Graph,
    signals: Mapping[str, Floats],
    *,
    key: str,
    on_click: Callable[[int], None] | None = None,
    marked: int | None = None,
) -> None:
    """Shows signals on the nodes of a graph side by side.

    Args:
        graph: The graph.
        signals: float64 [num_nodes] by title.
        key: What the charts' keys begin with.
        on_click: Called with the node that was clicked in the first drawing.
        marked: A node to ring.
    """
    positions = state.positions(graph)
    edges = graph.edges()
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
    _show_bar(limit, "value on a node")


def _show_bar(limit: float, what: str) -> None:
    alt = f"Colour bar: {what}, from {-limit:.3g} to {limit:.3g}"
    st.html(scale.colour_bar(limit, alt))


def _follow(chart: str, on_click: Callable[[int], None] | None) -> Callable[[], None]:
    def follow() -> None:
        for group in st.session_state[chart]["selection"]["selected"]:
            if on_click is not None and group["data_type"] == "node":
                on_click(int(group["data_indices"][0]))

    return follow
