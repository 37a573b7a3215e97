"""The week of Los Angeles plays in the browser, and a click shows a frequency of it."""

import re
from functools import partial

import numpy as np
import pytest
from playwright.sync_api import expect

from spgat import datasets
from spgat.series import deviations
from tests.e2e.conftest import click_until


def drawn(page):
    """The time step that the browser draws, and the values it draws on the nodes."""
    position, values = page.locator(".st-key-time-drawing-0 .film").evaluate(
        "({drawn}) => [drawn.position, [...drawn.values].map((v) => v * drawn.unit)]"
    )
    return position, values


@pytest.mark.moving
def test_the_week_of_los_angeles_plays(open_page, mirror):
    page = open_page("/?view=over-time&graph=traffic-la")
    heading = page.locator(".st-key-time-drawing-0 strong")
    expect(heading).to_have_text("Difference from each node's mean, 2012-03-01 00:00")
    page.get_by_role("button", name="Play").click()
    expect(heading).not_to_have_text(re.compile("2012-03-01 00:00"))
    page.get_by_role("button", name="Pause").click()
    expect(page).to_have_url(re.compile(r"[?&]time=\d+"))
    position, values = drawn(page)
    assert position == int(re.search(r"time=(\d+)", page.url)[1]) > 0
    speeds = deviations(datasets.load_series("traffic-la").values)
    np.testing.assert_allclose(values, speeds[position], atol=2e-3)


def test_a_click_picks_a_frequency_and_a_node(open_page, mirror):
    page = open_page("/?view=over-time&graph=traffic-la")
    picture = page.locator(".st-key-timeline canvas")
    picture.scroll_into_view_if_needed()

    def click():
        box = picture.bounding_box()
        page.mouse.click(box["x"] + box["width"] - 24, box["y"] + 26 + 150 + 46 + 4)

    number = page.get_by_label("Eigenvector k")
    click_until(click, partial(expect(number).to_have_value, re.compile(r"^20\d$")))
    expect(page).to_have_url(re.compile(r"[?&]time=20\d\d"))
    expect(page).to_have_url(re.compile(r"[?&]k=20\d\b"))
    expect(page.get_by_text(re.compile(r"^Frequency 20\d .*2012-03-07"))).to_be_visible()


def test_a_link_keeps_the_frequency_that_came_from_another_view(
    open_page, open_elsewhere, mirror
):
    page = open_page("/?graph=traffic-la")
    number = page.get_by_label("Eigenvector k")
    expect(number).to_have_value("2")
    page.get_by_text("Over time", exact=True).click()
    page.get_by_text("One frequency", exact=True).click()
    expect(page).to_have_url(re.compile("part=One"))
    expect(number).to_have_count(1)  # the other view's stays until the new one is whole
    expect(number).to_be_enabled()
    shown = number.input_value()
    expect(open_elsewhere(page.url).get_by_label("Eigenvector k")).to_have_value(shown)
