import numpy as np
import pytest
from scipy.spatial import cKDTree

from spgat.embedding import agreement
from spgat.errors import InputError

POINTS = np.random.default_rng(0).normal(size=(300, 5))


def test_an_embedding_agrees_with_itself_moved_turned_and_scaled():
    turned, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(5, 5)))
    np.testing.assert_array_equal(agreement(POINTS, 3 * POINTS @ turned + 7), 1.0)


def test_the_values_are_those_of_sets():
    other = np.random.default_rng(2).normal(size=(300, 3))
    found = agreement(POINTS, other, 7)
    sets = [cKDTree(p).query(p, 8)[1][:, 1:] for p in (POINTS, other)]
    for node in range(300):
        a, b = (set(near[node]) for near in sets)
        assert found[node] == len(a & b) / len(a | b)


def test_unrelated_embeddings_agree_as_little_as_chance():
    other = np.random.default_rng(3).normal(size=(300, 5))
    assert agreement(POINTS, other).mean() == pytest.approx(10 / 600, abs=0.01)


@pytest.mark.parametrize(("second", "k"), [(POINTS[:9], 3), (POINTS, 0), (POINTS, 300)])
def test_what_cannot_be_compared_is_refused(second, k):
    with pytest.raises(InputError):
        agreement(POINTS, second, k)
