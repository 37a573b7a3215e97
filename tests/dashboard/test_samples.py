"""The sample files are what the page Own graphs reads: the graphs they were made of."""

import numpy as np

from dashboard.imports import samples
from spgat import datasets
from spgat.datasets.imports import ReadOptions, attach_labels, read_graph


def test_edges_and_labels_are_the_karate_club():
    imported = read_graph(samples.edges_csv().encode(), "karate-edges.csv")
    graph = imported.graph
    labelled = attach_labels(imported, samples.labels_csv().encode(), "karate-labels.csv").graph
    club = datasets.load("karate")
    order = [graph.node_names.index(str(node)) for node in range(club.num_nodes)]
    found = graph.adjacency.toarray()[np.ix_(order, order)]
    np.testing.assert_array_equal(found != 0, club.adjacency.toarray() != 0)
    clubs = np.asarray(labelled.class_names)[labelled.labels][order]
    np.testing.assert_array_equal(clubs, np.asarray(club.class_names)[club.labels])


def test_points_become_a_graph_of_neighbours():
    options = ReadOptions(table="points")
    graph = read_graph(samples.points_csv().encode(), "iris-points.csv", options).graph
    assert graph.num_nodes == datasets.load("iris").num_nodes
    assert graph.num_edges > graph.num_nodes
