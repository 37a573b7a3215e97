import pickle
from dataclasses import replace

import numpy as np
import pytest

from spgat import datasets
from spgat.datasets import fraction_split, per_class_split, with_draws, with_split
from spgat.errors import InputError
from spgat.graph import Graph

LABELS = np.repeat([0, 1, 2, -1], [100, 60, 80, 10])


def test_each_class_gets_its_training_and_validation_nodes():
    split = per_class_split(LABELS, train=20, val=30, seed=4)
    assert np.bincount(LABELS[split.train]).tolist() == [20, 20, 20]
    assert np.bincount(LABELS[split.val]).tolist() == [30, 30, 30]
    assert split.sizes == (60, 90, 90)
    assert split.name == "20 / 30 per class, seed 4"


def test_fractions_hold_in_each_class_and_unknown_labels_stay_out():
    split = fraction_split(LABELS, (0.6, 0.2, 0.2), seed=4)
    assert np.bincount(LABELS[split.train]).tolist() == [60, 36, 48]
    assert split.sizes == (144, 48, 48)
    assert not (split.train | split.val | split.test)[LABELS == -1].any()


@pytest.mark.parametrize("draw", [per_class_split, fraction_split])
def test_the_seed_alone_decides(draw):
    assert (draw(LABELS, seed=1).train == draw(LABELS, seed=1).train).all()
    assert (draw(LABELS, seed=1).train != draw(LABELS, seed=2).train).any()


def test_a_class_too_small_is_named():
    with pytest.raises(
        InputError, match="Class 1 has 60 nodes, too few for 20 training and 40"
    ):
        per_class_split(LABELS, train=20, val=40)


def test_fractions_must_sum_to_one():
    with pytest.raises(InputError, match="sum to 1"):
        fraction_split(LABELS, (0.5, 0.2, 0.2))


def test_a_labelled_graph_gets_the_split_it_lacks_and_says_so():
    graph = with_split(datasets.load("sbm"), seed=3)
    (split,) = graph.splits
    assert split.sizes == (72, 24, 24)
    assert "60 / 20 / 20%, seed 3" in graph.notes[-1]


@pytest.mark.parametrize(("name", "drawn_from"), [("karate", 5), ("sbm", 5), ("csbm", 5)])
def test_every_run_gets_a_draw_of_its_own(name, drawn_from):
    loaded = pickle.loads(pickle.dumps(datasets.load(name, seed=drawn_from)))
    graph = with_draws(loaded, 3, seed=drawn_from)
    assert len(graph.splits) == 3
    alone = with_split(datasets.load(name, seed=drawn_from), seed=drawn_from).splits[0]
    np.testing.assert_array_equal(graph.splits[0].train, alone.train)
    again = with_draws(graph, 2, seed=drawn_from + 1)
    np.testing.assert_array_equal(graph.splits[1].test, again.splits[0].test)
    assert (graph.splits[0].train != graph.splits[1].train).any()
    assert graph.splits[0].sizes == graph.splits[1].sizes == graph.splits[2].sizes


def test_published_splits_are_not_drawn():
    split = fraction_split(LABELS)
    published = replace(split, redraw=None, name="public")
    graph = Graph.build("g", len(LABELS), [], labels=LABELS, splits=[published])
    assert with_draws(graph, 4) is graph


@pytest.mark.parametrize("name", ["karate", "path"])
def test_a_graph_with_its_own_split_or_without_labels_stays(name):
    graph = datasets.load(name)
    assert with_split(graph) is graph
