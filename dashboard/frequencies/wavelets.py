"""Wavelets: what becomes of one unit of heat at a node."""

import math
import sys

import numpy as np
import streamlit as st

from dashboard import plot, state, theme, twin, widgets
from dashboard.figures.curves import lines
from dashboard.frequencies import panels, twins
from dashboard.frequencies.choice import choose_node
from dashboard.frequencies.controls import Choice
from dashboard.frequencies.filters import choose_scale
from spgat.arrays import Floats
from spgat.spectral.signals import wavelet_at

THRESHOLDS = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)


def show(choice: Choice) -> None:
    """Shows the view."""
    graph = choice.graph
    spectrum = state.spectrum(graph, choice.laplacian)

    @st.fragment
    def body() -> None:
        with st.container(horizontal=True):
            node = choose_node(graph)
            scale = choose_scale()
            threshold = choose_threshold()
        wavelet = wavelet_at(spectrum, node, scale, threshold)
        columns = {"wavelet": wavelet.values}
        if has_inverse(float(spectrum.eigenvalues[-1]), scale, threshold):
            inverse = wavelet_at(spectrum, node, -scale, threshold)
            columns["inverse"] = inverse.values
            count = f"{inverse.num_kept} of {graph.num_nodes}"
            note = "Of the same column of U e^{sΛ} Uᵀ."
        else:
            count = "n/a"
            note = (
                "Of U e^{sΛ} Uᵀ, whose entries grow so large here that rounding them off "
                "alone exceeds t; choose a smaller s."
            )
        left, right = st.columns([3, 2])
        with left:
            panels.show_signals(
                graph,
                {f"Wavelet of node {node}": wavelet.values},
                key="wavelet-drawing",
                on_click=None if state.is_locked("node") else _take_node,
                marked=node,
            )
        with right.container(border=True, height="stretch"):
            st.metric(
                "Entries kept of the wavelet, Ψₛ",
                f"{wavelet.num_kept} of {graph.num_nodes}",
                help=f"The largest one dropped is {wavelet.largest_dropped:.2g}.",
            )
            st.metric(
                "Entries kept of its inverse, Ψₛ⁻¹",
                count,
                help=note,
            )
            decay = show_decay(wavelet_at(spectrum, node, scale).values, threshold)
        st.markdown(
            "Heat starts at one node and spreads for a time s. Column i of Ψₛ is the wavelet "
            "centred at **node** i, so a split of the columns by their number is a split of "
            "the nodes in file order, not of frequencies."
        )
        twins.show(
            choice,
            {"Wavelet": lambda: twin.node_table(graph, columns), **decay},
            "from spgat.spectral.signals import wavelet_at\n\n"
            f"wavelet = wavelet_at(spectrum, {node}, {scale}, {threshold})\n"
            + f"inverse = wavelet_at(spectrum, {node}, {-scale}, {threshold})\n"
            * ("inverse" in columns)
            + "print(wavelet.values, wavelet.num_kept)",
        )

    body()


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
        help="Smaller entries are dropped, which makes the wavelets sparse.",
        width=260,
    )


def show_decay(wavelet: Floats, threshold: float) -> twin.Tables:
    """Shows how fast the wavelet's entries fall off, and where the threshold cuts them.

    Returns:
        The curve's table.
    """
    ordered = np.sort(np.abs(wavelet))[::-1]
    option = lines(
        np.arange(1.0, len(ordered) + 1),
        {"size of the entry": ordered},
        x_name="nodes, from the largest entry down",
        y_name="size; the dashes are t",
        level=threshold,
        is_log=True,
        colours=[theme.GREEN],
    )
    plot.show(
        option,
        key="decay-chart",
        height=230,
        alt=f"Sizes of the wavelet's entries in descending order, threshold {threshold:g}",
    )
    return {"Sizes of the entries": twin.of(option)}


def _take_node(node: int) -> None:
    st.session_state["node"] = node
