import numpy as np
import pytest

from spgat.spectral.power_series import exponential_of_heat, heat, truncated


@pytest.mark.parametrize("scale", [0.3, 1.0, 6.0])
@pytest.mark.parametrize("centre", [0.5, 1.0, 4.0])
def test_power_series_are_those_of_their_functions(scale, centre):
    eigenvalues = np.linspace(0, 2 * centre, 101)
    powers = 1 - eigenvalues / centre
    for series, values in (
        (heat(scale), np.exp(-scale * eigenvalues)),
        (heat(scale, 1), np.exp(scale * eigenvalues)),
        (exponential_of_heat(scale), np.exp(scale * np.exp(-scale * eigenvalues))),
    ):
        coefficients = series(centre)
        polynomial = np.polynomial.polynomial.polyval(powers, coefficients)
        assert np.allclose(polynomial, values, rtol=1e-12, atol=1e-13 * abs(coefficients).sum())


@pytest.mark.parametrize(("scale", "centre"), [(40, 1), (50, 1), (0.5, 168), (0.01, 70_000)])
def test_the_exponential_of_heat_goes_on_through_its_first_small_coefficients(scale, centre):
    coefficients = exponential_of_heat(scale)(centre)
    assert coefficients[1] < 1e-14
    assert coefficients.sum() == pytest.approx(np.exp(scale), rel=1e-12)


@pytest.mark.parametrize("tolerance", [1e-2, 1e-5, 1e-8])
def test_a_cut_series_spends_no_more_than_the_tolerance(tolerance):
    functions = [heat(1.0), heat(1.0, 1)]
    series = truncated(functions, 1.0, tolerance, rounding=1e-15)
    powers = np.linspace(-1, 1, 101)
    for coefficients, base, function in zip(
        series.coefficients, series.base, functions, strict=True
    ):
        error = np.polynomial.polynomial.polyval(powers, coefficients) - (
            np.polynomial.polynomial.polyval(powers, function(1.0))
        )
        assert np.abs(error).max() <= base
    # Whatever may be left out at each power, all together.
    inner = slice(1, series.order)
    left_out = series.tails[:, inner] @ series.negligible[inner]
    assert (series.base + left_out).max() <= tolerance
    assert (series.base + left_out).max() > 0.9 * tolerance


def test_a_series_beyond_double_precision_is_not_cut():
    assert truncated([heat(1.0, 1)], 1.0, 1e-15, rounding=1e-15) is None
    assert truncated([heat(900.0, 1)], 1.0, 1e-3, rounding=1e-15) is None
    for scale in (40.0, 744.0, 900.0, 1e9):
        assert truncated([exponential_of_heat(scale)], 1.0, 1e-3, rounding=1e-15) is None
    assert truncated([exponential_of_heat(50.0)], 14.0, 1e-3, rounding=1e-15) is None
    for sign in (-1, 1):
        assert truncated([heat(1e12, sign)], 1.0, 1e-3, rounding=1e-15) is None
