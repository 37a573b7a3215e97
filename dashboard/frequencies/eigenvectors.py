"""The spectrum with the cut in it, and the eigenvector of the eigenvalue that was clicked."""

from typing import Any

import numpy as np
import streamlit as st

from dashboard import plot, state, twin, widgets
from dashboard.figures import graph as graph_figures
from dashboard.figures import scale
from dashboard.figures.spectrum import spectrum_table
from dashboard.film import basis, component
from dashboard.film import spectrum as spectrum_film
from dashboard.frequencies import cut
from spgat.graph import Graph
from spgat.spectral.spectrum import Spectrum

CHART = "spectrum-chart"


def show(graph: Graph, spectrum: Spectrum, num_low: int) -> twin.Tables:
    """Shows the eigenvalues on the left and one eigenvector on the right.

    Returns:
        Their tables.
    """
    left, right = st.columns([3, 2], border=True)
    with right:
        number = choose_number(graph.num_nodes)
        vector = spectrum.eigenvectors[:, number - 1]
        plot.show(
            graph_figures.drawing(
                state.positions(graph),
                graph.edges(),
                node_values=vector,
                node_limit=scale.limit_of(vector),
                node_names=graph.node_names,
            ),
            key="wave-chart",
            height=250,
            alt=f"Eigenvector {number} on the nodes of {graph.name}",
        )
        st.caption(describe(graph, spectrum, number))
    with left:
        st.markdown(
            "**Spectrum**: click an eigenvalue to see its eigenvector, or drag to move the cut"
        )
        component.show(
            spectrum_film.pack(spectrum, marked=number, is_locked=state.is_locked("k")),
            key=CHART,
            on_rest=cut.take_num_low,
            on_pick=_take_number,
        )
    tables: twin.Tables = {
        "Spectrum": lambda: spectrum_table(spectrum.eigenvalues, num_low),
        f"Eigenvector {number}": lambda: twin.node_table(graph, {"value": vector}),
    }
    if widgets.toggle("All eigenvectors at once", key="all_eigenvectors", lock="k"):
        show_all(graph, spectrum)
        columns = {str(k): column for k, column in enumerate(spectrum.eigenvectors.T, start=1)}
        tables["All eigenvectors"] = lambda: twin.node_table(graph, columns)
    return tables


def show_all(graph: Graph, spectrum: Spectrum) -> None:
    """Shows all eigenvectors in one picture."""
    with st.container(border=True):
        is_to_scale = widgets.toggle(
            "To scale",
            key="to_scale",
            lock="k",
            help="Places each column at its eigenvalue, so that gaps in the spectrum show. "
            "Equal eigenvalues share a place. Otherwise all columns have one width.",
        )
        component.show(
            basis.pack(
                spectrum,
                graph.names,
                alt=f"All {graph.num_nodes} eigenvectors of {graph.name}",
                is_to_scale=is_to_scale and bool(spectrum.eigenvalues[-1] > 0),
                is_locked=state.is_locked("k"),
            ),
            key="basis-chart",
            on_pick=_take_number,
        )
        st.caption(
            "A column is an eigenvector, coloured up to its own largest value; a row is a "
            "node, in the order of the first eigenvector that varies. To the left of the line "
            "is low. Click a column to see it on the graph."
        )


def choose_number(num_nodes: int, **look: Any) -> int:
    """Shows which eigenvector is drawn, for those who type, and returns its number from 1."""
    first = min(2, num_nodes)
    number: int = widgets.number("Eigenvector k", 1, num_nodes, first, key="k", **look)
    return number


def _take_number(number: int) -> None:
    if not state.is_locked("k"):
        st.session_state["k"] = max(number, 1)


def describe(graph: Graph, spectrum: Spectrum, number: int) -> str:
    """Returns a sentence on an eigenvector, which counts from 1."""
    value = spectrum.eigenvalues[number - 1]
    for first, last in spectrum.degenerate_groups:
        if first < number <= last:
            return (
                f"λ = {value:.4g} belongs to {last - first} eigenvectors. They are not unique: "
                "any rotation of them serves as well."
            )
    if number > spectrum.null_dimension:
        return f"λ = {value:.4g}. Purple is negative, green positive."
    if changes_along_edges(graph, spectrum, number):
        return (
            "λ = 0: it is not constant, but divided by the square root of each node's degree "
            "it is the same at both ends of every edge."
        )
    return "λ = 0: it does not change along any edge."


def changes_along_edges(graph: Graph, spectrum: Spectrum, number: int) -> bool:
    """Whether an eigenvector, which counts from 1, differs between the ends of any edge."""
    ends = spectrum.eigenvectors[graph.edges(), number - 1]  # [num_edges, 2]
    return bool(np.any(np.abs(ends[:, 0] - ends[:, 1]) > 1e-9))
