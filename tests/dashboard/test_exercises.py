"""Each answer of an exercise fits, and what is near is said to be near."""

import numpy as np
import pytest

from dashboard.exercises import goals
from dashboard.exercises.exercises import EXERCISES, DrawGraph, SetWave
from dashboard.lessons.lesson import all_lessons
from spgat import datasets
from spgat.datasets import drawn
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum

DRAWINGS = [exercise for exercise in EXERCISES if isinstance(exercise, DrawGraph)]
WAVES = [exercise for exercise in EXERCISES if isinstance(exercise, SetWave)]
NAMES = {"ids": lambda exercise: exercise.name}
BY_NAME = {exercise.name: exercise for exercise in EXERCISES}


#: What fits: the size of a ring and how many there are, and values on the nodes of one.
RINGS = {"connectivity": (6, 1), "zeros": (3, 2), "spectrum": (4, 1)}
WAVE = [1.0, 0.0, -1.0, 0.0] * 2


def answer_of(exercise):
    """A graph that fits: rings side by side."""
    size, copies = RINGS[exercise.name]
    ring = loaded("ring", size)
    return Graph.build(
        "answer",
        size * copies,
        np.concatenate([ring.edges() + k * size for k in range(copies)]),
        positions=np.concatenate(
            [ring.positions + np.array([3 * k, 0]) for k in range(copies)]
        ),
    )


def is_met(exercise, graph):
    return [found.is_met for found in goals.judge(graph, exercise.goals)]


def test_there_are_lessons_in_which_one_draws_and_one_in_which_one_sets_a_wave():
    assert len(DRAWINGS) >= 2
    assert len(WAVES) >= 1


@pytest.mark.parametrize("exercise", DRAWINGS, **NAMES)
def test_the_answer_fits(exercise):
    found = goals.judge(answer_of(exercise), exercise.goals)
    assert all(judgement.is_met for judgement in found)
    assert all(judgement.nearness == pytest.approx(1) for judgement in found)


@pytest.mark.parametrize("exercise", DRAWINGS, **NAMES)
def test_a_single_node_does_not_fit(exercise):
    found = goals.judge(Graph.build("node", 1, []), exercise.goals)
    assert not all(judgement.is_met for judgement in found)
    assert all(0 <= judgement.nearness <= 1 for judgement in found)


def loaded(name, num_nodes):
    return datasets.load(name, num_nodes=num_nodes)


def test_a_star_is_well_connected_a_path_is_not_and_weights_do_not_help():
    exercise = BY_NAME["connectivity"]
    assert all(is_met(exercise, loaded("star", 6)))
    path = loaded("path", 6)
    assert is_met(exercise, path) == [True, True, False]
    assert full_spectrum(path.adjacency, goals.COMBINATORIAL).eigenvalues[1] == pytest.approx(
        0.27, abs=0.005
    )
    heavy = path.with_(adjacency=path.adjacency * 10)
    assert is_met(exercise, heavy) == [True, False, True]
    assert is_met(exercise, loaded("complete", 6)) == [True, False, True]


def test_two_zeros_are_two_components():
    exercise = BY_NAME["zeros"]
    assert is_met(exercise, loaded("ring", 6)) == [True, True, False]
    lonely = Graph.build("lonely", 6, loaded("ring", 5).edges())
    assert is_met(exercise, lonely) == [True, False, True]


def test_only_the_ring_of_four_has_its_spectrum():
    exercise = BY_NAME["spectrum"]
    paw = Graph.build("paw", 4, [[0, 1], [1, 2], [0, 2], [2, 3]])
    values = full_spectrum(paw.adjacency, goals.COMBINATORIAL).eigenvalues
    np.testing.assert_allclose(values, [0, 1, 3, 4], atol=1e-9)
    [of_paw] = goals.judge(paw, exercise.goals)
    [of_path] = goals.judge(loaded("path", 4), exercise.goals)
    [of_pair] = goals.judge(loaded("path", 2), exercise.goals)
    assert not of_paw.is_met
    assert 1 > of_paw.nearness > of_path.nearness > of_pair.nearness > 0


@pytest.mark.parametrize("exercise", WAVES, **NAMES)
def test_the_wave_fits_and_noise_does_not(exercise):
    spectrum = full_spectrum(loaded("ring", exercise.num_nodes).adjacency, goals.COMBINATORIAL)
    right = goals.wave(spectrum, np.array(WAVE), exercise.eigenvalue, exercise.least)
    assert right.is_met
    assert right.nearness == pytest.approx(1)
    square = np.array([1.0, 1, -1, -1] * 2)
    assert goals.wave(spectrum, square, exercise.eigenvalue, exercise.least).is_met
    alone = np.eye(exercise.num_nodes)[0]
    wrong = goals.wave(spectrum, alone, exercise.eigenvalue, exercise.least)
    assert not wrong.is_met
    assert wrong.nearness == pytest.approx(2 / exercise.num_nodes)  # an eigenspace of two


@pytest.mark.parametrize("exercise", DRAWINGS, **NAMES)
def test_the_page_checks_a_drawing(open_page, exercise):
    wrong = drawn.encode(drawn.drawable(loaded("path", 3)))
    app = open_page("lessons", exercise=exercise.name, **{exercise.key: wrong})
    assert not app.success
    app.text_input(key=exercise.key).set_value(
        drawn.encode(drawn.drawable(answer_of(exercise)))
    ).run()
    assert app.success
    next(button for button in app.button if button.label == "All lessons").click().run()
    total = len(all_lessons()) + len(EXERCISES)
    assert app.get("progress")[0].proto.value == 100 // total


def test_the_page_checks_a_wave(open_page):
    exercise = WAVES[0]
    app = open_page("lessons", exercise=exercise.name)
    assert not app.success
    for node, value in enumerate(WAVE):
        app.slider(key=f"{exercise.key}-{node}").set_value(value).run()
    assert app.success
