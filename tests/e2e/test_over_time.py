"""The week of Los Angeles plays, and a click shows a frequency of it on the graph."""

import re

from playwright.sync_api import expect

from tests.e2e.test_frequencies import picture, point


def test_the_week_of_los_angeles_plays(open_page, mirror):
    page = open_page("/?view=over-time&graph=traffic-la&part=low")
    before = picture(page, "time-drawing-0")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("slider", name="Time step")).not_to_have_attribute(
        "aria-valuenow", "0"
    )
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]time=\d+"))
    assert picture(page, "time-drawing-0") != before


def test_a_clicked_cell_shows_its_time_and_frequency(open_page, mirror):
    page = open_page("/?view=over-time&graph=traffic-la")
    picture(page, "joint-picture")
    page.mouse.click(*point(page, "joint-picture", 0.99, 0.99))
    expect(page.get_by_label("Eigenvector k")).to_have_value(re.compile(r"^20\d$"))
    expect(page).to_have_url(re.compile(r"[?&]time=(19|20)\d\d"))
