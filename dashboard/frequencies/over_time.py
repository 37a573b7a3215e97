"""A signal over time: played on the graph, its energy in low and high, and suspect sensors."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import state, twin, widgets
from dashboard.figures import scale
from dashboard.film import component, nodes, timeline
from dashboard.film.timeline import Cells
from dashboard.frequencies import playing, series_choice, suspects
from dashboard.frequencies.cut import default_num_low
from dashboard.frequencies.eigenvectors import choose_number
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.panels import take_node
from dashboard.frequencies.series_choice import ChosenSeries
from dashboard.frequencies.view import Shown
from dashboard.plain import plain, short
from dashboard.words import count
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.series import EnergyOverTime, energy_over_time, transform
from spgat.spectral.spectrum import Spectrum

PARTS = {"high": "High part", "low": "Low part", "wave": "One frequency"}
#: Colours are full at this quantile of the values, so that one outlier does not pale the rest.
_FULL = 0.98


@dataclass(frozen=True, eq=False)
class Joint:
    """A series by frequency.

    Attributes:
        amplitudes: float64 [num_nodes, num_times], x̂_k(t).
        energy: float64 of the same shape, |x̂_k(t)|².
        cells: The picture of it.
        limit: The value of full colour in all drawings.
        film: The series itself, packed.
    """

    amplitudes: Floats
    energy: Floats
    cells: Cells
    limit: float
    film: bytes


def draw(choice: GraphChoice, spectrum: Spectrum) -> Shown:
    """Draws the view.

    Raises:
        InputError: If an uploaded file is not a series of the graph's nodes.
    """
    graph = choice.graph
    chosen = series_choice.choose(choice)
    if chosen is None:
        return Shown({}, "")
    joint = _joint(graph.digest, repr(choice.laplacian), _key(chosen), graph, spectrum, chosen)
    now = playing.choose_time(chosen.series.times)
    num_low = _choose_num_low(graph.num_nodes)
    energy = energy_over_time(joint.energy, num_low)
    part = _show_drawings(graph, spectrum, chosen, joint, num_low)
    _show_energy(chosen, energy, joint)
    times = chosen.series.times
    tables: twin.Tables = {
        "Energy over time": lambda: pd.DataFrame(
            {"time": times, "low": energy.low, "high": energy.high}
        ),
        "Frequency × time": partial(_cells, joint.cells, times),
        f"Nodes at {times[now]}": partial(_nodes, graph, chosen, now, part),
    }
    tables |= suspects.show(graph, chosen, now)
    return Shown(tables, _code(chosen, num_low))


def _show_drawings(
    graph: Graph, spectrum: Spectrum, chosen: ChosenSeries, joint: Joint, num_low: int
) -> Floats:
    """Draws the signal and a part of it at every time, and returns the part."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = widgets.segmented("Beside the signal", PARTS, key="part")
        # Also where it has no use yet: Streamlit keeps a value out of the address that a click
        # gives to a control before it is first shown, and the link would show another one.
        k = choose_number(graph.num_nodes, disabled=kind != "wave", width=150)
        number = k if kind == "wave" else num_low
    part, film = _part(
        graph.digest,
        repr(spectrum.laplacian),
        _key(chosen),
        kind,
        number,
        graph,
        spectrum,
        chosen,
        joint,
    )
    for place, shown in enumerate(zip(st.columns(2), (joint.film, film), strict=True)):
        column, content = shown
        with column:
            component.show(content, key=f"time-drawing-{place}", on_node=_take_node)
    alt = f"Value on a node, from {-joint.limit:.3g} to {joint.limit:.3g}"
    st.html(scale.colour_bar(joint.limit, alt))
    unit = f"In {plain(chosen.series.unit)}. " if chosen.series.unit else ""
    st.caption(
        f"{unit}Colours are full at {joint.limit:.3g} and beyond. Click a node to follow it "
        "below."
    )
    return part


def _show_energy(chosen: ChosenSeries, energy: EnergyOverTime, joint: Joint) -> None:
    """Shows the energy over time and, on the same axis, by frequency."""
    with st.container(border=True):
        st.markdown(
            "**Energy over time**, in low and high, and by frequency: drag to move the time; "
            "click the picture to see its strongest frequency there on the graph"
        )
        name = short(chosen.series.name)
        component.show(
            timeline.pack(
                energy,
                joint.cells,
                chosen.series.times,
                node=chosen.node,
                alt=f"Energy of {name} over time, in low and high and by frequency",
                key=playing.KEY,
                is_locked=state.is_locked("k"),
            ),
            key="timeline",
            on_rest=playing.take_time,
            on_pick=partial(_take_cell, joint.cells),
        )
    if np.isnan(energy.low).all():
        st.info(
            "No time has all its readings. Fill the missing ones to see low and high.",
            icon=":material/sensors_off:",
        )


