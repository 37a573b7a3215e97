import numpy as np
import pytest

from spgat.bands.config import BandConfig
from spgat.bands.response import (
    learned_response,
    sharp_bands,
    smooth_series,
    wavelet_responses,
    whole_response,
)

GRID = np.linspace(0, 2, 101)


@pytest.mark.parametrize("scale", [0.5, 1.0, 5.0])
def test_exact_wavelets_are_each_others_inverse(scale):
    forward, inverse = wavelet_responses(BandConfig(basis="wavelet", scale=scale), 2.0)
    np.testing.assert_allclose(forward(GRID) * inverse(GRID), 1)
    assert whole_response(BandConfig(basis="wavelet", scale=scale), 2.0) is None


def test_theorem_1_as_printed_converges_to_the_inverse_wavelet():
    config = BandConfig(basis="wavelet", series="printed", order=20)
    basis, inverse = wavelet_responses(config, 2.0)
    np.testing.assert_allclose(basis(GRID), np.exp(GRID), rtol=1e-9)
    np.testing.assert_allclose(inverse(GRID), np.exp(-GRID), rtol=1e-9)


def test_the_codes_opposite_order_undoes_the_printed_sign():
    heat, reference = (
        wavelet_responses(BandConfig(basis="wavelet", series=series, order=1, scale=2.0), 2.0)
        for series in ("heat", "reference-code")
    )
    for ours, theirs in zip(heat, reference, strict=True):
        np.testing.assert_allclose(ours(GRID), theirs(GRID))


def test_the_overwritten_spectrum_is_a_low_pass():
    config = BandConfig(basis="wavelet", inverse="reference-code")
    response = whole_response(config, 2.0)(GRID)
    np.testing.assert_allclose(response, np.exp(np.exp(-GRID)) * np.exp(-GRID))
    assert (np.diff(response) < 0).all()


def test_an_eigenvalue_on_a_cut_is_low():
    bands = sharp_bands([0.5, 1.0], np.array([0.0, 0.5, 0.7, 1.0, 1.5]))
    np.testing.assert_array_equal(bands, [[1, 1, 0, 0, 0], [0, 0, 1, 1, 0], [0, 0, 0, 0, 1]])


def test_a_learned_response_is_the_weighted_sum_of_the_bands():
    responses = sharp_bands([1.0], GRID)
    alpha = ((0.9, 0.1), (0.4, 0.6))
    learned = learned_response(alpha, responses, GRID, "sum")
    np.testing.assert_allclose(learned.values[0], np.where(GRID <= 1, 0.9, 0.1))
    np.testing.assert_allclose(
        learned_response(alpha, responses, GRID, "mean").values, learned.values / 2
    )
    assert "no filter" in learned_response(alpha, responses, GRID, "max").note


def test_smooth_series_meet_their_tolerance():
    series = smooth_series(lambda values: np.exp(-3 * values), 2.0, 1e-10)
    np.testing.assert_allclose(series.evaluate(GRID), np.exp(-3 * GRID), atol=1e-9)
