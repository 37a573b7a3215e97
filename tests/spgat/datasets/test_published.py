import hashlib
import shutil
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress

import numpy as np
import pytest
import scipy.sparse as sp

from spgat import datasets
from spgat.datasets import planetoid, store
from spgat.datasets.fetch import RawFile, data_folder, fetch
from spgat.errors import Cancelled, InputError


@pytest.fixture
def data(tmp_path, monkeypatch):
    """An empty data folder and no mirror."""
    monkeypatch.setenv("SPGAT_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SPGAT_MIRROR")
    return tmp_path / "data"


def raw_file(folder, content=b"content", name="set/a.bin"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return RawFile(name, path.as_uri(), hashlib.sha256(content).hexdigest())


@pytest.mark.parametrize("title", ["Cora", "CiteSeer", "PubMed"])
def test_planetoid_is_what_torch_geometric_gives(mirror, tmp_path, title):
    """Citeseer keeps its 15 nodes that no file describes."""
    from torch_geometric.datasets import Planetoid

    shutil.copytree(mirror / title / "raw", tmp_path / title / "raw")
    reference = Planetoid(str(tmp_path), title)[0]
    graph = datasets.load(title.lower())
    edges = sp.coo_array(
        (np.ones(reference.num_edges), reference.edge_index.numpy()),
        shape=(reference.num_nodes, reference.num_nodes),
    )
    assert (graph.adjacency != edges.tocsr()).nnz == 0
    assert (graph.features != sp.csr_array(reference.x.numpy())).nnz == 0
    known = graph.labels >= 0
    assert (graph.labels[known] == reference.y.numpy()[known]).all()
    assert (~known).sum() == (15 if title == "CiteSeer" else 0)
    split = graph.splits[0]
    for part in ("train", "val", "test"):
        assert (getattr(split, part) == reference[f"{part}_mask"].numpy()).all()
        assert known[getattr(split, part)].all()


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        # Numbers of papers per topic as LINQS describes the collections.
        ("cora", {"Neural networks": 818, "Theory": 351, "Rule learning": 180}),
        ("citeseer", {"Databases": 701, "Agents": 596, "Artificial intelligence": 249}),
        ("pubmed", {"Experimental diabetes": 4103, "Type 2 diabetes": 7875}),
    ],
)
def test_class_names_stand_at_the_right_classes(mirror, name, sizes):
    graph = datasets.load(name)
    counts = dict(
        zip(graph.class_names, np.bincount(graph.labels[graph.labels >= 0]), strict=True)
    )
    assert {topic: counts[topic] for topic in sizes} == sizes


def test_photo_is_what_torch_geometric_gives(mirror, tmp_path):
    from torch_geometric.datasets import Amazon

    shutil.copytree(mirror / "Photo" / "raw", tmp_path / "Photo" / "raw")
    reference = Amazon(str(tmp_path), "Photo")[0]
    graph = datasets.load("amazon-photo", seed=7)
    assert graph.adjacency.nnz == reference.num_edges
    rows, columns = graph.adjacency.nonzero()
    ours, theirs = (
        {(int(u), int(v)) for u, v in pairs}
        for pairs in (zip(rows, columns, strict=True), reference.edge_index.T.numpy())
    )
    assert ours == theirs
    assert (graph.features == reference.x.numpy()).all()
    assert (graph.labels == reference.y.numpy()).all()
    split = graph.splits[0]
    assert split.sizes == (160, 240, 7250)
    assert np.bincount(graph.labels[split.train]).tolist() == [20] * 8
    assert (split.train == datasets.load("amazon-photo", seed=7).splits[0].train).all()
    assert (split.train != datasets.load("amazon-photo", seed=8).splits[0].train).any()


def test_ten_splits_are_the_published_ones(mirror):
    with np.load(mirror / "heterophilous" / "texas.npz") as archive:
        published = archive["train_masks"]
    graph = datasets.load("texas")
    assert [split.train.tolist() for split in graph.splits] == published.tolist()


def test_the_second_load_needs_no_torch(mirror):
    datasets.load("cora")
    script = "import sys, spgat.datasets as d; d.load('cora'); print('torch' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert out.stdout.strip() == "False", out.stderr


def test_raw_files_in_the_data_folder_need_no_mirror(mirror, data):
    shutil.copytree(mirror / "Cora" / "raw", data / "Cora" / "raw")
    assert datasets.info("cora").is_at_hand()
    assert datasets.load("cora").num_nodes == 2708


def test_no_network_says_what_to_put_where(data, monkeypatch):
    """A download that fails must not end in a traceback."""
    closed = tuple(
        RawFile(f.path, "http://127.0.0.1:9/x", f.sha256) for f in planetoid._files("Cora")
    )
    monkeypatch.setattr(planetoid, "_files", lambda title: closed)
    assert not datasets.info("cora").is_at_hand()
    with pytest.raises(
        InputError,
        match=r"cannot be reached.*put ind\.cora\.x, .*ind\.cora\.test"
        r"\.index into .*Cora/raw.*SPGAT_MIRROR",
    ):
        datasets.load("cora")


