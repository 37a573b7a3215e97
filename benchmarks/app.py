"""The app as a visitor meets it: a real server, a real browser, clocks inside the page."""

import random
import re
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from websockets.exceptions import WebSocketException

from benchmarks.browser import ROOT, launch, serve, visit
from benchmarks.harness import Run, benchmark
from benchmarks.visitor import Visitor

EPOCHS, TOY_EPOCHS = 1000, 600
PAIRS = 4
#: Of a class: those who speak the protocol, and those with a real browser.
VISITORS, BROWSERS = 100, 3
#: Seconds between the clicks of one: of somebody in a hurry, and of a class that also looks.
PAUSES = ((1, 3), (10, 20))
#: When the server's memory is looked at.
MOMENTS = 10
LASSOS = 10
#: Where two lassos of 160 to 270 nodes lie on the map, in parts of its size, and their radii.
PLACES = ((0.25, 0.67, 22), (0.30, 0.53, 22))
TOY_PLACES = ((0.3, 0.5, 90), (0.7, 0.5, 90))
#: What shows the nodes of a lasso.
LASSO_VIEWS = [".st-key-selection_in_graph", ".st-key-energy", ".st-key-silhouettes",
               "[class*=st-key-confusion]", ".st-key-nodes"]  # fmt: skip
EPOCH = re.compile(r"epoch (\d+) of \d")


@benchmark("Import everything the landing page needs, in a fresh Python")
def landing_page_import(scope):
    page = "import streamlit, dashboard.state, dashboard.frequencies.bands"
    ways = [
        Run("the landing page", lambda: _python(page)),
        Run(
            "the same and torch, as the Train page needs it", lambda: _python(page + ", torch")
        ),
        Run("streamlit alone", lambda: _python("import streamlit")),
    ]
    return scope.amount(ways, ways[:1])  # which imports what the others do


@benchmark(
    f"Train SpGAT on digits for {EPOCHS} epochs, watched and not, {PAIRS} times each",
    needs_browser=True,
)
def training_while_watched(scope):
    from spgat import datasets, presets

    dataset, epochs, pairs = scope.amount(("digits", EPOCHS, PAIRS), ("iris", TOY_EPOCHS, 1))
    graph = datasets.load(dataset)
    config = replace(presets.get("frequency", dataset), epochs=epochs, patience=None)
    query = f"dataset={dataset}&epochs={epochs}&patience=0&frames=false"
    page = visit(launch(), f"{serve(scope).url}/train?{query}")
    if not scope.smoke:
        _watched_training(page)  # kernels are compiled, the spectrum is known

    def compare():  # by turns, as the machine's own speed changes within minutes
        return [(_watched_training(page), _headless_speed(graph, config)) for _ in range(pairs)]

    return [Run("in the app, then by `fit` alone", compare, describe=_watched)]


@benchmark(
    f"Lasso nodes of Cora and wait until every view shows them, {LASSOS} times",
    needs_browser=True,
)
def selection_on_cora(scope):
    dataset, number = scope.amount(("cora", LASSOS), ("iris", 2))
    places = scope.amount(PLACES, TOY_PLACES)
    page = _embeddings_page(serve(scope).url, dataset)
    _lasso_once(page, *places[1])  # the first one makes the chart of frequencies
    return [Run("in a browser", lambda: _lasso(page, places, number), describe=_selections)]


@benchmark(
    f"{VISITORS} visitors and {BROWSERS} in browsers click while one trains",
    needs_browser=True,
)
def many_visitors(scope):
    seconds = 600 if scope.full else scope.amount(60, 4)
    number, num_browsers = scope.amount(VISITORS, 3), scope.amount(BROWSERS, 1)
    return [
        Run(
            f"every {pause[0]} to {pause[1]} s for {seconds} s",
            lambda pause=pause: _crowd(serve(scope), number, num_browsers, seconds, pause),
            describe=_answers,
        )
        for pause in scope.amount(PAUSES, ((1, 3),))
    ]


