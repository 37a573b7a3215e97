import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

from spgat.errors import Cancelled, InputError
from spgat.graph import Graph
from spgat.spectral import eigen, subspace
from spgat.spectral.eigen import (
    full_spectrum,
    highest_eigenpairs,
    lowest_eigenpairs,
)
from spgat.spectral.eigenvalues import all_eigenvalues
from spgat.spectral.laplacian import LaplacianConfig, laplacian, null_space
from spgat.spectral.subspace import lowest_by_filtering


def adjacency(graph):
    return nx.to_scipy_sparse_array(graph, dtype=float, format="csr")


def weighted(graph, seed=0):
    rng = np.random.default_rng(seed)
    for _, _, data in graph.edges(data=True):
        data["weight"] = rng.uniform(0.01, 10)
    return graph


GRAPHS = {
    "star": nx.star_graph(49),
    "complete": nx.complete_graph(40),
    "ring": nx.cycle_graph(60),
    "bipartite": nx.complete_bipartite_graph(20, 25),
    "grid": nx.grid_2d_graph(9, 9),
    "tree": nx.barabasi_albert_graph(150, 1, seed=1),
    "weighted": weighted(nx.barabasi_albert_graph(120, 3, seed=2)),
    "scattered": nx.disjoint_union_all(
        [nx.path_graph(10), nx.star_graph(20), nx.cycle_graph(12)]
        + [nx.path_graph(2)] * 3
        + [nx.empty_graph(3)]
    ),
    "no edges": nx.empty_graph(30),
}
CONFIGS = [
    LaplacianConfig(),
    LaplacianConfig(self_loops=False),
    LaplacianConfig(self_loops=False, isolated=1),
    LaplacianConfig(kind="combinatorial"),
]


@pytest.fixture(params=GRAPHS)
def matrix(request):
    return adjacency(GRAPHS[request.param])


def assert_eigenpairs(spectrum, adjacency, config, expected, tolerance=1e-5):
    dense = laplacian(adjacency, config).toarray()
    scale = max(1.0, dense.max())
    vectors, values = spectrum.eigenvectors, spectrum.eigenvalues
    np.testing.assert_allclose(values, expected, atol=tolerance * scale)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(len(values)), atol=1e-10)
    residual = np.linalg.norm(dense @ vectors - vectors * values, axis=0).max()
    assert residual <= tolerance * scale
    assert spectrum.max_residual == pytest.approx(residual, abs=1e-12 * scale)


