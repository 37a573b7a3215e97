"""Which signal over time is shown: that of the catalogue or an uploaded one, and how."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import streamlit as st

from dashboard import widgets
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.signal_choice import choose_filling, choose_node
from dashboard.per_visitor import PerVisitor
from dashboard.plain import plain
from dashboard.visitor import one_file_at_a_time, visitor_id
from dashboard.words import count
from spgat import datasets
from spgat.arrays import Bools, Floats
from spgat.datasets.imports import UPLOAD, ImportedSeries, read_series
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.series import Fault, SignalSeries, deviations, with_fault
from spgat.spectral.completion import complete

READINGS = {"deviations": "Minus each node's mean", "measured": "As measured"}
FAULTS: dict[Literal["none"] | Fault, str] = {
    "none": "None broken",
    "noise": "Noise is added",
    "stuck": "Stuck at a value",
    "shift": "Shifted",
}
MAX_OWN, MAX_VISITORS = 2, 1000  # of one visitor, and visitors
MAX_OWN_BYTES = 128 * 2**20  # of all visitors


@dataclass(frozen=True, eq=False)
class ChosenSeries:
    """A signal over time as it is shown.

    Attributes:
        series: As read or as broken on purpose, NaN where a reading is missing.
        shown: float64 [num_times, num_nodes], what is coloured and transformed.
        missing: bool [num_times, num_nodes], where the series shown has no value; there
            `shown` is NaN, or 0 at nodes whose whole component is unknown, which changes
            nothing at the others.
        node: The node that the ranking and its readings are about.
        is_deviation: Whether each node's mean over time is taken away.
        code: Lines of Python that make `readings` and `values`, what is shown, from `graph`.
    """

    series: SignalSeries
    shown: Floats
    missing: Bools
    node: int
    is_deviation: bool
    code: str

    @property
    def num_gaps(self) -> int:
        """Number of time steps that cannot be transformed."""
        return int(np.isnan(self.shown).any(axis=1).sum())


def choose(choice: GraphChoice) -> ChosenSeries | None:
    """Shows the choices and returns the series, None while there is none.

    Raises:
        InputError: If the file is not a series of the graph's nodes.
    """
    graph = choice.graph
    found = _find(choice)
    if found is None:
        return None
    series, call = found
    if series.num_times < 2:
        raise InputError(
            f"{series.name!r} has one time step; show it as a column of the nodes in the view "
            "Signals."
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = widgets.segmented(
            "Readings",
            READINGS,
            key="readings",
            help="Without its mean, a node shows what is unusual for it: a slow road is not a "
            "jam.",
        )
        fault = widgets.select(
            "Break a sensor",
            FAULTS,
            key="fault",
            width=190,
            help="Puts a fault into the readings of the node, to see whether the ranking finds "
            "it.",
        )
        node = choose_node(graph)
        is_filled = bool(series.num_missing) and choose_filling("readings")
    code = f"readings = {call}.values"
    if fault != "none":
        series = _broken(series.digest, node, fault, series)
        code += f'\nreadings = with_fault(readings, {node}, "{fault}")'
    code += "\nvalues = readings"
    shown, missing, num_filled = _prepared(
        graph.digest, series.digest, kind, is_filled, graph, series
    )
    if is_filled:
        code += "\nvalues = complete(graph.adjacency, values).values"
    if kind == "deviations":
        code += "\nvalues = deviations(values)"
    _report(series, num_filled, int(missing.sum()), is_filled)
    return ChosenSeries(series, shown, missing, node, kind == "deviations", code)


def _find(choice: GraphChoice) -> tuple[SignalSeries, str] | None:
    """The series, and the call that reads it."""
    graph, own = choice.graph, _own().of(visitor_id()).get(choice.graph.digest)
    if own is None and not choice.source.is_own:
        series = _load(choice.source.name)
        if series is not None and series.num_nodes == graph.num_nodes:
            return series, f"datasets.load_series({choice.source.name!r})"
    if own is None:
        _explain(choice)
        return None
    name, imported = own
    with st.expander(f"Signal: {plain(imported.series.name)}", icon=":material/show_chart:"):
        for sentence in (*imported.used, *imported.unused, *imported.changed):
            st.markdown(f"- {plain(sentence)}")
        if st.button("Remove", icon=":material/delete:", key="remove-series"):
            _own().drop(visitor_id(), graph.digest)
            st.rerun()
    return imported.series, f"read_series(graph, Path({name!r}).read_bytes(), {name!r}).series"


def _explain(choice: GraphChoice) -> None:
    """Offers an upload, and the graphs that have a series."""
    with st.container(border=True):
        st.markdown(
            f"**{plain(choice.graph.name)} has no signal over time.** Upload one for its "
            "nodes, or choose a graph that was measured."
        )
        file = st.file_uploader(
            "A table with one row per time step and one column per node, or with one reading "
            "per line: time, node, value",
            key=f"series-file-{choice.graph.digest[:6]}",
            max_upload_size=UPLOAD.file_megabytes,
        )
        if file is not None:
            with one_file_at_a_time():
                imported = read_series(choice.graph, file.getvalue(), file.name)
            _own().add(visitor_id(), choice.graph.digest, (file.name, imported))
            st.rerun()
        with st.container(horizontal=True):
            for entry in datasets.catalogue():
                if entry.series is not None:
                    st.page_link(
                        "app_pages/frequencies.py",
                        label=entry.title,
                        icon=":material/sensors:",
                        query_params={"view": "over-time", "graph": entry.name},
                    )


@st.cache_resource(show_spinner=False)
def _own() -> PerVisitor[tuple[str, ImportedSeries]]:
    """The visitors' series and their files, by the digest of the graph."""

    def size(held: tuple[str, ImportedSeries]) -> int:
        return int(held[1].series.values.nbytes)

    return PerVisitor(size, MAX_OWN, MAX_VISITORS, MAX_OWN_BYTES)


def _report(series: SignalSeries, num_filled: int, num_left: int, is_filled: bool) -> None:
    """Says what is missing and what was filled."""
    if not series.num_missing:
        return
    readings = count(series.num_missing, "reading")
    if not is_filled:
        st.caption(
            f"{readings} of {series.values.size:,} missing: hollow in the drawing, and times "
            "without all readings have no energy in low and high."
        )
        return
    left = f" {num_left:,} lie in parts of the graph without any reading." if num_left else ""
    st.caption(
        f"{num_filled:,} of {readings} missing filled by the smoothest completion, which "
        f"minimises Σ wᵢⱼ (xᵢ − xⱼ)² and depends on no d.{left}"
    )


@st.cache_resource(max_entries=4, show_spinner="Loading the signal")
def _load(name: str) -> SignalSeries | None:
    return datasets.load_series(name)


@st.cache_resource(max_entries=4, show_spinner=False)
def _broken(digest: str, node: int, fault: Fault, _series: SignalSeries) -> SignalSeries:
    return _series.with_values(with_fault(_series.values, node, fault))


@st.cache_resource(max_entries=4, show_spinner="Preparing the signal")
def _prepared(
    graph_digest: str,
    digest: str,
    kind: str,
    is_filled: bool,
    _graph: Graph,
    _series: SignalSeries,
) -> tuple[Floats, Bools, int]:
    """The readings as shown, where they are missing, and how many were filled."""
    values, num_filled = _series.values, 0
    if is_filled:
        completion = complete(_graph.adjacency, values)
        values, num_filled = completion.values, completion.num_filled
    if kind == "deviations":
        values = deviations(values)
    missing = np.isnan(values)
    return np.nan_to_num(values) if is_filled else values, missing, num_filled
