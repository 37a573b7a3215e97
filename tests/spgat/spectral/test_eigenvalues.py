import tracemalloc

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

from spgat.errors import Cancelled, InputError
from spgat.spectral.cache import DiskCache
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.eigenvalues import all_eigenvalues
from spgat.spectral.laplacian import LaplacianConfig

GRAPHS = {
    "tree": nx.barabasi_albert_graph(150, 1, seed=1),
    "scattered": nx.disjoint_union_all(
        [nx.path_graph(10), nx.star_graph(20), nx.cycle_graph(12)]
        + [nx.path_graph(2)] * 3
        + [nx.cycle_graph(12), nx.empty_graph(3)]
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
    return nx.to_scipy_sparse_array(GRAPHS[request.param], dtype=float, format="csr")


@pytest.mark.parametrize("config", CONFIGS)
def test_eigenvalues_alone_are_those_of_the_full_spectrum(matrix, config):
    values = all_eigenvalues(matrix, config)
    expected = full_spectrum(matrix, config).eigenvalues
    np.testing.assert_allclose(values, expected, atol=1e-12 * max(1.0, expected.max()))
    assert (values == 0).sum() >= (expected == 0).sum()
    assert (np.diff(values) >= 0).all()


def test_eigenvalues_of_many_small_components_need_no_square_of_their_number():
    num_pairs = 100_000
    nodes = np.arange(2 * num_pairs)
    joined = sp.csr_array(
        (np.ones(len(nodes)), (nodes, nodes ^ 1)), shape=(len(nodes), len(nodes))
    )
    tracemalloc.start()
    values = all_eigenvalues(joined)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    np.testing.assert_allclose(values, np.repeat([0.0, 1.0], num_pairs), atol=1e-12)
    assert peak < 2000 * len(nodes)  # bytes, where the eigenvectors have 320 GB


def test_the_result_is_kept(matrix, tmp_path):
    cache = DiskCache(tmp_path)
    first = all_eigenvalues(matrix, cache=cache)
    second = all_eigenvalues(matrix, cache=cache, should_stop=lambda: True)
    np.testing.assert_array_equal(first, second)


def test_large_components_are_refused_and_work_is_cancelled(matrix):
    ring = nx.to_scipy_sparse_array(nx.cycle_graph(12_001), dtype=float, format="csr")
    with pytest.raises(InputError, match="12001 connected nodes"):
        all_eigenvalues(ring)
    with pytest.raises(Cancelled):
        all_eigenvalues(matrix, should_stop=lambda: True)
