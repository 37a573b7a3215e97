"""The main path on Cora: train, go through the epochs, and find a lasso's nodes everywhere."""

import re
from itertools import pairwise

import numpy as np
import pandas as pd
from playwright.sync_api import expect

from spgat.runs import RunStore
from tests.e2e.conftest import SLOW
from tests.e2e.lasso import draw_lasso, number_selected

#: What marks a selected node in the graph, where a chart is drawn as SVG.
LIT = "path[fill-opacity='0.9']"
#: A class in the middle of the legend, and how the legend writes what it has switched off.
HIDDEN, INACTIVE = "Neural networks", "0.3"


def table_of_nodes(page):
    """The table of nodes as its own button saves it."""
    table = page.locator(".st-key-nodes")
    table.get_by_test_id("stDataFrame").hover()
    with page.expect_download() as download:
        table.get_by_role("button", name="Download as CSV").click()
    return pd.read_csv(download.value.path())


def test_trained_scrubbed_and_lassoed_nodes_are_lit_everywhere(
    open_page, open_elsewhere, page, server, mirror
):
    """With one class hidden by the legend, the lasso still takes the right nodes."""
    page.add_init_script("delete window.showSaveFilePicker")  # its dialog is not the page's
    open_page("/train?dataset=cora&epochs=15&patience=0&svg=true")
    page.locator(".st-key-start button").click()
    expect(page.get_by_text("done in")).to_be_visible(timeout=SLOW)
    page.get_by_role("link", name="See the embedding").click()
    page.get_by_text("Over epochs", exact=True).click()
    cursor = page.get_by_role("slider", name="Epoch")
    expect(cursor).to_have_attribute("aria-valuetext", "15")
    cursor.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"[?&]epoch=14\b"))

    place = page.get_by_role("button", name="Compute layout")
    graph = page.locator(".st-key-selection_in_graph")
    expect(place.or_(graph)).to_be_visible()
    if place.is_visible():
        place.click()
    expect(graph).to_be_visible(timeout=SLOW)
    hidden = page.locator(".st-key-map-0-0 svg text", has_text=HIDDEN)
    hidden.click(force=True)
    expect(hidden).to_have_attribute("fill-opacity", INACTIVE)
    draw_lasso(page, 0.5, 0.6)
    count = number_selected(page)
    assert 0 < count < 2708

    run_id = re.search(r"[?&]run=([^&]+)", page.url).group(1)
    run = RunStore(server.folder / "runs").load(run_id)
    table = table_of_nodes(page)
    nodes = table["node"].to_numpy()
    assert len(nodes) == count
    assert HIDDEN not in set(table["label"])
    expect(graph.locator(LIT)).to_have_count(count)
    shared = np.isin(run.graph.edges(), nodes).all(axis=1).sum()
    described = f"The graph with {count} selected nodes, which share {shared} edges."
    expect(graph.get_by_role("img", name=described, exact=True)).to_be_visible()
    cells = zip(run.confusion(nodes).flat, run.confusion().flat, strict=True)
    expected = sorted((part, f"of {whole}") for part, whole in cells if part)
    texts = page.locator("[class*=st-key-confusion] text")
    expect(texts.filter(has_text=re.compile("^of "))).to_have_count(len(expected))
    lines = pairwise(texts.all_text_contents())
    assert expected == sorted((int(part), of) for part, of in lines if of.startswith("of "))

    cursor = open_elsewhere(page.url).get_by_role("slider", name="Epoch")
    expect(cursor).to_have_attribute("aria-valuetext", "14")
