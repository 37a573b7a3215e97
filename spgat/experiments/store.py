"""The record of finished measurements: one JSON line per cell, written when it is done."""

import json
import os
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from spgat.experiments.cell import Cell, Measured

#: Recorded cells by key; each holds `cell`, `measured`, `seconds`, `date` and `machine`.
Records = Mapping[str, Mapping[str, Any]]


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
