import io

import numpy as np
from PIL import Image
from playwright.sync_api import expect


def test_an_own_picture_is_split_and_a_broken_one_refused(open_page):
    page = open_page("/images")
    expect(page.get_by_text("93.4 %").first).to_be_visible()
    page.get_by_text("Your own", exact=True).click()
    expect(page.get_by_text("Upload a picture to see its two parts.")).to_be_visible()
    place = page.get_by_test_id("stFileUploaderDropzoneInput")
    ramp = io.BytesIO()
    Image.fromarray(np.tile(np.arange(0, 240, 8, dtype=np.uint8), (20, 1))).save(ramp, "PNG")
    place.set_input_files({"name": "a.png", "mimeType": "", "buffer": ramp.getvalue()})
    expect(page.get_by_text("30 × 20 pixels")).to_be_visible()
    expect(page.get_by_text("99.9 %").first).to_be_visible()
    page.get_by_role("slider", name="Low frequencies").press("ArrowRight")
    expect(page.get_by_text("With 5.5 % of the frequencies")).to_be_visible()
    place.set_input_files({"name": "b.png", "mimeType": "", "buffer": b"\x89PNG broken"})
    expect(page.get_by_test_id("stAlert")).to_contain_text("no picture that can be read")
