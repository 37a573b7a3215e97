"""A server that is told to stop, as hosts do at each deployment, and started again."""

import re
import urllib.parse

from playwright.sync_api import expect

from spgat.runs import RunStore
from tests.e2e.conftest import SLOW, running_server

EPOCH = re.compile(r"epoch \d+ of 2000")


def test_a_training_is_kept_and_goes_on_in_the_page_that_stayed_open(page, tmp_path):
    """The page's own connection comes back; nobody reloads it."""
    store = RunStore(tmp_path / "runs")
    with running_server(tmp_path) as server:
        page.goto(f"{server.url}/train?dataset=iris&epochs=2000&patience=0&seeds=20")
        page.locator(".st-key-start button").click(timeout=SLOW)
        expect(page.get_by_text(EPOCH)).to_be_visible(timeout=SLOW)
        port = urllib.parse.urlsplit(server.url).port
        address = page.url
    [run] = [run for run in store.list() if run.stop_reason == "cancelled"]
    with running_server(tmp_path, port=port):
        where = f"epoch {run.num_epochs} of seed {run.seed + 1} of 20"
        said = f"Stopped at {where} when the server restarted."
        expect(page.get_by_text(said)).to_be_visible(timeout=SLOW)
        expect(page.get_by_text(EPOCH)).to_be_visible(timeout=SLOW)
        assert page.url == address
        page.locator(".st-key-stop button").click()
        expect(page.get_by_text("Stopped after")).to_be_visible(timeout=SLOW)
    assert len([run for run in store.list() if run.stop_reason == "cancelled"]) == 2
