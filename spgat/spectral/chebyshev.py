"""Functions of a Laplacian as Chebyshev series, applied without any eigenvector."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy.sparse as sp
from numpy.polynomial import chebyshev
from numpy.typing import NDArray
from scipy.special import ive

from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop, report

Sign = Literal[-1, 1]
Damping = Literal["jackson", "none"]

# Columns between two reports of progress.
_BLOCK = 1024


@dataclass(frozen=True, eq=False)
class ChebyshevSeries:
    """g(λ) ≈ Σ_i c_i T_i(2λ/upper − 1) for the eigenvalues λ in [0, upper] of a Laplacian.

    Attributes:
        coefficients: float64 [order + 1]: c_i, the first one not halved.
        upper: Upper bound of the eigenvalues, above 0.
        error_bound: The proven largest |error| on [0, upper] in exact arithmetic, or None
            where none is known, as for a step, which no polynomial follows at its edge.
    """

    coefficients: Floats
    upper: float
    error_bound: float | None = None

    @property
    def order(self) -> int:
        """Degree of the polynomial: the number of products with the Laplacian."""
        return len(self.coefficients) - 1

    def evaluate(self, eigenvalues: NDArray) -> Floats:
        """Returns the series at some eigenvalues in [0, upper], of the same shape."""
        return np.asarray(
            chebyshev.chebval(2 * np.asarray(eigenvalues) / self.upper - 1, self.coefficients)
        )

    def apply(
        self,
        laplacian: sp.csr_array,
        x: NDArray,
        *,
        progress: Progress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> NDArray[np.floating]:
        """Returns g(L) x, by `order` products of L with a block of columns.

        Args:
            laplacian: float CSR [num_nodes, num_nodes], eigenvalues in [0, upper].
            x: [num_nodes] or [num_nodes, num_signals]; float32 is computed in float32,
                everything else in float64.
            progress: Called after each block of columns.
            should_stop: Polled after each block of columns.

        Returns:
            Shaped like x.
        """
        from spgat.spectral.kernels import sum_series  # numba loads slowly

        dtype = np.float32 if np.asarray(x).dtype == np.float32 else np.float64
        signals: NDArray[np.floating] = np.ascontiguousarray(x, dtype=dtype)
        columns = signals.reshape(len(signals), -1)  # [n] -> [n, 1]
        matrix = laplacian.astype(dtype, copy=False)
        result = np.empty_like(columns)
        num_signals, factor = columns.shape[1], 2 / self.upper
        weights = self.coefficients[None]
        for first in range(0, num_signals, _BLOCK):
            last = min(first + _BLOCK, num_signals)
            sum_series(matrix, columns[None], result, first, last, weights, factor)
            report(last / num_signals, "applying the series", progress, should_stop)
        return result.reshape(signals.shape)


def heat_series(
    scale: float,
    *,
    order: int | None = None,
    tolerance: float | None = None,
    upper: float = 2.0,
    sign: Sign = -1,
) -> ChebyshevSeries:
    """Returns the series of the heat kernel e^{−sλ}, or with sign +1 of its inverse e^{+sλ}.

    With r = s·upper/2 the coefficients are c_0 = e^{∓r} I_0(r) and c_i = 2(∓1)^i e^{∓r} I_i(r),
    I_i the modified Bessel functions: Theorem 1, Eq. (8), with the sign and the scaling that
    the printed form lacks. The largest error of the cut series on [0, upper] is *exactly* the
    sum of the |c_i| left out, as all of them have one sign at one end of the interval.

    Args:
        scale: s, at least 0.
        order: Degree of the polynomial; give either this
        tolerance: or the largest |error| wanted, which the lowest sufficient order then meets.
        upper: Upper bound of the eigenvalues.
        sign: −1 for the heat kernel (low pass), +1 for its inverse.

    Raises:
        InputError: For a negative scale, or unless exactly one of order and tolerance is given.

    Examples:
        Degree 12 gives e^{−λ} on all of [0, 2] to twelve digits.

        >>> series = heat_series(1.0, order=12)
        >>> grid = np.linspace(0, 2, 5)
        >>> bool(np.allclose(series.evaluate(grid), np.exp(-grid), rtol=0, atol=1e-12))
        True
    """
    if not 0 <= scale < np.inf or not 0 < upper < np.inf:
        raise InputError(
            f"The scale is {scale} and the largest eigenvalue {upper}; take a finite scale "
            "from 0 and a finite eigenvalue above 0."
        )
    if (order is None) == (tolerance is None):
        raise InputError(
            "A heat series takes either an order or a tolerance; give one of them."
        )
    half = scale * upper / 2
    # I_i(r) e^{-r} falls off faster than geometrically once i exceeds r.
    enough = int(2 * half + 12 * np.sqrt(half) + 40) + (order or 0)
    with np.errstate(over="ignore"):
        growth = np.exp(2 * half) if sign == 1 else 1.0
    if not np.isfinite(growth):
        raise InputError(
            f"e^{{sλ}} with scale {scale} reaches e^{2 * half:.0f} at the largest eigenvalue, "
            "more than a number holds; lower the scale."
        )
    sizes = 2 * ive(np.arange(enough), half) * growth
    sizes[0] /= 2
    # tails[i]: the sum of the sizes after i, added up from the smallest.
    tails = np.append(np.cumsum(sizes[::-1])[::-1][1:], 0.0)
    if order is None:
        assert tolerance is not None
        if not tolerance > 0:
            raise InputError(f"The tolerance is {tolerance}; it must be above 0.")
        order = int(np.argmax(tails <= tolerance))
    _check_order(order)
    signs = np.where(np.arange(order + 1) % 2, float(sign), 1.0)
    return ChebyshevSeries(signs * sizes[: order + 1], upper, float(tails[order]))


def printed_series(scale: float, order: int, upper: float = 2.0) -> ChebyshevSeries:
    """Returns Theorem 1, Eq. (8), as printed: c_{i,s} = 2 e^s I_i(s), without signs.

    It converges not to the heat kernel e^{−sλ} but to e^{+s(2λ/upper)}: for upper = 2 to the
    *inverse* wavelet. It is here for comparison; the error bound is the one to that function.
    """
    return heat_series(2 * scale / upper, order=order, upper=upper, sign=1)


def step_series(
    cutoff: float, order: int, upper: float = 2.0, damping: Damping = "jackson"
) -> ChebyshevSeries:
    """Returns the series of an ideal low pass: 1 up to the cutoff, 0 above (not in the paper).

    Jackson's factors damp the ringing of the cut series (Gibbs): the damped one stays within
    [0, 1] and falls over a width of about π·upper/(2·order) around the cutoff.

    Args:
        cutoff: Eigenvalue of the step; the whole of [0, upper] passes from `upper` on.
        order: Degree of the polynomial.
        upper: Upper bound of the eigenvalues.
        damping: "jackson" or "none".
    """
    _check_order(order)
    angle = np.arccos(np.clip(2 * cutoff / upper - 1, -1, 1))
    degrees = np.arange(1, order + 1)
    coefficients = np.empty(order + 1)
    coefficients[0] = 1 - angle / np.pi
    coefficients[1:] = -2 * np.sin(degrees * angle) / (np.pi * degrees)
    if damping == "jackson":
        coefficients *= jackson_factors(order)
    return ChebyshevSeries(coefficients, upper)


def jackson_factors(order: int) -> Floats:
    """Returns float64 [order + 1]: the factors that make a cut Chebyshev series positive.

    (1 − i/N) cos(πi/N) + sin(πi/N) cot(π/N) / N with N = order + 2 (Jackson 1912; in Weiße et
    al., "The kernel polynomial method", 2006, Eq. (71)).
    """
    size = order + 2
    angles = np.pi * np.arange(order + 1) / size
    return np.asarray(
        (1 - np.arange(order + 1) / size) * np.cos(angles)
        + np.sin(angles) / np.tan(np.pi / size) / size
    )


def series_of(
    function: Callable[[Floats], Floats], order: int, upper: float = 2.0
) -> ChebyshevSeries:
    """Returns the series of any function of the eigenvalues, by quadrature at Chebyshev nodes.

    For a smooth function the error falls faster than any power of the order; at a jump the
    series rings. The error bound is None: for a mere callable nothing can be proven.

    Args:
        function: float64 [k] eigenvalues in [0, upper] to values [k].
        order: Degree of the polynomial.
        upper: Upper bound of the eigenvalues.
    """
    _check_order(order)
    num_nodes = 4 * (order + 1) + 64  # aliasing falls on degrees far beyond the order
    angles = np.pi * (np.arange(num_nodes) + 0.5) / num_nodes
    values = np.asarray(function(upper * (np.cos(angles) + 1) / 2), dtype=np.float64)
    cosines = np.cos(np.arange(order + 1)[:, None] * angles)  # [order + 1, num_nodes]
    coefficients = 2 * cosines @ np.broadcast_to(values, angles.shape) / num_nodes
    coefficients[0] /= 2
    return ChebyshevSeries(coefficients, upper)


def _check_order(order: int) -> None:
    if order < 0:
        raise InputError(f"The order of a Chebyshev series is {order}; it must be at least 0.")
