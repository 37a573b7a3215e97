import numpy as np
import pytest

from spgat import datasets
from spgat.embedding import low_shares
from spgat.errors import InputError
from spgat.spectral.eigen import full_spectrum

GRAPH = datasets.load("digits", num_neighbors=6)
SPECTRUM = full_spectrum(GRAPH.adjacency)


def test_the_shares_are_those_of_the_eigenvectors():
    signals = np.random.default_rng(0).normal(size=(GRAPH.num_nodes, 3)) @ np.diag([1, 5, 1e-3])
    signals[:, 0] += 40 * SPECTRUM.eigenvectors[:, 5]
    found = low_shares(GRAPH.adjacency, signals, 0.6)
    centred = signals - signals.mean(axis=0)
    energies = (SPECTRUM.eigenvectors.T @ centred) ** 2
    expected = energies[SPECTRUM.eigenvalues <= 0.6].sum(axis=0) / energies.sum(axis=0)
    np.testing.assert_allclose(found.shares, expected, atol=0.02)
    assert found.expected == pytest.approx((SPECTRUM.eigenvalues <= 0.6).mean(), abs=0.02)


def test_a_smooth_dimension_is_low_and_a_rough_one_high():
    smooth, rough = SPECTRUM.eigenvectors[:, [3, -3]].T
    shares = low_shares(GRAPH.adjacency, np.stack([smooth, rough], axis=1)).shares
    assert shares[0] > 0.95
    assert shares[1] < 0.05


def test_scale_and_offset_change_nothing_and_a_constant_has_no_share():
    x = np.random.default_rng(1).normal(size=(GRAPH.num_nodes, 1))
    shares = low_shares(GRAPH.adjacency, np.hstack([x, 1e4 * x, x + 9, 0 * x + 0.1])).shares
    np.testing.assert_allclose(shares[1:3], shares[0], rtol=1e-6)
    assert np.isnan(shares[3])


def test_many_dimensions_are_each_measured_by_themselves():
    x = np.random.default_rng(2).normal(size=(GRAPH.num_nodes, 70))
    every = low_shares(GRAPH.adjacency, x).shares
    np.testing.assert_allclose(low_shares(GRAPH.adjacency, x[:, 65:]).shares, every[65:])


@pytest.mark.parametrize(("cutoff", "value"), [(-0.1, 0.0), (2.5, 0.0), (0.5, np.nan)])
def test_a_cutoff_outside_the_spectrum_is_refused(cutoff, value):
    with pytest.raises(InputError):
        low_shares(GRAPH.adjacency, np.full((GRAPH.num_nodes, 2), value), cutoff)
