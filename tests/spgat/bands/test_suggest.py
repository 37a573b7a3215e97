"""A suggested d follows the training labels, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from spgat.bands.suggest import explained, suggest_low_fraction
from spgat.datasets import load, with_split
from spgat.errors import Cancelled, InputError
from spgat.graph import Graph

NUM_NODES = 120
LABELS = np.arange(NUM_NODES) % 3
TRAIN = np.arange(NUM_NODES) < 60


def block_graph(within: float, between: float) -> Graph:
    rng = np.random.default_rng(0)
    same = LABELS[:, None] == LABELS
    chance = np.where(same, within, between)
    linked = np.triu(rng.random((NUM_NODES, NUM_NODES)) < chance, k=1)
    return Graph.build("blocks", NUM_NODES, np.argwhere(linked), labels=LABELS)


@pytest.fixture(scope="module")
def homophilous() -> Graph:
    return block_graph(0.3, 0.01)


@pytest.fixture(scope="module")
def heterophilous() -> Graph:
    return block_graph(0.01, 0.3)


def test_communities_lie_in_the_lowest_frequencies(homophilous):
    found = suggest_low_fraction(homophilous, TRAIN)
    assert found.num_low <= 0.1 * NUM_NODES  # three classes: two vectors after the null space
    assert found.alpha > 0.5
    assert found.explained.max() > 0.8


def test_opposites_lie_in_the_highest(heterophilous):
    found = suggest_low_fraction(heterophilous, TRAIN)
    assert found.low_fraction >= 0.7
    assert found.alpha < 0.5
    assert found.explained.max() > 0.5


def test_what_is_suggested_is_the_highest_point(homophilous):
    found = suggest_low_fraction(homophilous, TRAIN)
    best = found.explained.argmax()
    assert found.low_fraction == found.low_fractions[best]
    assert found.cutoff == found.cutoffs[best]
    assert (np.diff(found.cutoffs) >= 0).all()


def test_labels_drawn_at_random_are_not_explained(homophilous):
    labels = np.random.default_rng(3).permutation(LABELS)
    found = suggest_low_fraction(replace(homophilous, labels=labels), TRAIN)
    assert found.explained.max() < 0.15


def test_indicators_of_the_lowest_frequencies_have_their_energy_there(
    homophilous, heterophilous
):
    everywhere = np.ones(NUM_NODES, dtype=bool)
    low, high = (suggest_low_fraction(g, everywhere) for g in (homophilous, heterophilous))
    assert low.num_low <= 0.1 * NUM_NODES
    assert low.energy[low.counts == low.num_low][0] > 0.8
    assert high.energy[high.low_fractions <= 0.5].max() < 0.3
    assert (np.diff(low.energy) > -1e-6).all()


def test_labels_at_random_have_their_energy_where_the_frequencies_are(homophilous):
    labels = np.random.default_rng(3).permutation(LABELS)
    found = suggest_low_fraction(replace(homophilous, labels=labels), TRAIN)
    np.testing.assert_allclose(found.energy, found.counts / NUM_NODES, atol=0.1)


def test_gaps_come_beside_the_labels(homophilous):
    labels = np.random.default_rng(3).permutation(LABELS)
    told, untold = (
        suggest_low_fraction(replace(homophilous, labels=y), TRAIN) for y in (LABELS, labels)
    )
    assert told.gaps == untold.gaps
    assert told.gaps[0].num_low == 3  # communities


def test_leaving_one_out_is_fitting_without_it():
    """Allen's formula against as many fits as there are nodes."""
    rng = np.random.default_rng(0)
    signal = rng.standard_normal((12, 3))
    classes = np.eye(2)[np.arange(12) % 2] + 0.0
    signal += 2 * classes[:, :1]
    penalty = 0.01 * np.square(signal - signal.mean(axis=0)).sum() / 12
    errors = 0.0
    for left in range(12):
        others = np.arange(12) != left
        x, y = signal[others], classes[others]
        # With an offset without penalty, and the mean of all nodes as the origin.
        design = np.c_[np.ones(11), x - signal.mean(axis=0)]
        ridge = penalty * np.diag([0.0, 1, 1, 1])
        weights = np.linalg.solve(design.T @ design + ridge, design.T @ y)
        fitted = np.r_[1, signal[left] - signal.mean(axis=0)] @ weights
        errors += np.square(classes[left] - fitted).sum()
    expected = 1 - errors / np.square(classes - classes.mean(axis=0)).sum()
    assert explained(signal, classes, np.array([0.01])) == pytest.approx(expected, abs=1e-9)


def test_labels_of_other_nodes_are_not_read(homophilous):
    labels = np.where(TRAIN, LABELS, (LABELS + 1) % 3)
    other = replace(homophilous, labels=labels)
    first, second = (suggest_low_fraction(graph, TRAIN) for graph in (homophilous, other))
    np.testing.assert_array_equal(first.explained, second.explained)
    np.testing.assert_array_equal(first.energy, second.energy)


def test_no_d_inside_the_null_space_is_suggested():
    """Of 22 frequencies 2% are none: the eigenvalue 0 alone says nothing of the two cliques."""
    graph = with_split(load("barbell"))
    found = suggest_low_fraction(graph, graph.splits[0].train)
    assert found.num_low == 2
    assert found.counts.min() > 1


def test_a_graph_with_one_frequency_above_zero_has_no_d_to_suggest():
    pair = Graph.build("pair", 2, np.array([[0, 1]]), labels=np.array([0, 1]))
    with pytest.raises(InputError, match="above 0"):
        suggest_low_fraction(pair, np.ones(2, dtype=bool))


def test_many_training_nodes_are_sampled_evenly_by_class():
    labels = np.r_[np.zeros(900, dtype=np.int64), np.ones(20, dtype=np.int64)]
    ring = np.stack([np.arange(920), np.roll(np.arange(920), 1)], axis=1)
    graph = Graph.build("ring", 920, ring, labels=labels)
    found = suggest_low_fraction(graph, np.ones(920, dtype=bool))
    assert found.explained.max() > 0.3  # the twenty of the smaller class were seen


@pytest.mark.parametrize("labels", [np.zeros(NUM_NODES), np.full(NUM_NODES, -1)])
def test_one_class_says_nothing(homophilous, labels):
    graph = replace(homophilous, labels=labels.astype(np.int64))
    with pytest.raises(InputError, match="two classes"):
        suggest_low_fraction(graph, TRAIN)


def test_work_can_be_stopped(homophilous):
    with pytest.raises(Cancelled):
        suggest_low_fraction(homophilous, TRAIN, should_stop=lambda: True)
