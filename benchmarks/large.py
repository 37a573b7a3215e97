"""What a visitor meets with a large file: upload, first drawing, a change, memory."""

import io
import math
import re
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.browser import Server, launch, serve, visit
from benchmarks.harness import Run, Scaled, benchmark
from benchmarks.scope import Scope

PATIENCE = 600_000  # milliseconds
READY = "[data-testid=stApp][data-test-script-state=notRunning]"
FRAMES = 30


@benchmark("An embedding of 10⁵ points (10⁶ with --full) on Embeddings", needs_browser=True)
def points_in_browser(scope: Scope) -> list[Run | Scaled]:
    sizes = scope.amount((100_000, *([1_000_000] * scope.full)), (25_000,))
    return [
        Run(f"{size:,} points", _opening(_points, size, scope), describe=", ".join)
        for size in sizes
    ]


@benchmark("A graph of 10⁴ and 10⁵ nodes, ten edges each, on Frequencies", needs_browser=True)
def graph_in_browser(scope: Scope) -> list[Run | Scaled]:
    sizes = scope.amount((10_000, 100_000), (1_500,))
    return [
        Run(f"{size:,} nodes", _opening(_graph, size, scope), describe=", ".join)
        for size in sizes
    ]


def _opening(
    open_: Callable[[Any, int, Any], None], size: int, scope: Scope
) -> Callable[[], list[str]]:
    """Opens a file in a server of its own, by a new visitor, and returns the figures."""

    def work() -> list[str]:
        clock = _Clock(serve(scope))
        open_(launch(), size, clock)
        return clock.figures

    return work


class _Clock:
    """Seconds on the clock and of the server's processors, and the server's memory."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.figures = [f"{server.megabytes:.0f} MB at the start"]
        self._since = self._spent = 0.0

    def start(self) -> None:
        self._since, self._spent = time.perf_counter(), self.server.processor_seconds

    def stop(self, what: str) -> None:
        seconds = time.perf_counter() - self._since
        spent = self.server.processor_seconds - self._spent
        self.figures.append(
            f"{seconds:.2f} s {what} ({spent:.2f} s of a processor, then "
            f"{self.server.megabytes:.0f} MB)"
        )


def _points(browser: Any, size: int, clock: _Clock) -> None:
    from tests.e2e.vectors import open_form  # with playwright, which other rows do without

    rng = np.random.default_rng(0)
    kinds = rng.integers(0, 8, size)
    file = io.BytesIO()
    centres = 5 * rng.normal(size=(8, 2))
    np.save(file, (centres[kinds] + rng.normal(size=(size, 2))).astype(np.float32))
    page = visit(browser, f"{clock.server.url}/embeddings")
    open_form(page)
    clock.start()
    _give(page, ".st-key-vectors-file", "points.npy", file.getvalue())
    page.get_by_role("button", name="Open it").wait_for(timeout=PATIENCE)
    clock.stop("to read")
    clock.start()
    page.get_by_role("button", name="Open it").click()
    stage = page.locator(".points")
    stage.wait_for(timeout=PATIENCE)
    clock.stop("to the first drawing")
    page.wait_for_selector(READY, timeout=PATIENCE)
    stage.scroll_into_view_if_needed()
    box = stage.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    clock.start()
    page.mouse.down()
    for step in range(FRAMES):
        page.mouse.move(middle[0] + step, middle[1])
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")
    page.mouse.up()
    clock.stop(f"for {FRAMES} frames of a drag")
    page.get_by_role("button", name="Lasso").click()
    page.mouse.move(middle[0] + 120, middle[1])
    page.mouse.down()
    for step in range(1, 25):
        angle = 2 * math.pi * step / 24
        x, y = middle[0] + 120 * math.cos(angle), middle[1] + 120 * math.sin(angle)
        page.mouse.move(x, y)
    clock.start()
    page.mouse.up()
    page.get_by_text("Selected nodes", exact=True).wait_for(timeout=PATIENCE)
    clock.stop("from a lasso to the table")


def _graph(browser: Any, size: int, clock: _Clock) -> None:
    pairs = np.random.default_rng(0).integers(0, size, size=(10 * size, 2))
    text = "\n".join(f"{source} {target}" for source, target in pairs.tolist())
    page = visit(browser, f"{clock.server.url}/graphs")
    clock.start()
    _give(page, "[data-testid=stMain]", "large.txt", text.encode())
    use = page.get_by_role("button", name="Use this graph")
    use.wait_for(timeout=PATIENCE)
    clock.stop("to read and report")
    use.click()
    page.get_by_test_id("stMain").get_by_role("link", name="Frequencies").click()
    clock.start()
    metric = page.get_by_test_id("stMetric").filter(has_text=re.compile("^Cutoff"))
    metric.wait_for(timeout=PATIENCE)
    clock.stop("to the first drawing")
    page.get_by_role("radio", name="Wavelets").click()
    node = page.get_by_role("spinbutton", name="Node")
    node.wait_for(timeout=PATIENCE)
    page.wait_for_selector(READY, timeout=PATIENCE)
    clock.start()
    node.fill("7")
    page.keyboard.press("Enter")
    page.get_by_text("Wavelet of node 7", exact=True).wait_for(timeout=PATIENCE)
    clock.stop("to another node's wavelet")


def _give(page: Any, place: str, name: str, content: bytes) -> None:
    field = page.locator(place).get_by_test_id("stFileUploaderDropzoneInput").first
    field.set_input_files({"name": name, "mimeType": "", "buffer": content})
