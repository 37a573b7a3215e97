import threading

import numpy as np
import pytest
from sklearn.decomposition import PCA

from spgat.embedding import (
    EmbeddingConfig,
    approximate,
    knn_accuracy,
    nearest_neighbors,
    project,
    projection,
)
from spgat.embedding.umap_layout import umap_layout
from spgat.errors import Cancelled, InputError

QUICK = {"tsne": 60, "umap": 30, "pca": None}


def config(method, **changes):
    return EmbeddingConfig(method=method, iterations=QUICK[method], **changes)


@pytest.fixture(scope="module")
def blobs():
    generator = np.random.default_rng(0)
    labels = np.repeat(np.arange(3), 40)
    centres = generator.normal(size=(3, 16)) * 4
    return (centres[labels] + generator.normal(size=(120, 16))).astype(np.float32), labels


@pytest.mark.parametrize("method", ["pca", "tsne", "umap"])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_separates_blobs_and_repeats(blobs, method, dimensions):
    points, labels = blobs
    first = project(points, config(method, dimensions=dimensions))
    again = project(points, config(method, dimensions=dimensions))
    assert first.coordinates.shape == (120, dimensions)
    assert first.coordinates.dtype == np.float32
    assert (first.coordinates == again.coordinates).all()
    assert knn_accuracy(first.coordinates, labels) > 0.95
    assert first.notes == ()


def test_pca_equals_scikit_learn_with_variance_shares(blobs):
    points, _ = blobs
    found, reference = project(points, EmbeddingConfig(dimensions=3)), PCA(3)
    expected = reference.fit_transform(points.astype(np.float64))
    np.testing.assert_allclose(found.coordinates, expected, atol=1e-4)
    np.testing.assert_allclose(found.explained, reference.explained_variance_ratio_, atol=1e-6)


def test_fewer_dimensions_than_asked_are_filled_with_zero():
    line = project(np.arange(10.0)[:, None], EmbeddingConfig(dimensions=3))
    assert (line.coordinates[:, 1:] == 0).all()
    assert line.explained == pytest.approx((1.0, 0.0, 0.0))


def test_perplexity_is_clamped_with_a_sentence():
    """t-SNE fails where the perplexity is not below the number of nodes."""
    points = np.random.default_rng(0).normal(size=(20, 4))
    found = project(points, config("tsne", perplexity=30))
    assert found.notes == ("Perplexity 30 needs more than 90 nodes; 6 used.",)
    assert found.config.perplexity == 6


def test_neighbors_are_clamped_with_a_sentence():
    """UMAP fails with fewer nodes than neighbours."""
    points = np.random.default_rng(0).normal(size=(10, 4))
    found = project(points, config("umap", num_neighbors=15))
    assert found.notes == ("15 neighbours need more than 15 nodes; 9 used.",)
    assert np.isfinite(found.coordinates).all()


@pytest.mark.parametrize("method", ["tsne", "umap"])
@pytest.mark.parametrize("num_nodes", [1, 2, 3])
def test_too_few_nodes_become_pca(method, num_nodes):
    """t-SNE and UMAP have nothing to work on below four nodes."""
    found = project(np.eye(num_nodes, 5), config(method))
    assert found.config.method == "pca"
    assert f"there are {num_nodes}; PCA is shown" in found.notes[0]
    assert np.isfinite(found.coordinates).all()


@pytest.mark.parametrize("method", ["pca", "tsne", "umap"])
@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize(
    "points",
    [
        np.random.default_rng(0).normal(size=(4, 3)),
        np.random.default_rng(0).normal(size=(7, 1)),
        np.repeat(np.eye(3), 30, axis=0),  # many duplicates: the kNN graph falls apart
        np.concatenate([np.zeros((40, 2)), np.full((1, 2), 1e6)]),  # one node far away
        np.ones((25, 4)),  # nothing to tell apart
    ],
    ids=["four", "one-feature", "duplicates", "outlier", "constant"],
)
def test_degenerate_inputs_stay_finite(points, method, dimensions):
    """Duplicates and disconnected neighbour graphs gave UMAP coordinates of NaN."""
    found = project(points, config(method, dimensions=dimensions))
    assert found.coordinates.shape == (len(points), dimensions)
    assert np.isfinite(found.coordinates).all()


def test_constant_features_say_so():
    """Where all nodes are equal, a picture would show noise as if it were structure."""
    found = project(np.ones((25, 4)), config("umap"))
    assert found.notes == (
        "All 25 nodes have the same features, so UMAP has nothing to order.",
    )