@pytest.mark.parametrize("config", CONFIGS)
def test_full_spectrum_is_the_dense_one(matrix, config):
    expected = np.linalg.eigvalsh(laplacian(matrix, config).toarray())
    spectrum = full_spectrum(matrix, config)
    assert_eigenpairs(spectrum, matrix, config, expected, tolerance=1e-12)
    assert (spectrum.eigenvalues == 0).sum() == spectrum.null_dimension


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.parametrize("find", [lowest_eigenpairs, highest_eigenpairs])
def test_filtered_subspaces_find_what_lapack_finds(matrix, config, find):
    # With repeated eigenvalues a Krylov method from one vector would miss copies.
    num_nodes = matrix.shape[0]
    expected = np.linalg.eigvalsh(laplacian(matrix, config).toarray())
    for num in (1, 4, num_nodes // 4, num_nodes // 2, num_nodes):
        spectrum = find(matrix, num, config, method="chebyshev")
        part = expected[:num] if find is lowest_eigenpairs else expected[num_nodes - num :]
        assert_eigenpairs(spectrum, matrix, config, part)


def test_dense_and_filtered_span_the_same_space():
    matrix = adjacency(GRAPHS["weighted"])
    for find in (lowest_eigenpairs, highest_eigenpairs):
        dense = find(matrix, 12, method="dense")
        filtered = find(matrix, 12, method="chebyshev", tolerance=1e-9)
        assert (dense.method, filtered.method) == ("dense", "chebyshev")
        assert dense.end == filtered.end
        assert filtered.gap == pytest.approx(dense.gap, abs=1e-6)
        np.testing.assert_allclose(filtered.eigenvectors, dense.eigenvectors, atol=1e-6)


def test_the_complement_gives_the_low_projector():
    matrix = adjacency(GRAPHS["weighted"])
    low = lowest_eigenpairs(matrix, 100).eigenvectors
    high = highest_eigenpairs(matrix, 20).eigenvectors
    np.testing.assert_allclose(low @ low.T, np.eye(120) - high @ high.T, atol=1e-6)


def test_eigenvalues_that_end_inside_a_cluster():
    # 1 is 48-fold in a star; any of its eigenvectors will do.
    matrix = adjacency(GRAPHS["star"])
    config = LaplacianConfig(self_loops=False)
    spectrum = lowest_eigenpairs(matrix, 20, config, method="chebyshev")
    np.testing.assert_allclose(spectrum.eigenvalues, [0] + [1] * 19, atol=1e-6)
    assert spectrum.gap == pytest.approx(0, abs=1e-6)


def test_the_same_seed_gives_the_same_spectrum():
    """A ring has only double eigenvalues besides its ends, so any basis of a pair would do."""
    ring = adjacency(nx.cycle_graph(900))
    first, second = (lowest_eigenpairs(ring, 9) for _ in range(2))
    assert first.method == "chebyshev"
    np.testing.assert_array_equal(first.eigenvectors, second.eigenvectors)
    assert first.degenerate_groups == ((1, 3), (3, 5), (5, 7), (7, 9))
    other = lowest_eigenpairs(ring, 9, seed=1)
    projectors = [s.eigenvectors @ s.eigenvectors.T for s in (first, other)]
    np.testing.assert_allclose(*projectors, atol=1e-4)


def test_signs_and_degenerate_groups_of_a_full_spectrum():
    """LAPACK chooses signs, and a basis of equal eigenvalues, as it likes."""
    for graph in (nx.cycle_graph(20), nx.path_graph(20)):
        spectrum = full_spectrum(adjacency(graph))
        vectors = spectrum.eigenvectors
        largest = np.abs(vectors).max(axis=0)
        first = np.argmax(np.abs(vectors) >= (1 - 1e-6) * largest, axis=0)
        assert (vectors[first, np.arange(20)] > 0).all()
    assert full_spectrum(adjacency(nx.path_graph(20))).degenerate_groups == ()
    groups = full_spectrum(adjacency(nx.cycle_graph(20))).degenerate_groups
    assert groups == tuple((i, i + 2) for i in range(1, 19, 2))


def test_singular_laplacians_converge():
    """eigsh(which="SM") or sigma=0 does not on a singular Laplacian."""
    rng = np.random.default_rng(0)
    parts = [nx.random_geometric_graph(300, 0.09, seed=int(rng.integers(99))) for _ in range(4)]
    matrix = adjacency(nx.disjoint_union_all(parts))
    expected = np.linalg.eigvalsh(laplacian(matrix).toarray())
    spectrum = lowest_eigenpairs(matrix, 60, method="chebyshev")
    assert spectrum.null_dimension == (spectrum.eigenvalues == 0).sum() >= 4
    np.testing.assert_allclose(spectrum.eigenvalues, expected[:60], atol=1e-8)
    assert spectrum.max_residual <= 1e-5


def test_only_the_null_space_is_analytic():
    matrix = adjacency(GRAPHS["scattered"])
    spectrum = lowest_eigenpairs(matrix, 4, method="chebyshev")
    assert spectrum.method == "analytic"
    assert spectrum.null_dimension == 9
    assert spectrum.gap == 0
    assert spectrum.max_residual < 1e-15


def test_a_tiny_second_eigenvalue_is_told_from_zero():
    graph = nx.disjoint_union(nx.complete_graph(8), nx.complete_graph(8))
    graph.add_edge(0, 8, weight=1e-9)
    spectrum = full_spectrum(adjacency(graph))
    assert 0 < spectrum.eigenvalues[1] < 1e-9
    overlap = spectrum.eigenvectors.T @ spectrum.eigenvectors
    np.testing.assert_allclose(overlap, np.eye(16), atol=1e-12)


@pytest.mark.parametrize("num_nodes", [19_717, 200_000])
def test_too_large_a_spectrum_is_refused_with_its_size(num_nodes):
    """Another library tried to allocate 43.6 TiB."""
    path = adjacency(nx.path_graph(num_nodes))
    with pytest.raises(InputError, match=r"would take .* GB .*lowest"):
        full_spectrum(path)


def test_many_small_components_do_not_hide_their_memory():
    pairs = sp.csr_array(sp.kron(sp.eye_array(100_000), np.array([[0.0, 1.0], [1.0, 0.0]])))
    with pytest.raises(InputError, match="200000 nodes, 2 of them connected"):
        full_spectrum(pairs)
    assert lowest_eigenpairs(pairs, 50).method == "analytic"


def test_too_many_eigenpairs_are_refused_with_their_size(monkeypatch):
    """An allocation beyond the memory ends the process without a word."""
    monkeypatch.setattr(eigen, "available_megabytes", lambda: 1.0)
    with pytest.raises(InputError, match=r"would take .* MB, more than the free memory"):
        lowest_eigenpairs(adjacency(nx.path_graph(2000)), 200)


def test_bad_arguments_are_refused():
    matrix = adjacency(nx.path_graph(5))
    for num in (0, 6):
        with pytest.raises(InputError, match=rf"between 1 and .*\(5\), got {num}"):
            lowest_eigenpairs(matrix, num)
    with pytest.raises(InputError, match="'lobpcg' is unknown"):
        lowest_eigenpairs(matrix, 2, method="lobpcg")


def test_what_does_not_converge_is_said():
    """Eigenpairs that have not converged look like any others."""
    matrix = adjacency(GRAPHS["weighted"])
    with pytest.raises(InputError, match=r"did not converge .*1e-30"):
        lowest_eigenpairs(matrix, 3, method="chebyshev", tolerance=1e-30)


def test_progress_and_cancelling():
    ring = adjacency(nx.cycle_graph(900))
    seen = []
    lowest_eigenpairs(ring, 9, progress=lambda fraction, text: seen.append(fraction))
    assert seen == sorted(seen)
    assert all(0 <= fraction <= 1 for fraction in seen)
    with pytest.raises(Cancelled):
        lowest_eigenpairs(ring, 9, should_stop=lambda: True)
    with pytest.raises(Cancelled):
        full_spectrum(ring, should_stop=lambda: True)


def test_any_positive_matrix_can_be_filtered():
    rng = np.random.default_rng(0)
    diagonal = np.sort(rng.uniform(0, 5, 400))
    pairs = lowest_by_filtering(
        sp.csr_array(sp.diags_array(diagonal)), 30, 5.0, sp.csr_array((400, 0)), tolerance=1e-8
    )
    np.testing.assert_allclose(pairs.eigenvalues, diagonal[:30], atol=1e-12)
    assert pairs.next_eigenvalue == pytest.approx(diagonal[30], abs=1e-6)
    assert (pairs.residuals <= 1e-8).all()


def test_importing_is_light():
    # The landing page of the dashboard pays for what this module imports.
    code = "import sys, spgat.spectral.density; print({'numba', 'torch'} & {*sys.modules})"
    command = [sys.executable, "-c", code]
    assert subprocess.check_output(command, text=True) == "set()\n"


@pytest.mark.slow
def test_pubmed(mirror):
    from spgat.datasets import load

    spectrum = lowest_eigenpairs(load("pubmed").adjacency, 40)
    assert spectrum.method == "chebyshev"
    assert spectrum.null_dimension == 1
    assert spectrum.max_residual <= 1e-5
    # scipy eigsh on I − L, which="LA", to 1e-9.
    np.testing.assert_allclose(
        spectrum.eigenvalues[[1, 5, 19]], [0.00948, 0.01148, 0.02129], atol=1e-5
    )


def test_the_null_space_comes_first_beside_weakly_joined_parts():
    """An edge of weight 1e-18 makes an eigenvalue that rounding puts on either side of 0."""
    two = nx.disjoint_union(nx.complete_graph(6), nx.complete_graph(5))
    two.add_edge(0, 6, weight=1e-18)
    both = adjacency(nx.disjoint_union(two, nx.complete_graph(4)))
    for config in CONFIGS:
        spectrum = full_spectrum(both, config)
        assert spectrum.null_dimension == 2
        null = null_space(both, config).toarray()
        np.testing.assert_allclose(np.abs(spectrum.eigenvectors[:, :2]), null, atol=1e-12)
        assert (spectrum.eigenvalues[:2] == 0).all()
        assert (spectrum.eigenvalues >= 0).all()
        assert (np.diff(spectrum.eigenvalues) >= 0).all()


@pytest.mark.parametrize("kind", ["normalized", "combinatorial"])
def test_no_eigenvalue_leaves_the_range_that_theory_gives(kind):
    """Bipartite graphs without self-loops attain the bound, and rounding goes beyond it."""
    config = LaplacianConfig(kind=kind, self_loops=False)
    for left in range(1, 7):
        for right in range(left, 30, 3):
            edges = [(a, left + b) for a in range(left) for b in range(right)]
            weights = Graph.build("bipartite", left + right, edges).adjacency
            bound = 2.0 if kind == "normalized" else (left + right) * (1 + 1e-11)
            found = full_spectrum(weights, config)
            assert found.eigenvalues.min() == 0
            assert found.eigenvalues.max() <= bound
            assert found.max_residual < 1e-12 * bound
            assert all_eigenvalues(weights, config).max() <= bound


def test_a_block_that_lost_a_direction_is_diagonalised_all_the_same():
    matrix = sp.csr_array(np.diag(np.linspace(0, 2, 40)))
    block = np.random.default_rng(0).standard_normal((40, 5))
    block[:, 3] = 0
    values = subspace._rayleigh_ritz(matrix, block)
    np.testing.assert_allclose(block.T @ block, np.eye(5), atol=1e-12)
    np.testing.assert_allclose(block.T @ (matrix @ block), np.diag(values), atol=1e-12)
