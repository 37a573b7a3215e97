import numpy as np
import pytest
from sklearn.manifold import trustworthiness as reference_trustworthiness
from sklearn.neighbors import KNeighborsClassifier

from spgat.embedding import (
    knn_accuracy,
    measure,
    nearest_neighbors,
    quality,
    silhouette,
    trustworthiness,
)
from spgat.errors import InputError
from spgat.graph import NodeSplit


@pytest.fixture
def features():
    return np.random.default_rng(0).normal(size=(120, 6))


@pytest.mark.parametrize("dimensions", [2, 6])
def test_nearest_neighbors_equal_a_full_sort(features, dimensions):
    features = features[:, :dimensions]
    indices, lengths = nearest_neighbors(features, 5)
    full = np.linalg.norm(features[:, None] - features[None], axis=2)
    np.fill_diagonal(full, np.inf)
    assert (indices == np.argsort(full, axis=1)[:, :5]).all()
    np.testing.assert_allclose(lengths, np.sort(full, axis=1)[:, :5], atol=1e-12)


def test_more_neighbors_than_nodes_is_refused(features):
    with pytest.raises(InputError, match="120 neighbours are asked of 120 nodes"):
        nearest_neighbors(features, 120)


@pytest.mark.parametrize("dimensions", [3, 4])
def test_duplicates_are_neighbors_but_never_the_node_itself(dimensions):
    indices, lengths = nearest_neighbors(np.zeros((5, dimensions)), 4)
    assert (
        np.sort(indices, axis=1) == [[j for j in range(5) if j != i] for i in range(5)]
    ).all()
    assert (lengths == 0).all()


@pytest.mark.parametrize("k", [1, 5, 30])
def test_trustworthiness_equals_scikit_learn(features, k):
    picture = features[:, :2]
    expected = reference_trustworthiness(features, picture, n_neighbors=k)
    assert trustworthiness(features, picture, k) == pytest.approx(expected)


def test_trustworthiness_of_a_sample_is_near(features, monkeypatch):
    exact = trustworthiness(features, features[:, :2])
    monkeypatch.setattr(quality, "MAX_RANKED_NODES", 60)
    sampled = trustworthiness(features, features[:, :2])
    assert sampled != exact
    assert sampled == pytest.approx(exact, abs=0.05)


def test_trustworthiness_of_the_space_itself_is_one(features):
    assert trustworthiness(features, features) == 1.0


def test_trustworthiness_where_undefined():
    assert trustworthiness(np.eye(3), np.eye(3)[:, :2]) is None
    assert trustworthiness(np.full((9, 2), np.nan), np.zeros((9, 2))) is None
    with pytest.raises(InputError, match="The picture shows 4 nodes"):
        trustworthiness(np.eye(5), np.zeros((4, 2)))


def test_knn_accuracy_equals_scikit_learn_leaving_one_out(features):
    labels = (features[:, 0] > 0).astype(np.int64) + (features[:, 1] > 1)
    hits = []
    for i in range(40):
        rest = np.arange(120) != i
        model = KNeighborsClassifier(7).fit(features[rest], labels[rest])
        hits.append(model.predict(features[i : i + 1])[0] == labels[i])
    subset = np.arange(120) < 40
    assert knn_accuracy(features, labels, subset, 7) == pytest.approx(np.mean(hits))


def test_knn_accuracy_where_undefined(features):
    assert knn_accuracy(features, np.full(120, -1)) is None
    assert knn_accuracy(features, np.zeros(120, int), np.zeros(120, bool)) is None


def test_measure_gathers_what_the_single_functions_say(features):
    labels = (features[:, 0] > 0).astype(np.int64)
    thirds = np.arange(120) % 3
    split = NodeSplit(thirds == 0, thirds == 1, thirds == 2)
    picture, told = features[:, :2], []
    found = measure(features, picture, labels, split, progress=lambda f, _: told.append(f))
    assert found.silhouette.mean == silhouette(features, labels).mean
    assert found.test_silhouette.mean == silhouette(features, labels, split.test).mean
    assert found.trustworthiness == trustworthiness(features, picture)
    assert found.knn_picture == knn_accuracy(picture, labels, split.test)
    assert found.knn_embedding == knn_accuracy(features, labels, split.test)
    assert told == sorted(told)


def test_without_a_split_every_labelled_node_is_judged(features):
    labels = (features[:, 0] > 0).astype(np.int64)
    found = measure(features, features[:, :2], labels)
    assert found.train_silhouette is found.test_silhouette is None
    assert found.knn_embedding == knn_accuracy(features, labels)


def test_knn_accuracy_of_a_sample_is_within_its_error(features, monkeypatch):
    labels = (features[:, 0] + np.random.default_rng(1).normal(size=120) > 0).astype(int)
    whole = knn_accuracy(features, labels)
    monkeypatch.setattr(quality, "MAX_PAIRS", 60 * 120)
    sampled = knn_accuracy(features, labels)
    assert sampled == knn_accuracy(features, labels)
    assert sampled * 60 == pytest.approx(round(sampled * 60))  # 60 nodes were counted
    assert sampled == pytest.approx(whole, abs=4 * np.sqrt(0.25 / 60))
