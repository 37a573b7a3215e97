"""Differences between two ways to train, paired by seed and split."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.stats import t

from spgat.experiments.cell import Cell
from spgat.experiments.outcome import Row, measured_row
from spgat.experiments.sweep import Records


def difference_row(
    records: Records,
    pairs: Iterable[tuple[Cell, Cell]],
    measure: str = "test_accuracy",
    **row: Any,
) -> Row:
    """Returns the row of a mean difference, its remark being the 95% confidence interval.

    Args:
        records: What has been measured.
        pairs: The run and the one that it is compared with; a pair counts once both are
            measured. The difference is the first less the second.
        measure: Key of `measured`.
        **row: The row's other attributes.
    """
    differences = []
    for one, other in pairs:
        if one.key in records and other.key in records:
            first, second = records[one.key], records[other.key]
            value = first["measured"][measure] - second["measured"][measure]
            differences.append({**first, "measured": {measure: value}})
    found = measured_row(differences, measure, **row)
    interval = interval_of([record["measured"][measure] for record in differences])
    if interval is None:
        return found
    low, high = (100 * end for end in interval)
    return replace(found, remark=f"95% interval {low:+.1f} to {high:+.1f} points")


def interval_of(differences: Sequence[float]) -> tuple[float, float] | None:
    """Returns the 95% confidence interval of a mean by Student's t; None for fewer than two.

    Args:
        differences: One for each pair, taken as independent.
    """
    count = len(differences)
    if count < 2:
        return None
    mean, error = np.mean(differences), np.std(differences, ddof=1) / np.sqrt(count)
    reach = float(t.ppf(0.975, count - 1) * error)
    return float(mean) - reach, float(mean) + reach
