"""A lasso on the map of the page Embeddings, drawn by the mouse."""

import math
import re

from playwright.sync_api import expect

#: From a map's lower right corner to its lasso button, in pixels.
BUTTON = (123, 28)


def draw_lasso(page, x, y, radius=70):
    """Takes the lasso and draws a circle, see `hold_lasso`."""
    take_lasso(page)
    hold_lasso(page, x, y, radius)
    page.mouse.up()
    expect(page.get_by_text("Selected nodes", exact=True)).to_be_visible()


def take_lasso(page):
    box = _map_box(page)
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    page.mouse.click(right - BUTTON[0], bottom - BUTTON[1])


def hold_lasso(page, x, y, radius):
    """Draws a circle on the first map around a place given in parts of its size.

    The mouse button stays down.
    """
    box = _map_box(page)
    x, y = box["x"] + x * box["width"], box["y"] + y * box["height"]
    page.mouse.move(x + radius, y)
    page.mouse.down()
    for step in range(1, 25):
        angle = 2 * math.pi * step / 24
        page.mouse.move(x + radius * math.cos(angle), y + radius * math.sin(angle))


def _map_box(page):
    chart = page.locator(".st-key-map-0-0").get_by_test_id("stEChartsChart")
    chart.scroll_into_view_if_needed()
    return chart.bounding_box()


def number_selected(page):
    text = page.get_by_text(re.compile(r"of [\d,]+ nodes selected")).inner_text()
    return int(text.split(" of ")[0].replace(",", ""))
