"""A process that is ended at any moment leaves nothing half written behind."""

import subprocess
import sys

import pytest

from spgat.runs import RunStore
from spgat.runs.checking import check
from spgat.spectral.cache import DiskCache, key_of


@pytest.mark.slow
def test_what_is_there_after_kills_is_whole(tmp_path):
    """A handful of random moments; `python -m tests.spgat.runs.killed FOLDER 50` takes more."""
    command = [sys.executable, "-m", "tests.spgat.runs.killed", str(tmp_path), "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    for name in ("runs", "imported"):
        store = RunStore(tmp_path / name)
        for deleted in (False, True):
            contents = store.contents(deleted=deleted)
            assert contents.unreadable == ()
        for run in store.list():
            check(store.load(run.run_id))
    assert len(RunStore(tmp_path / "runs").list()) > int(done.stdout) > 0
    cache = DiskCache(tmp_path / "cache")
    kept = [cache.get(key_of("array", number)) for number in range(3)]
    assert all(found is None or len(set(found["array"])) == 1 for found in kept)
