"""From a stored run to its embedding: epochs, lasso, linked charts, t-SNE, export."""

import io
import re
import zipfile
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import expect

from spgat import datasets, presets
from spgat.runs import RunStore
from spgat.training import fit
from tests.e2e.conftest import SLOW, click_until, wait_ready
from tests.e2e.lasso import hold_lasso, number_selected, take_lasso


@pytest.fixture(scope="module")
def store(server):
    """The app's own."""
    return RunStore(server.folder / "runs")


@pytest.fixture(scope="module")
def trained():
    """A short training that kept its embeddings, and its graph."""
    graph = datasets.load("iris")
    config = replace(presets.get("frequency", "iris"), epochs=15, record_embedding_every=5)
    return fit(graph, config), graph


@pytest.fixture
def run_id(store, trained):
    run_id = store.save(*trained)
    yield run_id
    store.delete(run_id)


def contents(archive):
    """What the files of an exported run hold."""
    with zipfile.ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def described(page, key):
    """The text alternative of a chart."""
    return page.locator(f".st-key-{key} [aria-label]").first


def test_a_lasso_lights_the_same_nodes_everywhere(open_page, run_id, screenshots):
    """In the map while it is drawn, by the browser alone."""
    page = open_page(f"/embeddings?run={run_id}&svg=true")
    points = page.locator(".st-key-map-0-0 svg path[fill-opacity='0.85']")
    expect(points).not_to_have_count(0)
    num_points = points.count()
    take_lasso(page)
    hold_lasso(page, 0.2, 0.6, 100)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    num_faint = num_points - points.count()
    page.mouse.up()
    expect(page.get_by_text("Selected nodes", exact=True)).to_be_visible()
    count = number_selected(page)
    assert 0 < count < 150
    assert num_faint == 150 - count
    label = re.compile(f"The graph with {count} selected nodes")
    expect(described(page, "selection_in_graph")).to_have_attribute("aria-label", label)
    expect(described(page, "energy")).to_have_attribute("aria-label", re.compile("energy lies"))
    page.screenshot(path=screenshots / "embeddings.png")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Nothing selected.")).to_be_visible()
    wait_ready(page)  # a key that comes while the page is being redrawn is lost
    page.keyboard.press("z")
    expect(page.get_by_text(f"{count} of 150 nodes selected")).to_be_visible()


@pytest.mark.moving
def test_epochs_are_scrubbed_by_key_and_played(open_page, run_id):
    page = open_page(f"/embeddings?run={run_id}&over_epochs=true")
    slider = page.get_by_role("slider", name="Epoch")
    expect(slider).to_have_attribute("aria-valuetext", "15")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "10")
    page.keyboard.press("p")
    expect(slider).to_have_attribute("aria-valuetext", "15")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


#: Keeps every WebGL context that a page makes in `made`, as long as the browser does.
COUNT_CONTEXTS = """
    window.made = [];
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        const context = get.call(this, kind, ...rest);
        const isNew = kind.startsWith("webgl") && !made.some((m) => m.deref() === context);
        if (context && isNew) made.push(new WeakRef(context));
        return context;
    };
    window.alive = () => made.filter((m) => m.deref()?.isContextLost() === false).length;
"""


def test_drawing_in_space_again_and_again_gives_contexts_back(page, open_page, run_id):
    """The browser takes the oldest WebGL context away where there are too many."""
    page.add_init_script(COUNT_CONTEXTS)
    open_page(f"/embeddings?run={run_id}&dimensions=3")
    page.wait_for_function("made.length > 0")
    for colour in ("Prediction", "Split", "Degree") * 3:
        before = page.evaluate("made.length")
        page.get_by_role("combobox", name="Colour").click()
        page.get_by_role("option", name=colour).click()
        page.wait_for_function(f"made.length > {before}")
    assert page.evaluate("alive()") <= 4  # and not ten
    expect(page.locator(".js-plotly-plot canvas").first).to_be_visible()


def test_tsne_is_drawn_on_request_and_kept(open_page, run_id):
    path = f"/embeddings?run={run_id}&method=tsne&colour=prediction"
    page = open_page(path)
    page.get_by_role("button", name="Compute t-SNE").click()
    expect(page.get_by_text("Trustworthiness")).to_be_visible(timeout=SLOW)
    page.reload()
    wait_ready(page)
    expect(page.get_by_text("Trustworthiness")).to_be_visible()
    expect(page.get_by_role("button", name="Compute t-SNE")).to_have_count(0)


@pytest.fixture
def run_ids(store, trained):
    """Five runs that differ in their seed alone."""
    result, graph = trained
    found = [store.save(replace(result, seed=seed), graph) for seed in range(5)]
    yield found
    for run_id in found:
        store.delete(run_id)


def test_a_click_on_the_dot_of_a_run_opens_it(open_page, run_ids):
    page = open_page("/runs?svg=true&" + "&".join(f"run={run_id}" for run_id in run_ids))
    dots = page.locator(".st-key-outcomes svg path[fill-opacity='0.7']")
    expect(dots).to_have_count(5)  # from seed 0 to 4
    opened = re.compile(rf"^((?!run=).)*run={run_ids[3]}((?!run=).)*$")
    click_until(dots.nth(3).click, partial(expect(page).to_have_url, opened))
    expect(page.get_by_text("1 run chosen")).to_be_visible()


def test_a_run_is_deleted_brought_back_and_exported_unchanged(open_page, store, run_id):
    page = open_page(f"/runs?run={run_id}")
    expect(page.get_by_text("1 run chosen")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert contents(download.value.path()) == contents(io.BytesIO(store.export(run_id)))
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("1 run deleted.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("1 run deleted.")).to_have_count(0)
    expect(page.get_by_test_id("stExpander").get_by_text(run_id)).to_have_count(0)  # the bin
