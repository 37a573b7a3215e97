"""Pictures as graph signals: each pixel a node, joined to those beside, above and below.

The combinatorial Laplacian of an h × w grid has known eigenpairs: products of cosines, with
eigenvalues (2 − 2 cos(πi/h)) + (2 − 2 cos(πj/w)). The graph Fourier transform of a picture is
thus its two-dimensional cosine transform (DCT-II), exact and in time n log n.
"""

import io
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from scipy.fft import dctn, idctn

from spgat.arrays import Floats, Ints
from spgat.errors import InputError

if TYPE_CHECKING:
    from PIL import Image

ImageName = Literal["china", "flower", "digit"]

#: Larger pictures are scaled down to this many pixels on their longer side.
MAX_SIDE = 512
MAX_BYTES = 20_000_000
MAX_PIXELS = 40_000_000
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP")


@dataclass(frozen=True, eq=False)
class ImageBands:
    """A picture's part in the lowest graph frequencies, and the rest.

    Attributes:
        low: float64 [height, width] or [height, width, channels]; it has the picture's mean,
            unless it is empty.
        high: Likewise, around 0: low + high is the picture.
        num_low: Number of low frequencies.
        cutoff: The largest eigenvalue of the low part; 0 where it is empty.
        low_energy: The low part's share of the energy about the mean, in [0, 1], which is
            what varies at all; None for a picture of one colour.
    """

    low: Floats
    high: Floats
    num_low: int
    cutoff: float
    low_energy: float | None


def cut_image(pixels: Floats, low_fraction: float) -> ImageBands:
    """Returns a picture's low and high part, each channel a signal on the pixel grid.

    Args:
        pixels: float64 [height, width] or [height, width, channels].
        low_fraction: Part of all frequencies, in [0, 1], that counts as low. Of equal
            eigenvalues those of slower change across the rows come first.

    Raises:
        InputError: If the fraction is not in [0, 1].
    """
    if not 0 <= low_fraction <= 1:
        raise InputError(
            f"The fraction of low frequencies is {low_fraction}; it must lie in [0, 1]."
        )
    eigenvalues, ranks = grid_eigenvalues(*pixels.shape[:2]), frequency_ranks(*pixels.shape[:2])
    num_low = num_low_waves(low_fraction, ranks.size)
    is_low = ranks < num_low
    mask = is_low.reshape(is_low.shape + (1,) * (pixels.ndim - 2))  # [h, w] or [h, w, 1]
    amplitudes = image_spectrum(pixels)
    low = idctn(amplitudes * mask, norm="ortho", axes=(0, 1))
    energies = wave_energies(amplitudes)
    return ImageBands(
        low=low,
        high=pixels - low,
        num_low=num_low,
        cutoff=float(eigenvalues[is_low].max(initial=0)),
        low_energy=float(energies[is_low].sum() / energies.sum()) if energies.any() else None,
    )


def num_low_waves(low_fraction: float, num_pixels: int) -> int:
    """Returns how many of a picture's frequencies are low, from 0 to its number of pixels."""
    return round(low_fraction * num_pixels)


def wave_energies(amplitudes: Floats) -> Floats:
    """Returns each wave's energy about the mean, over all channels, float64 [height, width].

    All are 0 for a picture of one colour, whose waves are rounding errors of its mean.

    Args:
        amplitudes: From `image_spectrum`.
    """
    energies = np.asarray((amplitudes**2).reshape(*amplitudes.shape[:2], -1).sum(axis=2))
    rounding = np.finfo(np.float64).eps ** 2 * energies.size * energies[0, 0]
    energies[0, 0] = 0  # the mean
    return energies if energies.sum() > rounding else np.zeros_like(energies)


def image_spectrum(pixels: Floats) -> Floats:
    """Returns the graph Fourier transform of a picture, shaped like it.

    Entry [i, j] is the amplitude of the eigenvector with i half waves down and j across.
    """
    return np.asarray(dctn(pixels, norm="ortho", axes=(0, 1)))


def grid_eigenvalues(height: int, width: int) -> Floats:
    """Returns float64 [height, width]: the eigenvalues of the grid's Laplacian, in [0, 8)."""
    down = 2 - 2 * np.cos(np.pi * np.arange(height) / height)
    across = 2 - 2 * np.cos(np.pi * np.arange(width) / width)
    return np.asarray(down[:, None] + across)


def frequency_ranks(height: int, width: int) -> Ints:
    """Returns int64 [height, width]: which number each frequency has, the lowest 0.

    Of equal eigenvalues those of slower change across the rows come first.
    """
    order = np.argsort(grid_eigenvalues(height, width), axis=None, kind="stable")
    ranks = np.empty(order.size, dtype=np.int64)
    ranks[order] = np.arange(order.size)
    return ranks.reshape(height, width)


def load_image(name: ImageName) -> Floats:
    """Returns a picture that ships with scikit-learn, float64 in [0, 1].

    "china" and "flower" are [427, 640, 3], "digit" is a handwritten 0 in [8, 8].

    Raises:
        InputError: If the name is unknown.
    """
    from sklearn import datasets  # slow to load

    if name not in get_args(ImageName):
        raise InputError(
            f"There is no picture {name!r}; choose one of {', '.join(get_args(ImageName))}."
        )
    if name == "digit":
        return np.asarray(datasets.load_digits().images[0] / 16.0)
    picture = datasets.load_sample_image(f"{name}.jpg")
    return np.asarray(picture, dtype=np.float64) / 255


def decode_image(content: bytes) -> Floats:
    """Returns an uploaded picture, float64 [height, width, 3] in [0, 1], scaled to fit.

    The size is read from the file's head and checked before a pixel is decoded, so that a
    small file cannot unpack into a huge picture. Transparent pixels are shown on white.

    Args:
        content: The file, in one of the formats PNG, JPEG, WebP, GIF or BMP; of several frames
            the first is taken.

    Raises:
        InputError: If the file is too large, no picture or damaged.
    """
    from PIL import Image  # slow to load

    if len(content) > MAX_BYTES:
        raise InputError(
            f"The picture has {len(content) / 1e6:.0f} MB; upload one of at most "
            f"{MAX_BYTES / 1e6:.0f} MB."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of large sizes and odd metadata; checked below
            opaque = _opaque(content)
    except Image.DecompressionBombError as error:
        raise InputError(
            f"The picture has more than {MAX_PIXELS / 1e6:.0f} million pixels; upload a "
            "smaller one."
        ) from error
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        raise InputError(
            "The file is no picture that can be read; upload an intact PNG, JPEG, WebP, GIF "
            "or BMP file."
        ) from error
    return np.asarray(opaque, dtype=np.float64) / 255


def _opaque(content: bytes) -> "Image.Image":
    """The picture upright, scaled down, in RGB."""
    from PIL import Image, ImageOps

    file = Image.open(io.BytesIO(content), formats=_FORMATS)
    if file.width * file.height > MAX_PIXELS:
        raise Image.DecompressionBombError
    file.draft("RGB", (MAX_SIDE, MAX_SIDE))  # a JPEG is decoded at a lower resolution
    picture = ImageOps.exif_transpose(file)
    picture.thumbnail((MAX_SIDE, MAX_SIDE))
    opaque = Image.new("RGBA", picture.size, "white")
    opaque.alpha_composite(picture.convert("RGBA"))
    return opaque.convert("RGB")
