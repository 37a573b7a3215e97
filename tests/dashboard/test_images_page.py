import io

import numpy as np
import pytest
from PIL import Image

from spgat.spectral import images
from tests.dashboard.tables import tables


def metric(app, label):
    return next(m.value for m in app.metric if m.label == label)


def png(pixels):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, format="PNG")
    return file.getvalue()


def test_opens_with_a_picture_in_parts(open_page):
    app = open_page("images")
    assert metric(app, "Energy of the picture in low") == "93.4%"
    assert len(app.image) == 4


def test_pictures_are_told_in_words(open_page):
    alts = [picture.proto.imgs[0].alt for picture in open_page("images").image]
    assert len(set(alts)) == 4
    assert all(alts)


def test_the_uploader_names_what_can_be_read(open_page):
    [uploader] = open_page("images", picture="own").file_uploader
    names = uploader.label.split(":")[1].split(".")[0]
    said = {name.strip().upper() for name in names.replace(" or ", ",").split(",")}
    assert said == set(images._FORMATS)


def test_more_frequencies_hold_more_energy(open_page):
    app = open_page("images", picture="digit")
    low = float(metric(app, "Energy of the picture in low").removesuffix("%"))
    app.slider(key="low_fraction").set_value(0.5).run()
    assert float(metric(app, "Energy of the picture in low").removesuffix("%")) > low


def test_own_picture(open_page):
    app = open_page("images", picture="own")
    assert "Upload a picture" in app.info[0].value
    ramp = np.tile(np.arange(0, 240, 8, dtype=np.uint8), (20, 1))
    app.file_uploader(key="picture-file").upload("ramp.png", png(ramp)).run()
    assert (
        metric(app, "Energy of the picture in low") == "99.9%"
    )  # a slope is as slow as can be


@pytest.mark.parametrize("data", [b"no picture", b"\x89PNG\r\n\x1a\n broken"])
def test_what_is_no_picture_is_said(open_page, data):
    app = open_page("images", picture="own")
    app.file_uploader(key="picture-file").upload("x.png", data).run()
    assert not app.exception
    assert app.error[0].value
    assert not app.image


def test_picture_of_one_colour_has_no_frequencies(open_page):
    app = open_page("images", picture="own")
    grey = np.full((8, 8), 128, dtype=np.uint8)
    app.file_uploader(key="picture-file").upload("grey.png", png(grey)).run()
    assert len(app.info) == 1
    assert not app.image


@pytest.fixture
def files(monkeypatch):
    """What the page offers to save, by file name."""
    offered = {}

    def offer(_label, data, name, *_, **__):
        offered[name] = data

    monkeypatch.setattr("dashboard.picture.st.download_button", offer)
    return offered


@pytest.mark.parametrize("name", ["digit", "flower"])
def test_each_picture_is_saved_as_it_is_shown(open_page, files, name):
    open_page("images", picture=name)
    pixels = images.load_image(name)
    bands = images.cut_image(pixels, 0.05)
    side = 40 if name == "digit" else 1  # tiny pictures are enlarged
    for part, wanted in (("original", pixels), ("low", bands.low), ("high", bands.high + 0.5)):
        saved = np.asarray(Image.open(io.BytesIO(files[f"picture-{part}.png"]())))
        assert saved.shape[:2] == (side * pixels.shape[0], side * pixels.shape[1])
        difference = saved[::side, ::side] / 255 - np.clip(wanted, 0, 1)
        assert np.abs(difference).max() < 1 / 255
    assert Image.open(io.BytesIO(files["picture-spectrum.png"]())).mode == "RGB"


@pytest.mark.parametrize("name", ["digit", "flower"])
def test_pictures_have_tables(open_page, name):
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
