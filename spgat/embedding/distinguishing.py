"""What distinguishes some nodes from the others: columns ranked by how well they tell them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from spgat.arrays import Bools, Floats
from spgat.errors import InputError
from spgat.graph import FeatureMatrix

#: A column of text with more values is a title or a remark, not a kind.
MAX_VALUES = 100


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which the selected nodes differ from the others.

    Attributes:
        column: Name of the column.
        value: The category it is about; None for a column of numbers.
        difference: The standardised difference: means in units of the pooled standard
            deviation; above 0 where the selected nodes have more. ±inf where both groups are
            constant.
        inside, outside: The mean of the selected and of the other nodes; of a category, its
            share in [0, 1].
        num_inside, num_outside: How many nodes of either kind have the category, or a number
            at all.
    """

    column: str
    value: str | None
    difference: float
    inside: float
    outside: float
    num_inside: int
    num_outside: int

    @property
    def ratio(self) -> float:
        """The share inside over the share outside; inf where no other node has the category."""
        if self.outside == 0:
            return np.inf if self.inside else np.nan
        return self.inside / self.outside


def distinguishing(
    selected: Bools,
    columns: pd.DataFrame | None = None,
    features: FeatureMatrix | None = None,
    feature_names: Sequence[str] | None = None,
    *,
    most: int = 20,
) -> list[Difference]:
    """Returns how the selected nodes differ from the others, the clearest difference first.

    The standardised difference d = (m₁ − m₂) / √((s₁² + s₂²) / 2) has no unit and does not
    grow with the number of nodes; a category counts as the number 1 where a node has it
    (Austin 2009; not in the paper). Missing values are left out, constant columns too.

    Args:
        selected: bool [num_nodes], some but not all.
        columns: Columns of numbers, NaN where missing, and of text, "" where missing; of text
            those of at most 100 different values are compared.
        features: [num_nodes, num_features], dense or sparse.
        feature_names: One for each feature; "feature 1", "feature 2", … where None.
        most: Length of the list.

    Raises:
        InputError: If no node is selected, or all are.
    """
    num_selected = int(selected.sum())
    if not 0 < num_selected < len(selected):
        raise InputError(
            f"{num_selected} of {len(selected)} nodes are selected; select some, but not all."
        )
    found: list[Difference] = []
    if columns is not None:
        for name in columns:
            values = columns[name]
            if pd.api.types.is_numeric_dtype(values):
                found += _of_numbers(str(name), values.to_numpy(np.float64), selected)
            else:
                found += _of_categories(str(name), values.astype(str), selected)
    if features is not None:
        found += _of_features(features, feature_names, selected, most)
    found.sort(key=lambda item: (-round(abs(item.difference), 9), item.difference < 0))
    return found[:most]


def _of_numbers(name: str, values: Floats, selected: Bools) -> list[Difference]:
    known = np.isfinite(values)
    inside, outside = values[selected & known], values[~selected & known]
    if not (len(inside) and len(outside)):
        return []
    difference = float(
        _standardised(inside.mean(), outside.mean(), inside.var(), outside.var())
    )
    if difference == 0:
        return []
    return [
        Difference(
            name,
            None,
            difference,
            float(inside.mean()),
            float(outside.mean()),
            len(inside),
            len(outside),
        )
    ]


def _of_categories(name: str, values: pd.Series, selected: Bools) -> list[Difference]:
    known = (values != "").to_numpy()
    counts = pd.crosstab(values[known], selected[known])
    if not 1 < len(counts) <= MAX_VALUES or counts.shape[1] < 2:
        return []
    totals = counts.sum()
    found = []
    for value, row in counts.iterrows():
        inside, outside = row[True] / totals[True], row[False] / totals[False]
        difference = _standardised(
            inside, outside, inside * (1 - inside), outside * (1 - outside)
        )
        found.append(
            Difference(
                name,
                str(value),
                float(difference),
                float(inside),
                float(outside),
                int(row[True]),
                int(row[False]),
            )
        )
    return [item for item in found if item.difference != 0]


def _of_features(
    features: FeatureMatrix, names: Sequence[str] | None, selected: Bools, most: int
) -> list[Difference]:
    inside, outside = features[selected], features[~selected]
    first, second = _moments(inside), _moments(outside)
    differences = _standardised(first[0], second[0], first[1], second[1])
    best = np.argsort(-np.abs(differences).round(9), kind="stable")[:most]
    return [
        Difference(
            f"feature {column + 1}" if names is None else str(names[column]),
            None,
            float(differences[column]),
            float(first[0][column]),
            float(second[0][column]),
            inside.shape[0],
            outside.shape[0],
        )
        for column in best
        if differences[column] != 0
    ]


def _moments(matrix: FeatureMatrix) -> tuple[Floats, Floats]:
    """Mean and variance of each column."""
    matrix = matrix.astype(np.float64)
    if sp.issparse(matrix):
        mean = np.asarray(matrix.mean(axis=0)).ravel()
        square = np.asarray(matrix.power(2).mean(axis=0)).ravel()
        return mean, np.maximum(square - mean**2, 0.0)
    return matrix.mean(axis=0), matrix.var(axis=0)


def _standardised(first: Any, second: Any, first_variance: Any, second_variance: Any) -> Any:
    gap = np.asarray(first - second, dtype=np.float64)
    spread = np.sqrt((first_variance + second_variance) / 2)
    gap = np.where(np.abs(gap) <= 1e-12 * (np.abs(first) + np.abs(second)), 0.0, gap)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(gap == 0, 0.0, gap / spread)
