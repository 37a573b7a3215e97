"""Vectors of another tool, given to the page Embeddings."""

import io

from playwright.sync_api import expect

from tests.e2e.conftest import wait_ready


def saved(write):
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def open_form(page):
    """Opens the part for files, which is closed where runs are stored."""
    form = page.get_by_test_id("stExpander").filter(has_text="An embedding of your own")
    if not form.get_by_text("Vectors of any tool").is_visible():
        form.locator("summary").click()


def upload(page, files):
    """Gives the page its files, the table first: without vectors it only waits for them."""
    places = ["vectors-file", "metadata-file"]
    for place, (name, content) in reversed(list(zip(places, files.items(), strict=False))):
        field = page.locator(f".st-key-{place}").get_by_test_id("stFileUploaderDropzoneInput")
        field.set_input_files({"name": name, "mimeType": "", "buffer": content})
        expect(page.get_by_text(name, exact=True)).to_be_visible()
        wait_ready(page)
