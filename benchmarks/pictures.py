"""Pictures of embeddings and their silhouettes, against the libraries alone."""

from contextlib import suppress

import numpy as np

from benchmarks.harness import Run, benchmark

CLASSES, DIMENSIONS = 7, 64


@benchmark("First picture of t-SNE, 2 708 x 64")
def first_picture_small(scope):
    return _first_picture(scope.amount(2_708, 300))


@benchmark("First picture of t-SNE, 20 000 x 64")
def first_picture_large(scope):
    return _first_picture(scope.amount(20_000, 300))


@benchmark("Final picture, 2 708 x 64, one thread")
def final_picture(scope):
    from spgat.embedding import EmbeddingConfig, project

    points, _ = _hidden_layer(scope.amount(2_708, 300))
    ways = [
        Run("spgat, t-SNE", lambda: project(points, EmbeddingConfig(method="tsne"))),
        Run("openTSNE, t-SNE", lambda: _opentsne(points)),
        Run("scikit-learn, t-SNE", lambda: _scikit_learn(points)),
        Run("spgat, UMAP", lambda: project(points, EmbeddingConfig(method="umap"))),
        Run("umap-learn, UMAP", lambda: _umap(points)),
    ]
    return scope.amount(ways, ways[:3])  # UMAP compiles itself, for half a minute


@benchmark("Silhouettes of 20 000 x 64, 7 classes")
def silhouettes(scope):
    from spgat.embedding import silhouette

    points, classes = _hidden_layer(scope.amount(20_000, 300))
    more, their_classes = _hidden_layer(scope.amount(100_000, 400))
    arithmetic = arithmetic_of_pairs(points)
    return [
        Run(
            "spgat, exact",
            lambda: silhouette(points, classes),
            describe=str,
            gigaflops=arithmetic,
        ),
        Run(
            "scikit-learn",
            lambda: _silhouette_score(points, classes),
            describe=_three_digits,
            gigaflops=arithmetic,
        ),
        Run(
            "spgat, squared distances, 100 000 x 64",
            lambda: silhouette(more, their_classes),
            describe=str,
        ),
    ]


def arithmetic_of_pairs(points):
    """Returns the 10⁹ operations of the distances of every pair, by one product."""
    num_points, width = points.shape
    return 2e-9 * num_points**2 * width


def _first_picture(num_nodes):
    """The time until there is something to see, and what openTSNE takes until its start."""
    from spgat.embedding import EmbeddingConfig, project
    from spgat.errors import Cancelled

    points, _ = _hidden_layer(num_nodes)

    def ours():
        seen = []
        with suppress(Cancelled):
            project(
                points,
                EmbeddingConfig(method="tsne"),
                on_frame=lambda _, coordinates: seen.append(coordinates),
                should_stop=lambda: len(seen) > 0,
            )
        return seen[0]

    return [
        Run("spgat", ours),
        Run("openTSNE, neighbours and start", lambda: _prepared(points)),
    ]


def _hidden_layer(num_nodes):
    """Like a hidden layer after its ReLU: classes that overlap, half of the entries 0."""
    rng = np.random.default_rng(0)
    classes = rng.integers(0, CLASSES, num_nodes)
    centres = rng.standard_normal((CLASSES, DIMENSIONS))
    points = centres[classes] + rng.standard_normal((num_nodes, DIMENSIONS))
    return np.maximum(points, 0).astype(np.float32), classes


def _prepared(points):
    from openTSNE import TSNE

    return TSNE(random_state=0, n_jobs=1).prepare_initial(points)


def _opentsne(points):
    from openTSNE import TSNE

    return TSNE(random_state=0, n_jobs=1).fit(points)


def _scikit_learn(points):
    from sklearn.manifold import TSNE

    return TSNE(random_state=0, n_jobs=1).fit_transform(points)


def _umap(points):
    from umap import UMAP

    return UMAP(random_state=0, n_jobs=1).fit_transform(points)


def _silhouette_score(points, classes):
    from sklearn.metrics import silhouette_score

    return silhouette_score(points, classes)


def _three_digits(score):
    return f"{score:.3f}"
