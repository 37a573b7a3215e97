"""How often work is run before its time counts, and what becomes of others where it dies."""

import itertools
import json
import subprocess
import sys

import pytest

from benchmarks import __main__ as command
from benchmarks import harness
from benchmarks.harness import REPEATS, SHORT, Run, benchmark, measure_here
from benchmarks.scope import Scope


@pytest.mark.parametrize(
    ("each", "counted"), [(0.1, REPEATS), (SHORT / 2, 2), (SHORT - 1, 2), (SHORT + 1, 1)]
)
def test_short_work_is_repeated_and_long_work_is_run_once(monkeypatch, each, counted):
    clock = itertools.count(step=each)
    monkeypatch.setattr(harness.time, "perf_counter", lambda: next(clock))
    runs = []
    times, result = harness._times(lambda: runs.append(1) or len(runs), REPEATS)
    assert [seconds for seconds, _ in times] == pytest.approx([each] * counted)
    assert result == len(runs) == counted + (each <= SHORT)


def test_a_way_runs_on_its_toy_before_it_is_measured(monkeypatch):
    monkeypatch.setattr(harness, "REGISTRY", {})
    sizes = []

    @benchmark("A row")
    def row(scope):
        size = scope.amount(1000, 10)
        names = scope.amount(("ours", "theirs"), ("theirs", "ours"))
        return [Run(name, lambda name=name: sizes.append((name, size))) for name in names]

    assert measure_here(row, 1, Scope())["ways"] == 2
    assert sizes[0] == ("theirs", 10)
    assert set(sizes[1:]) == {("theirs", 1000)}


def test_the_other_rows_are_reported_where_one_dies(monkeypatch, tmp_path):
    measured = command.measure

    def measure(entry, scope):
        if entry.name == "two_jobs_at_once":
            raise subprocess.CalledProcessError(-9, ["python"])
        return measured(entry, scope)

    path = tmp_path / "report.json"
    names = ["two_jobs_at_once", "wavelet_at_node_large"]
    monkeypatch.setattr(command, "measure", measure)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--smoke", "--json", str(path), *names])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 1
    report = json.loads(path.read_text())
    assert set(report["failed"]) == {names[0]}
    assert {*report["left_out"], *(row["name"] for row in report["rows"])} == {names[1]}
