"""Text of strangers on every page: no request, no dialog, no link, an unbroken layout."""

import re
from urllib.parse import quote, urlsplit

import numpy as np
import pytest
from playwright.sync_api import expect

from spgat.config import TrainConfig
from spgat.datasets import with_split
from spgat.graph import Graph
from spgat.runs import RunStore
from spgat.training import fit
from tests.e2e.conftest import wait_ready

EVIL = (
    "<img src=x onerror=alert(1)> ![p](http://evil.example/p.png) [a](http://evil.example) "
    "http://evil.example www.evil.example me@evil.example {c} {b|x} :smile: :material/delete: "
    "\u202e <svg onload=alert(2)>"
)
LONG = "w" * 5000
VIEWS = ("bands", "signals", "filters", "wavelets", "chebyshev")
#: As many letters as a name in a file may have.
NAMES = [(f"{k} {EVIL}" + LONG)[:256] for k in range(12)]
CLASSES = [
    f"{{c}} {{b|x}} :smile: <img src=x onerror=alert(1)> {k} {'w' * 150}" for k in range(2)
]


@pytest.fixture
def graph():
    edges = [(k, (k + step) % 12) for k in range(12) for step in (1, 2)]
    return with_split(
        Graph.build(
            (EVIL + LONG)[:256],
            12,
            edges,
            labels=np.arange(12) % 2,
            node_names=NAMES,
            class_names=CLASSES,
            notes=[EVIL + LONG],
        )
    )


@pytest.fixture
def runs(graph, server):
    """Two kept runs with a hostile name, note, graph, nodes and classes."""
    store = RunStore(server.folder / "runs")
    config = TrainConfig(hidden=4, epochs=3, record_embedding_every=1, device="cpu")
    ids = [store.save(fit(graph, config, seed=k), graph, name=EVIL + LONG) for k in range(2)]
    for run_id in ids:
        store.annotate(run_id, note=EVIL + LONG)
    yield ids
    for run_id in ids:
        store.delete(run_id)


@pytest.fixture
def watched(page, app_url):
    """A page with all that a stranger's text could have done on it."""
    foreign, dialogs = [], []
    ours = urlsplit(app_url).netloc

    def note(request):
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws") and address.netloc != ours:
            foreign.append(request.url)

    page.on("request", note)
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.set_viewport_size({"width": 1000, "height": 900})
    yield page
    assert not foreign
    assert not dialogs


def check(page):
    """Nothing of the text became a part of the page, and nothing is wider than it."""
    wait_ready(page)
    for what in ("a[href*='evil.example']", "img[src='x']", "img[src*=evil]", "svg[onload]"):
        assert page.locator(what).count() == 0, what
    # A cell of a table holds the data as it is, and turns nothing but itself.
    text = page.evaluate(
        """() => { const copy = document.body.cloneNode(true);
                   copy.querySelectorAll('[data-testid=stDataFrame]').forEach(e => e.remove());
                   return copy.textContent; }"""
    )
    assert "\U0001f604" not in text
    assert "\u202e" not in text
    assert not page.locator("[data-testid=stIconMaterial]").filter(has_text="delete:").count()
    wide = page.evaluate(
        """() => [document.documentElement, document.querySelector('[data-testid=stMain]')]
               .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.scrollWidth)"""
    )
    assert not wide


def upload(page, app_url):
    """Accepts an own graph with hostile names in its file; returns its name in an address."""
    page.goto(f"{app_url}/graphs")
    wait_ready(page)
    rows = [f'"{NAMES[k]}","{NAMES[(k + s) % 12]}"' for k in range(12) for s in (1, 2)]
    classes = [f'"{NAMES[k]}","{CLASSES[k % 2]}"' for k in range(12)]
    name = f"{EVIL[:20]} {{c}} :smile: {'w' * 120}.csv".replace("/", "")
    places = page.get_by_test_id("stFileUploaderDropzoneInput")
    content = "\n".join(["source,target", *rows]).encode()
    places.first.set_input_files({"name": name, "mimeType": "", "buffer": content})
    accept = page.get_by_role("button", name="Use this graph")
    expect(accept).to_be_visible()
    content = "\n".join(["node,class", *classes]).encode()
    labels = page.locator(".st-key-labels-file").get_by_test_id("stFileUploaderDropzoneInput")
    labels.set_input_files({"name": name, "mimeType": "", "buffer": content})
    expect(
        page.get_by_test_id("stMetric").filter(has_text=re.compile("^Classes"))
    ).to_contain_text("2")
    check(page)
    accept.click()
    link = page.get_by_test_id("stMain").get_by_role("link", name="Frequencies")
    address = link.get_attribute("href")
    return re.search(r"own-\w+", address).group(0)


def test_text_of_strangers_stays_text_on_every_page_and_view(watched, app_url, runs):
    own = upload(watched, app_url)
    asked = quote(EVIL + LONG)
    paths = [
        *(f"/?graph={own}&view={view}" for view in VIEWS),
        f"/train?dataset={own}",
        f"/?graph={asked}",
        f"/runs?run={runs[0]}",
        f"/runs?run={runs[0]}&run={runs[1]}",
        f"/runs?run_search={quote(EVIL)}",
        f"/embeddings?run={runs[0]}&method=pca",
        f"/embeddings?run={runs[0]}&run={runs[1]}&method=pca",
        "/graphs",
    ]
    for path in paths:
        watched.goto(app_url + path)
        check(watched)
