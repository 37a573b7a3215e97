"""Embeddings of other tools open without a training, with every linked view."""

import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from playwright.sync_api import expect
from sklearn.datasets import load_digits, load_iris, load_wine

from tests.e2e.conftest import SLOW, wait_ready
from tests.e2e.lasso import hold_lasso, take_lasso
from tests.e2e.test_foreign_text import EVIL, check
from tests.e2e.vectors import open_form, saved, upload


def lines(rows):
    return "".join("\t".join(map(str, row)) + "\n" for row in rows).encode()


def digits():
    """Raw pixels as an array of NumPy, and their labels."""
    found = load_digits()
    labels = lines([["digit"], *([label] for label in found.target)])
    pixels = saved(lambda file: np.save(file, found.images))
    return {"pixels.npy": pixels, "labels.csv": labels}


def projector():
    """The pair of the Embedding Projector: vectors without a header, metadata with one.

    Names and a column are a stranger's text.
    """
    found = load_iris()
    names = found.target_names[found.target]
    rows = ([f"{k} {EVIL}"[:200], name, f"{EVIL} {k % 3}"] for k, name in enumerate(names))
    return {
        "vectors.tsv": lines(found.data.tolist()),
        "metadata.tsv": lines([["name", "label", EVIL], *rows]),
    }


def parquet():
    """A table with a column of vectors, one of classes and one of numbers."""
    found = load_wine()
    columns = {
        "id": [f"wine {k}" for k in range(len(found.data))],
        "embedding": ((found.data - found.data.mean(0)) / found.data.std(0)).tolist(),
        "grower": [f"grower {k}" for k in found.target],
        "alcohol": found.data[:, 0],
    }
    return {"wines.parquet": saved(lambda file: pq.write_table(pa.table(columns), file))}


@pytest.fixture(scope="module")
def page(browser, app_url):
    """The page in one browser for all tests of this file: charts are loaded once."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    page.goto(f"{app_url}/embeddings")
    wait_ready(page)
    yield page
    context.close()


def described(page, key):
    """The text alternative of a chart."""
    return page.locator(f".st-key-{key} [aria-label]").first


def expect_described(page, key, words):
    expect(described(page, key)).to_have_attribute("aria-label", re.compile(words))


@pytest.mark.parametrize(
    ("files", "nodes", "has_classes"),
    [(digits, "1,797", True), (projector, "150", True), (parquet, "178", False)],
    ids=["digits as .npy", "Projector's pair", "Parquet"],
)
def test_an_own_embedding_opens_with_all_linked_views(
    page, app_url, files, nodes, has_classes, screenshots
):
    page.goto(f"{app_url}/embeddings")
    wait_ready(page)
    open_form(page)
    upload(page, files())
    metric = page.get_by_test_id("stMetric").filter(has_text=re.compile("^Nodes"))
    expect(metric).to_contain_text(nodes)
    page.get_by_role("button", name="Open it").click()
    words = re.compile(f"PCA of {nodes} nodes coloured by")
    label = described(page, "map-0-0")
    expect(label).to_have_attribute("aria-label", words, timeout=SLOW)
    wait_ready(page)
    take_lasso(page)
    hold_lasso(page, 0.5, 0.55, 90)
    page.mouse.up()
    selected = page.get_by_text(re.compile(f"of {nodes} nodes selected"))
    expect(selected).to_be_visible()
    number = selected.inner_text().split(" of ")[0].replace(",", "")
    assert 0 < int(number) < int(nodes.replace(",", ""))
    expect_described(page, "selection_in_graph", f"with {number} selected nodes")
    expect_described(page, "energy", "energy lies")
    expect_described(page, "dimensions-on-graph", "Share of low frequency")
    expect(page.get_by_text("What distinguishes the selection")).to_be_visible()
    expect(page.get_by_text("Selected nodes", exact=True)).to_be_visible()
    expect(page.get_by_text("Trustworthiness")).to_be_visible()
    expect(page.get_by_text("Confusion matrix")).to_have_count(0)
    if has_classes:
        expect_described(page, "silhouettes", "Silhouettes by class")
    else:
        page.get_by_text("Clusters", exact=True).click()
        expect_described(page, "silhouettes", "Silhouettes by cluster")
    check(page)
    page.screenshot(path=screenshots / f"own-{next(iter(files()))}.png", full_page=True)
