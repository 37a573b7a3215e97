"""The app as a visitor meets it: a real server, a real browser, clocks inside the page."""

import atexit
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import replace
from pathlib import Path

from benchmarks.harness import Run, benchmark

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
EPOCHS = 1000
MOVES = 20


@benchmark("Import everything the landing page needs, in a fresh Python")
def landing_page_import(full):
    page = "import streamlit, dashboard.state, dashboard.frequencies.split"
    return [
        Run("the landing page", lambda: _python(page)),
        Run(
            "the same and torch, as the Train page needs it", lambda: _python(page + ", torch")
        ),
        Run("streamlit alone", lambda: _python("import streamlit")),
    ]


@benchmark("Move d on the barbell and wait until the drawing has changed, 20 times")
def slider_to_drawing(full):
    page = _open("/")
    page.wait_for_selector(".st-key-Drawing-1 canvas")

    def move():
        slider = page.get_by_role("slider", name="d, the number")
        waits = []
        for number in range(MOVES):
            page.evaluate(_WATCH_DRAWING)
            slider.press("ArrowLeft" if number % 2 else "ArrowRight")
            waits.append(page.evaluate("window.drawn"))
        return waits

    return [Run("in a browser", move, describe=_milliseconds)]


@benchmark(f"Train SpGAT on digits for {EPOCHS} epochs")
def training_while_watched(full):
    from spgat import datasets, presets
    from spgat.training import fit

    graph = datasets.load("digits")
    config = replace(presets.get("frequency", "digits"), epochs=EPOCHS, patience=None)
    return [
        Run("in the app, watched in a browser", _watched_training, describe=_ticks),
        Run("spgat.training.fit alone", lambda: fit(graph, config), at_least=0.8),
    ]


def _watched_training():
    """Trains once through the page; returns ticks of the charts and seconds of the training."""
    page = _train_page()
    page.locator(".st-key-start button").click()
    page.get_by_text(re.compile(r"epoch \d+ of")).wait_for(timeout=60_000)
    page.evaluate(_COUNT_TICKS)
    page.get_by_text("done in").wait_for(timeout=300_000)
    return page.evaluate("[window.ticks, (performance.now() - window.since) / 1000]")


def _train_page():
    if "train" not in _PAGES:
        page = _open(f"/train?epochs={EPOCHS}&patience=0&frames=false")
        page.locator(".st-key-start button").click()  # compiles kernels, finds the spectrum
        page.get_by_text("done in").wait_for(timeout=300_000)
        _PAGES["train"] = page
    return _PAGES["train"]


_PAGES = {}

#: Resolves `drawn` to the milliseconds from the next key press to a changed drawing.
_WATCH_DRAWING = """() => {
  const pixels = () => document.querySelector('.st-key-Drawing-1 canvas').toDataURL();
  const before = pixels();
  window.drawn = new Promise(done => addEventListener('keydown', () => {
    const since = performance.now();
    const look = () => pixels() !== before
      ? done(performance.now() - since) : requestAnimationFrame(look);
    look();
  }, {capture: true, once: true}));
}"""
#: Counts the changes of the text above the progress bar.
_COUNT_TICKS = """() => {
  window.ticks = 0;
  window.since = performance.now();
  let shown = '';
  const look = () => {
    const bar = document.querySelector('[data-testid=stProgress]');
    const text = bar ? bar.innerText : shown;
    if (text !== shown) { window.ticks += 1; shown = text; }
    requestAnimationFrame(look);
  };
  look();
}"""


def _milliseconds(waits):
    return f"median {statistics.median(waits):.0f} ms, slowest {max(waits):.0f} ms a move"


def _ticks(counted):
    ticks, seconds = counted
    return f"{ticks / seconds:.1f} ticks a second"


def _python(code):
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def _open(path):
    """Starts a server of its own and opens a page of it in a browser."""
    from playwright.sync_api import sync_playwright

    url = _serve()
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
    )
    atexit.register(playwright.stop)
    atexit.register(browser.close)
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.goto(url + path)
    page.wait_for_selector("[data-testid=stMain] h1", timeout=60_000)
    page.wait_for_selector("[data-test-script-state=notRunning]", timeout=60_000)
    return page


def _serve():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tempfile.TemporaryDirectory()
    environment = {**os.environ, "SPGAT_RUNS": folder.name, "SPGAT_DATA": folder.name}
    command = [sys.executable, "-m", "streamlit", "run", "dashboard/app.py",
               f"--server.port={port}", "--server.address=127.0.0.1",
               "--server.headless=true"]  # fmt: skip
    server = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    atexit.register(folder.cleanup)
    atexit.register(server.wait)
    atexit.register(server.terminate)
    url = f"http://127.0.0.1:{port}"
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
        except OSError:
            time.sleep(0.2)
        else:
            return url
    raise RuntimeError("the server did not start")
