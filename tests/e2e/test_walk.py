"""Each page by the keyboard alone, and scrolled by a finger that begins on what is drawn."""

from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from dashboard import example
from spgat.datasets import drawn, load
from spgat.runs import RunStore
from tests.e2e.conftest import wait_ready
from tests.e2e.test_draw import MAIN, middle, scrolled, swipe

TABBING = Path(__file__).with_name("tabbing.js").read_text()
#: More than any page has; who presses Tab so often is caught somewhere.
MOST_STOPS = 250
#: A walk or a swipe is made again where a part of the page came late.
TRIES = 4
RING = drawn.encode(drawn.drawable(load("ring", num_nodes=6)))
PAGES = {
    "frequencies": "/",
    "pad": f"/?graph=drawing&drawing={RING}",
    "images": "/images",
    "train": "/train?dataset=iris",
    "embeddings": "/embeddings?run={run}",
    "runs": "/runs?run={run}",
    "graphs": "/graphs",
    "lessons": "/lessons",
    "paper": "/paper",
}
#: Charts, drawings and tables, but not icons.
DRAWN = "canvas:visible, svg.paper:visible, [data-testid=stImage] img:visible"
SMALLEST, STROKE = 100, 200  # pixels


@pytest.fixture(scope="module")
def run(server):
    """The example, among the runs of the server."""
    return RunStore(server.folder / "runs").import_zip(example.FILE.read_bytes())


def walk(page, key):
    """Presses a key from the first control to the last; returns what was wrong on the way."""
    faults = []
    page.evaluate("tabbing.mark()")
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        found = page.evaluate("tabbing.look()")
        if found["isEnd"]:
            return faults + [
                f"not reached: {name}" for name in page.evaluate("tabbing.missed()")
            ]
        faults += found["faults"]
    return [*faults, f"no way out by {key}"]


def moves_by(page, session, chart):
    """Whether the page scrolls under a finger that begins in the middle of a chart."""
    chart.evaluate("chart => chart.scrollIntoView({ block: 'center' })")
    (x, y), before = middle(chart.bounding_box()), scrolled(page)
    is_below = page.locator(MAIN).evaluate("m => m.scrollHeight - m.clientHeight - m.scrollTop")
    swipe(session, (x, y), (x, y - STROKE if is_below > STROKE else y + STROKE))
    try:
        page.wait_for_function(
            "([main, was]) => Math.abs(document.querySelector(main).scrollTop - was) > 50",
            arg=[MAIN, before],
            timeout=5_000,
        )
    except PlaywrightTimeout:
        return False
    return True


@pytest.mark.browser_context_args(has_touch=True)
@pytest.mark.parametrize("name", PAGES)
def test_keys_reach_all_of_a_page_and_a_finger_scrolls_it(open_page, run, name):
    page = open_page(PAGES[name].format(run=run))
    page.add_script_tag(content=TABBING)
    expect(page.locator(".st-key-shortcuts button")).to_be_visible()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(TRIES):
            faults = walk(page, key)
            if not faults:
                break
        assert not faults

    page.set_viewport_size({"width": 390, "height": 844})
    wait_ready(page)
    page.wait_for_function("document.documentElement.scrollWidth <= 390")
    session = page.context.new_cdp_session(page)
    for chart in page.locator(DRAWN).all():
        if chart.bounding_box()["height"] >= SMALLEST:
            assert any(moves_by(page, session, chart) for _ in range(TRIES)), chart
