"""Pictures as numbers to show: the brightness of a spectrum, and tables."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from spgat.arrays import Bools, Floats, Pixels

#: Of waves that are low, and of the others, in red, green and blue.
LOW, HIGH = (0x56, 0xB4, 0xE9), (0xE6, 0x7A, 0x35)
_CHANNELS = ("red", "green", "blue")


def brightness(amplitudes: Floats) -> Pixels:
    """Returns how bright to draw each wave of a spectrum, uint8 [height, width].

    Args:
        amplitudes: float [height, width] or [height, width, channels].
    """
    decades = np.log10(np.maximum(_size(amplitudes), 1e-9))
    dark, bright = np.quantile(decades, [0.3, 0.9995])
    shares = np.clip((decades - dark) / max(bright - dark, 1e-9), 0.06, 1)
    return np.asarray((255 * shares).round().astype(np.uint8))


def pixel_table(pictures: Mapping[str, NDArray[Any]]) -> pd.DataFrame:
    """Returns pictures of one size as a table, a row per pixel.

    Args:
        pictures: [height, width] or [height, width, 3] by name.
    """
    shape = next(iter(pictures.values())).shape[:2]
    row, column = np.indices(shape, dtype=np.int32).reshape(2, -1)
    columns: dict[str, NDArray[Any]] = {"row": row, "column": column}
    for name, pixels in pictures.items():
        if pixels.ndim == 2:
            columns[name] = pixels.ravel()
        else:
            for channel, colour in enumerate(_CHANNELS):
                columns[f"{name}, {colour}"] = pixels[..., channel].ravel()
    return pd.DataFrame(columns)


def wave_table(amplitudes: Floats, eigenvalues: Floats, is_low: Bools) -> pd.DataFrame:
    """Returns a spectrum, as `spectrum` takes it, as a table, a row per wave.

    Args:
        amplitudes: As for `spectrum`.
        eigenvalues: float64 [height, width].
        is_low: As for `spectrum`.
    """
    down, across = np.indices(eigenvalues.shape, dtype=np.int32).reshape(2, -1)
    return pd.DataFrame(
        {
            "half waves down": down,
            "half waves across": across,
            "eigenvalue": eigenvalues.ravel(),
            "part": pd.Categorical(np.where(is_low.ravel(), "low", "high")),
            "amplitude": _size(amplitudes).ravel(),
        }
    )


def _size(amplitudes: Floats) -> Floats:
    """The size of each wave, float64 [height, width]: the mean over the channels."""
    size = np.abs(amplitudes)
    return np.asarray(size.mean(axis=2)) if size.ndim == 3 else size
