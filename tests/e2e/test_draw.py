"""A graph is drawn by hand, and whoever opens the address has it."""

import re
from urllib.parse import parse_qs, urlparse

import numpy as np
import pytest
from playwright.sync_api import expect

from spgat import datasets
from spgat.datasets import drawn
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.laplacian import LaplacianConfig
from tests.e2e.conftest import SLOW, wait_ready

COMBINATORIAL = LaplacianConfig(kind="combinatorial", self_loops=False)
MAIN = "[data-testid=stMain]"
LONG = re.compile(r"[?&]drawing=1[\w-]+")


def place(page, x, y):
    """Where a place of the frame is on the screen."""
    box = page.locator(".paper").bounding_box()
    width, height = drawn.FRAME
    return box["x"] + box["width"] * x / width, box["y"] + box["height"] * (1 - y / height)


def click(page, x, y):
    page.mouse.click(*place(page, x, y))


def drag(page, start, end):
    page.mouse.move(*place(page, *start))
    page.mouse.down()
    page.mouse.move(*place(page, *end), steps=4)
    page.mouse.up()


def pad_says(page, words):
    expect(page.locator(".paper")).to_have_attribute("aria-label", words)


def of_address(page):
    """The drawing that the address has."""
    expect(page).to_have_url(LONG)
    return drawn.decode(parse_qs(urlparse(page.url).query)["drawing"][0])


def drawn_eigenvalues(page):
    """Those of the spectrum that the page draws."""
    label = page.locator(".st-key-spectrum-chart canvas").get_attribute("aria-label")
    number, largest = re.match(r"(\d+) eigenvalues from 0 to ([\d.]+)", label).groups()
    return int(number), float(largest)


def test_what_is_drawn_is_in_the_address_and_opens_elsewhere(open_page, open_elsewhere):
    page = open_page("/?graph=drawing&laplacian=combinatorial")
    click(page, 40, 40)
    click(page, 80, 120)
    drag(page, (40, 40), (80, 120))
    drag(page, (80, 120), (120, 40))  # beside any node: one is made there
    pad_says(page, "Drawing of 3 nodes and 2 edges")
    page.get_by_role("button", name="Undo").click()
    pad_says(page, "Drawing of 2 nodes and 1 edge")
    page.get_by_role("button", name="Redo").click()
    click(page, 60, 80)  # the first edge
    page.get_by_label("Weight of 0 – 1").fill("2.5")
    page.get_by_label("Weight of 0 – 1").press("Enter")
    page.get_by_role("button", name="Stamp", exact=True).click()
    page.get_by_role("combobox", name="Stamp", exact=True).select_option("clique")
    click(page, 180, 80)
    page.get_by_role("button", name="Classes").click()
    page.locator(".paper .node").first.click()
    pad_says(page, "Drawing of 8 nodes and 12 edges")
    expect(page.get_by_text(re.compile("8 nodes, 12 edges, .*class A: 1"))).to_be_visible()
    wait_ready(page, SLOW)
    graph = of_address(page)
    weights = graph.adjacency.toarray()
    assert weights[0, 1] == 2.5
    assert weights[1, 2] == 1
    assert np.array_equal(
        weights[3:, 3:], datasets.load("complete", num_nodes=5).adjacency.toarray()
    )
    assert graph.positions[:2].tolist() == [[40, 40], [80, 120]]
    assert graph.labels.tolist() == [0] + 7 * [-1]
    other = open_elsewhere(page.url)
    pad_says(other, "Drawing of 8 nodes and 12 edges")
    expect(other.locator(".paper .weight")).to_have_text("2.5")
    spectrum = full_spectrum(graph.adjacency, COMBINATORIAL)
    for browser in (page, other):
        number, largest = drawn_eigenvalues(browser)
        assert number == 8
        assert largest == pytest.approx(spectrum.eigenvalues[-1], rel=0.01)
    assert of_address(other).digest == graph.digest


def test_keys_and_a_copy(open_page):
    """A graph of the catalogue is copied, and changed without a pointer."""
    page = open_page("/?graph=florentine")
    page.get_by_role("button", name="Edit a copy").click()
    pad_says(page, "Drawing of 15 nodes and 20 edges")
    assert of_address(page).num_edges == datasets.load("florentine").num_edges
    paper = page.locator(".paper")
    paper.press("n")
    paper.press("Delete")  # node 0 with its edge
    pad_says(page, re.compile("Drawing of 14 nodes"))
    paper.press("n")
    paper.press("Enter")  # an edge begins at it
    paper.press("p")
    paper.press("Enter")
    added = page.locator(".said")
    expect(added).to_contain_text(re.compile("^Edge .* (added|weight)"))
    paper.press("Control+z")
    expect(added).to_contain_text("Undone")
    wait_ready(page, SLOW)
    slider = page.get_by_role("slider", name="d, low frequencies")
    before = slider.input_value()
    paper.press("ArrowRight")
    assert slider.input_value() == before  # the arrows are the pad's now


def test_a_finger_on_a_node_draws_and_one_beside_it_scrolls(browser, app_url):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    ring = drawn.encode(drawn.drawable(datasets.load("ring", num_nodes=4)))
    page.goto(f"{app_url}/?graph=drawing&drawing={ring}")
    pad_says(page, "Drawing of 4 nodes and 4 edges")
    wait_ready(page, SLOW)
    page.locator(".paper").scroll_into_view_if_needed()
    session = context.new_cdp_session(page)
    node, opposite = (page.locator(".paper circle").nth(k).bounding_box() for k in (0, 2))
    before = scrolled(page)
    swipe(session, middle(node), middle(opposite))
    pad_says(page, "Drawing of 4 nodes and 5 edges")
    assert scrolled(page) == before
    x, y = place(page, 15, 15)
    swipe(session, (x, y), (x, y - 200))
    page.wait_for_function(
        "([main, before]) => document.querySelector(main).scrollTop > before + 100",
        arg=[MAIN, before],
    )
    pad_says(page, "Drawing of 4 nodes and 5 edges")
    context.close()


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scrolled(page):
    return page.locator(MAIN).evaluate("main => main.scrollTop")


def swipe(session, start, end):
    """Draws a finger over the screen."""
    for step in range(9):
        x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if step else "touchStart"
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
