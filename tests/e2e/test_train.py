"""Training in a browser: α moves, a reload finds the run again, visitors share one queue."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import SLOW

#: Never done within a test; every test stops what it starts.
LONG = "seeds=20&epochs=2000&patience=0"
EPOCH = re.compile(r"epoch (\d+) of \d")


@pytest.fixture
def start(open_page, page):
    """Starts a training from a link and waits for its first epochs; stops it at the end."""

    def press(parameters=LONG):
        open_page(f"/train?{parameters}")
        page.locator(".st-key-start button").click()
        expect(page.get_by_text(EPOCH)).to_be_visible(timeout=SLOW)
        return page

    yield press
    stop(page)


def stop(page):
    button = page.locator(".st-key-stop button")
    if button.count():
        button.click()
        expect(page.get_by_text("Stopped after")).to_be_visible(timeout=SLOW)


def epoch(page):
    return int(EPOCH.search(page.get_by_text(EPOCH).inner_text()).group(1))


def alpha(page):
    return page.locator(".st-key-moving .numbers b").first


def test_alpha_moves_and_the_training_stops_within_an_epoch_or_so(start, screenshots):
    page = start()
    first = alpha(page).inner_text()
    expect(alpha(page)).not_to_have_text(first, timeout=SLOW)
    page.screenshot(path=screenshots / "train-running.png")
    before = epoch(page)
    stop(page)
    text = page.get_by_text("Stopped after").inner_text()
    assert int(re.search(r"after (\d+) epochs", text).group(1)) >= before
    expect(page.get_by_role("link", name="See the embedding")).to_be_visible()
    expect(page.get_by_test_id("stEChartsChart")).to_have_count(6)
    page.screenshot(path=screenshots / "train-stopped.png", full_page=True)


def test_a_reload_in_the_middle_finds_the_training_again(start):
    """The address holds the training, the browser's cookie whose it is."""
    page = start()
    before = epoch(page)
    page.reload()
    expect(page.get_by_text(EPOCH)).to_be_visible(timeout=SLOW)
    assert epoch(page) >= before
    expect(page.locator(".st-key-stop button")).to_be_enabled()
    stop(page)
    page.reload()
    expect(page.get_by_text("Stopped after")).to_be_visible(timeout=SLOW)


def test_a_training_goes_on_while_its_visitor_is_on_another_page(start):
    page = start()
    before = epoch(page)
    page.get_by_test_id("stTopNavLink").filter(has_text="Frequencies").click()
    expect(page.get_by_role("heading", name="Graph frequencies")).to_be_visible()
    page.get_by_test_id("stTopNavLink").filter(has_text="Train").click()
    expect(page.get_by_text(EPOCH)).to_be_visible(timeout=SLOW)
    assert epoch(page) > before
    expect(page).to_have_url(re.compile(r"[?&]job="))


def test_pause_step_and_continue_by_keys(start):
    page = start()
    page.keyboard.press("p")
    expect(page.get_by_text(re.compile("paused .the next"))).to_be_visible(timeout=SLOW)
    held = epoch(page)
    page.keyboard.press("s")
    expect(page.get_by_text(re.compile(rf"epoch {held + 1} of \d"))).to_be_visible(timeout=SLOW)
    expect(page.get_by_text(re.compile("paused .the next"))).to_be_visible(timeout=SLOW)
    page.keyboard.press("p")
    expect(page.get_by_text(re.compile("paused .the next"))).to_be_hidden(timeout=SLOW)


def test_changing_an_option_leaves_the_training_alone(start):
    """A rerun of the page must not reset or end what runs beside it."""
    page = start()
    before = epoch(page)
    slider = page.get_by_role("slider", name="Share of low frequencies")
    moved = f"{float(slider.input_value()) + 0.005:g}"
    slider.press("ArrowRight")
    expect(slider).to_have_value(moved)
    expect(page).to_have_url(re.compile(rf"[?&]low_fraction={re.escape(moved)}"))
    expect(page.locator(".st-key-stop button")).to_be_enabled()
    expect(page.get_by_text(re.compile(rf"epoch {before} of \d"))).to_have_count(
        0, timeout=SLOW
    )
    assert epoch(page) > before


def test_on_a_phone_a_training_runs_above_the_form_and_not_below_it(start, screenshots):
    page = start()
    page.set_viewport_size({"width": 390, "height": 844})
    page.screenshot(path=screenshots / "train-phone.png")
    steering, form = page.locator(".st-key-pause"), page.locator(".st-key-dataset")
    expect(steering).to_be_in_viewport()
    expect(page.get_by_text(EPOCH)).to_be_in_viewport()
    assert steering.bounding_box()["y"] < form.bounding_box()["y"]
    page.wait_for_function("document.documentElement.scrollWidth <= 390")


