import re

from playwright.sync_api import expect

from spgat.experiments import TITLES
from tests.paper_tabs import TABS


def test_every_table_and_figure_opens_and_stands_in_the_address(open_page):
    page = open_page("/paper")
    for tab, name in TABS.items():
        page.get_by_role("radio", name=tab, exact=True).click()
        expect(page.get_by_role("heading", name=TITLES[name], exact=True)).to_be_visible()
        expect(page.get_by_test_id("stException")).to_have_count(0)
        if tab != "What we found":  # the default, which the address leaves out
            parameter = tab.replace(" ", r"(\+|%20)")
            expect(page).to_have_url(re.compile(rf"[?&]result={parameter}"))
