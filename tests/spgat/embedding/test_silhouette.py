import importlib

import numpy as np
import pytest
from sklearn.metrics import silhouette_samples

from spgat.embedding import distances, silhouette
from spgat.errors import Cancelled


@pytest.fixture
def blobs():
    generator = np.random.default_rng(0)
    labels = generator.integers(0, 4, 200)
    centres = generator.normal(size=(4, 8)) * 2
    points = (centres[labels] + generator.normal(size=(200, 8))).astype(np.float32)
    return points, labels


def test_equals_scikit_learn_in_blocks(blobs, monkeypatch):
    points, labels = blobs
    monkeypatch.setattr(distances, "BLOCK_BYTES", 8 * 200 * 37)
    found = silhouette(points, labels)
    expected = silhouette_samples(points.astype(np.float64), labels)
    np.testing.assert_allclose(found.per_node, expected, atol=1e-7)
    assert found.mean == pytest.approx(expected.mean())
    for k in range(4):
        assert found.per_class[k] == pytest.approx(expected[labels == k].mean())


def test_far_from_the_origin_nothing_cancels(blobs):
    points, labels = blobs
    near = silhouette(points.astype(np.float64), labels)
    far = silhouette(points.astype(np.float64) + 1e4, labels)
    np.testing.assert_allclose(far.per_node, near.per_node, atol=1e-6)


def test_subset_is_measured_against_itself_only(blobs):
    points, labels = blobs
    subset = np.arange(200) % 2 == 0
    found = silhouette(points, labels, subset)
    np.testing.assert_allclose(
        found.per_node[subset], silhouette_samples(points[subset], labels[subset]), atol=1e-5
    )
    assert np.isnan(found.per_node[~subset]).all()
    assert found.num_nodes == 100


def test_nodes_without_a_class_are_left_out(blobs):
    points, labels = blobs
    labels = np.where(labels == 3, -1, labels)
    found = silhouette(points, labels)
    assert np.isnan(found.per_node[labels == -1]).all()
    assert found.mean == pytest.approx(silhouette(points, labels, labels >= 0).mean)


def test_a_node_alone_in_its_class_counts_zero():
    points = np.array([[0.0], [1.0], [9.0]])
    found = silhouette(points, np.array([0, 0, 1]))
    assert found.per_node[2] == 0.0
    np.testing.assert_allclose(found.per_node, silhouette_samples(points, np.array([0, 0, 1])))


def test_coinciding_classes_count_zero():
    found = silhouette(np.ones((6, 3)), np.array([0, 0, 0, 1, 1, 1]))
    assert found.mean == 0.0


@pytest.mark.parametrize(
    ("points", "labels", "reason"),
    [
        (np.ones((3, 2)), [0, 0, 0], "all of one class"),
        (np.eye(3), [0, 1, 2], "a single node"),
        (np.full((4, 2), np.nan), [0, 0, 1, 1], "NaN"),
        (np.eye(3), [-1, -1, -1], "none of the chosen nodes"),
    ],
)
def test_undefined_says_why(points, labels, reason):
    found = silhouette(points, np.array(labels))
    assert found.mean is None
    assert reason in found.reason
    assert str(found).startswith("n/a: ")


def test_stops_on_request(blobs):
    with pytest.raises(Cancelled):
        silhouette(*blobs, should_stop=lambda: True)


def test_of_many_nodes_equals_scikit_learn_on_squared_distances(blobs, monkeypatch):
    points, labels = blobs
    labels[labels == 3] = np.arange((labels == 3).sum()) > 0  # one class less
    labels[0] = 3  # and one node alone in its class
    module = importlib.import_module("spgat.embedding.silhouette")
    monkeypatch.setattr(module, "EXACT_NODES", 199)
    monkeypatch.setattr(module, "_ROWS", 37)
    found = silhouette(points + np.float32(100), labels)
    expected = silhouette_samples(points.astype(np.float64), labels, metric="sqeuclidean")
    assert found.is_squared
    np.testing.assert_allclose(found.per_node, expected, atol=1e-5)
    assert found.mean == pytest.approx(expected.mean(), abs=1e-5)
    assert not silhouette(points[1:], labels[1:]).is_squared
