from functools import partial

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse import csgraph

from spgat.errors import InputError
from spgat.spectral.eigen import full_spectrum, lowest_eigenpairs
from spgat.spectral.laplacian import (
    LaplacianConfig,
    connected_components,
    eigenvalue_bound,
    laplacian,
    normalized_adjacency,
    null_space,
    with_self_loops,
)

PLAIN = LaplacianConfig(self_loops=False)
COMBINATORIAL = LaplacianConfig(kind="combinatorial")
ONES = LaplacianConfig(self_loops=False, isolated=1)
CONFIGS = [LaplacianConfig(), PLAIN, ONES, COMBINATORIAL]


def adjacency(graph):
    return nx.to_scipy_sparse_array(graph, dtype=float, format="csr")


@pytest.fixture
def scattered():
    """Three components and two isolated nodes, weighted."""
    graph = nx.disjoint_union_all([nx.path_graph(5), nx.star_graph(4), nx.cycle_graph(3)])
    rng = np.random.default_rng(0)
    for _, _, data in graph.edges(data=True):
        data["weight"] = rng.uniform(0.1, 5)
    graph.add_nodes_from([100, 101])
    return adjacency(graph)


def test_equals_networkx_and_scipy_on_a_connected_graph():
    graph = nx.karate_club_graph()
    matrix = adjacency(graph)
    ours = laplacian(matrix, PLAIN).toarray()
    np.testing.assert_allclose(ours, nx.normalized_laplacian_matrix(graph).toarray())
    np.testing.assert_allclose(ours, csgraph.laplacian(matrix, normed=True).toarray())
    combinatorial = laplacian(matrix, COMBINATORIAL).toarray()
    np.testing.assert_allclose(combinatorial, nx.laplacian_matrix(graph).toarray())
    np.testing.assert_allclose(combinatorial, csgraph.laplacian(matrix).toarray())


def test_the_paper_is_the_default(scattered):
    dense = scattered.toarray() + np.eye(scattered.shape[0])
    root = 1 / np.sqrt(dense.sum(axis=1))
    expected = np.eye(len(dense)) - root[:, None] * dense * root
    np.testing.assert_allclose(laplacian(scattered).toarray(), expected, atol=1e-15)


def test_isolated_nodes_follow_the_convention_named(scattered):
    """networkx puts 0 on the diagonal, PyGSP 1, others NaN."""
    isolated = [-2, -1]
    for config, value in ((PLAIN, 0.0), (ONES, 1.0)):
        diagonal = laplacian(scattered, config).diagonal()
        assert diagonal[isolated].tolist() == [value, value]
    assert laplacian(scattered).diagonal()[isolated].tolist() == [0.0, 0.0]  # a loop each
    ours = laplacian(scattered, PLAIN).toarray()
    theirs = nx.normalized_laplacian_matrix(nx.from_scipy_sparse_array(scattered))
    np.testing.assert_allclose(ours, theirs.toarray(), atol=1e-15)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("config", CONFIGS)
def test_zero_eigenvalues_are_the_components(scattered, config):
    """A 1 on an isolated node's diagonal would hide its component."""
    matrix = laplacian(scattered, config)
    values = np.linalg.eigvalsh(matrix.toarray())
    expected = 3 if config.isolated == 1 else 5
    assert (np.abs(values) < 1e-12).sum() == expected
    basis = null_space(scattered, config)
    assert basis.shape == (scattered.shape[0], expected)
    assert abs(matrix @ basis).max() < 1e-14
    np.testing.assert_allclose((basis.T @ basis).toarray(), np.eye(expected), atol=1e-14)


@pytest.mark.parametrize("config", CONFIGS)
def test_symmetric_canonical_and_within_the_bound(scattered, config):
    matrix = laplacian(scattered, config)
    assert (matrix != matrix.T).nnz == 0
    assert matrix.has_canonical_format
    assert (matrix.data != 0).all()
    values = np.linalg.eigvalsh(matrix.toarray())
    assert values[0] > -1e-12
    assert values[-1] <= eigenvalue_bound(matrix, config)


@pytest.mark.parametrize(
    "graph",
    [
        nx.star_graph(30),
        nx.complete_graph(12),
        nx.complete_bipartite_graph(4, 9),
        nx.path_graph(7),
    ],
)
def test_the_combinatorial_bound_holds_and_scales(graph):
    """With λ_max = 2 assumed, T_k(L − I) explodes on an unnormalised Laplacian."""
    for weight in (1e-6, 1.0, 1e6):
        matrix = laplacian(adjacency(graph) * weight, COMBINATORIAL)
        bound = eigenvalue_bound(matrix, COMBINATORIAL)
        scaled = np.linalg.eigvalsh(matrix.toarray() * 2 / bound - np.eye(matrix.shape[0]))
        assert np.abs(scaled).max() <= 1 + 1e-12
        assert bound <= 2 * matrix.diagonal().max() * (1 + 1e-9)


def test_a_bound_is_never_zero():
    empty = sp.csr_array((4, 4))
    assert eigenvalue_bound(laplacian(empty, COMBINATORIAL), COMBINATORIAL) > 0


def test_exactly_one_self_loop_per_node():
    """networkx adds a loop's weight to the degree twice, scipy's csgraph ignores it.

    Here D counts it once, as the paper's A + I does.
    """
    matrix = sp.csr_array(np.array([[3.0, 1.0], [1.0, 0.0]]))
    looped = with_self_loops(matrix)
    np.testing.assert_array_equal(looped.toarray(), [[3.0, 1.0], [1.0, 1.0]])
    np.testing.assert_allclose(
        normalized_adjacency(matrix).toarray(),
        np.array([[3 / 4, 1 / np.sqrt(8)], [1 / np.sqrt(8), 1 / 2]]),
    )
    assert (with_self_loops(looped) != looped).nnz == 0
    np.testing.assert_array_equal(
        laplacian(matrix, COMBINATORIAL).toarray(), [[1, -1], [-1, 1]]
    )


def test_components_are_numbered_by_their_first_node():
    edges = sp.csr_array((np.ones(4), ([0, 3, 1, 4], [3, 0, 4, 1])), shape=(5, 5))
    count, labels = connected_components(edges)
    assert count == 3
    assert labels.tolist() == [0, 1, 2, 0, 1]


@pytest.mark.parametrize("config", CONFIGS)
def test_a_directed_adjacency_is_refused_and_never_decomposed(config):
    """eigh would silently take one triangle of the matrix for both."""
    cycle = sp.csr_array(np.roll(np.eye(3), 1, axis=1))
    with pytest.raises(InputError, match=r"not symmetric.*Graph\.build"):
        laplacian(cycle, config)
    for find in (full_spectrum, partial(lowest_eigenpairs, num=2)):
        with pytest.raises(InputError, match="not symmetric"):
            find(cycle, config=config)


def test_unknown_choices_are_refused():
    with pytest.raises(InputError, match="kind is 'signless'"):
        LaplacianConfig(kind="signless")
    with pytest.raises(InputError, match="isolated is 2"):
        LaplacianConfig(isolated=2)
