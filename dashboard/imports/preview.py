"""What became of a file, before its graph is used."""

from collections.abc import Iterable

import streamlit as st

from dashboard import plot, state, twin
from dashboard.figures import graph as graph_figures
from dashboard.imports import neighbours, reading
from dashboard.plain import plain
from spgat.arrays import Floats
from spgat.datasets.imports import Imported
from spgat.graph import Graph
from spgat.words import number


def show(imported: Imported) -> None:
    """Shows the import report and a drawing."""
    graph, report = imported.graph, imported.report
    st.subheader(f"Import report: {plain(graph.name)}")
    with st.container(horizontal=True):
        st.metric("Format", report.format)
        st.metric("Nodes", f"{graph.num_nodes:,}")
        st.metric("Edges", f"{graph.num_edges:,}", help=f"{report.num_edges_read:,} read")
        st.metric("Weights", _range(graph.adjacency.data))
        st.metric("Components", f"{report.num_components:,}")
        st.metric("Isolated nodes", f"{report.num_isolated:,}")
        st.metric("Classes", graph.num_classes or "none")
        st.metric("Features", graph.num_features or "none")
    if report.asked:
        with st.container(border=True):
            st.markdown("**What could be read in another way**")
            reading.ask(imported)
    sentences, picture = st.columns([1, 1], gap="large")
    with sentences:
        for title, lines in (
            ("What was used", report.used),
            ("What was left out", report.unused),
            ("What was changed", report.changed),
            ("What you can do with it", _uses(graph)),
        ):
            st.markdown(f"**{title}**")
            st.markdown(_listed(lines) or "- Nothing.")
    tables: twin.Tables = {}
    with picture:
        if report.format == reading.POINTS:
            tables |= neighbours.show(imported)
        tables |= _show_drawing(graph)
        twin.show(tables)


def _range(weights: Floats) -> str:
    if not len(weights):
        return "none"
    low, high = number(weights.min()), number(weights.max())
    return low if low == high else f"{low} to {high}"


def _show_drawing(graph: Graph) -> twin.Tables:
    """Draws a graph, or says why not, and returns its tables."""
    if not graph_figures.is_drawable(graph.num_nodes, graph.num_edges):
        st.caption(
            f"Graphs of up to {graph_figures.MAX_NODES:,} nodes and "
            f"{graph_figures.MAX_EDGES:,} edges are drawn."
        )
        return {}
    positions = state.positions(graph)
    plot.show(
        graph_figures.drawing(positions, graph.edges(), node_names=graph.node_names),
        key="preview",
        height=300,
        alt=f"Drawing of {graph.name}, {graph.num_nodes} nodes and {graph.num_edges} edges",
    )
    return twin.drawing_tables(graph, positions)


def _uses(graph: Graph) -> list[str]:
    """What each page can do with a graph."""
    is_small = graph_figures.is_drawable(graph.num_nodes, graph.num_edges)
    frequencies = (
        "all of them, with a drawing of the graph"
        if is_small
        else "their density, filters, and a drawing of a part of the graph"
    )
    train = (
        f"networks that learn its {graph.num_classes} classes"
        if graph.num_classes > 1
        else "not yet; that takes at least two classes, so add a table of labels"
    )
    return [f"Frequencies: {frequencies}.", f"Train: {train}."]


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {plain(line)}" for line in lines)
