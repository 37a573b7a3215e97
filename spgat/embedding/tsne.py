"""t-SNE by openTSNE: neighbours and a start from outside, frames while it runs."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats, Floats32
from spgat.embedding.approximate import neighbors_of_any
from spgat.embedding.config import EmbeddingConfig
from spgat.progress import Progress, ShouldStop

#: Called with the iteration and float32 [num_nodes, dimensions], a copy the caller may keep.
OnFrame = Callable[[int, Floats32], None]

DEFAULT_ITERATIONS = 750
#: Iterations between two frames, two reports and two looks at `should_stop`.
STRIDE = 10
#: From here on interpolation beats the Barnes-Hut tree; it exists in the plane only.
_INTERPOLATED_FROM = 10_000


def tsne(
    points: Floats32,
    config: EmbeddingConfig,
    start: Floats,
    *,
    on_frame: OnFrame | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> tuple[Floats32, bool]:
    """Returns the coordinates, and whether they are partial because `should_stop` said so.

    Args:
        points: float32 [num_nodes, num_features], at least four nodes.
        config: With a perplexity of at most (num_nodes − 1) / 3.
        start: [num_nodes, dimensions] of unit spread, no two nodes at one place.
        on_frame: Called with the start, as iteration 0, and every ten iterations.
        progress: Called with the fraction of iterations done.
        should_stop: Polled every ten iterations.

    Raises:
        Cancelled: If `should_stop` answers true before the first iteration.
    """
    if on_frame is not None:
        on_frame(0, start.astype(np.float32))
    # Compiled extensions that nothing else needs, and seconds to import.
    from openTSNE import TSNEEmbedding
    from openTSNE.affinity import PerplexityBasedNN
    from openTSNE.nearest_neighbors import PrecomputedNeighbors
    from openTSNE.tsne import OptimizationInterrupt

    num_neighbors = min(len(points) - 1, int(3 * config.perplexity))
    neighbors = neighbors_of_any(points, num_neighbors, should_stop=should_stop)
    affinities = PerplexityBasedNN(
        perplexity=config.perplexity, knn_index=PrecomputedNeighbors(*neighbors)
    )
    total = config.iterations or DEFAULT_ITERATIONS
    exaggerated = min(250, total // 3)
    before = 0  # iterations of the phases that are over

    def look(iteration: int, _error: float, coordinates: NDArray) -> bool:
        now = before + iteration
        if on_frame is not None:
            on_frame(now, np.array(coordinates, dtype=np.float32))
        if progress is not None:
            progress(now / total, f"t-SNE iteration {now} of {total}")
        return should_stop is not None and should_stop()

    in_plane = config.dimensions == 2
    embedding = TSNEEmbedding(
        start * 1e-4,  # a small start leaves early exaggeration room to sort the clusters
        affinities,
        negative_gradient_method=(
            "fft" if in_plane and len(points) >= _INTERPOLATED_FROM else "bh"
        ),
        n_jobs=1,  # more would change the last bits, and with them the picture, by machine
        callbacks=[look],
        callbacks_every_iters=STRIDE,
    )
    phase = {"momentum": 0.8, "inplace": True, "propagate_exception": True}
    try:
        embedding.optimize(exaggerated, exaggeration=12, **phase)
        before = exaggerated
        embedding.optimize(total - exaggerated, **phase)
    except OptimizationInterrupt as interrupt:
        return np.array(interrupt.final_embedding, dtype=np.float32), True
    return np.array(embedding, dtype=np.float32), False
