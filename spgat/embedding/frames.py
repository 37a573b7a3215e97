"""Embeddings of successive epochs, drawn so that the eye can follow a node."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import orthogonal_procrustes

from spgat.arrays import Floats32
from spgat.embedding.config import EmbeddingConfig
from spgat.embedding.projection import Projection, project
from spgat.errors import Cancelled
from spgat.progress import Progress, ShouldStop


def align(frames: Sequence[NDArray]) -> list[Floats32]:
    """Returns the frames centred, each rotated or mirrored onto the one before it.

    By orthogonal Procrustes. Distances within a frame do not change, so growth stays visible.
    Not in the paper.

    Args:
        frames: [num_nodes, dimensions] each, the same nodes in the same order.
    """
    aligned: list[Floats32] = []
    for frame in frames:
        moved = np.asarray(frame, dtype=np.float64)
        moved = moved - moved.mean(axis=0)
        if aligned:
            rotation, _ = orthogonal_procrustes(moved, aligned[-1])
            moved = moved @ rotation
        aligned.append(moved.astype(np.float32))
    return aligned


def project_frames(
    frames: Sequence[NDArray],
    config: EmbeddingConfig,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> list[Projection]:
    """Returns one projection per frame, aligned; t-SNE and UMAP start where the last one ended.

    Args:
        frames: [num_nodes, num_features] each, the hidden layer at successive epochs.
        config: How each is projected.
        progress: Called with the fraction of frames done.
        should_stop: Polled as in `project`.

    Raises:
        InputError: As `project`.
        Cancelled: If `should_stop` answers true; a partly done series is of no use.
    """
    done: list[Projection] = []
    for number, frame in enumerate(frames):

        def tell(fraction: float, text: str, number: int = number) -> None:
            if progress is not None:
                name = f"frame {number + 1} of {len(frames)}, {text}"
                progress((number + fraction) / len(frames), name)

        previous = done[-1].coordinates if done else None
        step = project(frame, config, initial=previous, progress=tell, should_stop=should_stop)
        if step.cancelled:
            raise Cancelled(f"stopped on request in frame {number + 1} of {len(frames)}")
        done.append(step)
    aligned = align([step.coordinates for step in done])
    return [replace(step, coordinates=xy) for step, xy in zip(done, aligned, strict=True)]