def _crowd(server, number, num_browsers, seconds, pause):
    """Returns the clicks of visitors without and with a browser, and the server's memory."""
    browser = launch()
    trainer = visit(browser, f"{server.url}/train?epochs=2000&patience=0&seeds=20")
    trainer.locator(".st-key-start button").click()
    trainer.get_by_text(EPOCH).wait_for()
    job = trainer.url.partition("job=")[2].partition("&")[0]
    trainer.goto("about:blank")  # whose own drawing would be measured with the rest
    pages = [visit(browser, server.url) for _ in range(num_browsers)]
    visitors, memory = [Visitor(server.url) for _ in range(number)], []
    since = time.monotonic()
    until = since + seconds
    with ThreadPoolExecutor(len(visitors)) as pool:
        clicking = [
            pool.submit(_click, visitor, job, since, until, pause) for visitor in visitors
        ]
        waits = []
        while time.monotonic() < until:  # the browsers by turns, as one thread drives them
            for page in pages:
                waits.append(_turn(page))
            time.sleep(random.uniform(0.2, 1))
            if time.monotonic() - since >= (len(memory) + 1) * seconds / MOMENTS:
                memory.append(server.megabytes)
        for future in clicking:
            future.result()
    trainer.goto(f"{server.url}/train?job={job}")
    trainer.get_by_text(EPOCH).wait_for()  # the training still runs
    trainer.locator(".st-key-stop button").click()
    return visitors, waits, memory


def _click(visitor, job, since, until, pause):
    """Moves the slider of its page now and then, or goes to another page."""
    dice = random.Random()
    time.sleep(dice.uniform(0, (until - since) / 10))  # a class comes in by and by
    try:
        if dice.random() < 0.5:
            visitor.open("train", job=job)
        else:
            visitor.open("frequencies")
        while not visitor.waits or time.monotonic() < until:
            visitor.stay(dice.uniform(*pause))
            if dice.random() < 0.2 or not visitor.move(up=dice.random() < 0.5):
                visitor.go(dice.choice(("frequencies", "train")))
        visitor.close()
    except (OSError, WebSocketException) as error:
        visitor.errors.append(f"{type(error).__name__}: {error}")


def _turn(page):
    """Follows the navigation to another page; returns the seconds until that is there."""
    heading = page.locator("[data-testid=stMain] h1").first.inner_text()
    target = "Runs" if heading.startswith("Images") else "Images"
    since = time.monotonic()
    page.get_by_role("link", name=target, exact=True).first.click()
    page.wait_for_function(_OTHER_HEADING, arg=heading)
    return time.monotonic() - since


def _answers(measured):
    visitors, browser_waits, memory = measured
    waits = sorted(wait for visitor in visitors for wait in visitor.waits)
    ticks, errors = sum(v.ticks for v in visitors), [e for v in visitors for e in v.errors]
    return (
        f"{len(waits)} clicks and {ticks} ticks, {len(errors)} errors {errors[:3] or ''}, "
        f"median {statistics.median(waits):.2f} s a click, 99% within "
        f"{waits[len(waits) * 99 // 100]:.1f} s, slowest {waits[-1]:.1f} s; "
        f"{len(browser_waits)} clicks in browsers, median "
        f"{statistics.median(browser_waits):.2f} s, slowest {max(browser_waits):.1f} s; "
        f"megabytes: {[round(m) for m in memory]}"
    )


def _watched_training(page):
    """Trains once; returns the epochs that the page showed and when, in seconds."""
    page.evaluate(_NOTE_TICKS)
    page.locator(".st-key-start button").click()
    noted = page.evaluate("window.noted")
    texts = [(EPOCH.search(text), when / 1000) for text, when in noted]
    return [(int(found[1]), when) for found, when in texts if found]


def _headless_speed(graph, config):
    """Returns epochs a second."""
    from spgat.training import fit

    times = []
    fit(graph, config, on_epoch=lambda _: times.append(time.perf_counter()))
    return (len(times) - 1) / (times[-1] - times[0])


def _embeddings_page(url, dataset):
    """A page with all its views: trained, nodes placed in the graph."""
    from tests.e2e.lasso import take_lasso  # with playwright, which other rows do without

    query = f"dataset={dataset}&epochs=50&patience=0&frames=false"
    page = visit(launch(), f"{url}/train?{query}")
    page.set_viewport_size({"width": 1400, "height": 1700})  # all views are seen at once
    page.locator(".st-key-start button").click()
    page.get_by_text("done in").wait_for(timeout=300_000)
    page.get_by_role("link", name="See the embedding").click()
    place = page.get_by_role("button", name="Compute layout")
    graph = page.locator(".st-key-selection_in_graph canvas").first
    place.or_(graph).wait_for()  # a small graph is placed unasked
    if place.is_visible():
        place.click()
    graph.wait_for(timeout=120_000)
    page.locator(".st-key-silhouettes canvas").first.wait_for(timeout=120_000)
    take_lasso(page)
    return page