def test_a_pickle_that_is_not_the_published_one_is_never_opened(
    mirror, data, tmp_path, monkeypatch
):
    """A pickle runs any code when it is read."""
    forged = tmp_path / "mirror"
    shutil.copytree(mirror / "Cora", forged / "Cora")
    witness = tmp_path / "executed"
    bomb = f"cos\nsystem\n(S'touch {witness}'\ntR."
    (forged / "Cora" / "raw" / "ind.cora.graph").write_text(bomb)
    monkeypatch.setenv("SPGAT_MIRROR", str(forged))
    with pytest.raises(InputError, match=r"ind\.cora\.graph is not the published file"):
        datasets.load("cora")
    assert not witness.exists()
    assert not list((data / "Cora" / "raw").glob(".*"))  # and nothing half done stays behind


def test_a_damaged_raw_file_in_the_data_folder_is_replaced(mirror, data, monkeypatch):
    shutil.copytree(mirror / "Cora" / "raw", data / "Cora" / "raw")
    (data / "Cora" / "raw" / "ind.cora.x").write_bytes(b"cut")
    monkeypatch.setenv("SPGAT_MIRROR", str(mirror))
    assert datasets.load("cora").num_nodes == 2708


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x03\x04 cut"])
def test_an_archive_that_holds_something_else_is_refused(data, content):
    path = data / "heterophilous" / "texas.npz"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(InputError, match="does not hold the published data; delete it"):
        datasets.load("texas")


def test_an_archive_with_other_numbers_is_refused(mirror, data):
    with np.load(mirror / "heterophilous" / "texas.npz") as archive:
        arrays = dict(archive)
    arrays["node_labels"][0] += 1
    path = data / "heterophilous" / "texas.npz"
    path.parent.mkdir(parents=True)
    np.savez(path, **arrays)
    with pytest.raises(InputError, match="does not hold the published data"):
        datasets.load("texas")


def test_a_damaged_parsed_copy_is_made_again(mirror, data, monkeypatch):
    monkeypatch.setenv("SPGAT_MIRROR", str(mirror))
    digest = datasets.load("texas").digest
    copy = store._path("texas")
    copy.write_bytes(copy.read_bytes()[:1000])
    assert datasets.load("texas").digest == digest
    copy.write_bytes(copy.read_bytes().replace(b"texas", b"\0" * 5))
    assert datasets.load("texas").digest == digest


@pytest.mark.parametrize("name", ["texas", "cora"])
def test_a_parsed_copy_of_other_content_is_made_again(mirror, data, monkeypatch, name):
    monkeypatch.setenv("SPGAT_MIRROR", str(mirror))
    digest = datasets.load(name).digest
    copy = store._path(name)
    with np.load(copy) as archive:
        whole = dict(archive)
    for part in ("labels", "source"):
        arrays = dict(whole)
        arrays[part] = np.array("another") if part == "source" else 1 - (arrays[part] == 0)
        np.savez(copy, **arrays)
        assert datasets.load(name).digest == digest
    before = copy.stat().st_mtime_ns
    assert datasets.load(name).digest == digest
    assert copy.stat().st_mtime_ns == before  # a whole copy is read, not made again


def test_a_data_folder_that_cannot_be_written_is_named(mirror, data, monkeypatch):
    monkeypatch.setenv("SPGAT_MIRROR", str(mirror))
    data.write_text("a file where the folder should be")
    with pytest.raises(InputError, match=r"cannot be written .*set SPGAT_DATA"):
        datasets.load("texas")


def test_downloads_report_progress_and_arrive_whole(data, tmp_path):
    content = bytes(range(256)) * 4000
    file = raw_file(tmp_path / "server", content)
    calls = []
    fetch([file], lambda fraction, text: calls.append((fraction, text)))
    assert (data_folder() / file.path).read_bytes() == content
    fractions = [fraction for fraction, _ in calls]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert any("MB" in text for _, text in calls)


def test_a_download_with_another_checksum_is_refused(data, tmp_path):
    file = raw_file(tmp_path / "server")
    other = RawFile(file.path, file.url, "0" * 64)
    with pytest.raises(InputError, match="SHA-256 differs"):
        fetch([other])
    assert not any(path.is_file() for path in data.rglob("*"))


def test_a_download_larger_than_any_set_is_cut_off(data, tmp_path, monkeypatch):
    monkeypatch.setattr("spgat.datasets.fetch.MAX_DOWNLOAD_BYTES", 3)
    with pytest.raises(InputError, match="which no data set"):
        fetch([raw_file(tmp_path / "server")])


def test_a_slow_download_is_left_with_its_first_bytes(data):
    """All downloads wait for one that drips."""
    sent = []

    def drip(listening):
        connection, _ = listening.accept()
        with connection, suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            while len(sent) < 500:
                sent.append(connection.send(b"a"))
                time.sleep(0.01)

    def leave(_, text):
        if "MB" in text:
            raise Cancelled("enough")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        slow = threading.Thread(target=drip, args=(listening,))
        slow.start()
        port = listening.getsockname()[1]
        with pytest.raises(Cancelled):
            fetch([RawFile("set/a.bin", f"http://127.0.0.1:{port}/a.bin")], leave)
        num_sent = len(sent)
        slow.join()
    assert num_sent < 500
