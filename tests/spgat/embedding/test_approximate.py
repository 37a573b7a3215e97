"""Approximate nearest neighbours against the exact ones."""

from io import BytesIO

import numpy as np
import pytest

from spgat.embedding import foreign, nearest_neighbors
from spgat.embedding.approximate import approximate_neighbors, recall
from spgat.errors import InputError


def vectors(num_nodes, num_dimensions):
    rng = np.random.default_rng(0)
    centres = 3 * rng.normal(size=(8, num_dimensions))
    noise = rng.normal(size=(num_nodes, num_dimensions))
    return (centres[rng.integers(0, 8, num_nodes)] + noise).astype(np.float32)


def test_in_space_the_neighbours_are_exact():
    points = vectors(300, 3)
    near, lengths = approximate_neighbors(points, 5)
    exact, distances = nearest_neighbors(points, 5)
    np.testing.assert_array_equal(near, exact)
    np.testing.assert_allclose(lengths, distances)
    assert recall(points, near) == 1


@pytest.mark.slow
def test_most_neighbours_are_found_and_found_again():
    points = vectors(3000, 12)
    points[:20] = points[0]  # coinciding nodes are each other's neighbours, not their own
    near, lengths = approximate_neighbors(points, 10)
    assert near.shape == lengths.shape == (3000, 10)
    assert (near != np.arange(3000)[:, None]).all()
    assert (np.diff(lengths, axis=1) >= 0).all()
    gaps = points[:, None] - points[near]
    np.testing.assert_allclose(np.linalg.norm(gaps, axis=2), lengths, atol=1e-3)
    assert recall(points, near) > 0.9
    np.testing.assert_array_equal(approximate_neighbors(points, 10)[0], near)


def test_recall_counts_what_was_missed():
    points = vectors(100, 3)
    exact, _ = nearest_neighbors(points, 4)
    wrong = exact.copy()
    furthest = np.linalg.norm(points[:, None] - points, axis=2).argmax(axis=1)
    wrong[:, 0] = furthest
    assert recall(points, wrong) == pytest.approx(0.75)


@pytest.mark.parametrize("k", [0, 100])
def test_other_numbers_of_neighbours_are_refused(k):
    with pytest.raises(InputError):
        approximate_neighbors(vectors(100, 3), k)


def embedding(points):
    file = BytesIO()
    np.save(file, points)
    return foreign.read_embedding(file.getvalue(), "many.npy")


def test_a_large_embedding_says_how_its_graph_was_found(monkeypatch):
    points = vectors(200, 3)
    exact = embedding(points).on_neighbours(4)
    monkeypatch.setattr(foreign, "MAX_EXACT_NODES", 100)
    large = embedding(points).on_neighbours(4)
    np.testing.assert_array_equal(
        large.graph.adjacency.toarray(), exact.graph.adjacency.toarray()
    )
    assert len(" ".join(large.notes)) > len(" ".join(exact.notes))
    assert "100%" in large.notes[-1]


def test_an_embedding_opens_without_a_graph():
    points = vectors(50, 2)
    found = embedding(points).alone()
    assert found.graph.num_edges == 0
    np.testing.assert_array_equal(found.vectors, points)
    np.testing.assert_allclose(found.graph.positions, points)
    assert found.key != embedding(points).on_neighbours(3).key
