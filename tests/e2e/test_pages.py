import pytest

from dashboard.pages import PAGES


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_every_page_opens_in_both_themes_and_on_a_phone(open_page, screenshots, name):
    path = "/" if name == PAGES[0].name else f"/{name}"
    for theme in ("light", "dark"):
        page = open_page(f"{path}?embed_options={theme}_theme")
        page.wait_for_timeout(1000)  # charts draw themselves after the script has ended
        page.screenshot(path=screenshots / f"{name}-{theme}.png")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.documentElement.scrollWidth <= 390")
