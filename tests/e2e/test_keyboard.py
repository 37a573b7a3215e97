"""Shortcuts leave the focused control its keys and the page its scrolling; the projector."""

import re

from playwright.sync_api import expect

SMALLEST_TEXT = 24  # pixels at 1280 x 720


def take_keys(page, *shortcuts):
    """Waits until the page hears of some shortcuts, and leaves its controls."""
    expect(page.locator("html[data-shortcuts=on]")).to_have_count(1)
    for key in shortcuts:
        page.wait_for_function(
            "key => window.hotkeys.getAllKeyCodes().some(({ shortcut }) => shortcut === key)",
            arg=key,
            timeout=60_000,
        )
    page.locator("h1").click()


def test_shortcuts_leave_the_focused_control_its_keys(open_page):
    page = open_page("/frequencies?view=signals&graph=karate&num_low=5")
    d = page.get_by_role("slider", name="d, low frequencies")
    take_keys(page)
    page.keyboard.press("ArrowRight")
    expect(d).to_have_value("6")
    page.get_by_role("combobox", name="Graph").focus()
    page.keyboard.press("ArrowRight")  # the field's own
    page.get_by_role("radio", name="Signals").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")  # had the others counted, this would not be 7
    expect(d).to_have_value("7")


def test_space_scrolls_and_starts_nothing(open_page):
    page = open_page("/train?dataset=iris")
    page.set_viewport_size({"width": 1000, "height": 500})
    take_keys(page)
    page.keyboard.press("Space")
    main = page.get_by_test_id("stMain")
    page.wait_for_function("e => e.scrollTop > 50", arg=main.element_handle())
    expect(page.locator(".st-key-stop")).to_have_count(0)


def test_shortcuts_can_be_switched_off(open_page):
    page = open_page("/frequencies?view=signals&graph=karate&num_low=5")
    d = page.get_by_role("slider", name="d, low frequencies")
    take_keys(page, "h")
    page.keyboard.press("h")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Shortcuts", exact=True).click()
    expect(page.locator("html[data-shortcuts=off]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("h")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="More").first.click()
    expect(d).to_have_value("6")  # by the button alone
    expect(dialog).to_have_count(0)


def test_a_key_shows_the_drawings_alone_and_large(open_page, screenshots):
    page = open_page("/frequencies?graph=barbell&num_low=2")
    page.set_viewport_size({"width": 1280, "height": 720})
    take_keys(page, "f")
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile("present=true"))
    expect(page.locator("h1")).to_be_hidden()
    title = page.get_by_text("Low: 2 frequencies")
    expect(title).to_be_in_viewport(ratio=1)
    size = title.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size >= SMALLEST_TEXT
    stages = page.locator(".stage")
    expect(stages).to_have_count(3)
    for stage in stages.all():
        expect(stage).to_be_in_viewport(ratio=1)
        assert stage.bounding_box()["height"] > 300
    expect(page.locator(".st-key-num_low")).to_be_in_viewport(ratio=1)
    page.screenshot(path=screenshots / "presentation.png")
    page.get_by_role("slider", name="d, low frequencies").press("ArrowRight")
    expect(page.get_by_text("Low: 3 frequencies")).to_be_visible()
    page.mouse.click(2, 718)
    page.keyboard.press("f")
    expect(page.locator("h1")).to_be_visible()
