"""Makes the README's pictures of the app: `python assets/screenshots.py`.

It starts the app with a run store of its own, trains SpGAT on Cora as its published code
does and opens four pages in Chromium. Cora is downloaded, or taken from `SPGAT_MIRROR`.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from spgat import datasets, presets
from spgat.datasets import drawn
from spgat.graph import Graph
from spgat.runs import RunStore
from spgat.training import fit

ASSETS = Path(__file__).resolve().parent
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
CHOSEN_CLASS = 2  # genetic algorithms
PATIENCE = 300_000  # milliseconds; a machine may be busy


def main() -> None:
    """Trains, opens the pages and writes the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        run_id = train(Path(folder))
        with running_app(Path(folder)) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
            page = browser.new_page(viewport={"width": 1400, "height": 1000})
            page.set_default_timeout(PATIENCE)
            shoot_frequencies(page, url)
            shoot_drawing(page, url)
            shoot_training(page, url)
            shoot_embedding(page, url, run_id)
            browser.close()


def train(folder: Path) -> str:
    """Keeps a run of the published code's method on Cora and returns its id."""
    graph = datasets.load("cora")
    result = fit(graph, presets.get("reference-code", "cora"), seed=0)
    return RunStore(folder / "runs").save(result, graph)


@contextmanager
def running_app(folder: Path) -> Iterator[str]:
    """Runs the app and gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "SPGAT_RUNS": str(folder / "runs")}
    command = [sys.executable, "-m", "streamlit", "run", "dashboard/app.py",
               f"--server.port={port}", "--server.headless=true"]  # fmt: skip
    process = subprocess.Popen(command, cwd=ASSETS.parent, env=environment)
    try:
        url = f"http://127.0.0.1:{port}"
        while not is_up(url):
            time.sleep(0.5)
        yield url
    finally:
        process.terminate()
        process.wait()


def is_up(url: str) -> bool:
    """Whether the app answers."""
    try:
        urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
    except OSError:
        return False
    return True


def open_page(page: Page, address: str, *, theme: str) -> None:
    """Opens a page and waits until its script has ended and its charts are drawn."""
    joined = "&" if "?" in address else "?"
    page.goto(f"{address}{joined}embed_options={theme}_theme")
    page.wait_for_selector("[data-testid=stMain] h1")
    page.wait_for_selector("[data-test-script-state=notRunning]")


def shoot_frequencies(page: Page, url: str) -> None:
    """The landing page: a barbell graph and its low and high part."""
    open_page(page, f"{url}/?num_low=2", theme="light")
    page.locator("canvas").nth(2).wait_for()
    page.wait_for_timeout(2000)  # the charts glide to their places
    page.screenshot(path=ASSETS / "frequencies-light.png")


def shoot_drawing(page: Page, url: str) -> None:
    """The drawing pad: two clusters of two classes, and a heavy bridge."""
    graph = datasets.load("barbell", clique_size=6, bridge_length=0)
    edges = graph.edges()
    is_bridge = (edges == [5, 6]).all(axis=1)
    heavy = Graph.build(
        "clusters",
        graph.num_nodes,
        edges,
        np.where(is_bridge, 2.5, 1.0),
        labels=graph.labels,
        class_names=graph.class_names,
        positions=graph.positions,
    )
    text = drawn.encode(drawn.drawable(heavy))
    open_page(page, f"{url}/?graph=drawing&drawing={text}", theme="dark")
    page.locator(".paper .weight").wait_for()
    page.wait_for_timeout(2000)
    page.locator(".st-key-drawing-frame").screenshot(path=ASSETS / "draw-dark.png")


def shoot_training(page: Page, url: str) -> None:
    """A training of the same settings, once it has ended."""
    open_page(page, f"{url}/train?dataset=cora&preset=reference-code", theme="dark")
    page.locator(".st-key-start button").click()
    page.locator(".st-key-alpha-1 canvas").first.wait_for()  # drawn so only at rest
    page.wait_for_timeout(2000)
    page.screenshot(path=ASSETS / "train-dark.png")


def shoot_embedding(page: Page, url: str, run_id: str) -> None:
    """The embedding of the stored run by t-SNE, one class of it selected."""
    chosen = np.flatnonzero(datasets.load("cora").labels == CHOSEN_CLASS)
    selected = ",".join(map(str, chosen))
    address = f"{url}/embeddings?run={run_id}&method=tsne&selected={selected}"
    open_page(page, address, theme="light")
    page.get_by_role("button", name="Compute t-SNE").click()
    page.get_by_text("Trustworthiness").first.wait_for()
    page.get_by_role("button", name="Compute layout").click()
    page.locator(".st-key-selection_in_graph canvas").first.wait_for()
    page.wait_for_timeout(3000)
    page.mouse.move(0, 0)
    page.screenshot(path=ASSETS / "embeddings-light.png")


if __name__ == "__main__":
    main()
