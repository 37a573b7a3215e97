"""Pictures as arrays to show: parts around 0 on mid-grey, spectra as brightness."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from spgat.arrays import Bools, Floats, Pixels

_MIN_SIDE = 320
_CHANNELS = ("red", "green", "blue")


def picture(pixels: Floats, *, is_around_zero: bool = False) -> Pixels:
    """Returns a picture ready to show; tiny ones are enlarged to sharp squares.

    Args:
        pixels: float [height, width] or [height, width, 3] in [0, 1], or around 0.
        is_around_zero: Whether 0 is to be shown as mid-grey.
    """
    shown = pixels + 0.5 if is_around_zero else pixels
    return _enlarge((np.clip(shown, 0, 1) * 255).round().astype(np.uint8))


def spectrum(amplitudes: Floats, is_low: Bools) -> Pixels:
    """Returns a picture of a spectrum: brighter is more, blue is low and orange high.

    Args:
        amplitudes: float [height, width] or [height, width, channels]; slow waves at the top
            left.
        is_low: bool [height, width].
    """
    decades = np.log10(np.maximum(_size(amplitudes), 1e-9))
    dark, bright = np.quantile(decades, [0.3, 0.9995])
    brightness = np.clip((decades - dark) / max(bright - dark, 1e-9), 0.06, 1)
    low, high = np.array([0x56, 0xB4, 0xE9]), np.array([0xE6, 0x7A, 0x35])
    tint = np.where(is_low[..., None], low, high)  # [h, w, 3]
    return _enlarge((brightness[..., None] * tint).astype(np.uint8))


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


def _enlarge(pixels: Pixels) -> Pixels:
    factor = max(_MIN_SIDE // max(pixels.shape[:2]), 1)
    return pixels.repeat(factor, axis=0).repeat(factor, axis=1)
