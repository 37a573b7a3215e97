"""A picture with its low and high part for every share of low frequencies, and its spectrum.

The amplitudes are sent once, and the browser adds up the waves that are low.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import image as figures
from dashboard.film import packing
from dashboard.words import count, percent
from spgat.arrays import Floats, Ints
from spgat.spectral.images import (
    frequency_ranks,
    grid_eigenvalues,
    image_spectrum,
    num_low_waves,
    wave_energies,
)
from spgat.words import significant

#: The slider's key, and its steps from no low frequency to all.
KEY, NUM_STEPS = "low_fraction", 200


def share_at(position: int) -> float:
    """Returns the share of low frequencies at a position of the slider, from 0 to 200."""
    return round(position / NUM_STEPS, 3)


@dataclass(frozen=True, eq=False)
class Waves:
    """The waves that a picture consists of.

    Attributes:
        amplitudes: float64 [height, width] or [height, width, channels].
        ranks: int64 [height, width], which number each frequency has.
        energies: Of the waves about the mean, float64 [height · width], the lowest first.
        num_low: How many are low at each position of the slider.
    """

    amplitudes: Floats
    ranks: Ints
    energies: Floats
    num_low: list[int]

    @classmethod
    def of(cls, pixels: Floats) -> "Waves":
        """Returns those of a picture, as `cut_image` takes it."""
        ranks = frequency_ranks(*pixels.shape[:2])
        num_low = [num_low_waves(share_at(p), ranks.size) for p in range(NUM_STEPS + 1)]
        amplitudes, energies = image_spectrum(pixels), np.empty(ranks.size)
        energies[ranks] = wave_energies(amplitudes)
        return cls(amplitudes, ranks, energies, num_low)

    @property
    def steps(self) -> NDArray[np.uint8]:
        """At which position of the slider each wave becomes low, uint8 [height, width]."""
        return np.searchsorted(self.num_low, self.ranks, side="right").astype(np.uint8)

    @property
    def low_energies(self) -> list[float] | None:
        """The low part's share of the energy about the mean, at each position.

        None for a picture of one colour.
        """
        sums = np.cumsum(np.concatenate([[0], self.energies]))
        return list((sums[self.num_low] / sums[-1]).tolist()) if sums[-1] else None

    @property
    def errors(self) -> list[float]:
        """The mean square of the high part, which is what the low part lacks."""
        mean = float((self.amplitudes[0, 0] ** 2).sum())
        energies = np.concatenate([[0], self.energies[:0:-1], [mean]])
        left = np.cumsum(energies)[::-1]
        return list((left[self.num_low] / self.amplitudes.size).tolist())


def pack_parts(pixels: Floats, waves: Waves) -> bytes:
    """Returns the picture and its parts packed; `unpack` gives what the browser draws.

    Args:
        pixels: float64 [height, width] or [height, width, channels] in [0, 1].
        waves: Of the picture.
    """
    height, width = pixels.shape[:2]
    planes = np.moveaxis(pixels.reshape(height, width, -1), 2, 0)
    amplitudes = np.moveaxis(waves.amplitudes.reshape(height, width, -1), 2, 0).copy()
    mean = amplitudes[:, 0, 0] / np.sqrt(height * width)
    amplitudes[:, 0, 0] = 0  # much larger than all others, and sent by itself
    unit = float(np.abs(amplitudes).max()) / np.iinfo(np.int16).max or 1.0
    size = f"{width} × {height} pixels: as many nodes, and as many frequencies"
    return packing.pack(
        {
            "kind": "picture",
            "key": KEY,
            "height": height,
            "width": width,
            "mean": mean.tolist(),
            "unit": unit,
            "parts": [
                {"title": "Original", "alt": "The picture as it is"},
                {"title": "Low part", "alt": "Its low frequencies: blurred areas"},
                {"title": "High part", "alt": "Its high frequencies: outlines on grey"},
            ],
            "captions": [
                (
                    size,
                    f"{count(num_low, 'frequency', 'frequencies')}: areas and gradual changes",
                    "All other frequencies: edges and texture; grey is 0",
                )
                for num_low in waves.num_low
            ],
        },
        {
            "original": (255 * planes).round().astype(np.uint8),
            "amplitudes": np.rint(amplitudes / unit).astype(np.int16),
            "steps": waves.steps,
        },
    )


def pack_waves(waves: Waves) -> bytes:
    """Returns the spectrum packed: each wave as bright as it is strong."""
    height, width = waves.ranks.shape
    return packing.pack(
        {
            "kind": "waves",
            "key": KEY,
            "height": height,
            "width": width,
            "title": "Spectrum",
            "alt": "Amplitude of each frequency; the low ones are at the top left",
            "caption": "Amplitude of each frequency, low ones at the top left. Blue is low, "
            "orange is high. Point at one to see it.",
            "low": figures.LOW,
            "high": figures.HIGH,
        },
        {"brightness": figures.brightness(waves.amplitudes), "steps": waves.steps},
    )


def pack_shares(waves: Waves) -> bytes:
    """Returns what is said at every position, packed."""
    eigenvalues = np.sort(grid_eigenvalues(*waves.ranks.shape), axis=None)
    energies: Sequence[float | None] = waves.low_energies or [None] * len(waves.num_low)
    return packing.pack(
        {
            "kind": "shares",
            "key": KEY,
            "labels": [
                "Energy of the picture in low",
                "PSNR of the low part",
                "d, low frequencies",
                "Cutoff λ",
            ],
            "helps": [
                "Share of the picture's variation around its mean.",
                "How near the low part is to the picture, in decibels: 10 log₁₀ of 1 over the "
                "mean squared error. Above 40 few people see a difference.",
                "How many frequencies count as low.",
                "The largest eigenvalue that counts as low. All lie between 0 and 8.",
            ],
            "note": "",
            "captions": [
                _caption(100 * share_at(position), num_low, energy, error, eigenvalues)
                for position, (num_low, energy, error) in enumerate(
                    zip(waves.num_low, energies, waves.errors, strict=True)
                )
            ],
        }
    )


def _caption(
    share: float, num_low: int, low_energy: float | None, error: float, eigenvalues: Floats
) -> dict[str, Any]:
    energy = "–" if low_energy is None else percent(low_energy, 1)
    psnr = f"{-10 * np.log10(error):.1f} dB" if error else "∞"
    cutoff = significant(eigenvalues[num_low - 1]) if num_low else "–"
    varies = (
        f"With **{share:g}%** of the frequencies, the low part holds **{energy}** of the "
        "picture's variation."
    )
    return {
        "values": [energy, psnr, f"{num_low:,}", cutoff],
        "sentence": "The picture has one colour: it does not vary."
        if low_energy is None
        else varies,
        "warnings": [],
    }
