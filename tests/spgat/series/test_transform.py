"""Energies add up, at each time and over all frequencies."""

import numpy as np
import pytest

from spgat import datasets
from spgat.errors import InputError
from spgat.series import (
    SignalSeries,
    deviations,
    energy_over_time,
    joint_energy,
    neighbour_residuals,
    transform,
)
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.laplacian import LaplacianConfig, laplacian
from spgat.spectral.signals import cut_signal

GRAPH = datasets.load("sensor")
SPECTRUM = full_spectrum(GRAPH.adjacency)
VALUES = np.random.default_rng(0).normal(3, 2, (9, GRAPH.num_nodes))


def test_frequencies_hold_all_the_energy_of_each_time():
    joint = joint_energy(SPECTRUM, VALUES)
    assert joint.shape == (GRAPH.num_nodes, 9)
    np.testing.assert_allclose(joint.sum(axis=0), (VALUES**2).sum(axis=1))


@pytest.mark.parametrize("num_low", [0, 1, 17, GRAPH.num_nodes])
def test_low_and_high_are_those_of_each_signal(num_low):
    energy = energy_over_time(joint_energy(SPECTRUM, VALUES), num_low)
    np.testing.assert_allclose(energy.low + energy.high, (VALUES**2).sum(axis=1))
    shares = [cut_signal(SPECTRUM, row, num_low).low_energy for row in VALUES]
    np.testing.assert_allclose(energy.low_share, shares)


def test_a_time_with_a_missing_reading_has_no_energy_and_the_others_have_theirs():
    gaps = VALUES.copy()
    gaps[4, 7] = np.nan
    joint = joint_energy(SPECTRUM, gaps)
    assert np.isnan(joint[:, 4]).all()
    rest = np.arange(9) != 4
    np.testing.assert_allclose(joint[:, rest], joint_energy(SPECTRUM, VALUES)[:, rest])
    assert np.isnan(energy_over_time(joint, 5).low_share[4])


def test_an_eigenvector_has_one_frequency():
    rows = SPECTRUM.eigenvectors[:, [3, 50]].T * [[2.0], [-1.0]]
    expected = np.zeros((GRAPH.num_nodes, 2))
    expected[3, 0], expected[50, 1] = 2.0, -1.0
    np.testing.assert_allclose(transform(SPECTRUM, rows), expected, atol=1e-12)


def test_deviations_have_mean_zero_at_each_node():
    gaps = VALUES.copy()
    gaps[2:5, 3] = np.nan
    gaps[:, 8] = np.nan
    found = deviations(gaps)
    means = np.nanmean(np.delete(found, 8, axis=1), axis=0)
    np.testing.assert_allclose(means, 0, atol=1e-12)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(gaps))


def test_residuals_are_those_of_the_random_walk_laplacian():
    config = LaplacianConfig(kind="combinatorial", self_loops=False)
    degree = np.asarray(GRAPH.adjacency.sum(axis=1)).ravel()
    expected = (laplacian(GRAPH.adjacency, config) @ VALUES.T / degree[:, None]).T
    np.testing.assert_allclose(neighbour_residuals(GRAPH.adjacency, VALUES), expected)


def test_a_missing_neighbour_is_left_out_of_the_mean():
    path = datasets.load("path", num_nodes=5)
    values = np.array([[1.0, np.nan, 5.0, 9.0, 2.0]])
    found = neighbour_residuals(path.adjacency, values)
    np.testing.assert_allclose(found, [[np.nan, np.nan, -4.0, 5.5, -7.0]])


@pytest.mark.parametrize(
    ("values", "times"),
    [
        (np.zeros(3), None),
        (np.zeros((0, 3)), None),
        (np.full((2, 3), np.inf), None),
        (np.full((2, 3), np.nan), None),
        (np.zeros((2, 3)), ["one"]),
    ],
)
def test_what_is_no_series_is_refused(values, times):
    with pytest.raises(InputError):
        SignalSeries.build("x", values, times)


def test_d_out_of_range_is_refused():
    with pytest.raises(InputError):
        energy_over_time(joint_energy(SPECTRUM, VALUES), GRAPH.num_nodes + 1)
