"""Measures what spgat does against what people use today, in one run on one machine.

A topic is a file of this folder; each row of the table is a function in it:

    from benchmarks.harness import Run, Scaled, benchmark

    @benchmark("Both heat wavelets of PubMed, s = 1, t = 1e-4")
    def heat_wavelets_pubmed(scope):
        adjacency = scope.graph("pubmed").adjacency          # set-up, not measured
        return [
            Run("spgat", lambda: heat_wavelets(adjacency, 1.0, 1e-4)),
            Run("scipy sparse products", lambda: plain(adjacency), at_least=10),
            Scaled("dense eigh", (1000, 2000, 4000), lambda size: …, size=19717, at_least=300),
        ]

The first way is ours; every other one becomes a row with the ratio of its time to ours, and
`at_least` is the ratio it must reach. A `Scaled` way is measured on smaller problems and
extrapolated from the largest with the fitted growth exponent; return a `Run` in its place when
`scope.full` is set if the real thing takes minutes, not days. A single `Scaled` way makes
a growth row. With `scope.smoke` every row runs once on a toy: a test that it still builds and
runs, whose times say nothing.

Each way runs in a process of its own, so that peak memory is its own, and once on the toy of
its smoke test before, as its kernels may have to be compiled. Work that takes less than `SHORT`
seconds is then warmed up at its size, too, and repeated for as many seconds; the median counts.
"""

import contextlib
import importlib.metadata
import importlib.util
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.limits import limits
from benchmarks.scope import Scope
from spgat.memory import peak_megabytes

OUT = Path(__file__).parent / "out"
SHORT = 10.0  # seconds
REPEATS = 5
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PACKAGES = (
    *("numpy", "scipy", "numba", "torch", "torch-geometric", "pygsp", "streamlit"),
    *("scikit-learn", "openTSNE", "umap-learn"),
)


@dataclass(frozen=True, kw_only=True)
class _Way:
    at_least: float | None = None
    describe: Callable[[Any], str] | None = None


@dataclass(frozen=True)
class Run(_Way):
    """One way to do the work of a row.

    Attributes:
        name: What it is called in the table.
        work: Does it once; what it returns goes to `describe`.
        at_least: The ratio of its time to ours that must be reached, None for our own way.
        describe: Turns the result into a few words for the table, a residual for instance.
        gigabytes: What the work reads and writes at least, to be set against the machine's
            bandwidth; 0 where nobody counted.
        gigaflops: Likewise of arithmetic.
    """

    name: str
    work: Callable[[], Any]
    gigabytes: float = 0.0
    gigaflops: float = 0.0


@dataclass(frozen=True)
class Scaled(_Way):
    """A way that is measured on growing problems.

    Attributes:
        name: What it is called in the table.
        sizes: Ascending sizes to measure.
        prepare: Takes a size, does the set-up and returns the work.
        size: The size to extrapolate to; None reports the growth exponent only.
        steepest: The exponent known from theory, where there is one: small problems can grow
            faster while they outgrow the caches, and would be extrapolated too far.
    """

    name: str
    sizes: Sequence[int]
    prepare: Callable[[int], Callable[[], Any]]
    size: int | None = None
    steepest: float = math.inf


@dataclass(frozen=True)
class Benchmark:
    """A registered row; its `build` returns the ways to compare, ours first."""

    name: str
    topic: str
    title: str
    build: Callable[[Scope], list[Run | Scaled]]
    requires: tuple[str, ...] = ()  # packages that spgat does not install
    needs_browser: bool = False

    @property
    def missing(self) -> str | None:
        """Why this machine cannot run the row; None where it can."""
        required = self.requires + ("playwright",) * self.needs_browser
        for package in required:
            if importlib.util.find_spec(package) is None:
                return f"the package {package} is not installed"
        if self.needs_browser and not Path(CHROMIUM).exists():
            return f"there is no browser at {CHROMIUM}"
        return None


@dataclass(frozen=True)
class Measurement:
    """What one process measured: times in seconds, peak memory of the process in megabytes.

    The time of processors is that of this process alone; where a machine is busy it says more
    than the clock.
    """

    name: str
    seconds: float
    processor_seconds: float
    repeats: int
    peak_megabytes: float
    work_megabytes: float  # the peak less what the process held before the work
    detail: str = ""
    exponent: float | None = None  # fitted growth, of a scaled way
    extrapolated: bool = False
    points: list[tuple[int, float]] = field(default_factory=list)  # (size, seconds)
    at_least: float | None = None
    gigabytes: float = 0.0
    gigaflops: float = 0.0


REGISTRY: dict[str, Benchmark] = {}


def benchmark(
    title: str, *, requires: tuple[str, ...] = (), needs_browser: bool = False
) -> Callable[[Callable[[Scope], list[Run | Scaled]]], Benchmark]:
    """Registers the decorated function as a row under its own name."""

    def register(build: Callable[[Scope], list[Run | Scaled]]) -> Benchmark:
        topic = build.__module__.rpartition(".")[2]
        entry = Benchmark(build.__name__, topic, title, build, requires, needs_browser)
        REGISTRY[entry.name] = entry
        return entry

    return register


