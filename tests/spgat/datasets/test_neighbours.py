import numpy as np
import pytest
from sklearn.neighbors import kneighbors_graph

from spgat.datasets.neighbours import nearest_pairs


def test_edges_are_those_of_scikit_learn():
    points = np.random.default_rng(0).random((700, 3))  # more than one block
    edges, lengths = nearest_pairs(points, 5)
    reference = kneighbors_graph(points, 5)
    expected = np.argwhere(np.triu((reference + reference.T).toarray()) > 0)
    assert edges.tolist() == expected.tolist()
    difference = points[edges[:, 0]] - points[edges[:, 1]]
    assert lengths == pytest.approx(np.linalg.norm(difference, axis=1), abs=1e-4)


def test_equal_distances_go_to_the_first_point():
    edges, _ = nearest_pairs(np.zeros((4, 2)), 1)
    assert edges.tolist() == [[0, 1], [0, 2], [0, 3]]


def test_more_neighbours_than_points_are_all_points():
    assert len(nearest_pairs(np.eye(4), 10)[0]) == 6
