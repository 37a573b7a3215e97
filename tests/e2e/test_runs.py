"""A run's way out of the store and back: trained, downloaded, deleted, imported."""

import io
import re
import zipfile

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SLOW


def packed(**members):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"run/{name.replace('__', '.')}", text)
    return content.getvalue()


def drop(page, content):
    """Drops a zip onto the place for imports."""
    place = page.get_by_test_id("stFileUploaderDropzoneInput")
    if not place.is_visible():
        page.get_by_role("button", name="Import").click()
    place.set_input_files({"name": "run.zip", "mimeType": "application/zip", "buffer": content})


def test_a_run_is_downloaded_deleted_and_imported_again(open_page):
    page = open_page("/train?dataset=iris&epochs=3")
    page.locator(".st-key-start button").click()
    expect(page.get_by_text("done in")).to_be_visible(timeout=SLOW)
    link = page.get_by_role("link", name="See the embedding").get_attribute("href")
    run_id = re.search(r"run=([^&]+)", link).group(1)
    open_page(f"/runs?run={run_id}")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("1 run deleted.")).to_be_visible()
    expect(page.get_by_text("1 run chosen")).to_have_count(0)
    drop(page, download.value.path().read_bytes())
    expect(page.get_by_text(f"Imported run {run_id}")).to_be_visible()
    open_page(f"/runs?run={run_id}")
    expect(page.get_by_text("1 run chosen")).to_be_visible()
    expect(page.get_by_test_id("stExpander").get_by_text(run_id)).to_have_count(0)  # the bin


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK nonsense", "no readable zip"),
        (packed(summary__json="{}"), "no alpha.csv"),
        (packed(evil__py="import os"), "evil.py"),
    ],
    ids=["nonsense", "incomplete", "foreign"],
)
def test_a_hostile_zip_is_refused_in_one_sentence(open_page, content, sentence):
    """A pickle within, or far more bytes than the archive has."""
    page = open_page("/runs")
    drop(page, content)
    expect(page.get_by_test_id("stAlert")).to_contain_text(sentence)
