"""Own graphs in a browser: every format, every kind of harm, and the way to the other pages."""

import io
import json
import pickle
import re
import zipfile

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from playwright.sync_api import expect

from tests.e2e.conftest import wait_ready

KARATE = nx.karate_club_graph()
MATRIX = sp.csr_array(nx.to_scipy_sparse_array(KARATE, dtype=float))
#: Real files of the mirror, with their nodes and edges.
REAL = {
    "flights-airport.csv": ("305", "2,834"),
    "email.txt": ("1,005", "16,064"),
    "dolphins.gml": ("62", "159"),
    "football.gml": ("115", "613"),
    "lesmis.gml": ("77", "254"),
    "minnesota.mat": ("2,642", "3,303"),
}


def packed(write, *arguments):
    """What a function writes into a file, given as ... among its arguments."""
    file = io.BytesIO()
    write(*(file if argument is ... else argument for argument in arguments))
    return file.getvalue()


def edge_list(delimiter):
    return "\n".join(f"{u}{delimiter}{v}" for u, v in KARATE.edges).encode()


def node_link(key):
    """The club as JSON with its edges under one of the two names that are about."""
    return json.dumps(nx.node_link_data(KARATE, edges=key)).encode()


#: The karate club in the formats of which the mirror has no file.
WRITTEN = {
    "marked.csv": b"\xef\xbb\xbf" + b"from,to\n" + edge_list(","),
    "tabs.tsv": edge_list("\t"),
    "matrix.csv": packed(np.savetxt, ..., MATRIX.toarray(), "%g", ","),
    "club.graphml": packed(nx.write_graphml, KARATE, ...),
    "club.gexf": packed(nx.write_gexf, KARATE, ...),
    "links.json": node_link("links"),
    "edges.json": node_link("edges"),
    "sparse.npz": packed(sp.save_npz, ..., MATRIX),
}
BOMB = io.BytesIO()
with zipfile.ZipFile(BOMB, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("edges.npy", bytes(1200 * 2**20))
HOSTILE = {
    "pickled.npz": (
        packed(np.savez, ..., np.array([{}], dtype=object)),
        "pickled Python objects",
    ),
    "bare.pkl": (pickle.dumps([1]), "could run code when opened"),
    "bomb.npz": (BOMB.getvalue(), "GB of memory"),
    "entities.graphml": (
        b'<!DOCTYPE x [<!ENTITY a "aaaa">]><graphml>&a;</graphml>',
        "declares a document type or entities",
    ),
    "picture.graphml": (b"<svg/>", "is a <svg>, neither GraphML nor GEXF"),
    "cut.gml": (b"graph [ node [ id 0 ]", "GML is broken"),
    "deep.json": (b"[" * 200_000, "nests too deep"),
    "nodes.json": (b'{"nodes": [{"id": 1}], "links": []}', "no edges"),
    "new.mat": (b"MATLAB 7.3 MAT-file".ljust(512), "version 7.3"),
    "alone.csv": (b"a,\nb,\n", "no edges"),
    "inf.csv": (b"a,b,inf\nb,c,1\n", "Line 1 has the weight 'inf'"),
    "negative.csv": (b"a,b,-1\nb,c,1\n", "the Laplacian needs weights above 0"),
    "empty.txt": (b" \n", "is empty"),
    "noise.bin": (bytes(range(256)) * 4, "neither text nor a known binary format"),
    "packed.csv.gz": (b"\x1f\x8b rest", "damaged or cut off"),
}


@pytest.fixture(scope="module")
def opened_once(browser, browser_context_args):
    """A page for all files: a new one takes the place of the one before."""
    with browser.new_context(**browser_context_args) as context:
        yield context.new_page()


@pytest.fixture
def graphs_page(request, opened_once, app_url):
    """The page Own graphs, opened anew only where a test is tried again."""
    if opened_once.url == "about:blank" or request.node.execution_count > 1:
        opened_once.goto(f"{app_url}/graphs")
        wait_ready(opened_once)
    return opened_once


def upload(page, name, content):
    place = page.get_by_test_id("stFileUploaderDropzoneInput").first
    place.set_input_files({"name": name, "mimeType": "", "buffer": content})


def expect_report(page, name, nodes, edges):
    """The report of a file with its numbers, and the button that accepts it."""
    stem = name.rsplit(".", 1)[0]
    expect(page.get_by_role("heading", name=f"Import report: {stem}")).to_be_visible()
    numbers = page.get_by_test_id("stMetric")
    expect(numbers.filter(has_text=re.compile("^Nodes"))).to_contain_text(nodes)
    expect(numbers.filter(has_text=re.compile("^Edges"))).to_contain_text(edges)
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    expect(page.get_by_role("button", name="Use this graph")).to_be_visible()


@pytest.mark.parametrize("name", REAL)
def test_real_files_of_each_format_are_read(graphs_page, mirror, name):
    upload(graphs_page, name, (mirror / "files" / name).read_bytes())
    expect_report(graphs_page, name, *REAL[name])


@pytest.mark.parametrize("name", WRITTEN)
def test_every_other_format_is_read(graphs_page, name):
    """JSON names its edges "links" or "edges"; both spellings are among them."""
    upload(graphs_page, name, WRITTEN[name])
    expect_report(graphs_page, name, "34", "78")


@pytest.mark.parametrize("name", HOSTILE)
def test_each_hostile_or_broken_file_is_refused_in_its_sentence(graphs_page, name):
    """Pickles, entities, bombs, and JSON without edges."""
    content, sentence = HOSTILE[name]
    upload(graphs_page, name, content)
    # That of the file before may still be fading.
    alert = graphs_page.get_by_test_id("stAlert").filter(has_text=sentence)
    expect(alert).to_be_visible()
    expect(graphs_page.get_by_role("button", name="Use this graph")).to_have_count(0)
    expect(graphs_page.get_by_test_id("stException")).to_have_count(0)


def test_a_file_too_large_is_refused_by_the_browser_already(graphs_page, tmp_path):
    """Refused by the server, it would be in its memory first."""
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(33 * 2**20)
    graphs_page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(path)
    expect(graphs_page.get_by_text(re.compile(r"must be 32\S* ?MB or smaller"))).to_be_visible()


def test_an_uploaded_graph_is_previewed_accepted_and_split(open_page, mirror, screenshots):
    page = open_page("/graphs")
    upload(page, "dolphins.gml", (mirror / "files" / "dolphins.gml").read_bytes())
    expect(page.get_by_text("Import report: dolphins")).to_be_visible()
    page.screenshot(path=screenshots / "graphs.png")
    page.get_by_role("button", name="Use this graph").click()
    page.get_by_test_id("stMain").get_by_role("link", name="Frequencies").click()
    expect(page.get_by_text("Low: 6 frequencies")).to_be_visible()
    expect(page).to_have_url(re.compile("graph=dolphins"))


def test_labels_are_joined_and_the_graph_is_trained(open_page, mirror):
    page = open_page("/graphs")
    upload(page, "email.txt", (mirror / "files" / "email.txt").read_bytes())
    labels = page.locator(".st-key-labels-file").get_by_test_id("stFileUploaderDropzoneInput")
    labels.set_input_files(mirror / "files" / "email_labels.txt")
    classes = page.get_by_test_id("stMetric").filter(has_text=re.compile("^Classes"))
    expect(classes).to_contain_text("42")
    page.get_by_role("button", name="Use this graph").click()
    page.get_by_test_id("stMain").get_by_role("link", name="Train").click()
    expect(page.locator(".st-key-start button")).to_be_enabled()
    expect(page.get_by_role("combobox", name="Graph")).to_have_value(re.compile("^email"))


def test_a_link_to_a_graph_of_another_session_falls_back_with_notice(open_page):
    page = open_page("/?graph=dolphins+(own-545473)")
    expect(page.get_by_test_id("stToast").first).to_contain_text("own-545473")
    expect(page.get_by_text("2 lowest keep")).to_be_visible()


def test_another_reading_is_one_click_away(open_page):
    page = open_page("/graphs")
    upload(page, "times.txt", b"a b 1082040961\nb c 1082155839\na b 1082439619\n")
    expect_report(page, "times.txt", "3", "2")
    page.get_by_role("button", name="Weight from 3").click()
    expect(page.get_by_text("Edge weights come from column 3")).to_be_visible()
    page.get_by_role("button", name="Use this graph").click()
    expect(page.get_by_text("Your graphs")).to_be_visible()


def test_a_name_that_is_html_is_shown_as_it_stands(open_page):
    page = open_page("/graphs")
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    text = b"source,target\n<img src=http://x.example/p.png onerror=alert(1)>,B\nB,<b>C</b>\n"
    upload(page, "html.csv", text)
    expect_report(page, "html.csv", "3", "2")
    assert not [url for url in requests if "x.example" in url]
