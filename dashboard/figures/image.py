"""Pictures as arrays to show: parts around 0 on mid-grey, spectra as brightness."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

_MIN_SIDE = 320


def picture(pixels: Floats, *, is_around_zero: bool = False) -> Pixels:
    """Returns a picture ready to show; tiny ones are enlarged to sharp squares.

    Args:
        pixels: float [height, width] or [height, width, 3] in [0, 1], or around 0.
        is_around_zero: Whether 0 is to be shown as mid-grey.
    """
    shown = pixels + 0.5 if is_around_zero else pixels
    return _enlarge((np.clip(shown, 0, 1) * 255).round().astype(np.uint8))


def spectrum(amplitudes: Floats, is_low: NDArray[np.bool_]) -> Pixels:
    """Returns a picture of a spectrum: brighter is more, blue is low and orange high.

    Args:
        amplitudes: float [height, width] or [height, width, channels]; slow waves at the top
            left.
        is_low: bool [height, width].
    """
    size = np.abs(amplitudes)
    if size.ndim == 3:
        size = size.mean(axis=2)
    decades = np.log10(np.maximum(size, 1e-9))
    dark, bright = np.quantile(decades, [0.3, 0.9995])
    brightness = np.clip((decades - dark) / max(bright - dark, 1e-9), 0.06, 1)
    low, high = np.array([0x56, 0xB4, 0xE9]), np.array([0xE6, 0x7A, 0x35])
    tint = np.where(is_low[..., None], low, high)  # [h, w, 3]
    return _enlarge((brightness[..., None] * tint).astype(np.uint8))


def _enlarge(pixels: Pixels) -> Pixels:
    factor = max(_MIN_SIDE // max(pixels.shape[:2]), 1)
    return pixels.repeat(factor, axis=0).repeat(factor, axis=1)
