"""Filtering signals by a Chebyshev series, against PyGSP's Chebyshev filter."""

import numpy as np

from benchmarks.harness import Run, benchmark
from spgat.spectral.chebyshev import heat_series
from spgat.spectral.laplacian import LaplacianConfig, laplacian

SCALE, ORDER, NUM_SIGNALS = 1.0, 30, 64
#: PyGSP's normalized Laplacian has no self-loops, and 1 at isolated nodes.
CONFIG = LaplacianConfig(self_loops=False, isolated=1)


@benchmark("Heat filter on PubMed, Chebyshev order 30, 64 signals", requires=("pygsp",))
def chebyshev_filter_pubmed(scope):
    adjacency = scope.graph("pubmed").adjacency
    matrix = laplacian(adjacency, CONFIG)
    single = matrix.astype(np.float32)
    signals = np.random.default_rng(0).standard_normal((adjacency.shape[0], NUM_SIGNALS))
    singles = signals.astype(np.float32)
    series = heat_series(SCALE, order=ORDER)
    pygsp_filter = _pygsp_heat(adjacency)
    exact = series.apply(matrix, signals)

    def error(result):
        return f"differs from float64 by {np.abs(result - exact).max():.1e}"

    # Of each step at least: two operands read, one written, and the matrix.
    numbers, entries = ORDER * signals.size, ORDER * matrix.nnz
    arithmetic = 1e-9 * (4 * numbers + 2 * entries * NUM_SIGNALS)
    return [
        Run(
            "spgat, float64",
            lambda: series.apply(matrix, signals),
            describe=error,
            gigabytes=1e-9 * (3 * 8 * numbers + 12 * entries),
            gigaflops=arithmetic,
        ),
        Run(
            "spgat, float32",
            lambda: series.apply(single, singles),
            describe=error,
            gigabytes=1e-9 * (3 * 4 * numbers + 8 * entries),
            gigaflops=arithmetic,
        ),
        Run(
            "PyGSP (float64)",
            lambda: pygsp_filter.filter(signals, method="chebyshev", order=ORDER),
            at_least=3,
            describe=error,
        ),
    ]


def _pygsp_heat(adjacency):
    """PyGSP's heat filter e^{−sλ}, told that the largest eigenvalue is 2 as ours is."""
    import pygsp

    graph = pygsp.graphs.Graph(adjacency, lap_type="normalized")
    graph._lmax = 2.0  # the public way computes an estimate of its own
    return pygsp.filters.Heat(graph, scale=SCALE * graph.lmax)
