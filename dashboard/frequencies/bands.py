"""The view of the paper's Figure 1: a graph rebuilt from its low and its high frequencies."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st

from dashboard import plot, presentation, state, suggestion, twin, widgets
from dashboard.figures import matrix as matrix_figures
from dashboard.figures import scale
from dashboard.figures.scale import Option
from dashboard.film import component, drawings
from dashboard.frequencies import cut, eigenvectors, shares
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.view import Shown
from dashboard.turns import turn
from dashboard.words import count
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.spectral.laplacian import LaplacianConfig
from spgat.spectral.reconstruction import (
    reconstruct_adjacency,
    reconstruct_edges,
    sweep_edges,
)
from spgat.spectral.spectrum import Spectrum

LOOKS = {"drawing": "Drawing", "matrix": "Matrix"}
MATRIX_HEIGHT = 400


@dataclass(frozen=True, slots=True)
class Films:
    """What the browser needs to show a graph at every d.

    Attributes:
        drawings, shares: Packed for `dashboard.film.component`.
        limit: The weight of full colour.
    """

    drawings: bytes
    shares: bytes
    limit: float


def draw(choice: GraphChoice, spectrum: Spectrum) -> Shown:
    """Draws the view."""
    graph = choice.graph
    suggestion.take("num_low")
    num_low = cut.choose_in_browser(graph.num_nodes)
    films = films_of(graph, spectrum)
    if presentation.is_on():
        component.show(films.drawings, key="drawings")
        return Shown({}, "")
    with st.container(horizontal=True, vertical_alignment="center"):
        look = widgets.segmented(
            "Show the graph as", LOOKS, key="look", label_visibility="collapsed"
        )
        suggestion.offer(
            graph,
            choice.laplacian,
            "num_low",
            lambda found: found.num_low,
            lock="num_low",
            spectrum=spectrum,
        )
    if look == "drawing":
        tables = show_drawings(graph, spectrum, films, num_low)
    elif graph.num_nodes <= matrix_figures.MAX_ROWS:
        tables = show_matrices(graph, spectrum, num_low)
    else:
        tables = {}
        st.info(
            f"Matrices are shown up to {matrix_figures.MAX_ROWS} rows; this one has "
            f"{graph.num_nodes}. The drawing shows every edge.",
            icon=":material/grid_off:",
        )
    if state.is_shown("shares"):
        component.show(films.shares, key="shares")
    if state.is_shown("spectrum"):
        tables |= eigenvectors.show(graph, spectrum, num_low)
    return Shown(
        tables,
        "from spgat.spectral.reconstruction import reconstruct_edges\n\n"
        f"parts = reconstruct_edges(graph.adjacency, spectrum, num_low={num_low})\n"
        "print(parts.low, parts.high)",
    )


def films_of(graph: Graph, spectrum: Spectrum) -> Films:
    """Returns what the browser needs to show a graph at every d, kept as its spectrum is."""
    places = state.positions(graph)
    if graph.num_nodes <= state.QUICK_NODES:
        return _pack(graph, spectrum, places)
    drawn = (graph.name, graph.node_names, places.tolist())
    identity = hashlib.blake2b(repr(drawn).encode()).hexdigest()
    return _films(graph.digest, identity, spectrum.laplacian, graph, spectrum, places)


@st.cache_resource(max_entries=24, show_spinner="Rebuilding the graph at every d")
def _films(
    digest: str,
    identity: str,
    laplacian: LaplacianConfig,
    _graph: Graph,
    _spectrum: Spectrum,
    _places: Floats,
) -> Films:
    with turn():
        return _pack(_graph, _spectrum, _places)


def _pack(graph: Graph, spectrum: Spectrum, places: Floats) -> Films:
    sweep = sweep_edges(graph.adjacency, spectrum)
    titles = [_titles(graph, num_low) for num_low in range(graph.num_nodes + 1)]
    return Films(
        drawings.pack(
            sweep,
            places,
            graph.names,
            titles=titles,
            alt=f"drawing of {graph.name} coloured by edge weight",
            key="num_low",
        ),
        shares.pack(graph, spectrum, sweep, "num_low"),
        drawings.limit_of(sweep),
    )


def _titles(graph: Graph, num_low: int) -> tuple[str, str]:
    """Those of the low and the high part."""
    return (
        f"Low: {count(num_low, 'frequency', 'frequencies')}",
        f"High: {count(graph.num_nodes - num_low, 'frequency', 'frequencies')}",
    )


def show_drawings(graph: Graph, spectrum: Spectrum, films: Films, num_low: int) -> twin.Tables:
    """Shows the edges coloured by their weight in each part and returns their table."""
    component.show(films.drawings, key="drawings")
    _show_scale(films.limit)
    edges = reconstruct_edges(graph.adjacency, spectrum, num_low)
    parts = {"original": edges.original, "low": edges.low, "high": edges.high}
    return {"Weights of the edges": lambda: twin.edge_table(graph, edges.edges, parts)}


def show_matrices(graph: Graph, spectrum: Spectrum, num_low: int) -> twin.Tables:
    """Shows the adjacency matrix of each part, which has entries beside the edges too.

    Returns:
        A table of the entries.
    """
    matrices = reconstruct_adjacency(graph.adjacency, spectrum, num_low)
    parts = {"original": matrices.original, "low": matrices.low, "high": matrices.high}
    limit = _limit_of_matrices(graph.digest, spectrum.laplacian, graph, spectrum)
    maps = {part: matrix_figures.heat_map(matrix, limit) for part, matrix in parts.items()}
    _show_maps(graph, num_low, maps)
    _show_scale(limit)
    pairs = np.argwhere(np.ones(graph.adjacency.shape))
    columns: dict[str, Floats] = {part: matrix.ravel() for part, matrix in parts.items()}
    return {"Entries of the matrices": lambda: twin.edge_table(graph, pairs, columns)}


@st.cache_resource(max_entries=24, show_spinner=False)
def _limit_of_matrices(
    digest: str, laplacian: LaplacianConfig, _graph: Graph, _spectrum: Spectrum
) -> float:
    """The scale that the matrices of every d share, so that two of them can be compared."""
    limits = []
    for num_low in range(_graph.num_nodes + 1):
        found = reconstruct_adjacency(_graph.adjacency, _spectrum, num_low)
        limits.append(scale.limit_of(found.original, found.low, found.high))
    return max(limits)


def _show_maps(graph: Graph, num_low: int, maps: Mapping[str, Option]) -> None:
    """Shows the map of each part side by side."""
    titles = ("Original graph", *_titles(graph, num_low))
    columns = st.columns(len(maps), border=True)
    for number, (column, part) in enumerate(zip(columns, maps, strict=True)):
        with column:
            st.markdown(f"**{titles[number]}**")
            plot.show(
                maps[part],
                key=f"matrix-{number}",
                height=MATRIX_HEIGHT,
                alt=f"{titles[number]}: matrix of {graph.name} coloured by edge weight",
                glides=False,
            )


def _show_scale(limit: float) -> None:
    st.html(scale.colour_bar(limit, f"Edge weight, from {-limit:.3g} to {limit:.3g}"))
