"""Pictures from strangers are decoded where they can do no harm."""

import io

import numpy as np
import pytest
from PIL import Image

from spgat.datasets.imports import read_picture
from spgat.errors import InputError


def file_of(pixels, kind="PNG"):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, kind, lossless=True)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "BMP", "WEBP"])
def test_a_picture_comes_as_it_is(kind):
    pixels = np.random.default_rng(0).integers(0, 256, (12, 7, 3), dtype=np.uint8)
    np.testing.assert_array_equal(read_picture(file_of(pixels, kind)), pixels / 255)


def test_no_picture_is_decoded_in_this_process(monkeypatch):
    def load(*_):
        raise AssertionError("decoded here")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", load)
    assert read_picture(file_of(np.zeros((3, 3, 3), dtype=np.uint8))).shape == (3, 3, 3)


@pytest.mark.parametrize("side", [7000, 30])
def test_what_is_no_picture_or_a_huge_one_is_refused(side):
    content = file_of(np.zeros((side, side), dtype=np.uint8))
    with pytest.raises(InputError):
        read_picture(content if side > 1000 else content[:40])
