import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from dashboard import example
from dashboard.lessons.lesson import all_lessons
from spgat.runs import RunStore
from tests.e2e.conftest import SLOW

#: What a student sets in each lesson.
SOLVED = {
    "frequency": {"k": "5"},
    "barbell": {"num_low": "2"},
    "noise": {"num_low": "8"},
    "traffic": {"fault": "stuck"},
    "images": {"low_fraction": "0.02"},
    "wavelets": {"scale": "5.0"},
    "chebyshev": {"order": "3"},
    "attention": {"csbm-homophily": "0.9"},
    "silhouette": {"colour": "silhouette"},
}


@pytest.fixture
def panel(page):
    return page.get_by_test_id("stSidebar")


def test_a_lesson_stays_beside_its_view_and_gives_back_what_was_set_before(
    open_page, panel, screenshots
):
    page = open_page("/?graph=karate&num_low=9")
    expect(page.get_by_text("9 lowest keep")).to_be_visible()
    page.get_by_test_id("stTopNavLink").filter(has_text="Lessons").click()
    page.locator(".st-key-open-barbell button").first.click()
    expect(page.get_by_text("the lowest keeps")).to_be_visible()
    panel.get_by_role("button", name="Check my view").click()
    expect(panel.get_by_text("Not yet. Look again at: d.")).to_be_visible()
    page.get_by_role("slider", name="d, low frequencies").press("ArrowRight")
    expect(page.get_by_text("2 lowest keep")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]lesson=barbell\b"))
    panel.get_by_role("button", name="Check my view").click()
    expect(panel.get_by_text("Done: your view is as the task asks.")).to_be_visible()
    page.screenshot(path=screenshots / "lesson.png")
    panel.get_by_role("link", name="Back").click()
    expect(panel.get_by_text("What is a graph frequency?")).to_be_visible()
    expect(page.get_by_text("4 lowest keep")).to_be_visible()
    panel.get_by_role("link", name="Leave the lesson").click()
    expect(page.get_by_text("9 lowest keep")).to_be_visible()
    expect(panel.get_by_text("Your task")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"[?&]graph=Zachary|[?&]graph=[kK]arate"))


@pytest.mark.parametrize("name", SOLVED)
def test_a_check_fails_at_first_and_passes_once_the_task_is_done(
    open_page, panel, server, mirror, name
):
    lesson = all_lessons()[name]
    if lesson.page == "embeddings":
        run = RunStore(server.folder / "runs").import_zip(example.FILE.read_bytes())
        start = {**lesson.view, "run": run}
    else:
        start = dict(lesson.view)
    open_page(f"/{lesson.page}?{urlencode({**start, 'lesson': name})}")
    panel.get_by_role("button", name="Check my view").click()
    expect(panel.get_by_text("Not yet.")).to_be_visible()
    page = open_page(f"/{lesson.page}?{urlencode({**start, **SOLVED[name], 'lesson': name})}")
    if lesson.page == "train":
        panel.get_by_role("button", name="Check my view").click()
        expect(panel.get_by_text("Not yet.")).to_be_visible()  # nothing is trained
        page.locator(".st-key-start button").click()
        expect(page.get_by_text("done in")).to_be_visible(timeout=SLOW)
    panel.get_by_role("button", name="Check my view").click()
    expect(panel.get_by_text("Done: your view is as the task asks.")).to_be_visible()


def test_an_answer_is_kept_in_this_browser_and_not_in_the_address(
    open_page, panel, open_elsewhere, app_url
):
    page = open_page("/frequencies?graph=barbell&num_low=1&lesson=barbell")
    panel.get_by_text("11", exact=True).click()
    expect(panel.get_by_text("Not quite")).to_be_visible()
    panel.get_by_text("2", exact=True).click()
    expect(panel.get_by_text("Correct. Two clusters")).to_be_visible()
    expect(page).not_to_have_url(re.compile("answer"))
    panel.get_by_role("link", name="All lessons").click()
    expect(page.get_by_text("1 of 13 correct")).to_be_visible()
    page.reload()
    expect(page.get_by_text("1 of 13 correct")).to_be_visible()
    other = open_elsewhere(f"{app_url}/lessons")
    expect(other.get_by_text("0 of 13 correct")).to_be_visible()


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
