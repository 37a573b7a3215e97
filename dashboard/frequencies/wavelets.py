"""Wavelets: what becomes of one unit of heat at a node."""

import streamlit as st

from dashboard import state
from dashboard.frequencies import panels
from dashboard.frequencies.choice import choose_node
from dashboard.frequencies.filters import choose_scale
from spgat.graph import Graph
from spgat.spectral.laplacian import LaplacianConfig
from spgat.spectral.signals import wavelet_at

THRESHOLDS = (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)


def show(graph: Graph, laplacian: LaplacianConfig) -> None:
    """Shows the view."""
    spectrum = state.spectrum(graph, laplacian)

    @st.fragment
    def body() -> None:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            node = choose_node(graph)
            scale = choose_scale()
            threshold = st.select_slider(
                "Threshold t",
                THRESHOLDS,
                1e-4,
                format_func="{:g}".format,
                key="threshold",
                bind="query-params",
                help="Smaller entries are dropped, which makes the wavelets sparse.",
                width=260,
            )
        wavelet = wavelet_at(spectrum, node, scale, threshold)
        inverse = wavelet_at(spectrum, node, -scale, threshold)
        panels.show_signals(
            graph,
            {f"Wavelet ψ at node {node}: column of Ψₛ": wavelet.values},
            key="wavelet-drawing",
            on_click=_take_node,
            marked=node,
        )
        with st.container(horizontal=True):
            st.metric(
                "Entries kept",
                f"{wavelet.num_kept} of {graph.num_nodes}",
                border=True,
                help="Nodes that the wavelet reaches with at least the threshold.",
            )
            st.metric("Largest entry dropped", f"{wavelet.largest_dropped:.2g}", border=True)
            st.metric(
                "Entries kept of the inverse",
                f"{inverse.num_kept} of {graph.num_nodes}",
                border=True,
                help="Of the column of Ψₛ⁻¹ = U e^{sΛ} Uᵀ.",
            )
            st.metric("Left at its own node", f"{wavelet.values[node]:.3f}", border=True)
        st.markdown(
            "Heat starts at one node and spreads for a time s. Column i of Ψₛ is the wavelet "
            "centred at **node** i, so a split of the columns by their number is a split of the "
            "nodes in file order, not of frequencies."
        )

    body()


def _take_node(node: int) -> None:
    st.session_state["node"] = node
