"""Commands that are killed while they work, and others beside them, leave nothing broken."""

import csv
import json
import subprocess
import sys

import numpy as np
import pytest

from spgat.experiments.sweep import CellStore
from spgat.experiments.tune import tune
from spgat.runs import RunStore
from spgat.runs.checking import check
from spgat.spectral.cache import DiskCache


def check_all(folder):
    """Everything that the commands left can be read to its end and gone on with."""
    store = RunStore(folder / "runs")
    contents = store.contents()
    assert contents.unreadable == ()
    for run in contents.runs:
        check(store.load(run.run_id))
        assert run.stop_reason == "finished"
    records = CellStore(folder / "results").read()
    assert all(record["measured"]["epochs"] == 3 for record in records.values())
    outcome = json.loads((folder / "results" / "figure1.json").read_text())
    table = (folder / "results" / "figure1.csv").read_text()
    rows = list(csv.DictReader(table.splitlines()))
    assert len(outcome["rows"]) == len(rows) > 0
    with np.load(folder / "results" / "figure1.npz") as arrays:
        assert all(np.isfinite(arrays[name]).all() for name in arrays.files)
    cache = DiskCache(folder / "data" / "cache" / "spectra")
    kept = [path.stem for path in cache.folder.glob("*.npz")]
    assert kept
    assert all(cache.get(key) is not None for key in kept)
    return contents.runs, records


@pytest.mark.slow
def test_what_killed_commands_leave_is_whole_and_can_be_gone_on_with(tmp_path):
    """A handful of moments; `python -m tests.spgat.killed_commands FOLDER 50` takes more."""
    times = 6
    command = [sys.executable, "-m", "tests.spgat.killed_commands", str(tmp_path), str(times)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr + (tmp_path / "log").read_text()[-2000:]
    assert int(done.stdout) > 0
    runs, records = check_all(tmp_path)
    assert len(runs) >= 2 * times // 3  # those of the commands that were left alone
    assert len(records) == 3 * times // 3
    found = tune("karate", family="wavelet", runs=1, trials=1, storage=tmp_path / "search.db")
    assert len(found.trace) >= times // 3
