"""The result of one experiment as a file: JSON for programs, CSV for readers."""

import csv
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat.errors import InputError
from spgat.experiments.row import Row
from spgat.project import PROJECT
from spgat.replacing import replacing

#: The results that come with the project.
COMMITTED = PROJECT / "results"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one experiment found.

    Attributes:
        name: Its name, as `spgat reproduce` takes it.
        title: One line for readers.
        rows: Measured beside printed.
        findings: Sentences that the rows support, figures included.
        arrays: Pictures, by name.
    """

    name: str
    title: str
    rows: tuple[Row, ...]
    findings: tuple[str, ...] = ()
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)

    def save(self, folder: Path) -> None:
        """Writes NAME.json and NAME.csv, and NAME.npz for pictures, into the results folder."""
        content: dict[str, Any] = {
            "name": self.name,
            "title": self.title,
            "findings": self.findings,
            "rows": [row.to_dict() for row in self.rows],
        }
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        with replacing(folder / f"{self.name}.json") as path:
            path.write_text(text, encoding="utf-8")
        table = [_csv_line(row) for row in self.rows]
        with (
            replacing(folder / f"{self.name}.csv") as path,
            path.open("w", encoding="utf-8", newline="") as file,
        ):
            writer = csv.DictWriter(file, fieldnames=list(table[0]) if table else ["label"])
            writer.writeheader()
            writer.writerows(table)
        if self.arrays:
            pictures: dict[str, Any] = dict(self.arrays)
            with replacing(folder / f"{self.name}.npz") as path, path.open("wb") as opened:
                np.savez_compressed(opened, **pictures)


def _csv_line(row: Row) -> dict[str, Any]:
    line = row.to_dict()
    del line["config"], line["parameters"]
    return {**line, "seeds": " ".join(map(str, row.seeds))}


def load_outcome(name: str, folder: Path = COMMITTED) -> Outcome:
    """Returns the saved result of an experiment.

    Raises:
        InputError: If the folder holds no result of that name.
    """
    file = folder / f"{name}.json"
    if not file.is_file():
        raise InputError(
            f"{folder} holds no result of {name!r}; measure it with "
            f"'spgat reproduce {name} --quick'."
        )
    content = json.loads(file.read_text(encoding="utf-8"))
    pictures = file.with_suffix(".npz")
    arrays = {}
    if pictures.is_file():
        with np.load(pictures, allow_pickle=False) as archive:
            arrays = dict(archive)
    return Outcome(
        name=content["name"],
        title=content["title"],
        rows=tuple(Row.from_dict(values) for values in content["rows"]),
        findings=tuple(content["findings"]),
        arrays=arrays,
    )
