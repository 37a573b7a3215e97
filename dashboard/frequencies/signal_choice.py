"""The choice of a signal on the nodes, with or without noise."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from dashboard import state, widgets
from dashboard.frequencies.entries import amplitudes_of, nodes_of
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.spectral import signals
from spgat.spectral.spectrum import Spectrum

SIGNALS = {
    "smooth": "Smooth",
    "noise": "Noise",
    "class": "A class",
    "degree": "Degree",
    "node": "One node",
    "nodes": "Chosen nodes",
    "spectrum": "Own spectrum",
}
#: Signals that a click on a node changes.
BY_CLICK = ("node", "nodes")


@dataclass(frozen=True, slots=True)
class ChosenSignal:
    """A signal on the nodes.

    Attributes:
        kind: One of `SIGNALS`.
        clean: float64 [num_nodes], without the noise that was added.
        values: float64 [num_nodes], with it.
        code: Lines of Python that compute it from `graph` and `spectrum`.
    """

    kind: str
    clean: Floats
    values: Floats
    code: str

    @property
    def is_noisy(self) -> bool:
        """Whether noise was added to a signal that is not 0."""
        return bool(np.any(self.clean != self.values)) and bool(np.any(self.clean))


def choose_signal(
    graph: Graph, spectrum: Spectrum, *, is_clickable: bool = False
) -> ChosenSignal:
    """Shows the choice of a signal and returns it.

    Args:
        graph: The graph.
        spectrum: Its eigenpairs.
        is_clickable: Whether the view takes clicks on nodes and on coefficients.

    Raises:
        InputError: If what was typed is not a signal.
    """
    kinds = {key: title for key, title in SIGNALS.items() if key != "class" or has_class(graph)}
    with st.container(horizontal=True):
        kind = widgets.select("Signal on the nodes", kinds, key="signal", width=200)
        clean, call = _make(kind, graph, spectrum, is_clickable)
        code = f"clean = {call}"
        level = widgets.slider(
            "Noise added",
            0.0,
            2.0,
            0.5,
            0.05,
            key="noise",
            help="Root mean square of the noise, as a multiple of the signal's.",
            width=240,
        )
    seed = int(st.session_state.get("seed", 0)) + 1
    values = signals.with_noise(clean, level, seed)
    code += f"\nsignal = signals.with_noise(clean, {level}, seed={seed})"
    return ChosenSignal(kind, clean, values, code)


def has_class(graph: Graph) -> bool:
    """Whether any node has a class."""
    return graph.labels is not None and bool((graph.labels >= 0).any())


def _make(
    kind: str, graph: Graph, spectrum: Spectrum, is_clickable: bool
) -> tuple[Floats, str]:
    """The signal, and the call that makes it."""
    seed = int(st.session_state.get("seed", 0))
    match kind:
        case "smooth":
            smoothness = widgets.slider(
                "Smoothness", 0.0, 30.0, 10.0, key="smoothness", width=200
            )
            return (
                signals.smooth_signal(spectrum, seed, smoothness),
                f"signals.smooth_signal(spectrum, seed={seed}, smoothness={smoothness})",
            )
        case "noise":
            return (
                signals.noise(graph.num_nodes, seed),
                f"signals.noise(graph.num_nodes, seed={seed})",
            )
        case "class":
            assert graph.labels is not None
            classes: list[int] = np.unique(graph.labels[graph.labels >= 0]).tolist()
            label = widgets.select(
                "Class",
                {c: graph.class_names[c] for c in classes},
                key="class",
                lock="signal",
                width=180,
            )
            return (
                signals.label_indicator(graph.labels, label),
                f"signals.label_indicator(graph.labels, {label})",
            )
        case "degree":
            return (
                signals.degree_signal(graph.adjacency),
                "signals.degree_signal(graph.adjacency)",
            )
        case "node":
            node = choose_node(graph, is_clickable=is_clickable)
            call = f"signals.delta(graph.num_nodes, {node})"
            return signals.delta(graph.num_nodes, node), call
        case "nodes":
            text = widgets.text(
                "Nodes set to 1",
                "0",
                key="nodes",
                lock="signal",
                help="Row numbers from 0"
                + ("; or click nodes in the first drawing." if is_clickable else "."),
                width=240,
            )
            nodes = nodes_of(text)
            values = np.zeros(graph.num_nodes)
            for node in nodes:
                values += signals.delta(graph.num_nodes, node)
            return values, f"sum(signals.delta(graph.num_nodes, node) for node in {nodes})"
        case _:
            text = widgets.text(
                "Amplitudes, as eigenvector:value",
                "1:1, 2:-1",
                key="amplitudes",
                lock="signal",
                help="Eigenvectors count from 1."
                + " Or click a coefficient below and move it." * is_clickable,
                width=260,
            )
            amplitudes = amplitudes_of(text, graph.num_nodes)
            nonzero = {int(k): float(amplitudes[k]) for k in np.flatnonzero(amplitudes)}
            return (
                signals.inverse_fourier_transform(spectrum, amplitudes),
                "signals.inverse_fourier_transform(\n"
                f"    spectrum, [{nonzero}.get(k, 0) for k in range(graph.num_nodes)]\n)",
            )


def choose_node(graph: Graph, *, is_clickable: bool = True) -> int:
    """Shows the number of the node, for those who type, and returns it."""
    if st.session_state.get("node", 0) >= graph.num_nodes:
        st.session_state["node"] = graph.num_nodes - 1
    is_clickable &= not state.is_locked("node")
    return widgets.number(
        "Node",
        0,
        graph.num_nodes - 1,
        0,
        key="node",
        help="Its row number"
        + ("; or click a node in the first drawing." if is_clickable else "."),
        width=150,
    )
