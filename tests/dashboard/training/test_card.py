import numpy as np

from dashboard.training import card
from spgat import datasets
from spgat.graph import NodeSplit
from spgat.statistics import statistics


def test_the_card_tells_sizes_homophily_and_split():
    """The split is named: accuracies on different ones cannot be compared."""
    rows = card.rows(statistics(datasets.load("iris")))
    assert rows["Nodes"] == "150"
    assert rows["Classes"] == "3 of 50 nodes"
    assert rows["Edge homophily"].startswith("0.9")
    assert rows["Train, validation, test"].startswith("30 / 30 / 90 nodes")


def test_what_does_not_apply_is_told_or_left_out():
    rows = card.rows(statistics(datasets.load("path")))
    assert rows["Edge homophily"].startswith("n/a")
    assert rows["Train, validation, test"] == "no split"
    assert rows["Nodes that repeat another"] == ""


def test_citeseer_warns_of_nodes_without_features_and_of_leaks(mirror):
    facts = statistics(datasets.load("citeseer"))
    warnings = " ".join(card.warnings(facts))
    assert "15 nodes without features" in warnings


def test_classes_that_training_hardly_sees_are_named_before_it():
    graph = datasets.load("iris")
    train = np.isin(np.arange(150), [0, 1, 50])  # of three classes of fifty
    [split] = graph.splits[:1]
    rare = NodeSplit(train, split.val & ~train, split.test & ~train)
    [first] = statistics(graph.with_(splits=(rare,))).splits
    assert first.untrained == (graph.class_names[2],)
    assert first.trained_once == (graph.class_names[1],)
    warnings = " ".join(card.warnings(statistics(graph.with_(splits=(rare,)))))
    assert graph.class_names[1] in warnings
    assert graph.class_names[2] in warnings
    assert card.warnings(statistics(graph)) == []