def test_tsne_shows_frames_and_keeps_what_it_had_when_stopped(blobs):
    points, _ = blobs
    frames = []
    found = project(
        points,
        config("tsne"),
        on_frame=lambda iteration, xy: frames.append((iteration, xy)),
        should_stop=lambda: len(frames) >= 3,
    )
    assert found.cancelled
    assert [iteration for iteration, _ in frames] == [0, 10, 20]
    assert (found.coordinates == frames[-1][1]).all()


@pytest.mark.parametrize("method", ["tsne", "umap"])
def test_progress_rises_to_the_end(blobs, method):
    told = []
    project(blobs[0], config(method), progress=lambda fraction, _: told.append(fraction))
    assert told[-1] == pytest.approx(1.0)
    assert all(0 <= fraction <= 1 for fraction in told)


def test_umap_stops_in_the_middle(blobs):
    told = []
    with pytest.raises(Cancelled):
        project(
            blobs[0],
            EmbeddingConfig(method="umap", iterations=10_000),
            progress=lambda fraction, text: told.append(text),
            should_stop=lambda: any("iteration" in text for text in told),
        )


def test_two_threads_pressing_umap_get_the_same_picture(blobs):
    """numba's own threading layer aborts the whole process where two threads use it."""
    found = {}

    def press(name):
        found[name] = project(blobs[0], config("umap")).coordinates

    threads = [threading.Thread(target=press, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (found["a"] == found["b"]).all()


def test_not_a_number_has_no_place():
    points = np.ones((9, 2))
    points[3, 1] = np.nan
    with pytest.raises(InputError, match="The features of 1 node are NaN"):
        project(points, EmbeddingConfig())
    with pytest.raises(InputError, match="one row for each"):
        project(np.zeros((0, 4)), EmbeddingConfig())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"method": "isomap"}, "method is 'isomap'"),
        ({"dimensions": 4}, "dimensions must be 2 or 3, got 4"),
        ({"perplexity": 1}, "perplexity must be above 1"),
        ({"num_neighbors": 1}, "num_neighbors must be at least 2"),
        ({"min_distance": 2}, "min_distance must be in"),
        ({"iterations": 0}, "iterations must be in"),
    ],
)
def test_impossible_settings_are_refused(changes, sentence):
    with pytest.raises(InputError, match=sentence):
        EmbeddingConfig(**changes)


def test_umap_is_umap_learns_own(blobs):
    from umap import UMAP

    points, _ = blobs
    start = np.random.default_rng(0).normal(size=(120, 2)).astype(np.float32)
    near, lengths = nearest_neighbors(points, 14)
    near = np.column_stack([np.arange(120), near])
    lengths = np.pad(lengths, ((0, 0), (1, 0))).astype(np.float32)
    with pytest.warns(UserWarning, match="precomputed_knn"):
        reference = UMAP(
            n_epochs=30, init=start, random_state=0, n_jobs=1, precomputed_knn=(near, lengths)
        ).fit_transform(points)
    np.testing.assert_array_equal(umap_layout(points, config("umap"), start), reference)


@pytest.mark.parametrize("method", ["tsne", "umap"])
def test_many_nodes_have_approximate_neighbours_and_a_note_says_so(monkeypatch, blobs, method):
    points = blobs[0][:, :3]  # in space the approximate search is exact
    exact = project(points, config(method))
    monkeypatch.setattr(approximate, "MAX_EXACT_NODES", 100)
    monkeypatch.setattr(projection, "MAX_EXACT_NODES", 100)
    found = project(points, config(method))
    np.testing.assert_array_equal(found.coordinates, exact.coordinates)
    assert len(found.notes) == len(exact.notes) + 1


@pytest.mark.parametrize("method", ["tsne", "umap"])
def test_more_nodes_than_can_be_placed_are_refused_before_any_work(monkeypatch, blobs, method):
    monkeypatch.setattr(projection, "MAX_PLACED_NODES", 100)
    with pytest.raises(InputError):
        project(blobs[0], config(method))
    project(blobs[0], config("pca"))


@pytest.mark.parametrize("method", ["tsne", "umap"])
def test_neighbours_that_do_not_fit_into_memory_are_refused_before_any_work(
    monkeypatch, blobs, method
):
    monkeypatch.setenv("SPGAT_MAX_MEMORY_GB", "1e-5")
    with pytest.raises(InputError):
        project(blobs[0], config(method))
    project(blobs[0], config("pca"))
