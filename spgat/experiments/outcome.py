"""A result: rows of measured beside printed, as JSON for programs and CSV for readers."""

import csv
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from spgat import datasets
from spgat.errors import InputError
from spgat.project import PROJECT
from spgat.replacing import replacing

#: How a quantity is shown: accuracies and fractions in percent, others as they are.
Unit = Literal["percent", "seconds", "number"]

#: Within this of the printed figure an accuracy counts as reproduced.
ACCURACY_TOLERANCE = 0.015


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measured quantity beside the printed one.

    Attributes:
        label: What was measured on, for instance the model's name in the paper.
        dataset: Name in the catalogue.
        quantity: What was measured, for instance "test accuracy".
        unit: How to show it.
        measured: Mean over the runs, None before the first run.
        spread: Standard deviation over the runs (ddof 1), None for fewer than two.
        runs: Number of runs, over seeds and splits.
        seeds: Which seeds they used.
        printed: The paper's figure, None where it prints none.
        oracle: Mean best test accuracy over epochs, which explains some printed figures and
            is never used to choose anything.
        tolerance: Within it measured and printed agree.
        remark: Why they differ, where that is known.
        config: What was trained, as `compact` writes it; None for rows that are not
            trainings.
        parameters: Parameters of a generated graph, by name.
        dates: First and last day of measurement.
        machine: Where the runs ran; several machines with "; " between.
    """

    label: str
    dataset: str
    quantity: str
    unit: Unit = "percent"
    measured: float | None = None
    spread: float | None = None
    runs: int = 0
    seeds: tuple[int, ...] = ()
    printed: float | None = None
    oracle: float | None = None
    tolerance: float = ACCURACY_TOLERANCE
    remark: str = ""
    config: Mapping[str, Any] | None = None
    parameters: Mapping[str, float] = field(default_factory=dict)
    dates: str = ""
    machine: str = ""

    @property
    def difference(self) -> float | None:
        """Measured minus printed."""
        if self.measured is None or self.printed is None:
            return None
        return self.measured - self.printed

    @property
    def verdict(self) -> str:
        """A plain sentence on how measured and printed compare."""
        difference = self.difference
        if self.measured is None:
            return "not measured yet"
        if difference is None:
            return "the paper prints no figure"
        if abs(difference) <= self.tolerance:
            return "agrees"
        size = (
            f"{abs(difference) * 100:.1f} points"
            if self.unit == "percent"
            else (f"{abs(difference):.3g}{' s' if self.unit == 'seconds' else ''}")
        )
        side = "above" if difference > 0 else "below"
        return f"{size} {side} the printed figure{self._excuse}"

    @property
    def _excuse(self) -> str:
        """Whether a figure that is too low would be reached by choosing on the test data."""
        if self.oracle is None or self.printed is None or (self.difference or 0.0) > 0:
            return ""
        if self.oracle >= self.printed:
            return ", which its best test epochs reach"
        return f", {(self.printed - self.oracle) * 100:.1f} even at its best test epochs"

    def to_dict(self) -> dict[str, Any]:
        """Returns all attributes, the difference and the verdict, as JSON and CSV hold them."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {**values, "difference": self.difference, "verdict": self.verdict}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Row":
        """Returns the row that `to_dict` wrote; what it had no field for takes its default."""
        kept = {name: values[name] for name in cls.__slots__ if name in values}
        return cls(**{**kept, "seeds": tuple(kept["seeds"])})


def measured_row(
    records: Iterable[Mapping[str, Any]], measure: str = "test_accuracy", **row: Any
) -> Row:
    """Returns the row that summarises some records.

    Args:
        records: Recorded cells; those without the quantity are left out.
        measure: Key of `measured`.
        **row: The row's other attributes; `quantity` is the measure's name where not given.
    """
    kept = [r for r in records if r["measured"].get(measure) is not None]
    row.setdefault("quantity", measure.replace("_", " "))
    if not kept:
        return Row(**row)
    values = np.array([r["measured"][measure] for r in kept], dtype=np.float64)
    oracle = [r["measured"].get("oracle_test_accuracy") for r in kept]
    dates = sorted({r["date"] for r in kept})
    return Row(
        measured=float(values.mean()),
        spread=float(values.std(ddof=1)) if len(values) > 1 else None,
        runs=len(values),
        seeds=tuple(sorted({int(r["cell"].get("seed", 0)) for r in kept})),
        oracle=float(np.mean(oracle))
        if measure == "test_accuracy" and None not in oracle
        else None,
        dates=dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}",
        machine="; ".join(dict.fromkeys(r["machine"] for r in kept)),
        config=kept[0]["cell"].get("config"),
        parameters=kept[0]["cell"].get("parameters", {}),
        **row,
    )


def title_of(dataset: str) -> str:
    """Returns a data set's name for people; as it is where the catalogue doesn't know it."""
    known = {entry.name: entry.title for entry in datasets.catalogue()}
    return known.get(dataset, dataset)


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
