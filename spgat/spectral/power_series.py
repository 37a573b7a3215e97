"""Power series of functions of a Laplacian, cut where a certified error allows it.

A function f is written as f(L) = Σ_k a_k X^k in X = I − L/c, whose powers have entries and
eigenvalues within [−1, 1]. Whatever is left out of the k-th power can then enter f(L) with a
factor of at most Σ_{m>k} |a_m|.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from spgat.arrays import Floats

#: Given a centre c, the coefficients float64 [k] of f(L) = Σ_k a_k (I − L/c)^k: so many that
#: those beyond are negligible.
PowerSeries = Callable[[float], Floats]

# The part of the tolerance that cutting a series may take.
_CUT_SHARE = 0.05
_NEGLIGIBLE = 1e-30
# e to a power beyond it is no number.
_LARGEST_EXPONENT = float(np.log(np.finfo(np.float64).max))
_BEYOND_DOUBLE_PRECISION = np.array([np.nan])


def heat(scale: float, sign: int = -1) -> PowerSeries:
    """Returns e^{−sL}, or with sign +1 its inverse: a_k = e^{∓sc} (±sc)^k / k!."""

    def coefficients(centre: float) -> Floats:
        rate = scale * centre
        if rate > _LARGEST_EXPONENT:
            return _BEYOND_DOUBLE_PRECISION
        # r^k / k! falls by half from term to term once k exceeds 2r, by 4 once it exceeds 4r.
        count = int(4 * rate) + 60
        powers = np.cumprod(np.append(1.0, -sign * rate / np.arange(1, count)))
        return np.exp(sign * rate) * powers

    return coefficients


def exponential_of_heat(scale: float) -> PowerSeries:
    """Returns exp(s e^{−sL}), what the paper's published code takes for the inverse wavelet.

    With μ = s e^{−sc} it is Σ_k e^μ T_k(μ) (sc)^k / k! X^k, T_k the Touchard polynomials, whose
    exponential generating function is exp(μ (e^x − 1)). All coefficients are positive.
    """

    def coefficients(centre: float) -> Floats:
        rate = scale * centre
        if max(rate, scale) > _LARGEST_EXPONENT:
            return _BEYOND_DOUBLE_PRECISION
        mean = scale * np.exp(-rate)
        # b_k = T_k(μ) r^k / k! and e_i = r^i / i! obey b_{k+1} = μ r / (k+1) Σ_i e_i b_{k−i}.
        exponential = np.ones(1)
        series = np.array([np.exp(mean)])
        total, whole = series[0], np.exp(scale)  # of the coefficients so far, and of all
        # The coefficients fall, rise and fall again where μ is small, so that a negligible one
        # is the last only if those before it are the whole.
        while series[-1] > _NEGLIGIBLE * whole or not _is_whole(total, whole, len(series)):
            if not 0 < series[-1] < np.inf:  # under- or overflow before the whole was there
                return _BEYOND_DOUBLE_PRECISION
            following = mean * rate / len(series) * (exponential @ series[::-1])
            exponential = np.append(exponential, exponential[-1] * rate / len(series))
            series = np.append(series, following)
            total += following
        return series

    return coefficients


def _is_whole(total: float, whole: float, num_terms: int) -> bool:
    """Whether a sum of positive terms is what it should be, up to rounding."""
    return bool(abs(total - whole) <= num_terms * np.finfo(np.float64).eps * whole)


@dataclass(frozen=True, eq=False)
class TruncatedSeries:
    """Power series of several functions, cut at one order, and what certifies their errors.

    Attributes:
        coefficients: float64 [num_series, order + 1]: a_k.
        tails: float64 [num_series, order + 1]: Σ_{m>k} |a_m|, of the uncut series.
        base: float64 [num_series]: bound of the errors of cutting and of rounding.
        negligible: float64 [order + 1]: an entry of X^k up to negligible[k] need not be
            carried on to X^{k+1}: all that together stays within the tolerance.
    """

    coefficients: Floats
    tails: Floats
    base: Floats
    negligible: Floats

    @property
    def order(self) -> int:
        """The highest power kept."""
        return self.coefficients.shape[1] - 1


def truncated(
    functions: Sequence[PowerSeries], centre: float, tolerance: float, rounding: float
) -> TruncatedSeries | None:
    """Returns the series cut as early as the tolerance allows.

    Args:
        functions: At least one.
        centre: c.
        tolerance: The largest error of an entry of any f(L).
        rounding: The relative error that one product with X makes.

    Returns:
        The cut series, or None where rounding alone may use up half the tolerance.
    """
    # What overflows makes the bound infinite or NaN, and so fails below.
    with np.errstate(over="ignore", invalid="ignore"):
        rows = [function(centre) for function in functions]
        coefficients = np.zeros((len(rows), max(map(len, rows))))
        for row, values in zip(coefficients, rows, strict=True):
            row[: len(values)] = values
        # Added up from the smallest: tails[:, k] is what follows after k.
        sums = np.cumsum(np.abs(coefficients)[:, ::-1], axis=1)[:, ::-1]
        tails = np.concatenate([sums[:, 1:], np.zeros((len(rows), 1))], axis=1)
        order = int(np.argmax(tails.max(axis=0) <= _CUT_SHARE * tolerance))
        coefficients, tails = coefficients[:, : order + 1], tails[:, : order + 1]
        # k products for X^k, then a sum of order + 1 terms.
        steps = np.arange(order + 1) * rounding + (order + 2) * np.finfo(np.float64).eps
        base = tails[:, -1] + np.abs(coefficients) @ steps
    if not base.max() <= tolerance / 2:
        return None
    # The powers in the middle have the most entries near that bound, so they get the most of
    # the error that is left.
    powers = np.arange(1, order)
    shares = np.minimum(powers, order - powers) ** 2
    left = tolerance - base.max()
    negligible = np.full(order + 1, np.inf)
    negligible[1:order] = left * shares / shares.sum() / tails[:, 1:order].max(axis=0)
    return TruncatedSeries(coefficients, tails, base, negligible)
