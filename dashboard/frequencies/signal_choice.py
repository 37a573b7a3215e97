"""The choice of a signal on the nodes, with or without noise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
import streamlit as st

from dashboard import state, widgets
from dashboard.frequencies.entries import amplitudes_of, nodes_of
from dashboard.words import count
from spgat.arrays import Bools, Floats
from spgat.graph import Graph
from spgat.spectral import signals
from spgat.spectral.completion import complete
from spgat.spectral.spectrum import Spectrum

SIGNALS = {
    "smooth": "Smooth",
    "noise": "Noise",
    "class": "A class",
    "degree": "Degree",
    "column": "A column",
    "feature": "A feature",
    "node": "One node",
    "nodes": "Chosen nodes",
    "spectrum": "Own spectrum",
}
#: Signals that a click on a node changes.
BY_CLICK = ("node", "nodes")
#: Signals that come with the graph; they have noise enough.
MEASURED = ("column", "feature")
#: Signals that are set by hand; what one sets is what one wants to see, so noise starts at 0.
BY_HAND = (*BY_CLICK, "spectrum")
#: The default that the slider of the noise was last shown with.
_NOISE_DEFAULT = "noise_default"


@dataclass(frozen=True, slots=True)
class ChosenSignal:
    """A signal on the nodes.

    Attributes:
        kind: One of `SIGNALS`.
        clean: float64 [num_nodes], without the noise that was added; NaN where a value is
            missing and not filled.
        values: float64 [num_nodes], with it.
        missing: bool [num_nodes], the nodes that are drawn as missing. After filling these are
            in components without any value; a 0 there changes nothing elsewhere.
        code: Lines of Python that compute it from `graph` and `spectrum`.
    """

    kind: str
    clean: Floats
    values: Floats
    missing: Bools
    code: str

    @property
    def imports(self) -> str:
        """Lines of Python that `code` needs."""
        needed = ["from spgat.spectral import signals"]
        if "complete(" in self.code:
            needed = [
                "import numpy as np",
                "from spgat.spectral.completion import complete",
                *needed,
            ]
        return "\n".join(needed)

    @property
    def is_complete(self) -> bool:
        """Whether it can be transformed."""
        return not np.isnan(self.values).any()

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
    with st.container(horizontal=True):
        kind = choose_kind(SIGNALS, graph, list(graph.signals))
        clean, call = _make(kind, graph, spectrum, is_clickable)
        code = f"clean = {call}"
        missing = np.isnan(clean)
        num_missing = int(missing.sum())
        is_filled = bool(num_missing) and choose_filling("values")
        if is_filled:
            completion = complete(graph.adjacency, clean)
            missing = np.isnan(completion.values)
            clean = np.nan_to_num(completion.values)
            code += "\nclean = np.nan_to_num(complete(graph.adjacency, clean).values)"
        level = 0.0 if kind in MEASURED else _choose_noise(kind)
    seed = int(st.session_state.get("seed", 0)) + 1
    values = signals.with_noise(clean, level, seed)
    code += f"\nsignal = signals.with_noise(clean, {level}, seed={seed})"
    if num_missing:
        _report(num_missing, graph.num_nodes, int(missing.sum()), is_filled)
    return ChosenSignal(kind, clean, values, missing, code)


def choose_kind(titles: Mapping[str, str], graph: Graph, columns: Sequence[str]) -> str:
    """Shows the choice of a kind of signal, of those that the graph has, and returns it."""
    lacking = {
        "class": graph.labels is None or not (graph.labels >= 0).any(),
        "column": not columns,
        "feature": not graph.num_features,
    }
    kinds = {key: title for key, title in titles.items() if not lacking.get(key)}
    return widgets.select("Signal on the nodes", kinds, key="signal", width=200)


def choose_filling(what: str) -> bool:
    """Shows the switch that fills what is missing and returns whether it is on."""
    return widgets.toggle(
        f"Fill missing {what}",
        key="fill",
        lock="signal",
        help="By the smoothest completion on the graph: each filled value is the weighted "
        "mean of its neighbours'. No frequency is cut off for it.",
    )


def _choose_noise(kind: str) -> float:
    """Shows the slider of the noise, which goes from one kind's default to the other's."""
    default = 0.0 if kind in BY_HAND else 0.5
    before = st.session_state.get(_NOISE_DEFAULT, default)
    st.session_state[_NOISE_DEFAULT] = default
    is_untouched = "noise" not in st.query_params and st.session_state.get("noise") == before
    if is_untouched:
        st.session_state["noise"] = default
    return widgets.slider(
        "Noise added",
        0.0,
        2.0,
        default,
        0.05,
        key="noise",
        help="Root mean square of the noise, as a multiple of the signal's.",
        width=240,
    )


def _report(num_missing: int, num_nodes: int, num_left: int, is_filled: bool) -> None:
    """Says what is missing and what was filled."""
    if not is_filled:
        st.caption(
            f"{num_missing:,} of {count(num_nodes, 'value')} missing: hollow in the drawing. "
            "Fill them to see the frequencies."
        )
        return
    left = (
        f" {num_left:,} lie in components without any value and stay missing."
        if num_left
        else ""
    )
    st.caption(
        f"{num_missing - num_left:,} of {count(num_nodes, 'value')} filled by the smoothest "
        f"completion, which minimises Σ wᵢⱼ (xᵢ − xⱼ)² and depends on no d.{left}"
    )


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
        case "spectrum":
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
        case _:
            return of_graph(kind, graph, list(graph.signals))


def of_graph(kind: str, graph: Graph, columns: Sequence[str]) -> tuple[Floats, str]:
    """Shows what a signal that needs no eigenvector is made of; returns it and its call.

    Args:
        kind: "noise", "degree", "class", "column" or "feature".
        graph: The graph.
        columns: Which of the graph's own signals there are to choose from.
    """
    match kind:
        case "noise":
            seed = int(st.session_state.get("seed", 0))
            call = f"signals.noise(graph.num_nodes, seed={seed})"
            return signals.noise(graph.num_nodes, seed), call
        case "degree":
            values = signals.degree_signal(graph.adjacency)
            return values, "signals.degree_signal(graph.adjacency)"
        case "column":
            titles = {name: name for name in columns}
            name = widgets.select("Column", titles, key="column", lock="signal", width=180)
            return np.array(graph.signals[name]), f"graph.signals[{name!r}]"
        case "feature":
            return _choose_feature(graph)
    assert graph.labels is not None
    classes: list[int] = np.unique(graph.labels[graph.labels >= 0]).tolist()
    names = {c: graph.class_names[c] for c in classes}
    label = widgets.select("Class", names, key="class", lock="signal", width=180)
    values = signals.label_indicator(graph.labels, label)
    return values, f"signals.label_indicator(graph.labels, {label})"


def _choose_feature(graph: Graph) -> tuple[Floats, str]:
    """Shows the choice of a feature; returns its column and the expression that takes it."""
    number = widgets.number(
        "Feature", 1, graph.num_features, 1, key="feature", lock="signal", width=150
    )
    features = graph.features
    assert features is not None
    if sp.issparse(features):
        values = features[:, [number - 1]].toarray().ravel()
        call = f"graph.features[:, [{number - 1}]].toarray().ravel()"
    else:
        values, call = features[:, number - 1], f"graph.features[:, {number - 1}]"
    return np.asarray(values, dtype=np.float64), call


def choose_node(graph: Graph, *, is_clickable: bool = True) -> int:
    """Shows the number of the node, for those who type, and returns it."""
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
