"""An exercise on its page: the task, what is made, and how near it is."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from dashboard import plot, state, widgets
from dashboard.exercises import goals
from dashboard.exercises.exercises import DrawGraph, Exercise, SetWave
from dashboard.exercises.goals import Judgement
from dashboard.figures import graph as graph_figures
from dashboard.lessons.visit import solved_by
from dashboard.pad import drawing
from dashboard.visitor import visitor_id
from spgat import datasets
from spgat.arrays import Floats
from spgat.graph import Graph
from spgat.words import plural


def show(exercise: DrawGraph | SetWave, number: int) -> None:
    """Shows an exercise with its place among the lessons."""
    st.header(f"{number}. {exercise.title}")
    st.markdown(exercise.idea)
    with st.container(border=True):
        st.markdown(f"**Your task.** {exercise.task}")
    if isinstance(exercise, DrawGraph):
        drawing.draw(exercise.key, lambda graph: _judge_drawing(exercise, graph))
    else:
        _show_wave(exercise)
    with st.expander("Answer", icon=":material/key:"):
        st.markdown(exercise.why)


def _judge_drawing(exercise: DrawGraph, graph: Graph | None) -> None:
    if graph is None:
        st.markdown("**Draw on the sheet.** This will say how close you are.")
        return
    _show_judgements(exercise, goals.judge(graph, exercise.goals))


def _show_wave(exercise: SetWave) -> None:
    """Shows the sliders of the values, the ring, and the judgement."""
    graph = datasets.load("ring", num_nodes=exercise.num_nodes)
    spectrum = state.spectrum(graph, goals.COMBINATORIAL)
    title = f"The wave on a ring of {graph.num_nodes} nodes"
    with st.container(border=True):
        sliders, picture = st.columns([3, 2], gap="medium")
        with sliders:
            values = _choose_values(exercise)
        with picture:
            plot.show(
                graph_figures.drawing(
                    state.positions(graph), graph.edges(), node_values=values, node_limit=1.0
                ),
                key="wave-drawing",
                height=280,
                alt=f"{title}: {', '.join(f'{value:g}' for value in values)}",
            )
            st.caption("Node 0 is at the top; the others follow to the left.")
            if values.any():
                found = goals.wave(spectrum, values, exercise.eigenvalue, exercise.least)
                _show_judgements(exercise, [found])
            else:
                st.markdown(
                    "**All values are 0.** Move them, and this will say how close you are."
                )


def _choose_values(exercise: SetWave) -> Floats:
    """Shows a slider for each node and returns the values, float64 [num_nodes]."""
    columns = st.columns(2)
    values = []
    for node in range(exercise.num_nodes):
        with columns[node * 2 // exercise.num_nodes]:
            key = f"{exercise.key}-{node}"
            values.append(widgets.slider(f"Node {node}", -1.0, 1.0, 0.0, 0.5, key=key))
    return np.array(values)


def _show_judgements(exercise: Exercise, judgements: Sequence[Judgement]) -> None:
    """Says what is met and what is not, and keeps that an exercise is solved."""
    lines = [
        f":material/{'check_circle' if found.is_met else 'radio_button_unchecked'}: "
        f"{found.sentence}."
        for found in judgements
    ]
    st.markdown("  \n".join(lines))
    missing = sum(not found.is_met for found in judgements)
    nearness = min(found.nearness for found in judgements)
    if missing:
        # An exercise that is not solved is never 100% near.
        text = f"{min(nearness, 0.99):.0%} of the way; {plural(missing, 'thing')} to go"
        st.progress(min(nearness, 0.99), text=text)
    else:
        solved_by(visitor_id()).add(exercise.name)
        st.success("That is it. Compare it with the answer.", icon=":material/check_circle:")
