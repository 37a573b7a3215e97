"""What large graphs cost: reading a file, the density, a wavelet, the bands of features."""

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.epochs import LARGE_GRAPHS, small_world
from benchmarks.harness import Run, Scaled, benchmark
from benchmarks.pictures import arithmetic_of_pairs
from benchmarks.scope import Scope
from spgat.spectral.chebyshev import heat_series
from spgat.spectral.density import spectral_density
from spgat.spectral.laplacian import LaplacianConfig, laplacian

#: As on the page Frequencies for a graph too large to draw.
ORDER, NUM_PROBES = 200, 8
SCALE, HEAT_ORDER = 2.0, 30
CONFIG = LaplacianConfig(self_loops=False, isolated=1)  # that of PyGSP
SIZES, LARGEST = (10_000, 100_000), 1_000_000  # the largest with --full alone


@benchmark("Edge list of 10⁴ nodes, 5·10⁴ edges, read")
def read_edges_small(scope: Scope) -> list[Run | Scaled]:
    return _readers(scope.amount(10_000, 300), scope.amount(50_000, 900))


@benchmark("Edge list of 10⁵ nodes, 10⁶ edges, read")
def read_edges_large(scope: Scope) -> list[Run | Scaled]:
    return _readers(scope.amount(100_000, 300), scope.amount(1_000_000, 900))


@benchmark("Wavelet at a node, 10⁵ nodes, 10⁶ edges", requires=("pygsp",))
def wavelet_at_node_large(scope: Scope) -> list[Run | Scaled]:
    from spgat.spectral.signals import delta

    graph = small_world(scope.amount(100_000, 300))
    matrix = laplacian(graph.adjacency, CONFIG)
    series = heat_series(SCALE, order=HEAT_ORDER)
    impulse = delta(graph.num_nodes, 0)
    exact = series.apply(matrix, impulse)

    def error(result: Any) -> str:
        return f"differs by {np.abs(result - exact).max():.1e}"

    # Of each step at least: the matrix, two operands read, one written.
    counted = {
        "gigabytes": 1e-9 * HEAT_ORDER * (12 * matrix.nnz + 3 * 8 * graph.num_nodes),
        "gigaflops": 1e-9 * HEAT_ORDER * (2 * matrix.nnz + 4 * graph.num_nodes),
    }
    return [
        Run("spgat", lambda: series.apply(matrix, impulse), describe=error, **counted),
        Run("PyGSP", _pygsp(graph.adjacency, impulse), describe=error, **counted),
    ]


@benchmark("Density and cutoff of 10⁴, 10⁵ (10⁶ with --full) nodes, ten edges each")
def density_growth(scope: Scope) -> list[Run | Scaled]:
    def prepare(graph_of: Callable[[int], Any], num_nodes: int) -> Callable[[], Any]:
        adjacency = graph_of(num_nodes).adjacency
        return lambda: spectral_density(
            adjacency, method="kpm", order=ORDER, num_probes=NUM_PROBES
        ).cutoff_for_fraction(0.05)

    return _on_large_graphs(prepare, scope)


@benchmark("Both bands of 64 features of 10⁴, 10⁵ (10⁶ with --full) nodes, ten edges each")
def bands_growth(scope: Scope) -> list[Run | Scaled]:
    def prepare(graph_of: Callable[[int], Any], num_nodes: int) -> Callable[[], Any]:
        import torch

        from spgat.bands.build import build_bands
        from spgat.bands.config import BandConfig

        graph = graph_of(num_nodes)
        config = BandConfig(low_fractions=(0.05,), method="polynomial")
        features = torch.from_numpy(graph.features)
        return lambda: build_bands(graph.adjacency, config).apply(features)

    return _on_large_graphs(prepare, scope)


@benchmark("Bands of 64 features of 10⁵ nodes, 10⁶ edges, written to a store by processes")
def bands_store(scope: Scope) -> list[Run | Scaled]:
    """Four chunks; the time has the graph's layout in it, the peak is that of a worker."""
    from spgat.bands.config import BandConfig
    from spgat.chunks.write import write_bands

    graph = small_world(scope.amount(100_000, 300))
    config = BandConfig(low_fractions=(0.05,), method="polynomial")

    def written(processes: int) -> Callable[[], Any]:
        def work() -> Any:
            with tempfile.TemporaryDirectory() as folder:
                return write_bands(graph, config, Path(folder), columns=16, processes=processes)

        return work

    def described(done: Any) -> str:
        peaks = {chunk.process: chunk.peak_megabytes for chunk in done}
        seconds = " ".join(f"{chunk.seconds:.1f}" for chunk in done)
        megabytes = " and ".join(f"{peak:.0f} MB" for peak in sorted(peaks.values()))
        return f"chunks {seconds} s, peak of each worker {megabytes}"

    counts = scope.amount((2, 1), (1,))
    return [Run(f"{n} processes", written(n), describe=described) for n in counts]


