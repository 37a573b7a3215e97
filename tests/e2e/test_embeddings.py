"""From an exported run to its embedding: import, epochs, lasso, linked charts, t-SNE."""

import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from spgat import datasets, presets
from spgat.runs import RunStore
from spgat.training import fit
from tests.e2e.conftest import wait_ready
from tests.e2e.lasso import draw_lasso, number_selected


@pytest.fixture(scope="module")
def exported(mirror, tmp_path_factory):
    """The zip of a short training on Cora that kept its embeddings."""
    store = RunStore(tmp_path_factory.mktemp("store"))
    graph = datasets.load("cora")
    config = replace(presets.get("frequency", "cora"), epochs=15, record_embedding_every=5)
    run_id = store.save(fit(graph, config), graph)
    path = store.root / f"{run_id}.zip"
    path.write_bytes(store.export(run_id))
    return run_id, path


@pytest.fixture
def run_id(open_page, exported):
    """The run in the app's own store, private to the visitor of this test."""
    _, path = exported
    page = open_page("/runs")
    page.get_by_role("button", name="Import").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(path)
    said = page.get_by_text(re.compile(r"Imported run \S+\."))
    expect(said).to_be_visible()
    return re.search(r"Imported run (\S+)\.", said.inner_text()).group(1)


def contents(path):
    """What the files of an exported run hold; the folder above them has the run's name."""
    with zipfile.ZipFile(path) as archive:
        return {Path(name).name: archive.read(name) for name in archive.namelist()}


def described(page, key):
    """The text alternative of a chart."""
    return page.locator(f".st-key-{key} [aria-label]").first


def test_a_lasso_lights_the_same_nodes_everywhere(open_page, run_id, screenshots):
    page = open_page(f"/embeddings?run={run_id}")
    page.get_by_role("button", name="Compute layout").click()
    expect(described(page, "selection_in_graph")).to_be_visible(timeout=120_000)
    draw_lasso(page, 0.5, 0.6)
    count = number_selected(page)
    assert 0 < count < 2708
    label = re.compile(f"The graph with {count} selected nodes")
    expect(described(page, "selection_in_graph")).to_have_attribute("aria-label", label)
    expect(described(page, "energy")).to_have_attribute("aria-label", re.compile("energy lies"))
    page.screenshot(path=screenshots / "embeddings.png")
    page.keyboard.press("Escape")
    expect(page.get_by_text("Nothing selected.")).to_be_visible()
    for _ in range(5):  # a key that comes while the page is being redrawn is lost
        page.keyboard.press("z")
        page.wait_for_timeout(3000)
        if not page.get_by_text("Nothing selected.").is_visible():
            break
    expect(page.get_by_text(f"{count} of 2,708 nodes selected")).to_be_visible()


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
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    expect(page.get_by_text("Trustworthiness")).to_be_visible(timeout=240_000)
    page.reload()
    wait_ready(page)
    expect(page.get_by_text("Trustworthiness")).to_be_visible()
    expect(page.get_by_role("button", name="Compute t-SNE")).to_have_count(0)


def test_two_visitors_draw_umap_at_once(open_page, open_elsewhere, app_url, run_id):
    """numba's threads crash a process where two use them unguarded."""
    path = f"/embeddings?run={run_id}&method=umap&projection_seed="
    pages = [open_page(path + "1"), open_elsewhere(f"{app_url}{path}2")]
    for page in pages:
        page.get_by_role("button", name="Compute UMAP").click()
        expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    for page in pages:
        expect(page.get_by_text("Trustworthiness")).to_be_visible(timeout=240_000)


def test_a_run_is_deleted_brought_back_and_exported_unchanged(open_page, exported, run_id):
    page = open_page(f"/runs?run={run_id}")
    expect(page.get_by_text("1 run chosen")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert contents(download.value.path()) == contents(exported[1])
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("1 run deleted.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("1 run deleted.")).to_have_count(0)
    expect(page.get_by_test_id("stExpander").get_by_text(run_id)).to_have_count(0)  # the bin
