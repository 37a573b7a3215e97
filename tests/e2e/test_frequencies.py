import re
import time
from functools import partial

import pytest
from playwright.sync_api import expect

from dashboard.figures.scale import GRID
from tests.e2e.conftest import click_until, wait_ready


def picture(page, key):
    """The pixels of a chart, or of a part that the browser draws, once it has come to rest."""
    shown = page.locator(f".st-key-{key}")
    chart = shown.get_by_test_id("stEChartsChart").or_(shown.locator(".film"))
    before, now = None, chart.screenshot()
    while now != before:
        page.wait_for_timeout(200)
        before, now = now, chart.screenshot()
    return now


def expect_redrawn(page, key, before):
    """Waits until a chart shows something else."""
    end = time.monotonic() + 60
    while picture(page, key) == before:
        assert time.monotonic() < end, f"{key} is drawn as before"


def point(page, key, x, y):
    """Page coordinates of a place in a chart's plot, x and y in [0, 1] from its lower left."""
    box = page.locator(f".st-key-{key} canvas").first.bounding_box()
    width = box["width"] - GRID["left"] - GRID["right"]
    height = box["height"] - GRID["top"] - GRID["bottom"]
    return box["x"] + GRID["left"] + x * width, box["y"] + GRID["top"] + (1 - y) * height


def test_moving_d_redraws_the_parts_and_the_address(open_page, screenshots):
    page = open_page("/")
    before = picture(page, "drawings")
    page.screenshot(path=screenshots / "frequencies.png")
    page.get_by_role("slider", name="d, low frequencies").press("ArrowRight")
    expect(page.get_by_text("3 lowest keep")).to_be_visible()
    expect_redrawn(page, "drawings", before)
    expect(page).to_have_url(re.compile(r"[?&]num_low=3"))


def test_a_clicked_eigenvalue_shows_its_eigenvector(open_page):
    page = open_page("/")
    before = picture(page, "wave-chart")
    page.locator(".st-key-spectrum-chart canvas").scroll_into_view_if_needed()
    # The last of 22 eigenvalues stands at 22 of 0 … 23.
    click_until(
        lambda: page.mouse.click(*point(page, "spectrum-chart", 22 / 23, 0.5)),
        partial(expect(page.get_by_label("Eigenvector k")).to_have_value, "22"),
    )
    expect_redrawn(page, "wave-chart", before)
    expect(page).to_have_url(re.compile(r"[?&]k=22"))


def test_a_clicked_node_carries_the_impulse(open_page):
    page = open_page("/?view=signals&graph=path&signal=node")
    picture(page, "signal-drawing-0")
    canvas = page.locator(".st-key-signal-drawing-0 canvas").first

    def click():
        box = canvas.bounding_box()
        # The path's last node stands at the right margin of its drawing, half way up.
        canvas.click(position={"x": box["width"] - 14, "y": box["height"] / 2})

    node = page.get_by_label("Node", exact=True)
    click_until(click, partial(expect(node).to_have_value, "39"))


def test_filters_wavelets_and_series_answer_to_their_controls(open_page):
    page = open_page("/?graph=les-miserables&view=filters")
    before = picture(page, "filter-drawing-1")
    page.get_by_text("High pass", exact=True).click()
    expect(page).to_have_url(re.compile(r"[?&]filter="))
    expect(page.get_by_role("slider", name="Scale s")).to_have_count(0)
    expect_redrawn(page, "filter-drawing-1", before)
    number = page.get_by_test_id("stMetricValue").first
    for view, control in (("Wavelets", "Scale s"), ("Chebyshev", "Order")):
        page.get_by_text(view, exact=True).click()
        slider = page.get_by_role("slider", name=control)
        expect(slider).to_be_visible()
        wait_ready(page)  # the number is no longer that of the view before
        before = number.inner_text()
        slider.press("End")
        expect(number).not_to_have_text(before)
    expect(page).to_have_url(re.compile(r"graph=Les.*view=Chebyshev|view=Chebyshev.*graph=Les"))


def test_a_link_restores_the_view_in_a_fresh_browser(open_page, open_elsewhere):
    page = open_page("/")
    page.get_by_text("Signals", exact=True).click()
    expect(page.get_by_text("Low part: 2 frequencies")).to_be_visible()
    page.get_by_role("slider", name="d, low frequencies").press("ArrowRight")
    expect(page).to_have_url(re.compile(r"view=Signals.*num_low=3|num_low=3.*view=Signals"))
    expect(open_elsewhere(page.url).get_by_text("Low part: 3 frequencies")).to_be_visible()


def test_back_and_forward_restore_what_was_set(open_page):
    page = open_page("/")
    page.get_by_role("slider", name="d, low frequencies").press("ArrowRight")
    expect(page.get_by_text("3 lowest keep")).to_be_visible()
    expect(page).to_have_url(
        re.compile("num_low=3")
    )  # the browser draws before the server hears
    page.get_by_role("link", name="Images").click()
    expect(page.get_by_role("heading", name="Images are graphs")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("3 lowest keep")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Images are graphs")).to_be_visible()


@pytest.mark.moving
def test_play_runs_until_it_is_paused(open_page):
    page = open_page("/")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text(re.compile(r"\b([6-9]|1\d) lowest keep"))).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_keys_move_the_cut(open_page):
    page = open_page("/")
    expect(page.get_by_text("2 lowest keep")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("3 lowest keep")).to_be_visible()


def test_impossible_link_is_replaced_with_notice(open_page):
    page = open_page("/?num_low=999&graph=..%2F..%2Fx")
    notice = page.get_by_test_id("stToast").filter(has_text="num_low = 999")
    expect(notice).to_be_visible()


def test_readable_on_a_phone(open_page, screenshots):
    page = open_page("/")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.documentElement.scrollWidth <= 390")
    page.screenshot(path=screenshots / "frequencies-phone.png")
