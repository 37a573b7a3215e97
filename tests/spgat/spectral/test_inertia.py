from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp

from spgat.datasets.random_graphs import csbm
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.spectral.eigen import lowest_eigenpairs
from spgat.spectral.inertia import certificate, count_below
from spgat.spectral.laplacian import laplacian


@pytest.fixture(scope="module")
def adjacency():
    """A random graph beside three equal rings: four components and repeated eigenvalues."""
    rings = [Graph.build("ring", 8, [(i, (i + 1) % 8) for i in range(8)]).adjacency] * 3
    return sp.csr_array(sp.block_diag([csbm(num_nodes=120).adjacency, *rings]))


@pytest.mark.parametrize("value", [-0.01, 1e-4, 0.1234, 0.4321, 0.9876, 1.2345, 2.1])
def test_count_equals_that_of_a_dense_solver(adjacency, value):
    matrix = laplacian(adjacency)
    expected = np.count_nonzero(np.linalg.eigvalsh(matrix.toarray()) < value)
    assert count_below(matrix, value) == expected


def test_a_value_that_is_an_eigenvalue_is_refused():
    with pytest.raises(InputError):
        count_below(sp.csr_array(sp.eye_array(4)), 1.0)


def test_a_large_matrix_is_refused(monkeypatch, adjacency):
    monkeypatch.setattr("spgat.spectral.inertia.MAX_NODES", 100)
    with pytest.raises(InputError):
        count_below(laplacian(adjacency), 0.1)


@pytest.mark.parametrize("method", ["dense", "chebyshev"])
@pytest.mark.parametrize("num", [12, 20, 57])
def test_lowest_pairs_are_certified(adjacency, method, num):
    found = certificate(adjacency, lowest_eigenpairs(adjacency, num, method=method))
    assert found is not None
    assert found.counted == found.found
    assert found.found <= num


def test_a_missed_pair_shows(adjacency):
    whole = lowest_eigenpairs(adjacency, 30, method="dense")
    kept = np.delete(np.arange(30), 11)
    missed = replace(
        whole, eigenvalues=whole.eigenvalues[kept], eigenvectors=whole.eigenvectors[:, kept]
    )
    found = certificate(adjacency, missed)
    assert found is not None
    assert found.counted == found.found + 1


def test_equal_eigenvalues_alone_have_no_gap_to_count_below():
    ring = Graph.build("ring", 8, [(i, (i + 1) % 8) for i in range(8)])
    rings = sp.csr_array(sp.block_diag([ring.adjacency] * 3))
    assert certificate(rings, lowest_eigenpairs(rings, 2)) is None


def test_what_cannot_be_counted_is_estimated_with_an_interval(monkeypatch):
    monkeypatch.setattr("spgat.spectral.inertia.MAX_NODES", 100)
    large = csbm(num_nodes=1_600).adjacency
    whole = lowest_eigenpairs(large, 400)
    found = certificate(large, whole)
    assert found is not None
    assert 0 < found.error < 100
    assert found.is_complete is None
    missed = replace(
        whole,
        eigenvalues=whole.eigenvalues[::2],
        eigenvectors=whole.eigenvectors[:, ::2],
    )
    found = certificate(large, missed)
    assert found is not None
    assert found.is_complete is False
