"""Runs cells, here or on a Dask cluster, and records each as it finishes."""

import json
import os
import platform
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from spgat.experiments.cell import Cell, Measured
from spgat.parallel import results_of
from spgat.progress import Progress, ShouldStop, report
from spgat.words import duration

#: Recorded cells by key; each holds `cell`, `measured`, `seconds`, `date` and `machine`.
Records = Mapping[str, Mapping[str, Any]]
#: A cell, what it measured, and the seconds it took.
Finished = tuple[Cell, Measured, float]


class CellStore:
    """The folder `cells/` of a results folder, one file per dataset.

    A line is written in one call to a file opened for appending, so two sweeps may share a
    folder. A line that an interrupted machine left half-written is ignored.
    """

    def __init__(self, results_folder: Path) -> None:
        self._folder = results_folder / "cells"

    def read(self) -> dict[str, dict[str, Any]]:
        """Returns all recorded cells by key; of two with one key the later stands."""
        records = {}
        for file in sorted(self._folder.glob("*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                record = _parsed(line)
                if record is not None:
                    records[record["key"]] = record
        return records

    def append(self, cell: Cell, measured: Measured, seconds: float) -> dict[str, Any]:
        """Records one finished cell and returns its record."""
        record = {
            "key": cell.key,
            "kind": type(cell).__name__,
            "cell": cell.to_dict(),
            "measured": measured,
            "seconds": round(seconds, 3),
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "machine": machine(),
        }
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / f"{cell.dataset}.jsonl"
        start = "" if _ends_with_a_line(file) else "\n"
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"{start}{json.dumps(record, default=float)}\n")
        return record


def recorded(records: Records, cells: Iterable[Cell]) -> list[Mapping[str, Any]]:
    """Returns the records of those cells that have been measured, in their order."""
    return [records[cell.key] for cell in cells if cell.key in records]


def machine() -> str:
    """Returns a few words on this machine, with its GPU if any, to stand beside times."""
    import torch  # whoever has a measurement to record has imported it already

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    note = os.environ.get("SPGAT_MACHINE_NOTE")  # for instance "shared with other work"
    words = f"{platform.machine()} {platform.system()}, {cores} cores"
    if torch.cuda.is_available():
        words += f", {torch.cuda.get_device_name()}"
    return f"{words}, {note}" if note else words


def _ends_with_a_line(file: Path) -> bool:
    """Whether nothing half-written stands at the end."""
    if not file.is_file() or file.stat().st_size == 0:
        return True
    with file.open("rb") as opened:
        opened.seek(-1, os.SEEK_END)
        return opened.read() == b"\n"


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        record: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError:
        return None
    return record if "key" in record else None


def run_cells(
    cells: Sequence[Cell],
    store: CellStore,
    *,
    processes: int = 1,
    scheduler: str | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> dict[str, dict[str, Any]]:
    """Measures the cells that are not recorded yet and returns all records of the store.

    Each finished cell is written at once, so that a sweep which was interrupted goes on where
    it ended.

    Args:
        cells: What to measure, in order; a cell named twice is measured once.
        store: Where finished cells are recorded.
        processes: Local processes; each computes with its share of the cores.
        scheduler: Address of a Dask scheduler to use instead, such as "tcp://host:8786".
        fresh: Measure also what is recorded already.
        progress: Called after each cell with what is left and about how long it takes.
        should_stop: Polled after each cell.

    Raises:
        Cancelled: If `should_stop` answers true; what was finished is recorded.
        InputError: If no scheduler answers at the address.
    """
    done: dict[str, Any] = {} if fresh else store.read()
    waiting = list({cell.key: cell for cell in cells if cell.key not in done}.values())
    total = len({cell.key for cell in cells})
    started = time.perf_counter()
    report(1 - len(waiting) / max(total, 1), f"{len(waiting)} of {total} runs left", progress)
    with closing(
        results_of(timed, waiting, processes=processes, scheduler=scheduler)
    ) as results:
        for count, (cell, measured, seconds) in enumerate(results, 1):
            store.append(cell, measured, seconds)
            left = len(waiting) - count
            time_left = duration((time.perf_counter() - started) / count * left)
            text = f"{left} of {total} runs left, about {time_left}"
            report(1 - left / total, text, progress, should_stop)
    return store.read()


def timed(cell: Cell) -> Finished:
    """Returns a cell with what it measures, and the seconds that this takes."""
    started = time.perf_counter()
    measured = cell.measure()
    return cell, measured, time.perf_counter() - started
