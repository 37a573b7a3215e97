"""A laptop whose lid is closed, a phone that is locked: the connection ends."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import SLOW

EPOCH = re.compile(r"epoch \d+ of 2000")


def test_a_training_is_found_again_by_a_page_that_was_away(page, app_url):
    """Long away, the server has forgotten the session: the page that comes back has another."""
    lines, is_away = [], False

    def connect(route):
        if is_away:
            route.close()
        else:
            lines.append(route)
            route.connect_to_server()

    page.route_web_socket(re.compile("_stcore/stream"), connect)
    page.goto(f"{app_url}/train?dataset=iris&epochs=2000&patience=0&seeds=20&hidden=7")
    page.locator(".st-key-start button").click(timeout=SLOW)
    expect(page.get_by_text(EPOCH)).to_be_visible(timeout=SLOW)
    address = page.url
    is_away = True
    lines[-1].close()
    expect(page.get_by_test_id("stApp")).not_to_have_attribute(
        "data-test-connection-state", "CONNECTED", timeout=SLOW
    )
    is_away = False
    expect(page.get_by_test_id("stApp")).to_have_attribute(
        "data-test-connection-state", "CONNECTED", timeout=SLOW
    )
    seen = page.get_by_text(EPOCH).inner_text()
    expect(page.get_by_text(EPOCH)).not_to_have_text(seen, timeout=SLOW)  # it goes on
    assert page.url == address
    page.locator(".st-key-stop button").click()
    expect(page.get_by_text("Stopped after")).to_be_visible(timeout=SLOW)
