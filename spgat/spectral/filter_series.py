"""A named filter as a Chebyshev series, for graphs without eigenvectors."""

from spgat.spectral.chebyshev import ChebyshevSeries, series_of, step_series
from spgat.spectral.filters import SpectralFilter

#: Degree of a step's series: on [0, 2] its edge is 0.03 wide.
STEP_ORDER = 100
#: Degree of other series: within 10⁻⁶ of heat up to the scale 20.
SMOOTH_ORDER = 60


def filter_series(chosen: SpectralFilter, upper: float = 2.0) -> ChebyshevSeries:
    """Returns the series that stands for a filter: long and damped where it has edges.

    Not in the paper.

    Args:
        chosen: The filter.
        upper: Upper bound of the eigenvalues, above 0.
    """
    match chosen.kind:
        case "low-pass":
            return step_series(chosen.high, STEP_ORDER, upper)
        case "high-pass":
            above = -step_series(chosen.low, STEP_ORDER, upper).coefficients
            above[0] += 1
            return ChebyshevSeries(above, upper)
        case "band-pass":
            high, low = (
                step_series(edge, STEP_ORDER, upper) for edge in (chosen.high, chosen.low)
            )
            return ChebyshevSeries(high.coefficients - low.coefficients, upper)
    return series_of(chosen.response, SMOOTH_ORDER, upper)