def test_two_visitors_train_at_once_and_the_second_sees_its_place(
    start, open_elsewhere, app_url
):
    first = start()
    second = open_elsewhere(f"{app_url}/train?epochs=5")
    second.locator(".st-key-start button").click()
    expect(second.get_by_text("queued: 1 job ahead of you")).to_be_visible(timeout=SLOW)
    stop(first)
    expect(second.get_by_text("done in")).to_be_visible(timeout=SLOW)


def test_a_link_lets_others_watch_and_not_stop(start, other):
    page = start()
    watcher = other()
    watcher.goto(page.url)
    expect(watcher.get_by_text(EPOCH)).to_be_visible(timeout=SLOW)
    expect(watcher.get_by_text("another visitor's training")).to_be_visible()
    expect(watcher.locator(".st-key-start button")).to_be_visible()
    expect(watcher.locator(".st-key-stop button")).to_have_count(0)


def test_charts_update_in_place_and_the_progress_bar_does_not_glide(start):
    """A chart that is drawn anew at each tick flickers.

    A bar that glides has the browser paint all the time, on the training's own cores.
    """
    page = start()
    transitions = page.get_by_test_id("stProgress").evaluate(
        """bar => [...bar.querySelectorAll("*")].map(part =>
            getComputedStyle(part).transitionDuration)"""
    )
    assert set(transitions) == {"0s"}
    sketch = page.locator(".st-key-moving #sketch")
    sketch.evaluate("element => element.dataset.seen = 'yes'")
    line = sketch.locator("[aria-label^='α of layer 1'] .plot path[stroke-width='2.5']")
    before = line.first.get_attribute("d")
    expect(line.first).not_to_have_attribute("d", before, timeout=SLOW)
    assert sketch.get_attribute("data-seen") == "yes"


def test_a_pause_shows_charts_to_point_at(start):
    """While it runs its charts are sketched: they must cost the training little."""
    page = start()
    chart = page.locator(".st-key-alpha-1 canvas").first
    expect(page.locator(".st-key-moving [role=img]")).to_have_count(6, timeout=SLOW)
    expect(chart).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(chart).to_be_visible(timeout=SLOW)
    expect(page.locator(".st-key-moving")).to_have_count(0)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".st-key-moving [role=img]")).to_have_count(6, timeout=SLOW)


def test_the_log_stays_clean_with_torch_at_work(open_page, server):
    """A watcher of files stumbles over torch.classes where it is on."""
    page = open_page("/train?dataset=iris&epochs=2")
    page.locator(".st-key-start button").click()
    expect(page.get_by_text("done in")).to_be_visible(timeout=SLOW)
    assert "torch.classes" not in server.log
    assert "Traceback" not in server.log


def test_a_link_restores_the_options_in_a_fresh_browser(open_page, open_elsewhere):
    page = open_page("/train")
    page.get_by_role("slider", name="Share of low frequencies").press("ArrowRight")
    expect(page).to_have_url(re.compile(r"[?&]low_fraction="))
    shown = page.get_by_role("slider", name="Share of low frequencies").input_value()
    restored = open_elsewhere(page.url).get_by_role("slider", name="Share of low frequencies")
    expect(restored).to_have_value(shown)


def test_a_number_without_end_in_a_link_is_dropped_and_the_page_is_the_links(open_page):
    """A rerun before the navigation would lead to the first page."""
    page = open_page("/train?dataset=iris&epochs=inf")
    expect(page.get_by_text("epochs = inf")).to_be_visible()
    expect(page.get_by_role("heading", name="Train")).to_be_visible()
    expect(page.get_by_role("combobox", name="Graph")).to_have_value("Iris")


def test_a_finished_run_is_pinned_and_drawn_behind_the_next(open_page):
    page = open_page("/train?dataset=iris&epochs=5")
    page.locator(".st-key-start button").click()
    expect(page.get_by_text("done in")).to_be_visible(timeout=SLOW)
    page.locator(".st-key-keep button").click()
    expect(page).to_have_url(re.compile(r"[?&]pin="))
    expect(page.locator(".st-key-pin input")).to_have_value(re.compile("SpGAT on Iris", re.I))
    page.reload()
    expect(page.get_by_text("done in")).to_be_visible(timeout=SLOW)
    expect(page.locator(".st-key-pin input")).to_have_value(re.compile("SpGAT on Iris", re.I))
