"""UMAP: neighbours and a start from outside, one at a time, and it can be stopped."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Floats32
from spgat.embedding.approximate import neighbors_of_any
from spgat.embedding.config import EmbeddingConfig
from spgat.progress import Progress, ShouldStop, report

# numba's fallback threading layer ends the whole process when two threads enter it
# (lmcinnes/umap#665), and UMAP's kernels are compiled on first use by whoever comes first.
_one_at_a_time = threading.Lock()


def umap_layout(
    points: Floats32,
    config: EmbeddingConfig,
    start: Floats,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Floats32:
    """Returns the coordinates; callers queue behind one another.

    Args:
        points: float32 [num_nodes, num_features], at least four nodes.
        config: With num_neighbors of at most num_nodes − 1.
        start: [num_nodes, dimensions], no two nodes at one place and no axis flat.
        progress: Called with the fraction of iterations done.
        should_stop: Polled after every iteration.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    with _alone(progress, should_stop):
        from umap.umap_ import fuzzy_simplicial_set

        near, lengths = neighbors_of_any(
            points, config.num_neighbors - 1, progress=progress, should_stop=should_stop
        )
        itself = np.arange(len(points))[:, None]  # UMAP counts a node as its first neighbour
        strengths, _, _ = fuzzy_simplicial_set(
            points,
            config.num_neighbors,
            np.random.RandomState(config.seed),
            "euclidean",
            knn_indices=np.concatenate([itself, near], axis=1),
            knn_dists=np.pad(lengths, ((0, 0), (1, 0))).astype(np.float32),
        )
        return _optimized(strengths, config, start, progress, should_stop)


def draw_graph(
    strengths: sp.csr_array,
    config: EmbeddingConfig,
    start: Floats,
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Floats32:
    """Returns coordinates in which strongly joined nodes lie together.

    Args:
        strengths: CSR [num_nodes, num_nodes], symmetric, in [0, 1], no row empty.
        config: Its `num_neighbors` and `perplexity` have no meaning here.
        start: [num_nodes, dimensions], no axis flat.
        progress: Called with the fraction of iterations done.
        should_stop: Polled after every iteration.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    with _alone(progress, should_stop):
        return _optimized(strengths, config, start, progress, should_stop)


@contextmanager
def _alone(progress: Progress | None, should_stop: ShouldStop | None) -> Iterator[None]:
    while not _one_at_a_time.acquire(timeout=0.1):
        report(0.0, "waiting for another UMAP", progress, should_stop)
    try:
        report(0.0, "loading UMAP", progress, should_stop)
        import numba  # takes seconds, as does UMAP

        numba.config.THREADING_LAYER = "threadsafe"  # type: ignore[attr-defined]
        yield
    finally:
        _one_at_a_time.release()


def _optimized(
    strengths: sp.csr_array,
    config: EmbeddingConfig,
    start: Floats,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> Floats32:
    from umap.umap_ import find_ab_params, simplicial_set_embedding

    a, b = find_ab_params(1.0, config.min_distance)
    total = config.iterations or (500 if len(start) < 10_000 else 200)
    coordinates, _ = simplicial_set_embedding(
        start,  # looked at by other kinds of start only
        strengths,
        config.dimensions,
        initial_alpha=1.0,
        a=a,
        b=b,
        gamma=1.0,
        negative_sample_rate=5,
        n_epochs=_Epochs(total, progress, should_stop),
        init=start.astype(np.float32),  # as the estimator does, whose picture this equals
        random_state=np.random.RandomState(config.seed),
        metric="euclidean",
        metric_kwds={},
        densmap=False,
        densmap_kwds={},
        output_dens=False,
    )
    return np.asarray(coordinates, dtype=np.float32)


class _Epochs(list[int]):
    """The epochs to keep a copy of. UMAP's loop asks after each one: its only hook."""

    def __init__(
        self, total: int, progress: Progress | None, should_stop: ShouldStop | None
    ) -> None:
        super().__init__([total])
        self.progress, self.should_stop = progress, should_stop

    def __contains__(self, epoch: object) -> bool:
        if isinstance(epoch, int):
            now, total = epoch + 1, self[0]
            words = f"UMAP iteration {now} of {total}"
            report(now / total, words, self.progress, self.should_stop)
        return False
