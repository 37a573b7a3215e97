"""Wavelets: how one unit of heat spreads from a node."""

import math
import sys

import numpy as np
import streamlit as st

from dashboard import plot, state, theme, twin, widgets
from dashboard.figures.curves import lines
from dashboard.frequencies import panels
from dashboard.frequencies.filters import choose_scale
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.signal_choice import choose_node
from dashboard.frequencies.view import Shown
from spgat.arrays import Floats
from spgat.spectral.signals import wavelet_at
from spgat.spectral.spectrum import Spectrum

THRESHOLDS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)


def draw(choice: GraphChoice, spectrum: Spectrum) -> Shown:
    """Draws the view."""
    graph = choice.graph
    with st.container(horizontal=True):
        node = choose_node(graph)
        scale = choose_scale()
        threshold = choose_threshold()
    wavelet = wavelet_at(spectrum, node, scale, threshold)
    columns = {"wavelet": wavelet.values}
    if has_inverse(float(spectrum.eigenvalues[-1]), scale, threshold):
        inverse = wavelet_at(spectrum, node, -scale, threshold)
        columns["inverse"] = inverse.values
        kept = f"{inverse.num_kept} of {graph.num_nodes}"
        note = "In the same column of U e^{sΛ} Uᵀ."
    else:
        kept = "n/a"
        note = (
            "The entries of U e^{sΛ} Uᵀ are so large here that their rounding errors alone "
            "exceed t. Choose a smaller s."
        )
    left, right = st.columns([3, 2])
    with left:
        panels.show_signals(
            graph,
            {f"Wavelet of node {node}": wavelet.values},
            key="wavelet-drawing",
            on_click=None if state.is_locked("node") else panels.take_node,
            marked=node,
        )
    with right.container(border=True, height="stretch"):
        st.metric(
            "Entries kept of the wavelet, Ψₛ",
            f"{wavelet.num_kept} of {graph.num_nodes}",
            help=f"The largest entry dropped is {wavelet.largest_dropped:.2g}.",
        )
        st.metric("Entries kept of its inverse, Ψₛ⁻¹", kept, help=note)
        decay = show_decay(wavelet_at(spectrum, node, scale).values, threshold)
    st.markdown(
        "Heat starts at one node and spreads for a time s. Column i of Ψₛ is the wavelet "
        "centred at **node** i. Splitting the columns by their number therefore splits the "
        "nodes in file order, not the frequencies."
    )
    return Shown(
        {"Wavelet": lambda: twin.node_table(graph, columns), **decay},
        "from spgat.spectral.signals import wavelet_at\n\n"
        f"wavelet = wavelet_at(spectrum, {node}, {scale}, {threshold})\n"
        + f"inverse = wavelet_at(spectrum, {node}, {-scale}, {threshold})\n"
        * ("inverse" in columns)
        + "print(wavelet.values, wavelet.num_kept)",
    )


def has_inverse(highest: float, scale: float, threshold: float) -> bool:
    """Whether e^{sλ} is so small that rounding errors stay below the threshold."""
    return scale * highest + math.log(sys.float_info.epsilon) < math.log(threshold)


def choose_threshold() -> float:
    """Shows the choice of the threshold t and returns it."""
    return widgets.select_slider(
        "Threshold t",
        THRESHOLDS,
        1e-4,
        format_func="{:g}".format,
        key="threshold",
        help="Entries below it are dropped, which makes the wavelets sparse.",
        width=260,
    )


def show_decay(wavelet: Floats, threshold: float) -> twin.Tables:
    """Shows how fast the wavelet's entries decay, and where the threshold is.

    Returns:
        The curve's table.
    """
    ordered = np.sort(np.abs(wavelet))[::-1]
    option = lines(
        np.arange(1.0, len(ordered) + 1),
        {"magnitude": ordered},
        x_name="nodes, by descending entry",
        y_name="magnitude (dashed: t)",
        level=threshold,
        is_log=True,
        colours=[theme.GREEN],
    )
    plot.show(
        option,
        key="decay-chart",
        height=230,
        alt=f"Magnitudes of the wavelet's entries, descending; threshold {threshold:g}",
    )
    return {"Magnitudes of the entries": twin.of(option)}
