import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import register_all
from benchmarks.harness import REGISTRY

ROOT = Path(__file__).resolve().parents[2]


def smoke(tmp_path, names):
    """The report of a run at toy size: {row: its measurements}, {row: why it was left out}."""
    path = tmp_path / "report.json"
    command = [sys.executable, "-m", "benchmarks", "--smoke", "--json", str(path), *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    report = json.loads(path.read_text())
    return {row["name"]: row["ways"] for row in report["rows"]}, report["left_out"]


def rows(*, with_browser):
    register_all()
    return {name for name, row in REGISTRY.items() if row.needs_browser == with_browser}


def check(measured, left_out, names):
    assert set(measured) | set(left_out) == names
    for ways in measured.values():
        assert ways
        assert all(math.isfinite(way["seconds"]) and way["seconds"] > 0 for way in ways)


@pytest.mark.slow
def test_every_row_without_a_browser_runs_at_a_toy_size(tmp_path):
    names = rows(with_browser=False)
    measured, left_out = smoke(tmp_path, sorted(names))
    check(measured, left_out, names)
    assert "epoch_cora" in measured


@pytest.mark.e2e
@pytest.mark.slow
def test_every_row_with_a_browser_runs_at_a_toy_size(tmp_path):
    names = rows(with_browser=True)
    measured, left_out = smoke(tmp_path, sorted(names))
    check(measured, left_out, names)
