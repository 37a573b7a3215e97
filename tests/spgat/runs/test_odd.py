"""A store in which there is what no store has made, a wrong clock, or a disk that is full."""

import errno
import json
import math
import os
import shutil
import tempfile
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from spgat.errors import InputError
from spgat.runs import Contents, RunStore, files
from spgat.runs import store as runs_store
from spgat.runs.checking import check


@pytest.fixture
def outside(tmp_path):
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "file").write_text("secret")
    return folder


MAKE = {
    "link": lambda path, outside: path.symlink_to(outside / "file"),
    "link to nothing": lambda path, outside: path.symlink_to(outside / "none"),
    "link to a folder": lambda path, outside: path.symlink_to(outside),
    "pipe": lambda path, outside: os.mkfifo(path),
    "folder": lambda path, outside: path.mkdir(),
}


@pytest.mark.parametrize("name", [files.OWNER, files.PRIVATE, files.NOTE, files.STAR])
@pytest.mark.parametrize("kind", MAKE)
def test_what_is_no_file_is_neither_read_nor_followed(
    store, result, graph, outside, name, kind
):
    store.max_bytes = 2**30
    run_id = store.save(result, graph, owner="anna", is_private=True)
    path = store.root / run_id / name
    path.unlink(missing_ok=True)
    MAKE[kind](path, outside)
    [summary] = RunStore(store.root).list()
    assert summary.is_private
    assert summary.note == ""
    assert summary.owner == ("" if name == files.OWNER else "anna")
    assert b"secret" not in store.export(run_id)
    if kind != "folder":
        store.annotate(run_id, star=True, note="seen")
        store.set_private(run_id, True)
    other = store.save(result, graph)
    assert store.num_bytes > 0
    store.delete(run_id)
    store.erase(run_id)
    assert [run.run_id for run in store.list()] == [other]
    assert [(p.name, p.read_text()) for p in outside.iterdir()] == [("file", "secret")]


@pytest.mark.parametrize("kind", MAKE)
def test_what_is_no_folder_is_no_run(store, result, graph, outside, kind):
    store.max_bytes = 2**30
    name = f"{store.save(result, graph)[:-6]}000000"
    if kind != "folder":
        MAKE[kind](store.root / name, outside)
    with pytest.raises(InputError):
        _ = store.load(name).summary
    store.save(result, graph)
    assert len(store.list()) == 2


@pytest.mark.parametrize("year", [1970, 2199])
def test_a_run_stays_when_a_wrong_clock_is_set_right(store, result, graph, monkeypatch, year):
    class Wrong(datetime):
        @classmethod
        def now(cls, zone=None):
            return cls(year, 1, 1, tzinfo=UTC)

    monkeypatch.setattr(runs_store, "datetime", Wrong)
    run_id = store.save(result, graph)
    [run] = RunStore(store.root).list()
    assert (run.run_id, int(run.created[:4])) == (run_id, year)


def test_erasing_makes_room_on_a_full_disk(store, result, graph, monkeypatch):
    run_id = store.save(result, graph)
    store.delete(run_id)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    store.erase(run_id)
    assert store.num_bytes == 0
    assert list((store.root / ".unfinished").iterdir()) == []


def test_the_first_run_that_is_deleted_needs_no_room(store, result, graph, monkeypatch):
    run_id = store.save(result, graph)

    def full(path, *_, exist_ok=False, **__):
        if not (exist_ok and path.is_dir()):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    store.delete(run_id)
    store.erase(run_id)
    assert not any(path.is_file() for path in store.root.rglob("*"))


@pytest.mark.parametrize("goes", ["for a new one", "after a week"])
def test_a_run_that_gives_way_is_whole_or_not_there(store, result, graph, monkeypatch, goes):
    """Also where the process dies while its files go, or another one brings the run back."""
    run_ids = [store.save(result, graph) for _ in range(3)]
    store.delete(run_ids[0])
    os.utime(store.root / ".deleted" / run_ids[0], (0, 0))

    class Killed(BaseException):
        pass

    def rmtree(folder, **_):
        if folder.is_dir() and any(folder.iterdir()):
            (folder / "summary.json").unlink()
            raise Killed

    monkeypatch.setattr(shutil, "rmtree", rmtree)
    store.max_bytes = 2**21 if goes == "for a new one" else math.inf
    save, delete = partial(store.save, result, graph), partial(store.delete, run_ids[1])
    with pytest.raises(Killed):
        (save if goes == "for a new one" else delete)()
    assert store.contents(deleted=True) == Contents((), ())
    assert store.contents().unreadable == ()


def test_a_disk_that_takes_no_change_is_said_in_a_sentence(store, result, graph, monkeypatch):
    run_id, gone = store.save(result, graph), store.save(result, graph)
    store.delete(gone)

    def refuse(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "rename", refuse)
    for change, name in ((store.delete, run_id), (store.restore, gone), (store.erase, gone)):
        with pytest.raises(InputError):
            change(name)


def test_a_run_that_is_in_the_list_and_in_the_bin_is_kept_twice(store, result, graph):
    run_id = store.save(result, graph)
    shutil.copytree(store.root / run_id, store.root / ".deleted" / run_id)  # from a backup
    for change in (store.delete, store.restore):
        with pytest.raises(InputError):
            change(run_id)
    store.erase(run_id)
    store.delete(run_id)


def test_a_run_that_goes_while_it_is_exported_is_no_empty_file(
    store, result, graph, monkeypatch
):
    run_id, existing = store.save(result, graph), RunStore._existing

    @contextmanager
    def going(self, *args, **rest):
        with existing(self, *args, **rest) as folder:
            folder.rename(store.root / "gone")
            yield folder

    monkeypatch.setattr(RunStore, "_existing", going)
    with pytest.raises(InputError):
        store.export(run_id)


def test_a_run_of_tomorrow_is_not_imported(store, result, graph):
    run_id = store.save(result, graph)
    check(store.load(run_id))
    path = store.root / run_id / files.SUMMARY
    values = json.loads(path.read_text()) | {"created": "2199-01-01T00:00:00+00:00"}
    path.write_text(json.dumps(values))
    with pytest.raises(InputError):
        check(store.load(run_id))
