"""The choice of a graph and a Laplacian, which all views of the page share."""

from dataclasses import dataclass

import streamlit as st

from dashboard import state, widgets
from dashboard.figures.graph import MAX_EDGES, MAX_NODES, is_drawable
from dashboard.plain import plain
from dashboard.source import Source, choose_shape
from spgat import datasets
from spgat.datasets import DatasetInfo
from spgat.graph import Graph
from spgat.spectral.laplacian import LaplacianConfig

LAPLACIANS = {
    "self-loops": LaplacianConfig(kind="normalized", self_loops=True),
    "normalized": LaplacianConfig(kind="normalized", self_loops=False),
    "combinatorial": LaplacianConfig(kind="combinatorial", self_loops=False),
}
LAPLACIAN_TITLES = {
    "self-loops": "Normalised, self-loops",
    "normalized": "Normalised",
    "combinatorial": "Combinatorial",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphChoice:
    """A graph small enough to draw, and a Laplacian.

    Attributes:
        source: What the graph was loaded with.
        graph: The graph.
        laplacian: Which Laplacian of it.
    """

    source: Source
    graph: Graph
    laplacian: LaplacianConfig


def choose() -> GraphChoice | None:
    """Shows the choices and returns them, or None where the graph is too large to draw.

    Raises:
        InputError: If the graph can't be loaded.
    """
    entries = {entry.name: entry for entry in datasets.catalogue()}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = _choose_name(entries)
        entry = entries.get(name)
        own = Source(name, origin=state.own_origin(name))
        source = own if entry is None else choose_shape(entry, MAX_NODES)
        laplacian = _choose_laplacian()
    if entry is not None and (entry.num_nodes or 0) > MAX_NODES and not source.parameters:
        explain_limit(name, entry.title, entry.num_nodes, entry.num_edges)
        return None  # without loading it, which may mean a download
    graph = source.load()
    if not is_drawable(graph.num_nodes, graph.num_edges):
        explain_limit(name, graph.name, graph.num_nodes, graph.num_edges)
        return None
    return GraphChoice(source=source, graph=graph, laplacian=laplacian)


def explain_limit(name: str, title: str, num_nodes: int | None, num_edges: int | None) -> None:
    """Says why a graph isn't drawn and what to do instead."""
    edges = "" if num_edges is None else f" and {num_edges:,} edges"
    st.info(
        f"{plain(title)} has {num_nodes:,} nodes{edges}. This page draws every node and edge "
        f"and computes all frequencies, which works up to {MAX_NODES:,} nodes and "
        f"{MAX_EDGES:,} edges. Choose a smaller graph here, or train on this one: the page "
        "Train draws the learned response over the density of its spectrum.",
        icon=":material/zoom_out_map:",
    )
    st.page_link(
        "app_pages/train.py",
        label=f"Train on {plain(title)}",
        icon=":material/model_training:",
        query_params={"dataset": name},
    )


def _choose_name(entries: dict[str, DatasetInfo]) -> str:
    titles = state.own_titles() | {name: entry.title for name, entry in entries.items()}
    return widgets.select("Graph", titles, key="graph", default="barbell", width=240)


def _choose_laplacian() -> LaplacianConfig:
    name = widgets.segmented(
        "Laplacian",
        LAPLACIAN_TITLES,
        key="laplacian",
        help="Normalised: L = I − D^{-1/2} A D^{-1/2}, with A + I in place of A when "
        "self-loops are added, as in the paper. Combinatorial: L = D − A. The row of an "
        "isolated node is 0 in all of them, so there are as many zero frequencies as "
        "components.",
    )
    return LAPLACIANS[name]
