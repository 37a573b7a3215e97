import re

from playwright.sync_api import expect

from spgat.experiments import TITLES

ANY_TITLE = re.compile("|".join(map(re.escape, TITLES.values())))


def test_every_table_and_figure_has_a_tab_and_stands_in_the_address(open_page):
    page = open_page("/paper")
    tabs = page.locator(".st-key-result").get_by_role("radio")
    expect(tabs).to_have_count(len(TITLES))
    heading = page.get_by_role("heading", name=ANY_TITLE)
    found = [heading.inner_text()]  # of the tab that is open at first
    for tab in tabs.all()[1:]:
        tab.click()
        expect(heading).not_to_have_text(found[-1])
        expect(page.get_by_test_id("stException")).to_have_count(0)
        found.append(heading.inner_text())
    assert sorted(found) == sorted(TITLES.values())
    page.goto(page.url)  # the address alone opens the same table
    expect(heading).to_have_text(found[-1])
