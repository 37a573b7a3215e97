import numpy as np
import pytest

from spgat.embedding import clusters
from spgat.errors import InputError

SIZES = (30, 60, 40)


def blobs():
    generator = np.random.default_rng(0)
    return np.concatenate([generator.normal(20 * k, 1, (n, 4)) for k, n in enumerate(SIZES)])


def test_separate_groups_are_found_and_numbered_by_size():
    found = clusters(blobs())
    groups = np.split(found, np.cumsum(SIZES)[:-1])
    assert [np.bincount(group + 1).argmax() - 1 for group in groups] == [2, 0, 1]
    assert all(len(set(group) - {-1}) == 1 for group in groups)


def test_clusters_too_small_are_noise():
    found = clusters(blobs(), min_size=35)
    assert set(found[:30]) == {-1}
    assert set(found) == {-1, 0, 1}


@pytest.mark.parametrize("size", [1, 131])
def test_other_sizes_are_refused(size):
    with pytest.raises(InputError):
        clusters(blobs(), size)
