"""Every row of the benchmarks is built and run once, at a toy size."""

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import register_all
from benchmarks.harness import REGISTRY, measure
from benchmarks.scope import Scope

ROOT = Path(__file__).resolve().parents[2]
register_all()
HERE = sorted(name for name, row in REGISTRY.items() if not row.needs_browser)
IN_BROWSER = sorted(set(REGISTRY) - set(HERE))


def check(seconds):
    assert seconds
    assert all(math.isfinite(measured) and measured > 0 for measured in seconds)


@pytest.mark.filterwarnings("ignore")  # those of the alternatives are theirs
@pytest.mark.parametrize("name", HERE)
def test_a_row_runs_at_a_toy_size(name):
    row = REGISTRY[name]
    if row.missing:
        pytest.skip(row.missing)
    check([way.seconds for way in measure(row, Scope(smoke=True))])


@pytest.mark.e2e
@pytest.mark.slow
def test_the_rows_with_a_browser_run_at_a_toy_size_and_are_reported(tmp_path):
    """In a process of their own, as the command is meant: they share its server."""
    path = tmp_path / "report.json"
    command = [sys.executable, "-m", "benchmarks", "--smoke", "--json", path, *IN_BROWSER]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    report = json.loads(path.read_text())
    measured = {row["name"]: row["ways"] for row in report["rows"]}
    assert {*measured, *report["left_out"]} == set(IN_BROWSER)
    for ways in measured.values():
        check([way["seconds"] for way in ways])
