"""What a visitor's browser asks for without a click: addresses typed by hand, little motion."""

import pytest
from playwright.sync_api import expect


def test_the_first_page_can_be_called_by_its_name(open_page):
    page = open_page("/frequencies?view=signals&graph=karate")
    expect(page.get_by_text("Graph Fourier transform")).to_be_visible()
    expect(page.get_by_text("Page not found")).to_have_count(0)
    graph = page.locator(".st-key-graph input")
    expect(graph).to_have_value("Karate club")


@pytest.mark.moving
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_systems_wish_for_little_motion_is_heard(page, open_page, motion):
    page.emulate_media(reduced_motion=motion)
    open_page("/")
    is_reduced = motion == "reduce"
    expect(page.get_by_text("your system asks")).to_have_count(int(is_reduced))
    expect(page.get_by_text("Still charts", exact=True)).to_have_count(int(not is_reduced))
