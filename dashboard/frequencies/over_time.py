"""A signal over time: played on the graph, its energy in low and high, and suspect sensors."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from dashboard import plot, state, theme, twin, widgets
from dashboard.figures import graph as graph_figures
from dashboard.figures import scale
from dashboard.figures.missing import with_missing
from dashboard.figures.over_time import Picture, curves, picture
from dashboard.frequencies import playing, series_choice, suspects
from dashboard.frequencies.cut import default_num_low
from dashboard.frequencies.graph_choice import GraphChoice
from dashboard.frequencies.panels import take_node
from dashboard.frequencies.series_choice import ChosenSeries
from dashboard.frequencies.view import Shown
from dashboard.plain import plain
from dashboard.words import count, percent
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.series import EnergyOverTime, energy_over_time, transform
from spgat.spectral.spectrum import Spectrum

PICTURE = "joint-picture"
PARTS = {"high": "High part", "low": "Low part", "wave": "One frequency"}
#: Colours are full at this quantile of the values, so that one outlier does not pale the rest.
_FULL = 0.98


@dataclass(frozen=True, eq=False)
class Joint:
    """A series by frequency.

    Attributes:
        amplitudes: float64 [num_nodes, num_times], x̂_k(t).
        energy: float64 of the same shape, |x̂_k(t)|².
        picture: Of it.
        limit: The value of full colour in all drawings.
    """

    amplitudes: Floats
    energy: Floats
    picture: Picture
    limit: float


def draw(choice: GraphChoice, spectrum: Spectrum) -> Shown:
    """Draws the view.

    Raises:
        InputError: If an uploaded file is not a series of the graph's nodes.
    """
    graph = choice.graph
    chosen = series_choice.choose(choice)
    if chosen is None:
        return Shown({}, "")
    joint = _joint(choice.graph.digest, repr(choice.laplacian), _key(chosen), spectrum, chosen)
    now = playing.choose_time(chosen.series.times)
    num_low = _choose_num_low(graph.num_nodes)
    energy = energy_over_time(joint.energy, num_low)
    st.markdown(_sentence(chosen, energy, now))
    part = _show_drawings(graph, spectrum, chosen, joint, now, num_low)
    tables = _show_energy(chosen, energy, joint, now)
    tables |= {
        f"Nodes at {chosen.series.times[now]}": partial(_nodes, graph, chosen, now, part)
    }
    tables |= suspects.show(graph, chosen, now)
    return Shown(tables, _code(chosen, num_low))


def _show_drawings(
    graph: Graph,
    spectrum: Spectrum,
    chosen: ChosenSeries,
    joint: Joint,
    now: int,
    num_low: int,
) -> tuple[str, Floats]:
    """Draws the signal and a part of it at the present time; returns the part's title too."""
    left, right = st.columns(2, border=True)
    unit = chosen.series.unit
    what = "Difference from each node's mean" if chosen.is_deviation else "Signal"
    with left:
        st.markdown(f"**{what}**, {chosen.series.times[now]}")
        st.caption("Click a node to follow it below.")
        _draw(graph, chosen, chosen.shown[now], joint.limit, now, key="time-drawing-0")
    with right:
        kind = widgets.segmented(
            "Part", PARTS, key="part", label_visibility="collapsed", width="stretch"
        )
        title, values = _part(kind, graph, spectrum, joint, now, num_low)
        st.caption(title)
        if np.isnan(values).any():
            st.info(
                "A reading is missing at this time, so the parts are not known. Fill missing "
                "readings above.",
                icon=":material/sensors_off:",
            )
        else:
            _draw(graph, chosen, values, joint.limit, now, key="time-drawing-1")
    alt = f"Value on a node, from {-joint.limit:.3g} to {joint.limit:.3g}"
    st.html(scale.colour_bar(joint.limit, alt))
    if unit:
        st.caption(f"In {unit}. Full colour: {joint.limit:.3g} or more.")
    return title, values


def _draw(
    graph: Graph, chosen: ChosenSeries, values: Floats, limit: float, now: int, *, key: str
) -> None:
    positions = state.positions(graph)
    option = graph_figures.drawing(
        positions,
        graph.edges(),
        node_values=np.nan_to_num(values),
        node_limit=limit,
        node_names=graph.node_names,
        marked=chosen.node,
        is_clickable=True,
    )
    plot.show(
        with_missing(option, chosen.missing[now]),
        key=key,
        on_select=_follow_node(key),
        height=graph_figures.height_of(positions) + 60,
        alt=f"{plain(chosen.series.name)} at {chosen.series.times[now]} on {graph.name}",
        glides=False,
    )


def _part(
    kind: str, graph: Graph, spectrum: Spectrum, joint: Joint, now: int, num_low: int
) -> tuple[str, Floats]:
    """A caption, and the part of the present signal, float64 [num_nodes]."""
    amplitudes = joint.amplitudes[:, now]
    vectors = spectrum.eigenvectors
    if kind == "low":
        title = f"From the {count(num_low, 'lowest frequency', 'lowest frequencies')}."
        return title, vectors[:, :num_low] @ amplitudes[:num_low]
    if kind == "high":
        num_high = graph.num_nodes - num_low
        title = f"From the {count(num_high, 'highest frequency', 'highest frequencies')}."
        return title, vectors[:, num_low:] @ amplitudes[num_low:]
    if st.session_state.get("k", 1) > graph.num_nodes:
        st.session_state["k"] = graph.num_nodes
    number = widgets.number("Eigenvector k", 1, graph.num_nodes, 1, key="k", width=150)
    title = (
        f"x̂ₖ uₖ for λ = {spectrum.eigenvalues[number - 1]:.3g}; click the picture below for "
        "another frequency and time."
    )
    return title, vectors[:, number - 1] * amplitudes[number - 1]


