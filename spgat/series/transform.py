"""A signal over time by graph frequency: the joint picture, and its energy in low and high."""

from dataclasses import dataclass

import numpy as np

from spgat.arrays import Floats
from spgat.errors import InputError
from spgat.spectral.signals import fourier_transform
from spgat.spectral.spectrum import Spectrum


@dataclass(frozen=True, eq=False)
class EnergyOverTime:
    """The energy of a signal's two parts at each time.

    Attributes:
        low, high: float64 [num_times], ‖x_low(t)‖² and ‖x_high(t)‖²; NaN at a time with a
            missing reading. They sum to ‖x(t)‖², as the parts are orthogonal.
    """

    low: Floats
    high: Floats

    @property
    def low_share(self) -> Floats:
        """The low part's share, float64 [num_times] in [0, 1]; NaN where there is no energy."""
        whole = self.low + self.high
        return np.divide(self.low, whole, out=np.full_like(whole, np.nan), where=whole > 0)


def deviations(values: Floats) -> Floats:
    """Returns each reading minus its node's mean over time, float64 [num_times, num_nodes].

    What is always so at a node, such as the speed limit of a road, is gone from it. Missing
    readings stay missing; a node without any reading is missing throughout.
    """
    known = np.isfinite(values)
    count = known.sum(axis=0)
    total = np.where(known, values, 0.0).sum(axis=0)
    means = np.divide(total, count, out=np.full(len(count), np.nan), where=count > 0)
    return np.asarray(values - means)


def transform(spectrum: Spectrum, values: Floats) -> Floats:
    """Returns x̂_k(t) = u_kᵀ x(t), float64 [num_nodes, num_times], by ascending frequency.

    NaN at every frequency of a time with a missing reading, since each needs all of them.

    Args:
        spectrum: All eigenpairs.
        values: float64 [num_times, num_nodes].

    Raises:
        InputError: If the spectrum is not complete, or is of another number of nodes.
    """
    known = np.isfinite(values).all(axis=1)
    amplitudes = np.full((spectrum.num_nodes, len(values)), np.nan)
    amplitudes[:, known] = fourier_transform(spectrum, values[known].T)
    return amplitudes


def joint_energy(spectrum: Spectrum, values: Floats) -> Floats:
    """Returns |x̂_k(t)|², float64 [num_nodes, num_times]: frequency by time.

    Its sum over k is ‖x(t)‖² (Parseval). Arguments and errors as for `transform`.
    """
    return np.asarray(transform(spectrum, values) ** 2)


def energy_over_time(joint: Floats, num_low: int) -> EnergyOverTime:
    """Returns the energy in low and in high at each time.

    Args:
        joint: float64 [num_nodes, num_times], of `joint_energy`.
        num_low: d, from 0 to num_nodes.

    Raises:
        InputError: If d is out of range.
    """
    if not 0 <= num_low <= len(joint):
        raise InputError(
            f"The number of low frequencies is {num_low}; it must lie between 0 and the number "
            f"of nodes, {len(joint)}."
        )
    return EnergyOverTime(joint[:num_low].sum(axis=0), joint[num_low:].sum(axis=0))