def _lasso(page, places, number):
    """Returns the milliseconds each lasso took, and how many nodes each had."""
    from tests.e2e.lasso import number_selected

    waits, counts = [], []
    for turn in range(number):
        waits.append(_lasso_once(page, *places[turn % 2]))
        counts.append(number_selected(page))
    return waits, counts


def _lasso_once(page, x, y, radius):
    from tests.e2e.lasso import hold_lasso

    hold_lasso(page, x, y, radius)
    page.evaluate(_WATCH, [LASSO_VIEWS, "mouseup", 3000])
    page.mouse.up()
    return page.evaluate("window.settled")


#: Whether the page has another heading than before, and its script has ended.
_OTHER_HEADING = """before => {
  const heading = document.querySelector('[data-testid=stMain] h1')?.innerText ?? before;
  const script = document.querySelector('[data-test-script-state]');
  return heading !== before && script.dataset.testScriptState === 'notRunning';
}"""
#: Resolves `settled` to the milliseconds from the next event until the last of the views had
#: changed for the last time, and to null where one has not changed within the wait. Looks at
#: small copies, in which every pixel counts, of what has been painted since the last look.
_WATCH = """([views, event, wait]) => {
  if (!window.painted) {
    window.painted = new Set();
    for (const name of ['clearRect', 'fillRect', 'drawImage']) {
      const paint = CanvasRenderingContext2D.prototype[name];
      CanvasRenderingContext2D.prototype[name] = function (...rest) {
        window.painted.add(this.canvas);
        return paint.apply(this, rest);
      };
    }
  }
  const small = new OffscreenCanvas(128, 128).getContext('2d', {willReadFrequently: true});
  small.imageSmoothingQuality = 'high';
  const canvases = view => [...document.querySelectorAll(view + ' canvas')];
  const copy = canvas => {
    small.clearRect(0, 0, 128, 128);
    if (canvas.width) small.drawImage(canvas, 0, 0, 128, 128);
    return new Uint32Array(small.getImageData(0, 0, 128, 128).data.buffer);
  };
  const picture = view => canvases(view).map(copy);
  const same = (before, after) => before.length === after.length &&
    before.every((pixels, k) => pixels.every((pixel, at) => pixel === after[k][at]));
  const shown = views.map(picture);
  const changed = new Map();
  window.settled = new Promise(done => addEventListener(event, () => {
    const since = performance.now();
    window.painted.clear();
    const look = () => {
      const now = performance.now() - since;
      views.forEach((view, k) => {
        if (!canvases(view).some(canvas => window.painted.has(canvas))) return;
        const seen = picture(view);
        if (!same(shown[k], seen)) { shown[k] = seen; changed.set(view, now); }
      });
      window.painted.clear();
      if (now < wait) return requestAnimationFrame(look);
      done(changed.size < views.length ? null : Math.max(...changed.values()));
    };
    look();
  }, {capture: true, once: true}));
}"""
#: Resolves `noted`, as a training ends, to each text above the progress bar and when it came,
#: in milliseconds. Playwright's own waiting would look through the page at every frame.
_NOTE_TICKS = """() => {
  window.noted = new Promise(done => {
    const ticks = [];
    let shown = '';
    const noter = new MutationObserver(() => {
      const text = document.querySelector('[data-testid=stProgress]')?.textContent ?? null;
      if (text === null && ticks.length) { noter.disconnect(); return done(ticks); }
      if (text !== shown && text) { ticks.push([text, performance.now()]); shown = text; }
    });
    noter.observe(document.body, {subtree: true, childList: true, characterData: true});
  });
}"""


def _milliseconds(waits):
    complete = [wait for wait in waits if wait is not None]
    return (
        f"median {statistics.median(complete):.0f} ms, slowest {max(complete):.0f} ms, "
        f"{len(waits) - len(complete)} of {len(waits)} without a change of every view"
    )


def _selections(measured):
    waits, counts = measured
    return f"{_milliseconds(waits)}, {min(counts)} to {max(counts)} nodes"


def _watched(pairs):
    rates, ratios = [], []
    for ticks, headless in pairs:
        (first, since), (last, until) = ticks[0], ticks[-1]
        rates.append((len(ticks) - 1) / (until - since))
        ratios.append((last - first) / (until - since) / headless)
    return (
        f"{statistics.median(rates):.2f} ticks a second, {statistics.median(ratios):.0%} of "
        f"the speed of fit alone ({min(ratios):.0%} to {max(ratios):.0%})"
    )


def _python(code):
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
