"""Laws of learned cutoffs: the closed forms, their slopes, and the order of the cuts."""

import math

import numpy as np
import pytest
import torch

from spgat import datasets
from spgat.bands.build import BandConfig, build_bands
from spgat.bands.record import BandRecord
from spgat.bands.steps import (
    angles_of,
    band_coefficients,
    cutoffs_of,
    moved_angles,
    step_coefficients,
)
from spgat.spectral.chebyshev import ChebyshevSeries, jackson_factors, step_series

CUTOFFS = (0.1, 0.5, 1.9)
ANGLES = angles_of(CUTOFFS, 2.0)


def test_angles_and_cutoffs_are_inverse():
    np.testing.assert_allclose(cutoffs_of(ANGLES, 2.0), CUTOFFS, atol=1e-14)
    np.testing.assert_allclose(angles_of((0.0, 3.0), 3.0), [math.pi, 0.0])


def test_steps_are_those_of_the_series():
    expected = [step_series(cutoff, 9).coefficients for cutoff in CUTOFFS]
    np.testing.assert_allclose(step_coefficients(ANGLES, 9), expected, atol=1e-15)


def test_a_steps_slope_has_its_closed_form():
    slopes = torch.func.jacfwd(lambda angle: step_coefficients(angle[None], 9)[0])(ANGLES[1])
    degrees = np.arange(10)
    closed = -2 / math.pi * np.cos(degrees * ANGLES[1].item())
    closed[0] = -1 / math.pi
    np.testing.assert_allclose(slopes, closed * jackson_factors(9), atol=1e-14)


def test_gradients_agree_with_finite_differences():
    whole = torch.tensor([0.4, -0.3, 0.1], dtype=torch.float64)
    shifts = torch.tensor([0.3, -0.2, 0.1, 0.05], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(
        lambda s: band_coefficients(moved_angles(ANGLES, s), 7, whole), (shifts,)
    )


@pytest.mark.parametrize("seed", range(5))
def test_cutoffs_stay_ascending_and_inside_the_spectrum(seed):
    shifts = 2 * torch.randn(4, generator=torch.Generator().manual_seed(seed))
    cutoffs = cutoffs_of(moved_angles(ANGLES, shifts), 2.0)
    ends = cutoffs.new_tensor([0.0]), cutoffs.new_tensor([2.0])
    assert (torch.cat([ends[0], cutoffs, ends[1]]).diff() > 0).all()


def test_no_shift_moves_nothing_and_a_common_one_neither():
    for shift in (0.0, 3.0):
        torch.testing.assert_close(moved_angles(ANGLES, torch.full((4,), shift)), ANGLES)


def test_a_cut_at_the_end_of_the_spectrum_can_be_moved_away():
    at_the_end = angles_of((0.0,), 2.0)
    shifts = torch.zeros(2, requires_grad=True)
    moved_angles(at_the_end, shifts).sum().backward()
    assert shifts.grad is not None
    assert shifts.grad.abs().min() > 0


@pytest.mark.parametrize("response", ["projector", "heat"])
def test_moved_bands_are_the_series_of_their_cutoffs(response):
    config = BandConfig(
        method="polynomial",
        low_fractions=(0.3, 0.6),
        step_order=12,
        learn_cutoffs=True,
        response=response,
    )
    bands = build_bands(datasets.load("karate").adjacency, config, dtype=np.float64)
    moved = bands.moved(torch.tensor([0.5, -0.3, 0.2]))
    grid = np.linspace(0, 2, 50)
    whole = ChebyshevSeries(bands.whole.numpy(), 2.0).evaluate(grid)
    steps = [step_series(cut, 12).evaluate(grid) for cut in moved.cutoffs.tolist()]
    low, middle, high = moved.responses(grid)
    np.testing.assert_allclose(low, steps[0] * whole, atol=1e-12)
    np.testing.assert_allclose(middle, (steps[1] - steps[0]) * whole, atol=1e-12)
    np.testing.assert_allclose(low + middle + high, whole, atol=1e-12)
    assert abs(moved.cutoffs - bands.cutoffs).min() > 0.01
    record = BandRecord.of(bands).moved(config, moved.cutoffs.tolist())
    expected = moved.responses(record.eigenvalues)
    np.testing.assert_allclose(record.responses, expected, atol=1e-6)  # that of the series
    np.testing.assert_allclose(record.cut.cutoffs, moved.cutoffs)


def test_the_loss_falls_where_the_gradient_of_a_cut_points():
    """Through the operators: the same slope as by finite differences."""
    config = BandConfig(method="polynomial", step_order=8, learn_cutoffs=True)
    bands = build_bands(datasets.load("karate").adjacency, config, dtype=np.float64)
    x = torch.randn(34, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    alpha = torch.tensor([0.8, 0.2], dtype=torch.float64)
    shifts = torch.zeros(2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(
        lambda s: bands.moved(s).weighted_sum(x, alpha).square().sum(), (shifts,)
    )
