import itertools

import numpy as np
import pytest

from spgat.embedding import EmbeddingConfig, align, project_frames
from spgat.errors import Cancelled


def rotation(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def test_rotated_mirrored_and_moved_copies_fall_together():
    first = np.random.default_rng(0).normal(size=(50, 2))
    mirrored = first @ rotation(2.0) * [1, -1] + 5
    aligned = align([first, mirrored, mirrored @ rotation(-1.0)])
    for frame in aligned[1:]:
        np.testing.assert_allclose(frame, aligned[0], atol=1e-5)


def test_distances_within_a_frame_stay():
    frames = [np.random.default_rng(k).normal(size=(20, 3)) * (k + 1) for k in range(3)]
    for before, after in zip(frames, align(frames), strict=True):
        expected = np.linalg.norm(before[:1] - before, axis=1)
        np.testing.assert_allclose(
            np.linalg.norm(after[:1] - after, axis=1), expected, atol=1e-5
        )


def test_no_frames():
    assert align([]) == []


@pytest.mark.parametrize("method", ["pca", "tsne"])
def test_a_series_moves_less_than_frames_drawn_alone(method):
    generator = np.random.default_rng(0)
    base = generator.normal(size=(60, 8))
    series = [base + 0.05 * generator.normal(size=base.shape) for _ in range(3)]
    told = []
    config = EmbeddingConfig(method=method, iterations=None if method == "pca" else 100)
    found = project_frames(series, config, progress=lambda fraction, _: told.append(fraction))
    assert len(found) == 3
    for before, after in itertools.pairwise(found):
        step = np.linalg.norm(after.coordinates - before.coordinates, axis=1).mean()
        assert step < 0.5 * np.linalg.norm(before.coordinates, axis=1).mean()
    assert told == sorted(told)


def test_stopped_in_the_middle_of_a_frame():
    asked = iter([False] * 3 + [True] * 100)
    config = EmbeddingConfig(method="tsne", iterations=100)
    with pytest.raises(Cancelled):
        project_frames([np.eye(30)] * 2, config, should_stop=lambda: next(asked))
