import multiprocessing
import os
import time

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

from spgat.spectral.cache import DiskCache, default_cache, key_of
from spgat.spectral.eigen import full_spectrum, lowest_eigenpairs
from spgat.spectral.laplacian import LaplacianConfig


@pytest.fixture
def cache(tmp_path):
    return DiskCache(tmp_path / "spectra", max_bytes=100_000)


def arrays(value, size=1000):
    return {"a": np.full(size, float(value)), "facts": np.array('{"n": 1}')}


def test_what_was_put_comes_back(cache):
    assert cache.get("x-1") is None
    cache.put("x-1", arrays(1))
    found = cache.get("x-1")
    np.testing.assert_array_equal(found["a"], np.ones(1000))
    assert str(found["facts"]) == '{"n": 1}'
    assert [path.name for path in cache.folder.iterdir()] == ["x-1.npz"]


def test_keys_follow_content_and_parameters():
    matrix = sp.csr_array(nx.to_scipy_sparse_array(nx.path_graph(6), dtype=float))
    wide = matrix.copy()
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    base = key_of("x", matrix, LaplacianConfig(), 3)
    assert base == key_of("x", wide, LaplacianConfig(), 3)
    others = [
        key_of("y", matrix, LaplacianConfig(), 3),
        key_of("x", matrix * 2, LaplacianConfig(), 3),
        key_of("x", matrix, LaplacianConfig(self_loops=False), 3),
        key_of("x", matrix, LaplacianConfig(), 4),
        key_of("x", matrix, LaplacianConfig(), "3"),
    ]
    assert len({base, *others}) == 6


def test_the_least_recently_used_go_first(cache):
    now = time.time()
    for number in range(10):
        cache.put(f"x-{number}", arrays(number))
        os.utime(cache.folder / f"x-{number}.npz", (now - 100 + number, now - 100 + number))
    assert cache.get("x-0") is not None  # used now
    cache.put("x-10", arrays(10))
    cache.put("x-11", arrays(11))
    cache.put("x-12", arrays(12))
    kept = {path.stem for path in cache.folder.iterdir()}
    assert {"x-0", "x-12"} <= kept
    assert "x-1" not in kept
    assert sum(path.stat().st_size for path in cache.folder.iterdir()) <= cache.max_bytes


def test_what_is_larger_than_the_cache_is_not_kept(cache):
    cache.put("x-1", arrays(1, size=20_000))
    assert cache.get("x-1") is None


@pytest.mark.parametrize("damage", ["cut", "flip", "text", "empty", "pickle"])
def test_a_damaged_file_is_a_miss_and_goes(cache, damage):
    cache.put("x-1", arrays(1))
    path = cache.folder / "x-1.npz"
    content = path.read_bytes()
    if damage == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "flip":
        path.write_bytes(content[:500] + b"\xff" * 8 + content[508:])
    elif damage == "text":
        path.write_text("not an archive")
    elif damage == "empty":
        path.write_bytes(b"")
    else:
        np.savez(path, a=np.array([{"never": "unpickled"}], dtype=object))
    assert cache.get("x-1") is None
    assert not path.exists()
    cache.put("x-1", arrays(2))
    assert cache.get("x-1")["a"][0] == 2


def _refuse(*_args, **_kwargs):
    raise PermissionError("not yours")


def test_a_read_only_cache_gives_what_it_has(cache, monkeypatch, caplog):
    cache.put("x-1", arrays(1))
    monkeypatch.setattr("os.utime", _refuse)
    assert cache.get("x-1") is not None
    assert (cache.folder / "x-1.npz").exists()
    assert not caplog.text


def test_a_file_one_may_not_read_is_a_miss_and_stays(cache, monkeypatch):
    cache.put("x-1", arrays(1))
    monkeypatch.setattr("numpy.load", _refuse)
    assert cache.get("x-1") is None
    assert (cache.folder / "x-1.npz").exists()


@pytest.mark.skipif(os.name == "nt", reason="there is no umask")
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o007, 0o660)])
def test_files_have_the_mode_that_the_umask_leaves(cache, umask, mode):
    before = os.umask(umask)
    try:
        cache.put("x-1", arrays(1))
    finally:
        os.umask(before)
    assert (cache.folder / "x-1.npz").stat().st_mode & 0o777 == mode


def test_leftovers_of_a_process_that_died_are_removed(cache):
    cache.put("x-1", arrays(1))
    left, fresh = cache.folder / "old.part", cache.folder / "new.part"
    left.touch()
    fresh.touch()
    os.utime(left, (1, 1))
    cache.put("x-2", arrays(2))
    assert not left.exists()
    assert fresh.exists()  # perhaps being written by another process


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path, caplog):
    blocked = tmp_path / "file"
    blocked.touch()
    DiskCache(blocked / "below").put("x-1", arrays(1))
    assert "was not written" in caplog.text


def _hammer(folder, number):
    cache = DiskCache(folder, max_bytes=30_000)
    for round_ in range(40):
        cache.put(f"x-{round_ % 5}", arrays(round_ % 5))
        found = cache.get(f"x-{(round_ + number) % 5}")
        assert found is None or (found["a"] == (round_ + number) % 5).all()


def test_two_processes_share_a_folder(tmp_path):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_hammer, args=(tmp_path, number)) for number in (1, 2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]


def test_spectra_are_taken_from_the_cache(tmp_path):
    cache = DiskCache(tmp_path)
    ring = sp.csr_array(nx.to_scipy_sparse_array(nx.cycle_graph(700), dtype=float))
    for find in (
        lambda c: lowest_eigenpairs(ring, 5, cache=c),
        lambda c: full_spectrum(ring, cache=c),
    ):
        computed = find(cache)
        again = find(DiskCache(tmp_path))
        np.testing.assert_array_equal(again.eigenvectors, computed.eigenvectors)
        assert again.laplacian == LaplacianConfig()
        for name in ("seconds", "max_residual", "method", "degenerate_groups", "end", "gap"):
            assert getattr(again, name) == getattr(computed, name)
    assert len(list(tmp_path.iterdir())) == 2
    lowest_eigenpairs(ring, 6, cache=cache)
    lowest_eigenpairs(ring, 5, tolerance=1e-4, cache=cache)
    assert len(list(tmp_path.iterdir())) == 4


def test_the_default_lies_in_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("SPGAT_DATA", str(tmp_path))
    assert default_cache().folder == tmp_path / "cache" / "spectra"
