"""What every view of the Frequencies page shares: a graph and a Laplacian."""

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
class Choice:
    """A graph small enough to draw, and a Laplacian.

    Attributes:
        source: What the graph was loaded with.
        graph: The graph.
        laplacian: Which Laplacian of it.
    """

    source: Source
    graph: Graph
    laplacian: LaplacianConfig


def choose() -> Choice | None:
    """Shows the choices and returns them, or None where the graph is too large to draw.

    Raises:
        InputError: If the graph can't be had.
    """
    entries = {entry.name: entry for entry in datasets.catalogue()}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = _choose_name(entries)
        entry = entries.get(name)
        source = Source(name) if entry is None else choose_shape(entry, MAX_NODES)
        laplacian = _choose_laplacian()
    if entry is not None and (entry.num_nodes or 0) > MAX_NODES and not source.parameters:
        explain_limit(name, entry.title, entry.num_nodes, entry.num_edges)
        return None  # not even loaded, which may mean a download
    graph = state.load_graph(source.name, source.seed, source.parameters)
    if not is_drawable(graph.num_nodes, graph.num_edges):
        explain_limit(name, graph.name, graph.num_nodes, graph.num_edges)
        return None
    return Choice(source=source, graph=graph, laplacian=laplacian)


def explain_limit(name: str, title: str, num_nodes: int | None, num_edges: int | None) -> None:
    """Says why a graph isn't drawn and what to do instead."""
    edges = "" if num_edges is None else f" and {num_edges:,} edges"
    st.info(
        f"{plain(title)} has {num_nodes:,} nodes{edges}. This page draws every one of them "
        f"and finds all frequencies, which serves up to {MAX_NODES:,} nodes and "
        f"{MAX_EDGES:,} edges. "
        "Choose a smaller graph here, or train on this one: there its learned response is "
        "drawn over the density of its spectrum.",
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
        help="Normalised: L = I − D^{-1/2} A D^{-1/2}, with A + I for A where self-loops are "
        "added, as in the paper. Combinatorial: L = D − A. An isolated node has L = 0 in each, "
        "so there are as many frequencies of 0 as components.",
    )
    return LAPLACIANS[name]
