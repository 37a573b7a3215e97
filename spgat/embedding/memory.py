"""Pictures kept on disk, as t-SNE and UMAP take a while and are asked for again."""

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from spgat.embedding.config import EmbeddingConfig
from spgat.embedding.projection import Projection
from spgat.spectral.cache import DiskCache, key_of

#: A series of frames or one picture: what is projected together.
Frames = Sequence[NDArray]


def pictures_cache() -> DiskCache:
    """Returns the cache of pictures in the user's data folder."""
    from spgat.datasets.fetch import data_folder  # the only tie to the data sets

    return DiskCache(data_folder() / "cache" / "pictures", max_bytes=500_000_000)


def recall(
    cache: DiskCache, frames: Frames, config: EmbeddingConfig
) -> list[Projection] | None:
    """Returns the pictures that were kept for these frames and this config, or None."""
    found = cache.get(_key(frames, config))
    if found is None:
        return None
    facts = json.loads(str(found["facts"]))
    return [
        Projection(
            coordinates,
            replace(config, **fact["changed"]),
            notes=tuple(fact["notes"]),
            seconds=fact["seconds"],
            explained=tuple(fact["explained"]),
        )
        for coordinates, fact in zip(found["coordinates"], facts, strict=True)
    ]


def keep(
    cache: DiskCache,
    frames: Frames,
    config: EmbeddingConfig,
    pictures: Sequence[Projection],
) -> None:
    """Keeps finished pictures under the frames and the config they were asked for with."""
    asked = config.to_dict()
    facts = [
        {
            "changed": {k: v for k, v in p.config.to_dict().items() if v != asked[k]},
            "notes": p.notes,
            "seconds": p.seconds,
            "explained": p.explained,
        }
        for p in pictures
    ]
    coordinates = np.stack([p.coordinates for p in pictures])
    cache.put(
        _key(frames, config),
        {"coordinates": coordinates, "facts": np.array(json.dumps(facts))},
    )


def _key(frames: Frames, config: EmbeddingConfig) -> str:
    return key_of("picture", *(np.asarray(frame) for frame in frames), config)
