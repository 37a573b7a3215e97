"""A server that is told to stop, as hosts do at each deployment."""

import re

from playwright.sync_api import expect

from spgat.runs import RunStore
from tests.e2e.conftest import SLOW, running_server


def test_a_training_in_progress_is_kept_as_a_partial_run(page, tmp_path):
    with running_server(tmp_path) as server:
        page.goto(f"{server.url}/train?epochs=2000&patience=0")
        page.locator(".st-key-start button").click()
        expect(page.get_by_text(re.compile(r"epoch \d+ of"))).to_be_visible(timeout=SLOW)
    [run] = RunStore(tmp_path / "runs").list()
    assert run.stop_reason == "cancelled"
