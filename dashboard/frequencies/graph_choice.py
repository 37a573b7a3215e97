"""The choice of a graph and a Laplacian, which all views of the page share."""

from dataclasses import dataclass

import streamlit as st

from dashboard import downloading, links, state, widgets
from dashboard.figures.graph import MAX_EDGES, MAX_NODES, is_drawable
from dashboard.pad import drawing
from dashboard.plain import plain
from dashboard.source import Source, choose_shape
from spgat import datasets
from spgat.datasets import DatasetInfo, drawn
from spgat.datasets.limits import UPLOAD
from spgat.errors import InputError
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
    """A graph and a Laplacian.

    Attributes:
        source: What the graph was loaded with.
        graph: The graph.
        laplacian: Which Laplacian of it.
    """

    source: Source
    graph: Graph
    laplacian: LaplacianConfig

    @classmethod
    def of(cls, source: Source, laplacian: LaplacianConfig) -> "GraphChoice":
        """Returns the choice with its graph.

        Raises:
            InputError: If the graph can't be loaded.
        """
        return cls(source=source, graph=source.load(), laplacian=laplacian)

    @property
    def is_large(self) -> bool:
        """Whether it is too large to draw, and to compute all its frequencies."""
        return not is_drawable(self.graph.num_nodes, self.graph.num_edges)


def choose() -> GraphChoice | None:
    """Shows the choices and returns them; None while the graph is not here, or is too large.

    Raises:
        InputError: If the graph can't be loaded.
    """
    entries = {entry.name: entry for entry in datasets.catalogue()}
    row = st.container(horizontal=True, vertical_alignment="bottom")
    with row:
        name = _choose_name(entries)
        entry = entries.get(name)
        own = Source(name, origin=state.own_origin(name))
        source = own if entry is None else choose_shape(entry, MAX_NODES)
        laplacian = _choose_laplacian()
    if name == drawing.KEY:
        return _drawn(laplacian)
    if entry is not None and not downloading.is_ready(entry):
        return None
    choice = GraphChoice.of(source, laplacian)
    graph = choice.graph
    if graph.num_nodes <= drawn.MAX_NODES:
        with row:
            _offer_copy(source)
    if not choice.is_large:
        return choice
    size = f"{plain(graph.name)} has {graph.num_nodes:,} nodes and {graph.num_edges:,} edges"
    if graph.num_nodes > UPLOAD.nodes or graph.num_edges > UPLOAD.edges:
        st.info(
            f"{size}. This page takes up to {UPLOAD.nodes:,} nodes and {UPLOAD.edges:,} edges; "
            "for larger graphs there is the command `spgat spectrum --density`.",
            icon=":material/zoom_out_map:",
        )
        return None
    st.caption(
        f"{size}. Up to {MAX_NODES:,} nodes and {MAX_EDGES:,} edges this page draws the whole "
        "graph and computes every frequency. Beyond, it estimates their density, filters by "
        "polynomials of the Laplacian, and draws a part."
    )
    return choice


def _drawn(laplacian: LaplacianConfig) -> GraphChoice | None:
    """Shows the pad and returns what is drawn on it."""
    graph = drawing.draw()
    if graph is None:
        return None
    source = Source(drawn.PREFIX + drawn.encode(graph))
    return GraphChoice.of(source, laplacian)


def _offer_copy(source: Source) -> None:
    st.button(
        "Edit a copy",
        icon=":material/edit:",
        key="edit-copy",
        help="Opens a copy of this graph on the drawing pad.",
        disabled=state.is_locked("graph") or state.is_locked(drawing.KEY),
        on_click=_edit_copy,
        args=(source,),
    )


def _edit_copy(source: Source) -> None:
    try:
        graph = source.load()
        drawing.edit_copy(graph, state.positions(graph))
    except InputError as error:
        links.tell(error)


def _choose_name(entries: dict[str, DatasetInfo]) -> str:
    known = {name: entry.title for name, entry in entries.items()}
    titles = {drawing.KEY: drawing.TITLE} | state.own_titles() | known
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
