import numpy as np
import pytest

from spgat import datasets
from spgat.errors import InputError
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.laplacian import LaplacianConfig
from spgat.spectral.signal_energy import signal_energy

CONFIGS = [LaplacianConfig(), LaplacianConfig(kind="combinatorial", self_loops=False)]


@pytest.mark.parametrize("config", CONFIGS)
def test_equals_the_graph_fourier_transform_up_to_the_blur(config):
    graph = datasets.load("karate")
    signal = np.random.default_rng(0).normal(size=graph.num_nodes)
    spectrum = full_spectrum(graph.adjacency, config)
    exact = (spectrum.eigenvectors.T @ signal) ** 2 / (signal @ signal)
    found = signal_energy(graph.adjacency, signal, config, num_bins=10, order=4000)
    expected, _ = np.histogram(spectrum.eigenvalues, found.edges, weights=exact)
    np.testing.assert_allclose(np.cumsum(found.shares), np.cumsum(expected), atol=0.05)


@pytest.mark.parametrize("order", [2, 3, 50, 201])
def test_shares_sum_to_one_and_are_not_negative(order):
    graph = datasets.load("karate")
    signal = np.zeros(graph.num_nodes)
    signal[[3, 5]] = 1
    shares = signal_energy(graph.adjacency, signal, order=order).shares
    assert shares.sum() == pytest.approx(1)
    assert (shares > -1e-12).all()


def test_an_eigenvector_lies_in_its_own_bin():
    graph = datasets.load("karate")
    spectrum = full_spectrum(graph.adjacency, LaplacianConfig())
    found = signal_energy(graph.adjacency, spectrum.eigenvectors[:, 20], order=2000)
    bin_of_it = np.searchsorted(found.edges, spectrum.eigenvalues[20]) - 1
    assert found.shares[bin_of_it - 1 : bin_of_it + 2].sum() > 0.95


def test_nothing_has_no_frequency():
    graph = datasets.load("karate")
    with pytest.raises(InputError, match="norm is 0"):
        signal_energy(graph.adjacency, np.zeros(graph.num_nodes))