def measure(entry: Benchmark, scope: Scope) -> list[Measurement]:
    """Returns one measurement per way of a row, each from a fresh process.

    A smoke test stays in this process, as its times count for nothing.
    """
    if scope.smoke:
        return [_measure(way, scope) for way in entry.build(scope)]
    measurements: list[Measurement] = []
    flags = ["--full"] * scope.full
    count = 1
    while len(measurements) < count:
        command = [
            sys.executable,
            "-m",
            "benchmarks",
            "--way",
            str(len(measurements)),
            entry.name,
            *flags,
        ]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
        answer = json.loads(done.stdout.splitlines()[-1])
        count = answer.pop("ways")
        measurements.append(Measurement(**answer))
    return measurements


def measure_here(entry: Benchmark, index: int, scope: Scope) -> dict[str, Any]:
    """Measures one way in this process; the answer is what `measure` reads."""
    ways = entry.build(scope)
    if not entry.needs_browser:  # there everything is compiled in the server
        toy = Scope(smoke=True)
        for way in entry.build(toy):
            if way.name == ways[index].name:
                _measure(way, toy)
    return {**asdict(_measure(ways[index], scope)), "ways": len(ways)}


def machine(scope: Scope) -> dict[str, Any]:
    """Returns what a reader needs to know to judge the figures."""
    import numba

    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "threads": {
            "numba": numba.get_num_threads(),
            "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "unset"),
        },
        "memory_gigabytes": round(
            os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1
        ),
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in PACKAGES},
        "load_before": os.getloadavg()[0],
        "limits": limits(scope),
        "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
    }


def _measure(way: Run | Scaled, scope: Scope) -> Measurement:
    repeats = scope.amount(REPEATS, 0)
    measured = (
        _measure_run(way, repeats) if isinstance(way, Run) else _measure_scaled(way, repeats)
    )
    return replace(measured, at_least=way.at_least)


def _measure_run(run: Run, repeats: int) -> Measurement:
    before = _start_of_memory()
    times, result = _times(run.work, repeats)
    seconds, processor_seconds = _medians(times)
    peak = peak_megabytes()
    return Measurement(
        name=run.name,
        seconds=seconds,
        processor_seconds=processor_seconds,
        repeats=len(times),
        peak_megabytes=peak,
        work_megabytes=max(peak - before, 0.0),
        detail=run.describe(result) if run.describe else "",
        gigabytes=run.gigabytes,
        gigaflops=run.gigaflops,
    )


def _measure_scaled(way: Scaled, repeats: int) -> Measurement:
    before = _start_of_memory()
    points, runs, detail = [], 0, ""
    for size in way.sizes:
        times, result = _times(way.prepare(size), repeats)
        seconds, processor_seconds = _medians(times)
        points.append((size, seconds))
        runs = len(times)
        detail = way.describe(result) if way.describe else ""
    exponent = min(_exponent(points), way.steepest)
    if way.size is not None:
        growth = (way.size / points[-1][0]) ** exponent
        seconds, processor_seconds = seconds * growth, processor_seconds * growth
    peak = peak_megabytes()
    return Measurement(
        name=way.name,
        seconds=seconds,
        processor_seconds=processor_seconds,
        repeats=runs,
        peak_megabytes=peak,
        work_megabytes=max(peak - before, 0.0),
        detail=detail,
        exponent=exponent,
        extrapolated=way.size is not None,
        points=points,
    )


def _times(work: Callable[[], Any], repeats: int) -> tuple[list[tuple[float, float]], Any]:
    """Seconds on the clock and of a processor, of each run that counts; the last result."""
    first, result = _time(work)
    if first[0] > SHORT or repeats == 0:
        return [first], result
    times: list[tuple[float, float]] = []
    while len(times) < repeats and sum(clock for clock, _ in times) < SHORT:
        seconds, result = _time(work)
        times.append(seconds)
    return times, result


def _time(work: Callable[[], Any]) -> tuple[tuple[float, float], Any]:
    start, spent = time.perf_counter(), time.process_time()
    result = work()
    return (time.perf_counter() - start, time.process_time() - spent), result


def _medians(times: Sequence[tuple[float, float]]) -> tuple[float, float]:
    seconds, processor_seconds = (statistics.median(part) for part in zip(*times, strict=True))
    return seconds, processor_seconds


def _exponent(points: Sequence[tuple[int, float]]) -> float:
    """Slope of log time over log size, by least squares."""
    x = [math.log(size) for size, _ in points]
    y = [math.log(seconds) for _, seconds in points]
    return statistics.linear_regression(x, y).slope


def _start_of_memory() -> float:
    """Resets the high-water mark where the system allows it; returns megabytes held now."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return peak_megabytes()


def _cpu_model() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
