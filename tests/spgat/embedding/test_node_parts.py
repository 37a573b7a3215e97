import numpy as np
import pytest

from spgat import datasets
from spgat.embedding import node_parts
from spgat.errors import InputError
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.signals import cut_signal

GRAPH = datasets.load("karate")
VECTORS = np.random.default_rng(0).normal(size=(GRAPH.num_nodes, 3)).astype(np.float32)


def test_the_parts_are_those_of_the_eigenvectors_where_the_cut_meets_no_eigenvalue():
    spectrum = full_spectrum(GRAPH.adjacency)
    gaps = np.diff(spectrum.eigenvalues)
    num_low = int(gaps.argmax()) + 1
    cutoff = spectrum.eigenvalues[num_low - 1] + gaps.max() / 2
    expected = cut_signal(spectrum, VECTORS[:, 0], num_low)
    for node in (0, 11, 33):
        found = node_parts(GRAPH.adjacency, VECTORS, node, cutoff, order=400)
        assert found.low[0] == pytest.approx(expected.low[node], abs=1e-3)
        np.testing.assert_allclose(found.low + found.high, VECTORS[node], atol=1e-6)


@pytest.mark.parametrize(("cutoff", "is_low"), [(-0.5, False), (2.5, True)])
def test_a_cut_beyond_the_spectrum_leaves_nothing_on_one_side(cutoff, is_low):
    found = node_parts(GRAPH.adjacency, VECTORS, 7, cutoff)
    np.testing.assert_allclose(found.low, is_low * VECTORS[7], atol=1e-6)


@pytest.mark.parametrize("node", [-1, GRAPH.num_nodes])
def test_a_node_that_is_not_there_is_refused(node):
    with pytest.raises(InputError):
        node_parts(GRAPH.adjacency, VECTORS, node, 0.5)
