import io

import numpy as np
import pytest
from PIL import Image
from scipy.fft import idctn

from dashboard import twin
from dashboard.film import packing
from dashboard.film import picture as film
from spgat.spectral import images
from tests.dashboard.films import content, shown_parts
from tests.dashboard.tables import tables


def captions(app):
    """The numbers that are shown at each position of the slider."""
    facts, _ = packing.unpack(content(app, "picture-shares"))
    return [caption["values"] for caption in facts["captions"]]


def png(pixels):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, format="PNG")
    return file.getvalue()


def test_opens_with_a_picture_in_parts_which_are_described(open_page):
    app = open_page("images")
    pixels = images.load_image("china")
    bands = images.cut_image(pixels, 0.05)
    psnr = f"{-10 * np.log10((bands.high**2).mean()):.1f} dB"
    assert captions(app)[10] == ["93.4%", psnr, "13,664", f"{bands.cutoff:.3f}"]
    assert {"picture-parts", "picture-waves"} < shown_parts(app)
    facts, _ = packing.unpack(content(app, "picture-parts"))
    alts = [part["alt"] for part in facts["parts"]]
    assert len(set(alts)) == 3
    assert all(alts)


def test_the_uploader_names_what_can_be_read(open_page):
    [uploader] = open_page("images", picture="own").file_uploader
    names = uploader.label.split(":")[1].split(".")[0]
    said = {name.strip().upper() for name in names.replace(" or ", ",").split(",")}
    assert said == set(images._FORMATS)


def test_more_frequencies_hold_more_energy():
    energies = film.Waves.of(images.load_image("digit")).low_energies
    assert energies == sorted(energies)
    assert (energies[0], energies[-1]) == (0, pytest.approx(1))


@pytest.mark.parametrize("name", ["digit", "china"])
def test_the_browser_is_sent_what_the_library_computes(name):
    """Its waves are low at the same positions, and their sum is the low part."""
    pixels = images.load_image(name)
    waves = film.Waves.of(pixels)
    facts, arrays = packing.unpack(film.pack_parts(pixels, waves))
    size = *pixels.shape[:2], len(facts["mean"])
    amplitudes = arrays["amplitudes"].reshape(size[2], *size[:2]).transpose(1, 2, 0)
    steps = arrays["steps"].reshape(size[:2])
    for position in (0, 1, 10, 77, 200):
        bands = images.cut_image(pixels, film.share_at(position))
        is_low = steps <= position
        assert is_low.sum() == bands.num_low
        low = idctn(amplitudes * facts["unit"] * is_low[..., None], norm="ortho", axes=(0, 1))
        low += np.array(facts["mean"]) * is_low[0, 0]
        np.testing.assert_allclose(low.reshape(pixels.shape), bands.low, atol=2 / 255)
        assert waves.low_energies[position] == pytest.approx(bands.low_energy)
        error = (bands.high**2).mean()
        assert waves.errors[position] == pytest.approx(error, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("colour", [0.0, 0.3])
def test_a_picture_of_one_colour_is_said_to_have_nothing_to_share(colour):
    pixels = np.full((7, 5, 3), colour)
    waves = film.Waves.of(pixels)
    assert waves.low_energies is None
    facts, arrays = packing.unpack(film.pack_parts(pixels, waves))
    assert np.abs(facts["unit"] * arrays["amplitudes"]).max() < 1e-9
    shares, _ = packing.unpack(film.pack_shares(waves))
    assert {caption["values"][0] for caption in shares["captions"]} == {"–"}
    film.pack_waves(waves)


def test_the_page_takes_where_the_slider_rests(open_page):
    app = open_page("images", picture="digit")
    app.session_state["low_fraction"] = film.share_at(77)
    assert not app.run().exception
    assert app.slider(key="low_fraction").value == 0.385


def test_own_picture(open_page):
    app = open_page("images", picture="own")
    assert "Upload a picture" in app.info[0].value
    ramp = np.tile(np.arange(0, 240, 8, dtype=np.uint8), (20, 1))
    app.file_uploader(key="picture-file").upload("ramp.png", png(ramp)).run()
    assert captions(app)[10][0] == "99.9%"  # a slope is as slow as can be


@pytest.mark.parametrize("data", [b"no picture", b"\x89PNG\r\n\x1a\n broken"])
def test_what_is_no_picture_is_said(open_page, data):
    app = open_page("images", picture="own")
    app.file_uploader(key="picture-file").upload("x.png", data).run()
    assert not app.exception
    assert app.error[0].value
    assert "picture-parts" not in shown_parts(app)


def test_picture_of_one_colour_has_no_frequencies(open_page):
    app = open_page("images", picture="own")
    grey = np.full((8, 8), 128, dtype=np.uint8)
    app.file_uploader(key="picture-file").upload("grey.png", png(grey)).run()
    assert len(app.info) == 1
    assert "picture-parts" not in shown_parts(app)


@pytest.mark.parametrize("name", ["digit", "flower"])
def test_pictures_have_tables(open_page, monkeypatch, name):
    monkeypatch.setattr(twin, "_MAX_ROWS", 10**6)  # all rows
    pixels, waves = tables(open_page("images", picture=name)).values()
    image = images.load_image(name)
    height, width = image.shape[:2]
    values = pixels.filter(like="original").to_numpy().reshape(image.shape)
    np.testing.assert_allclose(values, image, atol=1e-6)
    parts = [pixels.filter(like=part).to_numpy() for part in ("original", "low", "high")]
    np.testing.assert_allclose(parts[0], parts[1] + parts[2], atol=1e-6)
    assert pixels[["row", "column"]].iloc[width].tolist() == [1, 0]
    assert (waves["part"] == "low").sum() == round(0.05 * height * width)
    assert waves["amplitude"].idxmax() == 0  # the mean
    assert waves["eigenvalue"][1] == pytest.approx(2 - 2 * np.cos(np.pi / width))
