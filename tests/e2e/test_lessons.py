import re

from playwright.sync_api import expect


def test_a_lesson_opens_its_view_whatever_was_set_before(open_page):
    page = open_page("/?graph=karate&view=wavelets&num_low=9")
    expect(page.get_by_text("Wavelet of node 0")).to_be_visible()
    page.get_by_role("link", name="Lessons").click()
    page.get_by_text("2. The barbell").click()
    page.get_by_role("button", name="Open the view").click()
    expect(page.get_by_text("1 lowest keeps")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]num_low=1\b"))


def test_an_answer_is_checked_and_kept_in_the_address(open_page, browser, screenshots):
    page = open_page("/lessons?lesson=barbell")
    page.get_by_text("11", exact=True).click()
    expect(page.get_by_text("Not quite")).to_be_visible()
    page.get_by_text("2", exact=True).click()
    expect(page.get_by_text("Correct. Two clusters")).to_be_visible()
    expect(page.get_by_text("1 of 9 correct")).to_be_visible()
    page.screenshot(path=screenshots / "lessons.png")
    page.reload()
    expect(page.get_by_text("Correct. Two clusters")).to_be_visible()


def test_what_was_answered_right_stays_so_in_this_browser_alone(
    open_page, open_elsewhere, app_url
):
    page = open_page("/lessons?lesson=barbell")
    page.get_by_text("2", exact=True).click()
    expect(page.get_by_text("1 of 9 correct")).to_be_visible()
    page.get_by_role("link", name="Images").click()
    expect(page.get_by_text("Images are graphs")).to_be_visible()
    page.reload()
    page.get_by_role("link", name="Lessons").click()
    expect(page.get_by_text("1 of 9 correct")).to_be_visible()
    other = open_elsewhere(f"{app_url}/lessons")  # an answer in the address would count
    expect(other.get_by_text("0 of 9 correct")).to_be_visible()


def test_teacher_link_locks_and_hides(open_page):
    page = open_page("/?graph=karate&hide=graph,shares")
    expect(page.get_by_role("combobox", name="Graph")).to_be_disabled()
    expect(page.get_by_text("Low: 3 frequencies")).to_be_visible()
    expect(page.get_by_text("Energy of the edges in low")).to_have_count(0)
    page.get_by_role("link", name="Images").click()
    expect(page.get_by_text("Images are graphs")).to_be_visible()
    page.get_by_role("link", name="Frequencies").click()
    expect(page.get_by_text("Low: 3 frequencies")).to_be_visible()
    expect(page).to_have_url(re.compile("hide="))
    page.reload()
    expect(page.get_by_role("combobox", name="Graph")).to_be_disabled()
    expect(page.get_by_text("Low: 3 frequencies")).to_be_visible()
