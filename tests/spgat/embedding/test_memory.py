import numpy as np
import pytest

from spgat.embedding import EmbeddingConfig, keep, project_frames, recall
from spgat.spectral.cache import DiskCache


@pytest.fixture
def cache(tmp_path):
    return DiskCache(tmp_path)


def test_kept_pictures_come_back_whole(cache):
    frames = [np.random.default_rng(k).normal(size=(10, 4)) for k in range(2)]
    config = EmbeddingConfig(method="tsne", iterations=20)
    pictures = project_frames(frames, config)
    assert recall(cache, frames, config) is None
    keep(cache, frames, config, pictures)
    for found, expected in zip(recall(cache, frames, config), pictures, strict=True):
        np.testing.assert_array_equal(found.coordinates, expected.coordinates)
        assert found.config == expected.config != config
        assert found.notes == expected.notes != ()
        assert found.seconds == expected.seconds


def test_another_frame_or_config_is_another_picture(cache):
    frames = [np.eye(5)]
    config = EmbeddingConfig()
    keep(cache, frames, config, project_frames(frames, config))
    assert recall(cache, frames, config)[0].explained
    assert recall(cache, frames, EmbeddingConfig(dimensions=3)) is None
    assert recall(cache, [np.eye(5) * 2], config) is None
    assert recall(cache, frames * 2, config) is None
