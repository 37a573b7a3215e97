"""`python -m benchmarks [names…] [--full | --smoke] [--json PATH]`: all rows, or some."""

import argparse
import importlib
import json
import pkgutil
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import benchmarks
from benchmarks.harness import OUT, REGISTRY, Measurement, machine, measure, measure_here
from benchmarks.scope import Scope


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help="topics or rows; all where none is given")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--full", action="store_true", help="run the slow alternatives too")
    sizes.add_argument("--smoke", action="store_true", help="run every row once, on a toy")
    parser.add_argument("--json", type=Path, metavar="PATH", help="default: benchmarks/out/")
    parser.add_argument("--list", action="store_true", help="print topics and rows only")
    parser.add_argument("--way", type=int, help=argparse.SUPPRESS)  # a process of `measure`
    options = parser.parse_args()
    scope = Scope(full=options.full, smoke=options.smoke)

    register_all()
    chosen = [
        entry
        for entry in REGISTRY.values()
        if not options.names or {entry.name, entry.topic} & set(options.names)
    ]
    unknown = set(options.names) - {n for e in REGISTRY.values() for n in (e.name, e.topic)}
    if unknown:
        parser.error(f"no topic or row is called {', '.join(sorted(unknown))}; see --list")
    if options.list:
        for entry in chosen:
            print(f"{entry.topic:12} {entry.name:32} {entry.title}")
        return
    if options.way is not None:
        print(json.dumps(measure_here(chosen[0], options.way, scope)))
        return

    console = Console(width=None if sys.stdout.isatty() else 160)
    report: dict[str, Any] = {
        "machine": machine(scope),
        **asdict(scope),
        "rows": [],
        "left_out": {},
        "failed": {},
    }
    table = _table()
    for entry in chosen:
        if entry.missing is not None:
            report["left_out"][entry.name] = entry.missing
            console.print(f"{entry.name} is left out: {entry.missing}.")
            continue
        with console.status(f"{entry.topic}: {entry.title}"):
            try:
                measured = measure(entry, scope)
            except subprocess.CalledProcessError as error:
                report["failed"][entry.name] = str(error)
                console.print(f"{entry.name} failed: {error}")
                continue
        report["rows"].append(
            {"name": entry.name, "topic": entry.topic, "title": entry.title}
            | {"ways": [asdict(way) for way in measured]}
        )
        _add_rows(table, entry.title, measured, report["machine"]["limits"])
        if scope.smoke:
            console.print(f"{entry.name}: {len(measured)} ways run.")
    if not scope.smoke:  # the times of a toy say nothing
        console.print(table)
    console.print(json.dumps(report["machine"]), soft_wrap=True)

    path = options.json or OUT / f"{time.strftime('%Y%m%d-%H%M%S')}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=1))
    console.print(f"written to {path}")
    sys.exit(bool(report["failed"]))


def register_all() -> None:
    """Imports every topic, which registers its rows."""
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if module.name not in ("harness", "limits", "scope", "__main__"):
            importlib.import_module(f"benchmarks.{module.name}")


def _table() -> Table:
    table = Table(title="spgat against the alternatives; ratio = their time / ours")
    for heading, align in (
        ("work", "left"),
        ("way", "left"),
        ("seconds", "right"),
        ("of processors", "right"),
        ("runs", "right"),
        ("peak MB", "right"),
        ("ratio", "right"),
        ("goal", "right"),
        ("detail", "left"),
    ):
        table.add_column(heading, justify="right" if align == "right" else "left")
    return table


def _add_rows(
    table: Table, title: str, measured: list[Measurement], limits: dict[str, float]
) -> None:
    ours = measured[0]
    for index, way in enumerate(measured):
        growth = "" if way.exponent is None else f"grows as n^{way.exponent:.2f} "
        ratio = way.seconds / ours.seconds
        kept = way.at_least is None or ratio >= way.at_least
        table.add_row(
            title if index == 0 else "",
            way.name,
            f"{'≈' if way.extrapolated else ''}{way.seconds:.4g}",
            f"{way.processor_seconds:.4g}",
            str(way.repeats),
            f"{way.peak_megabytes:.0f}",
            "" if index == 0 else f"[{'green' if kept else 'red'}]{ratio:.1f}×[/]",
            "" if way.at_least is None else f"≥ {way.at_least:g}×",
            growth + _of_limits(way, limits) + way.detail,
            end_section=index == len(measured) - 1,
        )


def _of_limits(way: Measurement, limits: dict[str, float]) -> str:
    """How near a way comes to the machine's limits, where its work was counted."""
    parts = {
        "GB/s": (way.gigabytes, "gigabytes_per_second"),
        "GFLOP/s": (way.gigaflops, "gigaflops"),
    }
    return "".join(
        f"{amount / way.seconds:.3g} of {limits[limit]:.3g} {unit}, "
        for unit, (amount, limit) in parts.items()
        if amount
    )


if __name__ == "__main__":
    main()
