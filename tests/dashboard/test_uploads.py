"""What a server keeps of the files that its tabs have sent, and of what was read of them."""

import copy
import gc
import runpy
import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.elements.widgets import file_uploader
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from dashboard import uploads
from dashboard.imports import kept
from spgat.datasets.limits import EMBEDDING, UPLOAD
from spgat.errors import InputError


@pytest.fixture
def send():
    """Sends a file of some MB from a tab, and returns what each tab has then."""
    files = MemoryUploadedFileManager("/upload")

    def sent(tab, name, size):
        files.add_file(tab, UploadedFileRec(name, name, "text/plain", bytes(size * 2**20)))
        uploads.drop_above(files, 101 * 2**20)
        return {
            other: [file.name for file in files.get_files(other, "abcdef")] for other in "xy"
        }

    return sent


def test_a_tab_that_sends_and_sends_loses_its_own_oldest_files(send):
    send("y", "f", 30)
    send("x", "a", 40)
    assert send("x", "b", 30) == {"x": ["a", "b"], "y": ["f"]}
    assert send("x", "c", 20) == {"x": ["b", "c"], "y": ["f"]}


def test_a_file_that_is_sent_anew_counts_once(send):
    for _ in range(3):
        found = send("x", "a", 60)
    assert found["x"] == ["a"]


@pytest.mark.parametrize(
    "long", [{}, {"name": "n" * 2**20}, {"type": "t" * 2**20}, {"file_id": "i" * 2**20}]
)
def test_files_without_content_are_bounded_too(long):
    files = MemoryUploadedFileManager("/upload")
    most = 4 * uploads.LEAST_BYTES
    for number in range(6):
        record = UploadedFileRec(str(number), "a", "b", b"")
        changed = record._replace(**{field: text + str(number) for field, text in long.items()})
        files.add_file("x", changed)
        uploads.drop_above(files, most + 2**20 * bool(long))
    assert len(files.file_storage["x"]) == (1 if long else 4)


def test_files_are_bounded_before_anybody_has_opened_a_page(monkeypatch):
    monkeypatch.setattr(uploads, "MAX_BYTES", 100 * 2**20)
    monkeypatch.setattr(
        MemoryUploadedFileManager, "add_file", MemoryUploadedFileManager.add_file
    )  # to be set back
    monkeypatch.setattr(file_uploader, "UploadedFile", file_uploader.UploadedFile)
    monkeypatch.setattr("dashboard.connections.bound", lambda: None)
    held = []

    def serve(arguments, prog_name):
        files = MemoryUploadedFileManager("/upload")
        for name in "ab":
            files.add_file("x", UploadedFileRec(name, name, "text/plain", bytes(60 * 2**20)))
        held.append((arguments, sorted(files.file_storage["x"])))

    monkeypatch.setattr("streamlit.web.cli.main", serve)
    monkeypatch.setattr("sys.argv", ["serve.py", "app.py", "--server.port=1"])
    uploads.bound.cache_clear()
    runpy.run_module("dashboard.serve", run_name="__main__")
    uploads.bound.cache_clear()
    assert held == [(["run", "app.py", "--server.port=1"], ["b"])]


def test_a_tab_holds_no_content_that_the_server_has_dropped(monkeypatch):
    files = MemoryUploadedFileManager("/upload")
    context = SimpleNamespace(uploaded_file_mgr=files, session_id="x")
    monkeypatch.setattr(uploads, "get_script_run_ctx", lambda: context)
    record = UploadedFileRec("f", "a.csv", "text/csv", bytes(60))
    files.add_file("x", record)
    held = uploads.KeptFile(record, FileURLs())
    assert (held.file_id, held.name, held.size) == ("f", "a.csv", 60)
    assert copy.deepcopy(held).getvalue() == bytes(60)
    with pytest.raises(ValueError, match="closed"):
        held.read()
    assert all(kept is not record.data for kept in gc.get_referents(held, vars(held)))
    uploads.drop_above(files, 10)
    with pytest.raises(InputError):
        held.getvalue()


def test_every_file_that_a_page_reads_is_let_through():
    path = Path(uploads.__file__).parent / ".streamlit" / "config.toml"
    most = tomllib.loads(path.read_text())["server"]["maxUploadSize"] * 2**20
    assert most == max(EMBEDDING.file_bytes, UPLOAD.file_bytes)
    assert 2 * most <= uploads.MAX_BYTES


@pytest.fixture
def reads(monkeypatch):
    """Reads as a visitor, and says which files were read."""
    who = ["ada"]
    monkeypatch.setattr("dashboard.imports.kept.visitor_id", lambda: who[0])
    monkeypatch.setattr("dashboard.visitor.visitor_id", lambda: who[0])
    done = []

    def read(visitor, file, num_bytes=1):
        who[0] = visitor

        def make():
            done.append((visitor, file))
            return np.zeros(num_bytes, dtype=np.uint8)

        return kept.once("graph", (file,), make, lambda array: array.nbytes)

    return SimpleNamespace(read=read, done=done)


def test_each_file_is_read_once_for_each_visitor(reads):
    first = reads.read("ada", "f")
    assert reads.read("ada", "f") is first
    reads.read("bob", "f")
    assert reads.done == [("ada", "f"), ("bob", "f")]


def test_what_was_read_has_a_bound_and_who_holds_most_gives_way(reads):
    part = kept.MAX_BYTES // 4
    reads.read("bob", "g", part)
    for file in "abcd":
        reads.read("ada", file, part)
    reads.done.clear()
    reads.read("bob", "g", part)
    reads.read("ada", "d", part)
    assert reads.done == []
    reads.read("ada", "a", part)
    assert reads.done == [("ada", "a")]
    with pytest.raises(InputError):
        reads.read("ada", "huge", kept.MAX_BYTES + 1)
