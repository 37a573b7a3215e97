"""Signals on the nodes: their Fourier transform, their two parts, and denoising."""

import numpy as np
import streamlit as st

from dashboard import plot, state, theme, twin, widgets
from dashboard.figures.curves import lines
from dashboard.figures.spectrum import coefficient_stems, spectrum_table
from dashboard.frequencies import cut, panels
from dashboard.frequencies.entries import (
    amplitudes_of,
    nodes_of,
    text_of_amplitudes,
    text_of_nodes,
)
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.signal_choice import BY_CLICK, ChosenSignal, choose_signal
from dashboard.frequencies.view import Shown
from dashboard.words import count, percent
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.spectral.signals import cut_signal, denoise, fourier_transform, mean_frequency
from spgat.spectral.spectrum import Spectrum
from spgat.words import significant

CHART = "coefficient-chart"
#: The curve of the error tries at most this many values of d.
MAX_CUTS = 40


def draw(choice: GraphChoice, spectrum: Spectrum) -> Shown:
    """Draws the view.

    Raises:
        InputError: If what was typed is not a signal.
    """
    graph = choice.graph
    signal = choose_signal(graph, spectrum, is_clickable=True)
    if not signal.is_complete:
        return show_incomplete(graph, signal)
    num_low = cut.choose_num_low(graph.num_nodes)
    num_high = graph.num_nodes - num_low
    bands = cut_signal(spectrum, signal.values, num_low)
    panels.show_signals(
        graph,
        {
            "Signal" + (" with noise" if signal.is_noisy else ""): signal.values,
            f"Low part: {count(num_low, 'frequency', 'frequencies')}": bands.low,
            f"High part: {count(num_high, 'frequency', 'frequencies')}": bands.high,
        },
        key="signal-drawing",
        on_click=_take_node if is_clickable(signal.kind) else None,
        missing=signal.missing,
    )
    parts = {"signal": bands.original, "low": bands.low, "high": bands.high}
    tables: twin.Tables = {"Signal": lambda: twin.node_table(graph, parts)}
    left, right = st.columns([3, 2], border=True)
    with left:
        tables |= show_coefficients(graph, spectrum, signal, num_low)
    with right:
        show_energy(bands.low_energy, mean_frequency(spectrum, signal.values))
        tables |= show_denoising(spectrum, signal, num_low)
    return Shown(
        tables,
        f"{signal.imports}\n\n{signal.code}\n"
        f"parts = signals.cut_signal(spectrum, signal, num_low={num_low})\n"
        "print(signals.fourier_transform(spectrum, signal), parts.low_energy)",
    )


def show_incomplete(graph: Graph, signal: ChosenSignal) -> Shown:
    """Draws a signal with missing values, which has no Fourier transform."""
    panels.show_signals(
        graph, {"Signal": signal.clean}, key="signal-drawing", missing=signal.missing
    )
    return Shown(
        {"Signal": lambda: twin.node_table(graph, {"signal": signal.clean})},
        f"{signal.imports}\n\n{signal.code}",
    )


def is_clickable(kind: str) -> bool:
    """Whether a click on a node changes the signal."""
    return kind in BY_CLICK and not state.is_locked("node" if kind == "node" else "signal")


def show_coefficients(
    graph: Graph, spectrum: Spectrum, signal: ChosenSignal, num_low: int
) -> twin.Tables:
    """Shows the graph Fourier transform, lets an own one be edited, and returns its table."""
    st.markdown("**Graph Fourier transform**: the signal's coefficient for each eigenvector")
    is_own = signal.kind == "spectrum"
    if st.session_state.get("wave", 1) > graph.num_nodes:  # clicked on a larger graph
        st.session_state["wave"] = graph.num_nodes
    number = int(st.session_state.get("wave", 1))
    amplitudes = fourier_transform(spectrum, signal.values)
    plot.show(
        coefficient_stems(amplitudes, num_low, marked=number - 1 if is_own else None),
        key=CHART,
        on_select=_follow_click,
        height=300,
        alt=f"Fourier coefficients of the signal on {graph.name}",
    )
    if is_own:
        current = amplitudes_of(st.session_state["amplitudes"], graph.num_nodes)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            number = widgets.number("Eigenvector", 1, graph.num_nodes, 1, key="wave", width=120)
            st.session_state["amplitude"] = float(np.clip(current[number - 1], -3, 3))
            st.slider(
                "Amplitude",
                -3.0,
                3.0,
                step=0.05,
                key="amplitude",
                disabled=state.is_locked("signal"),
                on_change=_take_amplitude,
                args=(current, number - 1),
            )
    return {
        "Graph Fourier transform": lambda: spectrum_table(
            spectrum.eigenvalues, num_low, {"coefficient": amplitudes}
        )
    }


