"""Eigenpairs that need no computation, against the Laplacian itself."""

import networkx as nx
import numpy as np
import pytest

from spgat.spectral.density import spectral_density
from spgat.spectral.known import KnownPairs, known_pairs
from spgat.spectral.laplacian import LaplacianConfig, laplacian, null_space

CONFIGS = [
    LaplacianConfig(),
    LaplacianConfig(self_loops=False),
    LaplacianConfig(self_loops=False, isolated=1),
    LaplacianConfig(kind="combinatorial"),
]


def with_twins():
    """Leaves in groups of 4 and 3, others of unlike weight, a square, isolated nodes."""
    graph = nx.karate_club_graph()
    for node, weights in {0: [1, 1, 1, 1], 5: [2, 2, 2], 9: [1, 3], 20: [2]}.items():
        for weight in weights:
            graph.add_edge(node, len(graph), weight=weight)
    graph = nx.disjoint_union_all([graph, nx.cycle_graph(4), nx.empty_graph(3)])
    return nx.to_scipy_sparse_array(graph, dtype=float, format="csr")


@pytest.mark.parametrize("config", CONFIGS)
def test_known_pairs_are_eigenpairs_and_orthonormal(config):
    adjacency = with_twins()
    matrix = laplacian(adjacency, config)
    known = known_pairs(matrix, null_space(adjacency, config))
    twins = 3 + 2 + 2  # of the leaves and of the square
    assert len(known.of_twins) >= twins
    left = np.eye(len(adjacency.indptr) - 1)
    known.remove(left)
    assert np.trace(left) == pytest.approx(len(left) - len(known.eigenvalues))
    np.testing.assert_allclose(left @ left, left, atol=1e-12)  # a projector
    np.testing.assert_allclose(matrix @ left, left @ matrix.toarray(), atol=1e-12)
    removed = np.eye(len(left)) - left
    values = np.linalg.eigvalsh(removed @ matrix @ removed)
    expected = np.sort([*known.of_twins, *np.zeros(len(left) - len(known.of_twins))])
    np.testing.assert_allclose(values, expected, atol=1e-12)


def test_the_null_space_alone_is_removed_from_a_graph_without_twins():
    adjacency = nx.to_scipy_sparse_array(nx.path_graph(9), dtype=float, format="csr")
    null = null_space(adjacency)
    known = known_pairs(laplacian(adjacency), null)
    block, other = np.ones((9, 2)), np.ones((9, 2))
    known.remove(block)
    KnownPairs(null).remove(other)
    np.testing.assert_array_equal(block, other)
    assert len(known.eigenvalues) == 1


def test_a_density_counts_twins_exactly():
    """Of a broom with 700 bristles, half of the eigenvalues are one value."""
    handle = nx.barabasi_albert_graph(700, 2, seed=0)
    for node in range(700):
        handle.add_edge(node % 2, 700 + node)
    adjacency = nx.to_scipy_sparse_array(handle, dtype=float, format="csr")
    exact, estimated = (
        spectral_density(adjacency, method=method, num_probes=4) for method in ("exact", "kpm")
    )
    place = np.searchsorted(estimated.grid, 0.5)
    # LAPACK's copies of the value lie on both sides of it.
    jumps = [d.cumulative[place + 1] - d.cumulative[place - 1] for d in (exact, estimated)]
    assert min(jumps) > 698 / 1400
    assert estimated.cutoff_for_fraction(0.5)[0] == pytest.approx(0.5, abs=0.01)
    error = np.abs(exact.cumulative - estimated.cumulative)
    assert (error <= 3 * estimated.confidence + 0.01).mean() > 0.95
