"""What there is of a graph too large for eigenvectors: a density, and the Laplacian itself."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
import streamlit as st

from dashboard import widgets
from dashboard.figures.graph import MAX_NODES
from dashboard.frequencies import signal_choice
from dashboard.frequencies.signal_choice import choose_kind, choose_node, of_graph
from dashboard.turns import turn
from dashboard.words import count
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.spectral import signals
from spgat.spectral.density import SpectralDensity, spectral_density
from spgat.spectral.laplacian import LaplacianConfig, eigenvalue_bound, laplacian

#: Of the estimated density: blurred as a step's series, with an error of a percent of the
#: frequencies.
DENSITY_ORDER, NUM_PROBES = 200, 8
SIGNALS = {
    kind: signal_choice.SIGNALS[kind]
    for kind in ("node", "degree", "noise", "class", "column", "feature")
}


@dataclass(frozen=True, slots=True)
class Operator:
    """The Laplacian of a graph.

    Attributes:
        matrix: float64 CSR [num_nodes, num_nodes].
        upper: No eigenvalue is larger.
    """

    matrix: sp.csr_array
    upper: float


@st.cache_resource(max_entries=4, show_spinner="Building the Laplacian")
def operator(digest: str, config: LaplacianConfig, _graph: Graph) -> Operator:
    """Returns the Laplacian of a graph, kept between reruns."""
    matrix = laplacian(_graph.adjacency, config)
    return Operator(matrix, max(eigenvalue_bound(matrix, config), 1e-6))


@st.cache_resource(max_entries=8, show_spinner="Estimating the density of the frequencies")
def density(digest: str, config: LaplacianConfig, _graph: Graph) -> SpectralDensity:
    """Returns where a graph's frequencies lie, kept between reruns."""
    with turn():
        return spectral_density(
            _graph.adjacency, config, order=DENSITY_ORDER, num_probes=NUM_PROBES
        )


def choose_share() -> float:
    """Shows the choice of d as a share and returns it."""
    return widgets.slider(
        "Share of low frequencies",
        0.0,
        1.0,
        0.05,
        0.005,
        key="low_fraction",
        lock="num_low",
        format="percent",
        width=320,
    )


def choose_signal(graph: Graph) -> tuple[Floats, int, str]:
    """Shows the choice of a signal; returns it, a node to draw around, and its call."""
    whole = [name for name, values in graph.signals.items() if not np.isnan(values).any()]
    kind = choose_kind(SIGNALS, graph, whole)
    node = choose_node(graph, is_clickable=False)
    num_left = len(graph.signals) - len(whole)
    if num_left:
        st.caption(
            f"{count(num_left, 'column')} with missing values not offered: they are filled on "
            f"graphs of up to {MAX_NODES:,} nodes."
        )
    if kind == "node":
        call = f"signals.delta(graph.num_nodes, {node})"
        return signals.delta(graph.num_nodes, node), node, call
    values, call = of_graph(kind, graph, whole)
    return values, node, call
