"""The smoothest completion: equal where known, harmonic where not."""

import numpy as np
import pytest
import scipy.sparse as sp

from spgat import datasets
from spgat.errors import InputError
from spgat.spectral.completion import complete
from spgat.spectral.laplacian import LaplacianConfig, laplacian

GRAPH = datasets.load("sensor")
MATRIX = laplacian(GRAPH.adjacency, LaplacianConfig(kind="combinatorial", self_loops=False))


def gappy(*shape):
    rng = np.random.default_rng(0)
    values = rng.normal(size=(*shape, GRAPH.num_nodes))
    values[rng.random(values.shape) < 0.4] = np.nan
    return values


@pytest.mark.parametrize("shape", [(), (5,)])
def test_it_is_equal_where_known_and_harmonic_where_not(shape):
    values = gappy(*shape)
    missing = np.isnan(values)
    found = complete(GRAPH.adjacency, values)
    np.testing.assert_array_equal(found.values[~missing], values[~missing])
    np.testing.assert_allclose((MATRIX @ found.values.T).T[missing], 0, atol=1e-9)
    assert (found.num_filled, found.num_left) == (missing.sum(), 0)


def test_no_other_completion_is_smoother():
    values = gappy()
    missing = np.isnan(values)
    smoothest = complete(GRAPH.adjacency, values).values
    rng = np.random.default_rng(1)
    for _ in range(20):
        other = smoothest + np.where(missing, rng.normal(size=len(values)), 0)
        assert other @ (MATRIX @ other) > smoothest @ (MATRIX @ smoothest)


def test_on_a_path_it_is_a_straight_line():
    path = datasets.load("path", num_nodes=5)
    values = np.array([1.0, np.nan, np.nan, np.nan, 9.0])
    np.testing.assert_allclose(complete(path.adjacency, values).values, [1, 3, 5, 7, 9])


def test_a_component_without_a_known_value_stays_missing():
    edges = sp.coo_array((np.ones(4), ([0, 1, 2, 3], [1, 0, 3, 2])), shape=(5, 5)).tocsr()
    values = np.array([4.0, np.nan, np.nan, np.nan, np.nan])
    found = complete(sp.csr_array(edges), values)
    np.testing.assert_array_equal(found.values, [4, 4, np.nan, np.nan, np.nan])
    assert (found.num_filled, found.num_left) == (1, 3)


def test_a_complete_signal_stays_as_it_is():
    values = np.arange(GRAPH.num_nodes, dtype=float)
    found = complete(GRAPH.adjacency, values)
    np.testing.assert_array_equal(found.values, values)
    assert (found.num_filled, found.num_left) == (0, 0)


def test_values_of_another_graph_are_refused():
    with pytest.raises(InputError):
        complete(GRAPH.adjacency, np.zeros(3))
