"""A hundred thousand points of another tool: opened, moved, selected with a lasso."""

import math
import re
import time

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import wait_ready
from tests.e2e.vectors import open_form, saved, upload

NUM_NODES = 100_000


def drawn(page):
    """What the map shows, by its own account."""
    return page.locator(".film:has(.points)").evaluate("({drawn}) => drawn")


def until(page, holds, seconds=60):
    """Waits until what the map shows fulfils a condition; a busy browser draws late."""
    end = time.monotonic() + seconds
    while not ((now := drawn(page)) and holds(now)):
        assert time.monotonic() < end, now
        page.wait_for_timeout(100)


@pytest.mark.moving
def test_a_hundred_thousand_points_are_moved_and_selected(open_page, screenshots):
    rng = np.random.default_rng(0)
    kinds = rng.integers(0, 5, NUM_NODES)
    angle = kinds * 2 * math.pi / 5
    centres = 6 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    places = (centres + rng.normal(size=(NUM_NODES, 2))).astype(np.float32)
    page = open_page("/embeddings")
    open_form(page)
    upload(
        page,
        {
            "many.npy": saved(lambda file: np.save(file, places)),
            "kinds.npy": saved(lambda file: np.save(file, kinds)),
        },
    )
    page.get_by_role("button", name="Open it").click()
    stage = page.locator(".points")
    stage.scroll_into_view_if_needed()
    wait_ready(page)
    until(page, lambda now: now["num"] == NUM_NODES)
    before = drawn(page)
    assert before["numMarked"] == 0

    box = stage.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 60, middle[1], steps=4)
    page.mouse.up()
    page.mouse.wheel(0, -200)
    expect(page.get_by_role("img", name=re.compile("100,000 nodes"))).to_be_visible()
    until(page, lambda now: now["x"] < before["x"] and now["zoom"] > 1)

    page.get_by_role("button", name="Whole map").click()
    page.get_by_role("button", name="Lasso").click()
    corners = [(0.98, 0.02), (0.98, 0.98), (0.5, 0.5)]  # around the kind at the right
    page.mouse.move(*middle)
    page.mouse.down()
    for x, y in corners:
        page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"], steps=8)
    started = time.monotonic()
    page.mouse.up()
    expect(page.get_by_text("Selected nodes", exact=True)).to_be_visible()
    print(f"lasso until the table shows it: {time.monotonic() - started:.2f} s")
    wait_ready(page)
    said = page.get_by_text(re.compile("of 100,000 nodes selected")).inner_text()
    num_selected = int(said.split(" of ")[0].replace(",", ""))
    until(page, lambda now: now["numMarked"] == num_selected)
    assert abs(num_selected - (kinds == 0).sum()) < 0.05 * NUM_NODES
    page.screenshot(path=screenshots / "many-points.png")
    page.locator(".st-key-clear_selection button").click()
    expect(page.get_by_text("All nodes", exact=True)).to_be_visible()
    until(page, lambda now: now["numMarked"] == 0)
