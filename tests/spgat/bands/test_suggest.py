"""A suggested d follows the training labels, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from spgat.bands.suggest import suggest_low_fraction
from spgat.errors import Cancelled, InputError
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum

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
    assert found.alignment.max() > 0.9


def test_opposites_lie_in_the_highest(heterophilous):
    found = suggest_low_fraction(heterophilous, TRAIN)
    assert found.low_fraction > 0.9
    assert found.alignment.min() == pytest.approx(-np.abs(found.alignment).max())


def test_the_curve_is_that_of_the_projectors(homophilous):
    """Far from the cut a polynomial step is the projector; near it, a blurred one."""
    found = suggest_low_fraction(homophilous, TRAIN)
    spectrum = full_spectrum(homophilous.adjacency)
    gaps = np.diff(spectrum.eigenvalues)
    num_low = int(gaps[:10].argmax()) + 1  # the widest of the low gaps
    vectors = spectrum.eigenvectors[TRAIN, :num_low]
    same = LABELS[TRAIN][:, None] == LABELS[TRAIN]
    pairs = np.triu_indices(TRAIN.sum(), k=1)
    exact = np.corrcoef((vectors @ vectors.T)[pairs], same[pairs])[0, 1]
    cutoff = spectrum.eigenvalues[num_low - 1 : num_low + 1].mean()
    near = int(np.abs(found.cutoffs - cutoff).argmin())
    assert found.alignment[near] == pytest.approx(exact, abs=0.05)


def test_labels_of_other_nodes_are_not_read(homophilous):
    labels = np.where(TRAIN, LABELS, (LABELS + 1) % 3)
    other = replace(homophilous, labels=labels)
    first, second = (suggest_low_fraction(graph, TRAIN) for graph in (homophilous, other))
    np.testing.assert_array_equal(first.alignment, second.alignment)


def test_the_order_of_the_nodes_does_not_matter(homophilous):
    order = np.random.default_rng(1).permutation(NUM_NODES)
    turned = Graph.from_adjacency(
        "turned", homophilous.adjacency[order][:, order], labels=LABELS[order]
    )
    first = suggest_low_fraction(homophilous, TRAIN)
    second = suggest_low_fraction(turned, TRAIN[order])
    assert first.low_fraction == second.low_fraction
    np.testing.assert_allclose(first.alignment, second.alignment, atol=1e-4)


def test_many_training_nodes_are_sampled_evenly_by_class():
    labels = np.r_[np.zeros(900, dtype=np.int64), np.ones(20, dtype=np.int64)]
    ring = np.stack([np.arange(920), np.roll(np.arange(920), 1)], axis=1)
    graph = Graph.build("ring", 920, ring, labels=labels)
    found = suggest_low_fraction(graph, np.ones(920, dtype=bool))
    assert np.isfinite(found.alignment).all()
    assert found.alignment.max() > 0  # the twenty of the smaller class were seen


@pytest.mark.parametrize("labels", [np.zeros(NUM_NODES), np.full(NUM_NODES, -1)])
def test_one_class_says_nothing(homophilous, labels):
    graph = replace(homophilous, labels=labels.astype(np.int64))
    with pytest.raises(InputError, match="two classes"):
        suggest_low_fraction(graph, TRAIN)


def test_work_can_be_stopped(homophilous):
    with pytest.raises(Cancelled):
        suggest_low_fraction(homophilous, TRAIN, should_stop=lambda: True)
