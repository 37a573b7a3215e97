import io
import re

import numpy as np
import pandas as pd
from PIL import Image
from playwright.sync_api import expect
from scipy.fft import idctn

from spgat.spectral.images import cut_image, load_image


def parts_at(page, position):
    """The drawn parts, once every pixel is drawn at a position of the slider."""
    parts = page.locator(".st-key-picture-parts .film")
    page.wait_for_function(
        "([{drawn}, position]) => drawn?.position === position && drawn.isWhole",
        arg=[parts.element_handle(), position],
    )
    return parts


def test_an_own_picture_is_split_and_a_broken_one_refused(open_page):
    page = open_page("/images")
    expect(page.get_by_text("93.4%").first).to_be_visible()
    page.get_by_text("Your own", exact=True).click()
    expect(page.get_by_text("Upload a picture to see its two parts.")).to_be_visible()
    place = page.get_by_test_id("stFileUploaderDropzoneInput")
    ramp = io.BytesIO()
    Image.fromarray(np.tile(np.arange(0, 240, 8, dtype=np.uint8), (20, 1))).save(ramp, "PNG")
    place.set_input_files({"name": "a.png", "mimeType": "", "buffer": ramp.getvalue()})
    expect(page.get_by_text("30 × 20 pixels")).to_be_visible()
    expect(page.get_by_text("99.9%").first).to_be_visible()
    page.get_by_role("slider", name="Share of low frequencies").press("ArrowRight")
    expect(page.get_by_text("With 5.5% of the frequencies")).to_be_visible()
    place.set_input_files({"name": "b.png", "mimeType": "", "buffer": b"\x89PNG broken"})
    expect(page.get_by_test_id("stAlert")).to_contain_text("no picture that can be read")


def test_pictures_and_their_numbers_are_saved(open_page):
    page = open_page("/images")
    parts = parts_at(page, 10)
    with page.expect_download() as file:
        parts.get_by_role("button", name="PNG").first.click()
    picture = np.asarray(Image.open(file.value.path()))[..., :3]
    page.get_by_text("As tables", exact=True).click()
    with page.expect_download() as file:
        page.get_by_role("button", name="All 273,280 rows as CSV").first.click()
    numbers = pd.read_csv(file.value.path()).filter(like="original").to_numpy()
    assert (255 * numbers.reshape(picture.shape)).round().tolist() == picture.tolist()


def test_the_parts_follow_the_slider_in_the_browser_and_equal_the_library(open_page):
    page = open_page("/images?picture=flower")
    pixels = load_image("flower")
    slider = page.get_by_role("slider", name="Share of low frequencies")
    parts_at(page, 10)
    slider.press("PageUp")
    parts = parts_at(page, 30)
    expect(page.get_by_text("With 15% of the frequencies")).to_be_visible()
    planes = np.array(parts.evaluate("({drawn}) => [...drawn.low]")).reshape(3, 427, 640)
    low = cut_image(pixels, 0.15).low
    np.testing.assert_allclose(np.moveaxis(planes, 0, 2), low, atol=1 / 255)
    expect(page).to_have_url(re.compile(r"[?&]low_fraction=0\.15\b"))
    waves = page.locator(".st-key-picture-waves")
    waves.locator("canvas").first.hover(position={"x": 5, "y": 4})
    tip = waves.locator(".tip")
    expect(tip).to_contain_text("half waves down")
    down, across = map(int, re.findall(r"\d+", tip.inner_text()))
    amplitudes = np.zeros((427, 640))
    amplitudes[down, across] = 1
    wave = idctn(amplitudes, norm="ortho")
    drawn = tip.locator("canvas").evaluate(
        "(c) => [...c.getContext('2d').getImageData(0, 0, c.width, c.height).data]"
    )
    expected = 127.5 * (1 + wave / np.abs(wave).max())
    np.testing.assert_allclose(np.reshape(drawn, (427, 640, 4))[..., 0], expected, atol=1.5)
