"""d moves in the browser: what is drawn follows, and the server hears where it rests."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from dashboard.frequencies.graph_choice import LAPLACIANS
from spgat import datasets
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.reconstruction import reconstruct_edges

LABEL = "d, low frequencies"
#: Moves the thumb to each d, as a hand does, and returns the weights that are drawn there.
EVERY_D = """async (film) => {
    const input = document.querySelector(".st-key-num_low input[type=range]");
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    const every = [];
    for (let d = 0; d <= Number(input.max); d++) {
        set.call(input, String(d));
        input.dispatchEvent(new Event("input", { bubbles: true }));
        while (film.drawn?.position !== d) await new Promise(requestAnimationFrame);
        every.push([[...film.drawn.low], [...film.drawn.high]]);
    }
    return [film.drawn.unit, every];
}"""
pytestmark = pytest.mark.moving


@pytest.fixture
def sent(page):
    """What the page sends to the server, message by message."""
    messages = []
    page.on(
        "websocket", lambda socket: socket.on("framesent", lambda text: messages.append(text))
    )
    return messages


def drawn(page):
    """The weights that the browser draws now, and the d it draws."""
    found = page.locator(".st-key-drawings .film").evaluate(
        "({drawn}) => [drawn.position, drawn.unit, [...drawn.low], [...drawn.high]]"
    )
    position, unit, low, high = found
    return position, unit, np.array(low) * unit, np.array(high) * unit


def thumb(page):
    """Where the slider's thumb is, and how far the track goes to its right."""
    value = page.locator(".st-key-num_low").get_by_test_id("stSliderThumbValue").bounding_box()
    track = page.locator(".st-key-num_low").get_by_test_id("stSliderTickBar").bounding_box()
    y = track["y"] + track["height"] / 2 - 12
    return value["x"] + value["width"] / 2, y, track["x"] + track["width"]


def test_a_drag_is_drawn_without_the_server_which_hears_where_it_ends(open_page, sent):
    page = open_page("/")
    expect(page.get_by_text("2 lowest keep")).to_be_visible()
    x, y, end = thumb(page)
    page.mouse.move(x, y)
    page.mouse.down()
    number = len(sent)
    graph = datasets.load("barbell")
    spectrum = full_spectrum(graph.adjacency)
    seen = set()
    for share in (0.1, 0.3, 0.6):
        page.mouse.move(x + share * (end - x), y, steps=4)
        num_low = int(page.get_by_role("slider", name=LABEL).input_value())
        expect(page.get_by_text(f"Low: {num_low} frequencies")).to_be_visible()
        expect(page.get_by_text(f"{num_low} lowest keep")).to_be_visible()
        position, unit, low, high = drawn(page)
        bands = reconstruct_edges(graph.adjacency, spectrum, num_low)
        assert position == num_low
        np.testing.assert_allclose(low, bands.low, atol=0.51 * unit)
        np.testing.assert_allclose(high, bands.high, atol=1.01 * unit)
        seen.add(num_low)
    assert len(seen) == 3
    assert len(sent) == number
    page.mouse.up()
    expect(page).to_have_url(re.compile(rf"[?&]num_low={num_low}\b"))


@pytest.mark.parametrize("name", ["barbell", "karate", "path", "sensor", "star", "florentine"])
def test_every_d_is_drawn_as_the_library_has_it(open_page, name):
    graph = datasets.load(name)
    for laplacian, config in LAPLACIANS.items():
        page = open_page(f"/?graph={name}&laplacian={laplacian}&num_low=0")
        expect(page.get_by_text("Low: 0 frequencies")).to_be_visible()
        unit, every = page.locator(".st-key-drawings .film").evaluate(EVERY_D)
        assert len(every) == graph.num_nodes + 1
        spectrum = full_spectrum(graph.adjacency, config)
        for num_low, (low, high) in enumerate(every):
            bands = reconstruct_edges(graph.adjacency, spectrum, num_low)
            np.testing.assert_allclose(np.multiply(low, unit), bands.low, atol=0.51 * unit)
            np.testing.assert_allclose(np.multiply(high, unit), bands.high, atol=1.01 * unit)


def test_keys_wheel_and_play_move_it_too(open_page, sent):
    page = open_page("/?graph=path")
    expect(page.get_by_text("Low: 4 frequencies")).to_be_visible()
    slider = page.get_by_role("slider", name=LABEL)
    slider.press("PageUp")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "9")
    expect(page).to_have_url(re.compile(r"[?&]num_low=9\b"))
    x, y, _ = thumb(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -100)
    expect(page.get_by_text("Low: 10 frequencies")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]num_low=10\b"))
    page.get_by_label("Share in %").fill("50")
    page.get_by_label("Share in %").press("Enter")
    expect(slider).to_have_value("20")
    slider.press("End")
    expect(page.get_by_label("Share in %")).to_have_value("100.0")
    page.get_by_role("button", name="Play").click()
    number = len(sent)
    expect(page.get_by_text(re.compile(r"Low: ([6-9]|1\d) frequencies"))).to_be_visible()
    assert len(sent) <= number + 1  # of the key before
    page.keyboard.press("ArrowRight")  # pauses, and moves by one
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page).to_have_url(re.compile(r"[?&]num_low=([7-9]|[12]\d)\b"))


def test_a_locked_d_stays(open_page):
    page = open_page("/?num_low=5&hide=num_low")
    expect(page.get_by_text("5 lowest keep")).to_be_visible()
    expect(page.get_by_role("button", name="More")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    box = page.locator(".st-key-spectrum-chart canvas").bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 100, steps=3)
    page.mouse.up()
    expect(page.get_by_role("slider", name=LABEL)).to_have_value("5")
    assert drawn(page)[0] == 5
