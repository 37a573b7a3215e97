"""Transfer functions g(λ): of the whole operator, of its bands, of a trained layer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from spgat.arrays import Floats
from spgat.bands.config import BandConfig
from spgat.bands.record import FilterRecord
from spgat.errors import InputError
from spgat.spectral.chebyshev import ChebyshevSeries, heat_series, printed_series, series_of

Response = Callable[[Floats], Floats]


def whole_response(config: BandConfig, upper: float) -> Response | None:
    """Returns g with Σ_b Φ_b = g(L) for bands of frequencies; None for g = 1.

    For wavelets g is the product of both matrices' functions. It is 1 for the exact pair,
    whatever the scale: a cut by frequency of Ψ_s and Ψ_s⁻¹ is that of U and Uᵀ.

    Args:
        config: How the spectrum is cut.
        upper: Upper bound of the eigenvalues, which a series depends on.
    """
    scale = config.scale
    factors: list[Response] = []
    if config.response == "heat":
        factors.append(lambda eigenvalues: np.exp(-scale * eigenvalues))
    if config.basis == "wavelet" and (config.series, config.inverse) != ("exact", "exact"):
        factors.extend(wavelet_responses(config, upper))
    if not factors:
        return None
    return lambda eigenvalues: np.prod([factor(eigenvalues) for factor in factors], axis=0)


def wavelet_responses(config: BandConfig, upper: float) -> tuple[Response, Response]:
    """Returns the functions of B and of B⁻¹, the wavelet pair that is applied last and first.

    Eq. (6) and its inverse, or what replaces them. The published code names Ψ_s what the
    printed Theorem 1 gives, which is the inverse wavelet, but also applies the two in the
    opposite order: for upper = 2 its pair of series is therefore the one of "heat".
    """
    if config.series != "exact":
        synthesis, analysis = wavelet_series(config, upper)
        return synthesis.evaluate, analysis.evaluate
    scale = config.scale
    if config.inverse == "reference-code":
        return (
            lambda eigenvalues: np.exp(scale * np.exp(-scale * eigenvalues)),
            lambda eigenvalues: np.exp(-scale * eigenvalues),
        )
    return (
        lambda eigenvalues: np.exp(-scale * eigenvalues),
        lambda eigenvalues: np.exp(scale * eigenvalues),
    )


def wavelet_series(config: BandConfig, upper: float) -> tuple[ChebyshevSeries, ChebyshevSeries]:
    """Returns the Chebyshev series of B and of B⁻¹, for a config with a series."""
    if config.series == "heat":
        forward = heat_series(config.scale, order=config.order, upper=upper, sign=-1)
        return forward, heat_series(config.scale, order=config.order, upper=upper, sign=1)
    # Theorem 1 knows no λ_max: its s is that of L̃, so e^{±s·2λ/upper}; −s gives its inverse.
    printed = printed_series(config.scale, config.order, upper)
    opposite = heat_series(2 * config.scale / upper, order=config.order, upper=upper, sign=-1)
    return (printed, opposite) if config.series == "printed" else (opposite, printed)


def error_growth(pair: tuple[Response, Response], upper: float) -> float:
    """Returns how much a product B B⁻¹ magnifies the relative error of either factor.

    An error of B⁻¹ is of the size of its largest value, wherever in the spectrum it lands, and
    B may pass it on undamped; of B likewise. e^{s·upper} for wavelets that are each other's
    inverse; infinite or NaN where a value overflows.

    Args:
        pair: The functions of B and of B⁻¹.
        upper: Upper bound of the eigenvalues.
    """
    grid = np.linspace(0, upper, 2001)
    with np.errstate(over="ignore", invalid="ignore"):
        last, first = (np.abs(response(grid)) for response in pair)
        return float(last.max() * first.max() / (last * first).max())


def smooth_series(response: Response, upper: float, tolerance: float = 1e-6) -> ChebyshevSeries:
    """Returns the shortest series of a smooth function within a relative error on a grid.

    Raises:
        InputError: If order 512 does not suffice.
    """
    grid = np.linspace(0, upper, 2001)
    values = response(grid)
    allowed = tolerance * np.abs(values).max()
    for order in (8, 16, 32, 64, 128, 256, 512):
        series = series_of(response, order, upper)
        error = np.abs(series.evaluate(grid) - values).max()
        if error <= allowed:
            # What a cut leaves out adds at most the sum of its coefficients to the error.
            tails = np.cumsum(np.abs(series.coefficients[::-1]))[::-1]
            needed = max(1, int((error + tails > allowed).sum()))
            return ChebyshevSeries(series.coefficients[:needed], upper)
    raise InputError(
        "The response changes too steeply for a Chebyshev series; take a smaller scale."
    )


def sharp_bands(cutoffs: Sequence[float], eigenvalues: Floats) -> Floats:
    """Returns float64 [num_bands, k]: 1 where an eigenvalue lies in a band, else 0.

    Args:
        cutoffs: Ascending inner cuts; an eigenvalue on a cut belongs to the lower band.
        eigenvalues: [k].
    """
    band = np.searchsorted(np.asarray(cutoffs), eigenvalues, side="left")
    return np.asarray(band == np.arange(len(cutoffs) + 1)[:, None], dtype=np.float64)


def sharp_responses(
    config: BandConfig, cutoffs: Sequence[float], upper: float, eigenvalues: Floats
) -> Floats:
    """Returns g_b(λ) of bands of eigenvectors, float64 [num_bands, k]: g inside, 0 elsewhere.

    Args:
        config: How the spectrum is cut.
        cutoffs: Ascending inner cuts.
        upper: Upper bound of the eigenvalues.
        eigenvalues: [k].
    """
    whole = whole_response(config, upper)
    gains = np.ones_like(eigenvalues) if whole is None else whole(eigenvalues)
    return gains * sharp_bands(cutoffs, eigenvalues)


@dataclass(frozen=True, slots=True, eq=False)
class LearnedResponse:
    """The filters that a trained network applies, over the eigenvalues.

    Attributes:
        eigenvalues: float64 [k].
        values: float64 [num_filters, k].
        note: What the values are.
        is_by_class: Whether each class has a filter, of the one layer; else each layer has.
    """

    eigenvalues: Floats
    values: Floats
    note: str
    is_by_class: bool = False

    @property
    def names(self) -> list[str]:
        """What each filter is of, "layer 1" or "class 1" and so on."""
        word = "class" if self.is_by_class else "layer"
        return [f"{word} {number}" for number in range(1, len(self.values) + 1)]

    @property
    def by_layer(self) -> Floats:
        """One filter for each layer, float64 [num_layers, k]: the mean over classes."""
        return self.values.mean(axis=0, keepdims=True) if self.is_by_class else self.values


def learned_response(
    alpha: Sequence[Sequence[float]],
    responses: Floats,
    eigenvalues: Floats,
    pooling: Literal["max", "mean", "sum"],
) -> LearnedResponse:
    """Returns Σ_b α_b g_b(λ) per layer: Eq. (2) with the learned filter for g.

    Args:
        alpha: α of each layer and band.
        responses: float64 [num_bands, k], `BandOperators.responses` at the eigenvalues.
        eigenvalues: float64 [k].
        pooling: SUM is exactly this filter, MEAN this filter over the number of bands; for MAX
            it is what the bands weigh before their maximum, which is no filter.
    """
    values = np.asarray(alpha, dtype=np.float64) @ responses  # [layers, bands] @ [bands, k]
    if pooling == "mean":
        values = values / len(responses)
    note = (
        "Each band's weight before the maximum is taken; MAX itself is no filter."
        if pooling == "max"
        else "The filter that the layer applies."
    )
    return LearnedResponse(eigenvalues, values, note)


def filter_response(record: FilterRecord) -> LearnedResponse:
    """Returns what learned filters Σ_k c_k p_k(λ) let through.

    Args:
        record: Of one filter for all columns of the logits, or of one for each class.
    """
    values = record.coefficients @ record.basis  # [filters, terms] @ [terms, k]
    is_by_class = len(values) > 1
    note = (
        "The filter that each class's predictions pass."
        if is_by_class
        else "The filter that the predictions pass."
    )
    return LearnedResponse(record.eigenvalues, values, note, is_by_class)
