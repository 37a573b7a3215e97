"""What a search tried, as a table and as a picture; own choice, not in the paper."""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from spgat.config import TrainConfig
from spgat.drawing import Drawing, draw_search
from spgat.experiments.cell import compact
from spgat.replacing import replacing


def standard_error(accuracy: float, num_nodes: int) -> float:
    """Returns the standard error of an accuracy as an estimate of that on unseen nodes.

    √(p (1 − p) / n), taking the nodes as independent: 1.7 points for p = 82% of 500 nodes.
    Seeds that share the nodes share this error too, so that more of them do not lessen it.

    Args:
        accuracy: p, in [0, 1].
        num_nodes: n, at least 1.
    """
    return math.sqrt(accuracy * (1 - accuracy) / num_nodes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One config of a search.

    Attributes:
        number: Its place in the search, from 0.
        config: What was trained.
        val_accuracies: Of its seeds, from the first on; at least one.
        num_val: Number of validation nodes with a label.
        is_whole: Whether it outlived every halving, so that all seeds were run.
    """

    number: int
    config: TrainConfig
    val_accuracies: tuple[float, ...]
    num_val: int
    is_whole: bool

    @property
    def val_accuracy(self) -> float:
        """The mean over its seeds."""
        return fmean(self.val_accuracies)

    @property
    def standard_error(self) -> float:
        """The standard error of that mean by the number of validation nodes."""
        return standard_error(self.val_accuracy, self.num_val)

    def to_dict(self) -> dict[str, Any]:
        """Returns the attributes as JSON holds them, the standard error among them."""
        return {
            "number": self.number,
            "config": compact(self.config),
            "val_accuracy": self.val_accuracy,
            "standard_error": self.standard_error,
            "val_accuracies": list(self.val_accuracies),
            "is_whole": self.is_whole,
        }


def best_so_far(trials: Sequence[Trial]) -> list[float | None]:
    """Returns the best mean up to each trial of those with all seeds; None before the first."""
    best: float | None = None
    curve = []
    for trial in trials:
        if trial.is_whole:
            best = trial.val_accuracy if best is None else max(best, trial.val_accuracy)
        curve.append(best)
    return curve


def draw(trials: Sequence[Trial]) -> Drawing:
    """Returns each trial's mean with its standard error, and the curve of the best so far.

    Args:
        trials: At least one.
    """
    curve = [np.nan if best is None else best for best in best_so_far(trials)]
    return draw_search(
        np.array([trial.val_accuracy for trial in trials]),
        np.array([trial.standard_error for trial in trials]),
        np.array([trial.is_whole for trial in trials]),
        np.array(curve),
    )


def save(trials: Sequence[Trial], file: Path) -> None:
    """Writes the trials as CSV, and their picture as SVG beside it.

    Args:
        trials: At least one.
        file: Of the table; the picture has the same name with the ending ".svg".
    """
    lines = [
        {"trial": trial.number, **_settings(trial), "best_so_far": best}
        for trial, best in zip(trials, best_so_far(trials), strict=True)
    ]
    columns = list(dict.fromkeys(name for line in lines for name in line))
    with replacing(file) as path, path.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, fieldnames=columns)
        writer.writeheader()
        writer.writerows(lines)
    draw(trials).save(file.with_suffix(".svg"))


def _settings(trial: Trial) -> dict[str, Any]:
    facts = trial.to_dict()
    del facts["number"]
    config = facts.pop("config")
    bands = {f"bands.{name}": value for name, value in config.pop("bands", {}).items()}
    facts["val_accuracies"] = " ".join(f"{value:.4f}" for value in trial.val_accuracies)
    return {**facts, **config, **bands}
