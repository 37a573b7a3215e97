"""A button that sets d to what a graph suggests and the curve that says why."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from dashboard import plot, spectra, state, twin
from dashboard.figures.scale import Option
from dashboard.figures.suggestion import gap_chart, label_chart
from dashboard.plain import plain
from dashboard.turns import turn
from dashboard.words import count, percent
from spgat.bands.eigengap import Gap, suggested_gaps
from spgat.bands.suggest import Suggestion, suggest_low_fraction
from spgat.datasets import with_split
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.spectral.cache import default_cache
from spgat.spectral.laplacian import LaplacianConfig
from spgat.spectral.spectrum import Spectrum
from spgat.words import significant

#: The steps of both sliders that take d as a share.
_STEPS = 200


@dataclass(frozen=True, slots=True)
class Suggested:
    """A suggested d.

    Attributes:
        num_low: d.
        low_fraction: The share of the frequencies after the null space.
        why: A sentence or two.
        chart: The curve.
    """

    num_low: int
    low_fraction: float
    why: str
    chart: Option


def take(control: str) -> None:
    """Gives a control the d that its button has found; call it just before that control."""
    value = st.session_state.pop(_pending(control), None)
    if value is not None:
        st.session_state[control] = value


def offer(
    graph: Graph,
    laplacian: LaplacianConfig,
    control: str,
    value_of: Callable[[Suggested], float],
    *,
    lock: str,
    spectrum: Spectrum | None = None,
) -> None:
    """Shows the button and, once it was pressed for this graph, why that d.

    Nothing is shown for a graph that suggests nothing, or takes long.

    Args:
        graph: The graph; of its labels, those of the training nodes of the first split are
            read. Without a split one is drawn.
        laplacian: Whose frequencies.
        control: Key of the control of d.
        value_of: What that control is set to.
        lock: What locks it.
        spectrum: All eigenpairs, where they are known: a graph without classes suggests a d
            by their gaps.
    """
    by_labels = graph.labels is not None and graph.num_classes > 1
    if graph.num_edges > spectra.MAX_EDGES or not (by_labels or spectrum):
        return
    asked, current = f"{control}_suggested_for", (graph.digest, laplacian)
    is_pressed = st.button(
        "Suggest d",
        icon=":material/lightbulb:",
        key=f"suggest-{control}",
        disabled=state.is_locked(lock),
        help="Before any training, from the labels of the training nodes alone."
        if by_labels
        else "By the widest gap between neighbouring eigenvalues.",
    )
    if is_pressed:
        st.session_state[asked] = current
    if st.session_state.get(asked) != current:
        return
    try:
        if by_labels or spectrum is None:
            found = _of_labels(graph, laplacian)
        else:
            found = _of_gaps(spectrum)
    except InputError as error:
        st.error(plain(error), icon=":material/error:")
        return
    if is_pressed:
        st.session_state[_pending(control)] = value_of(found)
        st.rerun()
    with st.popover("Why this d", icon=":material/show_chart:", key=f"why-{control}"):
        st.caption(found.why)
        plot.show(
            found.chart,
            key=f"why-{control}-chart",
            height=280,
            alt=f"What suggests d = {found.num_low}, over d",
        )
        twin.show({"What suggests d": twin.of(found.chart)}, key=f"why-{control}-table")


def as_share(num_low: int, num_nodes: int) -> float:
    """Returns the step of a slider of shares whose d is num_low, or the next one."""
    return math.ceil(num_low / num_nodes * _STEPS - 1e-9) / _STEPS


def _pending(control: str) -> str:
    return f"{control}_suggested"


def _of_labels(graph: Graph, laplacian: LaplacianConfig) -> Suggested:
    """By the labels of the training nodes; says the widest gap, too."""
    found = _suggestion(graph.digest, laplacian, graph)
    gap = "".join(
        f" The widest gaps between eigenvalues, which know no labels, are dotted or at d; the "
        f"widest comes after d = {gap.num_low:,}, {_ends(gap)}."
        for gap in found.gaps[:1]
    )
    return Suggested(
        found.num_low,
        found.low_fraction,
        f"With d = {found.num_low:,} of {count(graph.num_nodes, 'frequency', 'frequencies')} "
        "and no training, the classes of the training nodes are predicted best from each "
        f"other: {percent(float(found.explained.max()))} of their variance, at α = "
        f"{found.alpha:.2g} for the low band. No other label is read.{gap}",
        label_chart(found, graph.num_nodes),
    )


def _of_gaps(spectrum: Spectrum) -> Suggested:
    """By the widest gap alone.

    Raises:
        InputError: If there is none.
    """
    gaps = suggested_gaps(spectrum.eigenvalues, spectrum.null_dimension)
    return Suggested(
        gaps[0].num_low,
        gaps[0].low_fraction,
        f"After d = {gaps[0].num_low:,} comes the widest gap in the lower half of the "
        f"spectrum, {_ends(gaps[0])}. Parts of a graph that hardly touch cause such a gap: "
        "there are as many frequencies below it as parts.",
        gap_chart(spectrum.eigenvalues, gaps),
    )


def _ends(gap: Gap) -> str:
    return f"from λ = {significant(gap.below)} to {significant(gap.above)}"


@st.cache_resource(max_entries=256, show_spinner="Comparing the training nodes")
def _suggestion(digest: str, laplacian: LaplacianConfig, _graph: Graph) -> Suggestion:
    with turn():
        graph = with_split(_graph)
        return suggest_low_fraction(
            graph, graph.splits[0].train, laplacian, cache=default_cache()
        )