def show_energy(low_energy: float | None, mean: float | None) -> None:
    """Shows how the signal's energy is shared, and how smooth the signal is."""
    with st.container(horizontal=True):
        if low_energy is None or mean is None:
            st.metric("Energy of the signal in low", "n/a", help="The signal is 0 everywhere.")
            return
        st.metric("Energy of the signal in low", percent(low_energy, 1))
        st.metric("… in high", percent(1 - low_energy, 1))
        st.metric(
            "Mean frequency xᵀLx / xᵀx",
            significant(mean),
            help="How smooth the signal x is: the smaller, the smoother. Each eigenvalue of "
            "the Laplacian L counts by the signal's energy there, so that it is 0 for a signal "
            "of zero frequencies alone, and λₖ for eigenvector k.",
        )


def show_denoising(spectrum: Spectrum, signal: ChosenSignal, num_low: int) -> twin.Tables:
    """Shows how far the low part is from the signal before noise; returns the curve's table."""
    if not signal.is_noisy:
        st.caption(
            "Add noise above to see how far the low part is from the signal before noise."
        )
        return {}
    now = _cut_off(spectrum, signal, num_low)
    tried = np.unique(np.linspace(0, spectrum.num_nodes, MAX_CUTS, dtype=int))
    errors = np.array([_cut_off(spectrum, signal, d)[1] for d in tried.tolist()])
    with st.container(horizontal=True):
        st.metric("Error of the noisy signal", percent(now[0]))
        st.metric(
            "Error of its low part",
            percent(now[1]),
            f"{100 * (now[1] - now[0]):+.0f} points",
            delta_color="inverse",
            help=f"Smallest at d = {tried[errors.argmin()]} among the values of d tried.",
        )
    option = lines(
        tried.astype(float),
        {"error of the low part": errors},
        x_name="d, low frequencies",
        y_name="relative error",
        marked=float(num_low),
        colours=[theme.LOW],
    )
    plot.show(
        option,
        key="denoising-chart",
        height=190,
        alt=f"Error of the low part over d, smallest at {tried[errors.argmin()]}",
    )
    return {"Error of the low part": twin.of(option)}


def _cut_off(spectrum: Spectrum, signal: ChosenSignal, num_low: int) -> tuple[float, float]:
    """Relative errors of the noisy signal and of its low part."""
    result = denoise(
        spectrum,
        signal.clean,
        signal.values,
        lambda eigenvalues: (np.arange(len(eigenvalues)) < num_low).astype(float),
    )
    return result.error_before, result.error_after


def _take_node(node: int) -> None:
    """Moves the delta to the clicked node, or toggles it among the chosen ones."""
    if st.session_state.get("signal") == "node":
        st.session_state["node"] = node
        return
    nodes = nodes_of(st.session_state.get("nodes", ""))
    chosen = [n for n in nodes if n != node] if node in nodes else [*nodes, node]
    st.session_state["nodes"] = text_of_nodes(chosen)


def _follow_click() -> None:
    for group in st.session_state[CHART]["selection"]["selected"]:
        st.session_state["wave"] = group["data_indices"][0] + 1


def _take_amplitude(amplitudes: Floats, wave: int) -> None:
    amplitudes[wave] = st.session_state["amplitude"]
    st.session_state["amplitudes"] = text_of_amplitudes(amplitudes)
