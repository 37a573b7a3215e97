"""Pictures made up at random: pixels that can be cut and shown, or one sentence."""

import io

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.extra import numpy as made
from PIL import Image

from dashboard.figures import image as figures
from spgat.spectral.images import MAX_SIDE, cut_image, decode_image
from spgat.spectral.images import image_spectrum as spectrum_of
from tests.fuzz.shape import edited, fuzz, outcome

SIZES = st.sampled_from([(1, 1), (1, 9), (9, 1), (2, 2), (13, 7), (600, 3), (2, 5000)])
MODES = {
    "1": ["PNG", "BMP", "GIF"],
    "L": ["PNG", "BMP", "GIF", "JPEG", "WEBP"],
    "P": ["PNG", "BMP", "GIF"],
    "LA": ["PNG", "WEBP"],
    "RGB": ["PNG", "BMP", "JPEG", "WEBP"],
    "RGBA": ["PNG", "WEBP", "GIF", "BMP"],
    "CMYK": ["JPEG"],
    "YCbCr": ["JPEG"],
    "I;16": ["PNG"],
}


@st.composite
def pictures(draw):
    """A valid file of any mode, size and format, of one frame or several, or an odd turn."""
    mode, size = draw(st.sampled_from(sorted(MODES))), draw(SIZES)
    format_ = draw(st.sampled_from(MODES[mode]))
    grain = np.random.default_rng(draw(st.integers(0, 9))).integers(0, 256, (*size[::-1], 4))
    picture = Image.fromarray(grain.astype(np.uint8)).convert("RGB" if mode == "I;16" else mode)
    if mode == "I;16":
        picture = picture.convert("I").convert("I;16")
    options = {}
    if draw(st.booleans()) and format_ in ("PNG", "JPEG", "WEBP"):
        turned = Image.Exif()
        turned[0x0112] = draw(st.sampled_from([0, 1, 3, 5, 6, 8, 9]))
        options["exif"] = turned
    if draw(st.booleans()) and format_ in ("GIF", "WEBP"):
        options |= {"save_all": True, "append_images": [picture, picture]}
    if draw(st.booleans()) and format_ in ("PNG", "GIF") and mode == "P":
        options["transparency"] = draw(st.integers(0, 255))
    buffer = io.BytesIO()
    picture.save(buffer, format_, **options)
    return buffer.getvalue()


def look_at(content):
    """Reads a file and makes all that the page shows of it."""
    pixels = outcome(decode_image, content)
    if pixels is None:
        return
    assert pixels.ndim == 3
    assert pixels.shape[2] == 3
    assert max(pixels.shape[:2]) <= MAX_SIDE
    assert 0 <= pixels.min() <= pixels.max() <= 1
    bands = cut_image(pixels, 0.05)
    np.testing.assert_allclose(bands.low + bands.high, pixels, atol=1e-12)
    assert bands.low_energy is None or 0 <= bands.low_energy <= 1
    amplitudes = spectrum_of(pixels)
    assert np.isfinite(amplitudes).all()
    shown = figures.brightness(amplitudes)
    assert shown.shape == pixels.shape[:2]
    assert shown.dtype == np.uint8


@pytest.mark.slow
def test_pictures_whole_and_damaged():
    files = pictures().flatmap(lambda content: st.just(content) | edited(content))
    fuzz(look_at, files, examples=400)


@pytest.mark.slow
def test_heads_of_pictures_and_nothing_true_after_them():
    heads = st.sampled_from(
        [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a", b"BM", b"RIFF\x20\0\0\0WEBPVP8 "]
    )
    rest = st.binary(max_size=80) | made.arrays(np.uint32, 12).map(
        lambda words: words.tobytes()
    )
    fuzz(look_at, st.builds(bytes.__add__, heads, rest), examples=300)