def _take_cell(cells: Cells, number: int) -> None:
    """Shows the time and the strongest frequency of the clicked cell, counted row by row."""
    if 0 <= number < cells.powers.size and not state.is_locked("k"):
        st.session_state["k"] = int(cells.strongest.flat[number]) + 1
        st.session_state["part"] = "wave"
        playing.take_time(int(cells.times.flat[number]))


def _take_node(node: int) -> None:
    if node >= 0 and not state.is_locked("node"):
        take_node(node)


def _choose_num_low(num_nodes: int) -> int:
    """Shows the slider of d; the animation of this view is that of the time."""
    if st.session_state.get("num_low", 0) > num_nodes:  # of a larger graph
        st.session_state["num_low"] = default_num_low(num_nodes)
    return widgets.slider(
        "d, low frequencies", 0, num_nodes, default_num_low(num_nodes), key="num_low"
    )


def _key(chosen: ChosenSeries) -> str:
    shown = f"{chosen.is_deviation} {chosen.num_gaps}"
    return f"{chosen.series.digest} {shown} {state.is_locked('node')}"


@st.cache_resource(max_entries=4, show_spinner="Transforming the signal")
def _joint(
    digest: str,
    laplacian: str,
    series: str,
    _graph: Graph,
    _spectrum: Spectrum,
    _chosen: ChosenSeries,
) -> Joint:
    amplitudes = transform(_spectrum, _chosen.shown)
    energy = amplitudes**2
    sizes = np.abs(_chosen.shown[np.isfinite(_chosen.shown)])
    limit = scale.limit_of(np.quantile(sizes, [_FULL]))
    title = "Difference from each node's mean" if _chosen.is_deviation else "Signal"
    values = np.where(_chosen.missing, np.nan, _chosen.shown)
    film = _film(_graph, _chosen, values, title, limit)
    return Joint(amplitudes, energy, timeline.cells_of(energy), limit, film)


@st.cache_resource(max_entries=12, show_spinner="Cutting the signal")
def _part(
    digest: str,
    laplacian: str,
    series: str,
    kind: str,
    number: int,
    _graph: Graph,
    _spectrum: Spectrum,
    _chosen: ChosenSeries,
    _joint: Joint,
) -> tuple[Floats, bytes]:
    """A part of the signal at every time, float64 [num_times, num_nodes], and its film."""
    which = {
        "low": slice(None, number),
        "high": slice(number, None),
        "wave": slice(number - 1, number),
    }[kind]
    values = (_spectrum.eigenvectors[:, which] @ _joint.amplitudes[which]).T
    num = len(range(*which.indices(_graph.num_nodes)))
    title = f"{PARTS[kind]} ({count(num, 'frequency', 'frequencies')})"
    if kind == "wave":
        title = f"Frequency {number} (λ = {_spectrum.eigenvalues[number - 1]:.3g})"
    shown = np.where(_chosen.missing, np.nan, values)
    return values, _film(_graph, _chosen, shown, title, _joint.limit)


def _film(
    graph: Graph, chosen: ChosenSeries, values: Floats, title: str, limit: float
) -> bytes:
    return nodes.pack(
        values,
        state.positions(graph),
        graph.edges(),
        graph.names,
        chosen.series.times,
        title=title,
        limit=limit,
        alt=f"{short(chosen.series.name)} on {short(graph.name)}",
        key=playing.KEY,
        is_locked=state.is_locked("node"),
    )


def _nodes(graph: Graph, chosen: ChosenSeries, now: int, part: Floats) -> pd.DataFrame:
    values = np.where(chosen.missing[now], np.nan, chosen.shown[now])
    readings = chosen.series.values[now]
    return twin.node_table(graph, {"reading": readings, "shown": values, "part": part[now]})


def _cells(cells: Cells, times: tuple[str, ...]) -> pd.DataFrame:
    rows, columns = np.indices(cells.powers.shape).reshape(2, -1)
    return pd.DataFrame(
        {
            "first time": [times[time] for time in cells.columns[columns]],
            "first frequency k": cells.rows[rows] + 1,
            "log10 mean energy": cells.powers.ravel(),
        }
    )


def _code(chosen: ChosenSeries, num_low: int) -> str:
    names = ["energy_over_time", "joint_energy", "rank_suspects"]
    names += [name for name in ("deviations", "with_fault") if f"{name}(" in chosen.code]
    imports = [f"from spgat.series import {', '.join(sorted(names))}"]
    if "complete(" in chosen.code:
        imports.append("from spgat.spectral.completion import complete")
    if "read_series(" in chosen.code:
        imports.append("from spgat.datasets.imports import read_series")
        imports.append("from pathlib import Path")
    return "\n".join(
        [
            *imports,
            "",
            chosen.code,
            f"energy = energy_over_time(joint_energy(spectrum, values), num_low={num_low})",
            "suspects = rank_suspects(graph.adjacency, readings)",
            "print(energy.low, energy.high, suspects.nodes[:10])",
        ]
    )
