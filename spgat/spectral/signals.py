"""Signals on a graph's nodes: made, transformed, split into low and high, denoised.

Pure numpy and scipy, for graphs small enough to have all their eigenpairs.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from spgat.arrays import Floats, Ints
from spgat.errors import InputError
from spgat.spectral.spectrum import Spectrum

Response = Callable[[Floats], Floats]
_ROUNDING = 1e-14  # of eigenvalues, relative to the largest one


def fourier_transform(spectrum: Spectrum, signal: ArrayLike) -> Floats:
    """Returns Uᵀ x, the amplitude of each graph frequency in a signal.

    Args:
        spectrum: All eigenpairs.
        signal: [num_nodes] or [num_nodes, num_signals].

    Raises:
        InputError: If the spectrum is not complete or the signal has another length.
    """
    _check_full(spectrum)
    return spectrum.eigenvectors.T @ _checked(spectrum, signal)


def inverse_fourier_transform(spectrum: Spectrum, amplitudes: ArrayLike) -> Floats:
    """Returns U x̂, the signal made of these amplitudes of each graph frequency.

    Args:
        spectrum: All eigenpairs.
        amplitudes: [num_nodes] or [num_nodes, num_signals], by ascending frequency.

    Raises:
        InputError: If the spectrum is not complete or the amplitudes are too few.
    """
    _check_full(spectrum)
    return spectrum.eigenvectors @ _checked(spectrum, amplitudes)


def filter_signal(spectrum: Spectrum, signal: ArrayLike, response: Response) -> Floats:
    """Returns U g(Λ) Uᵀ x, Eq. (2), for a signal x and a transfer function g.

    Args:
        spectrum: All eigenpairs.
        signal: [num_nodes].
        response: g, eigenvalues [k] to factors [k]; `SpectralFilter.response` for one.
    """
    amplitudes = fourier_transform(spectrum, signal)
    return spectrum.eigenvectors @ (response(spectrum.eigenvalues) * amplitudes)


def mean_frequency(spectrum: Spectrum, signal: ArrayLike) -> float | None:
    """Returns xᵀLx / xᵀx, the mean of the frequencies weighted by a signal's energy at each.

    The Rayleigh quotient, a measure of smoothness: 0 for what lies in the null space, λ_k for
    eigenvector k, λ_max at most. Below the rounding of λ_max it is 0. Not in the paper.

    Args:
        spectrum: All eigenpairs.
        signal: [num_nodes].

    Returns:
        None for the signal 0.
    """
    amplitudes = fourier_transform(spectrum, signal)
    largest = float(np.abs(amplitudes).max(initial=0.0))
    if largest == 0:
        return None
    energy = (amplitudes / largest) ** 2  # the squares alone may overflow
    mean = float(energy @ spectrum.eigenvalues / energy.sum())
    return mean if mean > _ROUNDING * spectrum.eigenvalues[-1] else 0.0


@dataclass(frozen=True, eq=False)
class SignalBands:
    """A signal and its two parts, original = low + high.

    Attributes:
        original, low, high: float64 [num_nodes].
        low_energy: The low part's share of Σ x_i², in [0, 1]; None for the signal 0. The high
            part has the rest, as the parts are orthogonal.
    """

    original: Floats
    low: Floats
    high: Floats
    low_energy: float | None


def cut_signal(spectrum: Spectrum, signal: ArrayLike, num_low: int) -> SignalBands:
    """Returns a signal's part in the lowest `num_low` graph frequencies, and the rest.

    Args:
        spectrum: The lowest eigenpairs, at least `num_low`.
        signal: [num_nodes].
        num_low: d, from 0 to num_nodes.
    """
    original = _checked(spectrum, signal)
    vectors = lowest_vectors(spectrum, num_low)
    low = vectors @ (vectors.T @ original)
    energy = float(original @ original)
    share = min(float(low @ low) / energy, 1.0) if energy > 0 else None
    return SignalBands(original, low, original - low, share)


@dataclass(frozen=True, eq=False)
class Denoised:
    """What a low pass makes of a noisy signal whose clean form is known.

    Attributes:
        signal: float64 [num_nodes].
        error_before: ‖noisy − clean‖ / ‖clean‖.
        error_after: ‖signal − clean‖ / ‖clean‖.
    """

    signal: Floats
    error_before: float
    error_after: float


def denoise(
    spectrum: Spectrum, clean: ArrayLike, noisy: ArrayLike, response: Response
) -> Denoised:
    """Returns a filtered noisy signal, with its error before and after.

    Args:
        spectrum: All eigenpairs.
        clean: [num_nodes], not 0 everywhere.
        noisy: [num_nodes].
        response: The filter's transfer function, see `filter_signal`.

    Raises:
        InputError: If the clean signal is 0, so that no relative error exists.
    """
    reference, disturbed = _checked(spectrum, clean), _checked(spectrum, noisy)
    size = float(np.linalg.norm(reference))
    if size == 0:
        raise InputError("The clean signal is 0 at every node; choose one with some energy.")
    signal = filter_signal(spectrum, disturbed, response)
    return Denoised(
        signal,
        float(np.linalg.norm(disturbed - reference)) / size,
        float(np.linalg.norm(signal - reference)) / size,
    )


@dataclass(frozen=True, eq=False)
class NodeWavelet:
    """One heat wavelet: a column of Ψ_s, Eq. (6), sparsified.

    Attributes:
        values: float64 [num_nodes], 0 where dropped.
        num_kept: Number of entries with |value| ≥ t.
        largest_dropped: Largest |value| dropped, 0 where nothing was.
    """

    values: Floats
    num_kept: int
    largest_dropped: float


def wavelet_at(
    spectrum: Spectrum, node: int, scale: float, threshold: float = 0.0
) -> NodeWavelet:
    """Returns the heat wavelet centred at a node, U e^{−sΛ} Uᵀ δ_node.

    Args:
        spectrum: All eigenpairs.
        node: Its centre.
        scale: s; a negative one gives the column of the inverse, Ψ_s⁻¹ = Ψ_{−s}.
        threshold: t; entries below it in absolute value are dropped.
    """
    values = filter_signal(
        spectrum, delta(spectrum.num_nodes, node), lambda λ: np.exp(-scale * λ)
    )
    kept = np.abs(values) >= threshold
    dropped = float(np.abs(values[~kept]).max(initial=0.0))
    return NodeWavelet(np.where(kept, values, 0.0), int(kept.sum()), dropped)


def delta(num_nodes: int, node: int) -> Floats:
    """Returns the signal that is 1 at one node and 0 elsewhere, float64 [num_nodes].

    Raises:
        InputError: If there is no such node.
    """
    if not 0 <= node < num_nodes:
        raise InputError(f"There is no node {node}; choose one from 0 to {num_nodes - 1}.")
    signal = np.zeros(num_nodes)
    signal[node] = 1.0
    return signal


def label_indicator(labels: Ints, label: int) -> Floats:
    """Returns the signal that is 1 at the nodes of one class and 0 elsewhere.

    Raises:
        InputError: If no node has this label.
    """
    signal = (labels == label).astype(np.float64)
    if not signal.any():
        raise InputError(f"No node has the label {label}; choose one that occurs.")
    return signal


def degree_signal(adjacency: sp.csr_array) -> Floats:
    """Returns the weighted degree of each node, float64 [num_nodes]."""
    return np.asarray(adjacency.sum(axis=1), dtype=np.float64).ravel()


def noise(num_nodes: int, seed: int = 0) -> Floats:
    """Returns white noise of standard deviation 1: every graph frequency in equal measure."""
    return np.random.default_rng(seed).standard_normal(num_nodes)


def smooth_signal(spectrum: Spectrum, seed: int = 0, smoothness: float = 10.0) -> Floats:
    """Returns a random signal of low frequencies, scaled to a largest value of 1.

    White noise after heat has spread for a time: e^{−τλ} with τ = 2·smoothness/λ_max. As a
    filter it does not depend on the choice of eigenvectors within an eigenspace.

    Args:
        spectrum: All eigenpairs.
        seed: Seed of the noise.
        smoothness: At least 0; 0 gives white noise.
    """
    highest = float(spectrum.eigenvalues[-1]) or 1.0
    smooth = filter_signal(
        spectrum,
        noise(spectrum.num_nodes, seed),
        lambda λ: np.exp(-2 * smoothness * λ / highest),
    )
    return smooth / max(float(np.abs(smooth).max()), np.finfo(np.float64).tiny)


def with_noise(signal: Floats, level: float, seed: int = 1) -> Floats:
    """Returns a signal plus white noise of `level` times its own root mean square.

    That is the root mean square of the noise drawn, not of all that could be: on a few nodes
    one draw may have half of it.
    """
    drawn = noise(len(signal), seed)
    return signal + level * _root_mean_square(signal) / _root_mean_square(drawn) * drawn


def _root_mean_square(values: Floats) -> float:
    return float(np.sqrt(np.mean(values**2)))


def lowest_vectors(spectrum: Spectrum, num_low: int) -> Floats:
    """Returns the eigenvectors of the lowest `num_low` frequencies, float64 [n, num_low].

    Raises:
        InputError: If there are not so many, or the spectrum does not hold them.
    """
    num_known = len(spectrum.eigenvalues)
    if not 0 <= num_low <= spectrum.num_nodes:
        raise InputError(
            f"The number of low frequencies is {num_low}; it must lie between 0 and the number "
            f"of nodes, {spectrum.num_nodes}."
        )
    if (spectrum.end == "highest" and num_known < spectrum.num_nodes) or num_low > num_known:
        raise InputError(
            f"The lowest {num_low} eigenpairs are needed, but {num_known} of the "
            f"{spectrum.end} ones are known; compute more of the lowest."
        )
    return spectrum.eigenvectors[:, :num_low]


def _check_full(spectrum: Spectrum) -> None:
    if len(spectrum.eigenvalues) < spectrum.num_nodes:
        raise InputError(
            f"Only {len(spectrum.eigenvalues)} of {spectrum.num_nodes} eigenpairs are known; "
            "compute the full spectrum, or filter by a Chebyshev series instead."
        )


def _checked(spectrum: Spectrum, signal: ArrayLike) -> Floats:
    values = np.asarray(signal, dtype=np.float64)
    if values.ndim == 0 or len(values) != spectrum.num_nodes:
        raise InputError(
            f"The signal has the shape {values.shape}; give one value for each of the "
            f"{spectrum.num_nodes} nodes."
        )
    return values
