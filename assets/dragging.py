"""Makes `assets/drag.gif`: d moves under the finger on the landing page.

Run it with `python assets/dragging.py`; it needs Chromium and no network. It starts the app,
takes the slider of a graph by its thumb and photographs the page on the way.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright
from screenshots import ASSETS, CHROMIUM, PATIENCE, open_page, running_app

ADDRESS = "/?graph=barbell&num_low=0"
WINDOW = {"width": 1000, "height": 1100}
WIDTH = 640  # pixels of the finished picture
SENTENCE = 72  # pixels for its two lines
STOPS = range(23)  # the d at which pictures are taken
LABEL = "d, low frequencies"


def main() -> None:
    """Drags, photographs and writes the file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_app(Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        page = browser.new_page(viewport=WINDOW)
        page.set_default_timeout(PATIENCE)
        open_page(page, url + ADDRESS, theme="light")
        page.locator(".st-key-shares .numbers").wait_for()
        page.wait_for_timeout(3000)  # the page comes to rest
        pictures = drag(page)
        browser.close()
    file = ASSETS / "drag.gif"
    durations = [180] * (len(pictures) - 1) + [2000]  # milliseconds
    pictures[0].save(
        file,
        save_all=True,
        append_images=pictures[1:],
        duration=durations,
        loop=0,
        optimize=True,
    )
    print(f"{file}: {len(pictures)} pictures, {file.stat().st_size / 1e3:.0f} kB")


def drag(page: Page) -> list[Image.Image]:
    """Returns a picture at each stop of a drag."""
    slider = page.get_by_role("slider", name=LABEL)
    thumb, track = box(slider.locator("xpath=../..")), box(slider.locator("xpath=../../.."))
    y = thumb["y"] + thumb["height"] / 2
    last = int(slider.get_attribute("max") or 0)
    page.mouse.move(thumb["x"] + thumb["width"] / 2, y)
    page.mouse.down()
    pictures = []
    for stop in STOPS:
        page.mouse.move(track["x"] + track["width"] * stop / last, y)
        page.wait_for_timeout(150)  # until it is painted
        pictures.append(photograph(page))
    page.mouse.up()
    return pictures


def photograph(page: Page) -> Image.Image:
    """Returns what lies between the slider and the sentence below the drawings."""
    top, bottom = box(page.locator(".st-key-num_low")), box(page.locator(".numbers"))
    clip = {"x": 60, "y": top["y"] - 8, "width": WINDOW["width"] - 120}
    clip["height"] = bottom["y"] + bottom["height"] + SENTENCE - clip["y"]
    taken = Image.open(io.BytesIO(page.screenshot(clip=clip)))
    size = (WIDTH, round(WIDTH * clip["height"] / clip["width"]))
    small = taken.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    return small.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def box(element: Locator) -> dict[str, float]:
    """Returns where an element lies on the page."""
    found = element.bounding_box()
    assert found is not None
    return dict(found)


if __name__ == "__main__":
    main()
