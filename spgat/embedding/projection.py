"""Node embeddings in two or three dimensions: PCA, t-SNE and UMAP."""

import time
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats, Floats32
from spgat.embedding.approximate import MAX_EXACT_NODES
from spgat.embedding.config import EmbeddingConfig
from spgat.embedding.tsne import OnFrame, tsne
from spgat.embedding.umap_layout import umap_layout
from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.megabytes import available_megabytes
from spgat.words import plural, size

#: Beyond these, t-SNE and UMAP take hours.
MAX_PLACED_NODES = 200_000
#: Bytes for each neighbour of each node: its number, its distance, and affinities both ways.
_PAIR_BYTES = 72


@dataclass(frozen=True, eq=False)
class Projection:
    """A finished picture.

    Attributes:
        coordinates: float32 [num_nodes, dimensions], finite.
        config: What was done, after clamping.
        notes: One sentence for each thing that was done otherwise than asked.
        seconds: Wall time.
        cancelled: True where t-SNE was stopped early; the coordinates are then those reached.
        explained: PCA only: share of the variance on each axis, in [0, 1].
    """

    coordinates: Floats32
    config: EmbeddingConfig
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    cancelled: bool = False
    explained: tuple[float, ...] = ()


def project(
    features: NDArray,
    config: EmbeddingConfig,
    *,
    on_frame: OnFrame | None = None,
    initial: NDArray | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Projection:
    """Returns the picture of `features`; the same input and seed give the same picture.

    t-SNE and UMAP share the nearest neighbours, exact up to 20,000 nodes and approximate with a
    note beyond, and start from PCA, so they do not depend on a random start. Settings that
    need more nodes than there are get clamped with a note; below four nodes, and where all
    nodes coincide, PCA is drawn instead. Projections are not in the paper beyond its t-SNE
    figures.

    Args:
        features: [num_nodes, num_features], finite.
        config: How.
        on_frame: t-SNE only: called with the start, as iteration 0, before any neighbour is
            looked for, and every ten iterations with the current coordinates.
        initial: [num_nodes, dimensions] where t-SNE and UMAP start instead of PCA.
        progress: Called with the fraction done.
        should_stop: Polled several times a second.

    Raises:
        InputError: For an empty or a non-finite matrix, and for t-SNE or UMAP of more than
            200,000 nodes or of more neighbours than there is memory for.
        Cancelled: If `should_stop` answers true, except within the iterations of t-SNE, whose
            partial picture is returned marked as cancelled.
    """
    points = np.ascontiguousarray(features, dtype=np.float32)
    if points.ndim != 2 or len(points) == 0:
        raise InputError(
            f"The features have shape {points.shape}; give one row for each of the nodes."
        )
    bad = int(np.count_nonzero(~np.isfinite(points).all(axis=1)))
    if bad:
        raise InputError(
            f"The features of {plural(bad, 'node')} are NaN or infinite, which has no "
            "place in a picture; take the last finite model."
        )
    if config.method != "pca" and len(points) > MAX_PLACED_NODES:
        raise InputError(
            f"t-SNE and UMAP place up to {MAX_PLACED_NODES:,} nodes and there are "
            f"{len(points):,}; take PCA, or a sample."
        )
    started = time.perf_counter()
    config, notes = _fitted(points, config)
    _check_memory(len(points), config)
    if config.method != "pca" and len(points) > MAX_EXACT_NODES:
        notes = (*notes, f"{len(points):,} nodes: their neighbours are found approximately.")
    report(0.0, f"{config.method} starts", progress, should_stop)
    flat, explained = _pca(points, config.dimensions)
    cancelled = False
    if config.method == "pca":
        coordinates = flat
    else:
        start = _spread(flat if initial is None else initial, config.seed)
        if config.method == "tsne":
            coordinates, cancelled = tsne(
                points,
                config,
                start,
                on_frame=on_frame,
                progress=progress,
                should_stop=should_stop,
            )
        else:
            coordinates = umap_layout(
                points, config, start, progress=progress, should_stop=should_stop
            )
        explained = ()
    seconds = time.perf_counter() - started
    return Projection(coordinates, config, notes, seconds, cancelled, explained)


def projection_bytes(num_nodes: int, config: EmbeddingConfig) -> float:
    """Returns about what memory the neighbours of a projection take, 0 for PCA."""
    return float(_PAIR_BYTES * num_nodes * _num_neighbors(config))


def _num_neighbors(config: EmbeddingConfig) -> float:
    if config.method == "pca":
        return 0
    return 3 * config.perplexity if config.method == "tsne" else config.num_neighbors


def _check_memory(num_nodes: int, config: EmbeddingConfig) -> None:
    megabytes, there_is = projection_bytes(num_nodes, config) / 1e6, available_megabytes()
    if megabytes > there_is:
        setting = "perplexity" if config.method == "tsne" else "number of neighbours"
        raise InputError(
            f"{_num_neighbors(config):.0f} neighbours of each of {num_nodes:,} nodes take "
            f"about {size(megabytes)} of memory, and there is {size(there_is)}; take a smaller "
            f"{setting}, or PCA."
        )


def as_it_is(vectors: NDArray) -> Projection:
    """Returns vectors of two or three numbers as their own picture.

    Args:
        vectors: [num_nodes, 2 or 3], finite.

    Raises:
        InputError: If they have another number of dimensions.
    """
    config = EmbeddingConfig(dimensions=np.shape(vectors)[1])
    note = f"The vectors have {config.dimensions} numbers and are drawn as they are."
    return Projection(np.asarray(vectors, dtype=np.float32), config, (note,))


def _fitted(
    points: Floats32, config: EmbeddingConfig
) -> tuple[EmbeddingConfig, tuple[str, ...]]:
    """The settings that this many nodes allow, and what had to change."""
    if config.method == "pca":
        return config, ()
    num_nodes = len(points)
    name = {"tsne": "t-SNE", "umap": "UMAP"}[config.method]
    if num_nodes < 4:
        note = f"{name} needs at least 4 nodes and there are {num_nodes}; PCA is shown."
        return replace(config, method="pca"), (note,)
    if np.ptp(points, axis=0).max(initial=0.0) == 0:
        note = f"All {num_nodes} nodes have the same features, so {name} has nothing to order."
        return replace(config, method="pca"), (note,)
    highest = max(1.5, (num_nodes - 1) // 3)
    if config.method == "tsne" and config.perplexity > highest:
        asked = config.perplexity
        note = f"Perplexity {asked:g} needs more than {3 * asked:g} nodes; {highest:g} used."
        return replace(config, perplexity=highest), (note,)
    if config.method == "umap" and config.num_neighbors > num_nodes - 1:
        note = (
            f"{config.num_neighbors} neighbours need more than {config.num_neighbors} nodes; "
            f"{num_nodes - 1} used."
        )
        return replace(config, num_neighbors=num_nodes - 1), (note,)
    return config, ()


def _pca(points: Floats32, dimensions: int) -> tuple[Floats32, tuple[float, ...]]:
    """Principal components, zero beyond the rank, with each axis' share of the variance."""
    # scikit-learn takes a second to import, and only pages that draw embeddings need it.
    from sklearn.decomposition import PCA

    flat = np.zeros((len(points), dimensions), dtype=np.float32)
    wide = points.astype(np.float64)
    total = float(wide.var(axis=0).sum())
    kept = min(dimensions, *points.shape)
    if total == 0:
        return flat, (0.0,) * dimensions
    # The randomised solver takes over for large matrices; it is seeded, so it repeats.
    flat[:, :kept] = PCA(kept, copy=False, random_state=0).fit_transform(wide)
    shares = flat.astype(np.float64).var(axis=0) / total
    return flat, tuple(float(share) for share in shares)


def _spread(coordinates: NDArray, seed: int) -> Floats:
    """A start of unit spread in which no two nodes coincide and no axis is flat.

    Coinciding nodes could never part, and UMAP divides by the extent of each axis.
    """
    centred = np.asarray(coordinates, dtype=np.float64)
    centred = centred - centred.mean(axis=0)
    scale = centred.std(axis=0).max()
    jitter = np.random.default_rng(seed).normal(size=coordinates.shape)
    return centred / (scale or 1.0) + 1e-3 * jitter