def _show_energy(
    chosen: ChosenSeries, energy: EnergyOverTime, joint: Joint, now: int
) -> twin.Tables:
    """Shows the energy over time and, on the same axis, by frequency; returns their tables."""
    times, name = chosen.series.times, plain(chosen.series.name)
    with st.container(border=True):
        st.markdown("**Energy in low and high over time**")
        option = curves(
            times,
            {"low": energy.low, "high": energy.high},
            now=now,
            y_name="energy",
            colours=(theme.LOW, theme.HIGH),
        )
        plot.show(
            option,
            key="energy-over-time",
            height=210,
            alt=f"Energy of {name} in low and high at {len(times):,} times",
        )
        st.markdown(
            "**Frequency × time**: click a cell to see its time and its strongest frequency on "
            "the graph"
        )
        plot.show(
            joint.picture.option,
            key=PICTURE,
            height=280,
            alt=f"Energy of {name} by frequency and time; darker is more",
            on_select="ignore" if state.is_locked("k") else partial(_take_cell, joint),
        )
    return {
        "Energy over time": twin.of(option),
        "Frequency × time": partial(_cells, joint.picture, times),
    }


def _take_cell(joint: Joint) -> None:
    """Shows the time and the strongest frequency of the clicked cell."""
    shown = joint.picture
    for group in st.session_state[PICTURE]["selection"]["selected"]:
        place = int(group["data_indices"][0])
        first, time = int(shown.first_frequencies[place]), int(shown.first_times[place])
        inside = joint.energy[
            first : first + shown.num_frequencies, time : time + shown.num_times
        ]
        k, t = np.unravel_index(np.nanargmax(inside), inside.shape)
        st.session_state["k"] = first + int(k) + 1
        st.session_state["part"] = "wave"
        playing.take_time(time + int(t))


def _follow_node(key: str) -> Callable[[], None]:
    def follow() -> None:
        for group in st.session_state[key]["selection"]["selected"]:
            if group["data_type"] == "node" and not state.is_locked("node"):
                take_node(int(group["data_indices"][0]))

    return follow


def _sentence(chosen: ChosenSeries, energy: EnergyOverTime, now: int) -> str:
    shares = energy.low_share
    known = np.isfinite(shares)
    if not known.any():
        return "No time has all its readings: fill the missing ones to see low and high."
    usual = percent(float(np.median(shares[known])))
    time = chosen.series.times[now]
    if not known[now]:
        return f"At **{time}** a reading is missing; usually the low part has {usual}."
    share = percent(float(shares[now]))
    return f"At **{time}** the low part has **{share}** of the energy; usually it has {usual}."


def _choose_num_low(num_nodes: int) -> int:
    """Shows the slider of d; the animation of this view is that of the time."""
    if st.session_state.get("num_low", 0) > num_nodes:  # of a larger graph
        st.session_state["num_low"] = default_num_low(num_nodes)
    return widgets.slider(
        "d, low frequencies", 0, num_nodes, default_num_low(num_nodes), key="num_low"
    )


def _key(chosen: ChosenSeries) -> str:
    return f"{chosen.series.digest} {chosen.is_deviation} {chosen.num_gaps}"


@st.cache_resource(max_entries=6, show_spinner="Transforming the signal")
def _joint(
    digest: str, laplacian: str, series: str, _spectrum: Spectrum, _chosen: ChosenSeries
) -> Joint:
    amplitudes = transform(_spectrum, _chosen.shown)
    energy = amplitudes**2
    sizes = np.abs(_chosen.shown[np.isfinite(_chosen.shown)])
    limit = scale.limit_of(np.quantile(sizes, [_FULL]))
    return Joint(amplitudes, energy, picture(energy, _chosen.series.times), limit)


def _nodes(
    graph: Graph, chosen: ChosenSeries, now: int, part: tuple[str, Floats]
) -> pd.DataFrame:
    values = np.where(chosen.missing[now], np.nan, chosen.shown[now])
    return twin.node_table(
        graph, {"reading": chosen.series.values[now], "shown": values, part[0]: part[1]}
    )


def _cells(shown: Picture, times: tuple[str, ...]) -> pd.DataFrame:
    cells = shown.option["dataset"]["source"]
    return pd.DataFrame(
        {
            "first time": [times[time] for time in shown.first_times],
            "first frequency k": shown.first_frequencies + 1,
            "log10 energy": cells["log10 energy"],
        }
    )


def _code(chosen: ChosenSeries, num_low: int) -> str:
    names = ["energy_over_time", "joint_energy", "rank_suspects"]
    names += [name for name in ("deviations", "with_fault") if f"{name}(" in chosen.code]
    imports = [f"from spgat.series import {', '.join(sorted(names))}"]
    if "complete(" in chosen.code:
        imports.append("from spgat.spectral.completion import complete")
    if "read_series(" in chosen.code:
        imports.append("from spgat.datasets.files import read_series")
        imports.append("from pathlib import Path")
    return "\n".join(
        [
            *imports,
            "",
            chosen.code,
            f"energy = energy_over_time(joint_energy(spectrum, values), num_low={num_low})",
            "print(energy.low, energy.high, rank_suspects(graph.adjacency, values).nodes[:10])",
        ]
    )