@benchmark("Ten nearest neighbours of 10⁵ points in 16 dimensions")
def neighbours_large(scope: Scope) -> list[Run | Scaled]:
    from sklearn.neighbors import NearestNeighbors

    points = _clouds(*scope.amount((100_000, 16), (300, 3)))
    exact = NearestNeighbors(n_neighbors=10, algorithm="brute").fit(points)
    every_pair = Run(
        "scikit-learn, every pair", exact.kneighbors, gigaflops=arithmetic_of_pairs(points)
    )
    return [_approximate(points, 10), every_pair]


@benchmark("The neighbours that t-SNE asks for, of as many points as are compared in pairs")
def neighbours_at_the_limit(scope: Scope) -> list[Run | Scaled]:
    """`MAX_EXACT_NODES` is well set where both take about as long, compiling included."""
    from spgat.embedding.approximate import MAX_EXACT_NODES
    from spgat.embedding.distances import nearest_neighbors

    size, width, count = scope.amount((MAX_EXACT_NODES, 64, 90), (300, 3, 5))
    points = _clouds(size, width)
    every_pair = Run(
        "spgat, every pair",
        lambda: nearest_neighbors(points, count),
        gigaflops=arithmetic_of_pairs(points),
    )
    return [every_pair, _approximate(points, count)]


def _clouds(num_points: int, width: int) -> Any:
    """Twenty Gaussian clouds."""
    rng = np.random.default_rng(0)
    points = rng.normal(size=(num_points, width)).astype(np.float32)
    centres = 4 * rng.normal(size=(20, width)).astype(np.float32)
    return points + centres[rng.integers(0, 20, num_points)]


def _approximate(points: Any, count: int) -> Run:
    from spgat.embedding.approximate import approximate_neighbors, recall

    return Run(
        "spgat, approximately",
        lambda: approximate_neighbors(points, count)[0],
        describe=lambda near: f"{recall(points, near):.0%} of the true ones",
    )


def _on_large_graphs(prepare: Callable[..., Any], scope: Scope) -> list[Run | Scaled]:
    sizes = scope.amount((*SIZES, *([LARGEST] * scope.full)), (300, 600))
    return [
        Scaled(f"spgat, {name}", sizes, partial(prepare, graph_of))
        for name, graph_of in LARGE_GRAPHS.items()
    ]


def _readers(num_nodes: int, num_edges: int) -> list[Run | Scaled]:
    """Ours reads in a process with limits, checks, merges and reports; the others read."""
    import networkx as nx
    import pandas as pd

    from spgat.datasets.files.kinds import read_any
    from spgat.datasets.imports import read_graph
    from spgat.datasets.meaning.notes import Notes
    from spgat.datasets.meaning.options import ReadOptions

    rng = np.random.default_rng(0)
    pairs = rng.integers(0, num_nodes, size=(num_edges, 2))
    text = "\n".join(f"{source} {target}" for source, target in pairs.tolist())
    path = Path(tempfile.mkdtemp()) / "edges.txt"
    path.write_text(text)
    data = path.read_bytes()

    def described(graph: Any) -> str:
        return f"{graph.num_edges} edges, {len(data) / 1e6:.0f} MB"

    return [
        Run("spgat", lambda: read_graph(data, "edges.txt").graph, describe=described),
        Run(
            "the same reader alone, in this process",
            lambda: read_any(data, "edges.txt", ReadOptions(), Notes()),
        ),
        Run("networkx read_edgelist", lambda: nx.read_edgelist(path)),
        Run("pandas read_csv, no graph", lambda: pd.read_csv(path, sep=" ", header=None)),
    ]


def _pygsp(adjacency: Any, impulse: Any) -> Callable[[], Any]:
    import pygsp

    graph = pygsp.graphs.Graph(adjacency, lap_type="normalized")
    graph._lmax = 2.0  # the public way computes an estimate of its own
    heat = pygsp.filters.Heat(graph, scale=SCALE * graph.lmax)
    return lambda: heat.filter(impulse, method="chebyshev", order=HEAT_ORDER)
