"""Graphs of points, against SciPy and scikit-learn."""

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree
from scipy.spatial.distance import cdist
from sklearn.neighbors import radius_neighbors_graph

from spgat.datasets.points import PointOptions, join_points, spanning_tree
from spgat.errors import InputError
from spgat.graph import Graph

POINTS = np.random.default_rng(0).normal(size=(60, 3)) * [1, 5, 0.2]
CLUSTERS = np.concatenate([POINTS, POINTS + 500])


def components(joined, num_points):
    graph = Graph.build("points", num_points, joined.edges, joined.weights)
    return connected_components(graph.adjacency, directed=False)[0]


def test_the_spanning_tree_is_as_short_as_scipys():
    tree = spanning_tree(POINTS)
    distances = cdist(POINTS, POINTS)
    assert distances[tuple(tree.T)].sum() == pytest.approx(
        minimum_spanning_tree(distances).sum()
    )
    assert components(join_points(POINTS, PointOptions(connect=True)), 60) == 1


def test_the_spanning_tree_is_the_same_far_from_the_origin():
    """As for positions in metres on a map, whose squares drown their differences."""
    points = np.random.default_rng(3).random((40, 2))
    near, far = spanning_tree(points), spanning_tree(points + 5e8)
    assert set(map(tuple, far.tolist())) == set(map(tuple, near.tolist()))


def test_equal_points_are_spanned_too():
    assert len(np.unique(spanning_tree(np.zeros((5, 2))))) == 5


def test_a_tree_joins_what_neighbours_leave_apart():
    apart = PointOptions(neighbours=3)
    assert components(join_points(CLUSTERS, apart), 120) > 1
    joined = join_points(CLUSTERS, PointOptions(neighbours=3, connect=True))
    assert components(joined, 120) == 1
    before = set(map(tuple, join_points(CLUSTERS, apart).edges.tolist()))
    assert before < set(map(tuple, joined.edges.tolist()))


def test_a_radius_joins_what_scikit_learn_joins():
    options = PointOptions(join="radius", radius=2.0, standardise=False)
    expected = np.argwhere(np.triu(radius_neighbors_graph(POINTS, 2.0).toarray()))
    assert join_points(POINTS, options).edges.tolist() == expected.tolist()


def test_the_rule_of_the_radius_gives_half_the_points_their_neighbours():
    options = PointOptions(join="radius", neighbours=5)
    degrees = np.bincount(join_points(POINTS, options).edges.ravel(), minlength=60)
    assert np.count_nonzero(degrees >= 5) in (30, 31)


def test_the_kernel_is_that_of_the_distances_and_the_median_by_rule():
    options = PointOptions(kernel="gaussian", standardise=False)
    joined = join_points(POINTS, options)
    lengths = np.linalg.norm(POINTS[joined.edges[:, 0]] - POINTS[joined.edges[:, 1]], axis=1)
    assert joined.weights == pytest.approx(np.exp(-((lengths / np.median(lengths)) ** 2) / 2))
    wide = join_points(POINTS, PointOptions(kernel="gaussian", standardise=False, width=2.0))
    assert wide.weights == pytest.approx(np.exp(-(lengths**2) / 8))


def test_no_weight_vanishes():
    options = PointOptions(kernel="gaussian", connect=True, standardise=False)
    assert join_points(CLUSTERS, options).weights.min() > 0


def test_a_standardised_column_has_no_unit():
    options = PointOptions(neighbours=4)
    scaled = join_points(POINTS * [1000, 1, 0.01] + 7, options)
    assert scaled.edges.tolist() == join_points(POINTS, options).edges.tolist()


@pytest.mark.parametrize(
    "options", [{"join": "all"}, {"neighbours": 0}, {"radius": -1.0}, {"width": float("nan")}]
)
def test_options_that_make_no_graph_are_refused(options):
    with pytest.raises(InputError, match=next(iter(options))):
        PointOptions(**options)


def test_what_would_take_too_long_is_refused():
    with pytest.raises(InputError, match="spanning tree"):
        spanning_tree(np.zeros((20_001, 1)))
    with pytest.raises(InputError, match="radius"):
        join_points(np.zeros((5000, 1)), PointOptions(join="radius", radius=1.0))
    with pytest.raises(InputError, match="at least two"):
        join_points(np.zeros((1, 2)))
