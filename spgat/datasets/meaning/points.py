"""A table or an array of points becomes a graph of neighbours."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp

from spgat.arrays import Floats
from spgat.datasets.limits import MAX_FEATURES
from spgat.datasets.meaning.columns import (
    describe_rest,
    take_classes,
    take_numbers,
    take_positions,
)
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.records import Parsed
from spgat.datasets.meaning.table import Table
from spgat.datasets.meaning.words import IDS, find
from spgat.datasets.points import join_points
from spgat.errors import InputError
from spgat.words import plural


def of_points(table: Table, options: ReadOptions, notes: Notes) -> Parsed:
    """Returns the graph of a table with a point a line; accounts for every column.

    A column called id, node or name holds the names of the points; x and y, or longitude and
    latitude, are their positions; a column of few values with a telling name is their class;
    every other column of numbers is a feature.

    Raises:
        InputError: If no column holds numbers, or two points have the same name.
    """
    names = table.all_names()
    rest = table.cells.set_axis(names, axis=1)
    parsed = Parsed(format="points", num_nodes=len(rest))
    place = find(table.names, sorted(IDS)) if table.names else None
    if place is not None:
        ids = rest.pop(names[place])
        if not ids.is_unique or (ids == "").any():
            raise InputError(
                f"Column {names[place]!r} does not name each point once; give each its own "
                "name."
            )
        parsed.names = ids.tolist()
        notes.used.append(f"Points are named by {names[place]!r}.")
    parsed.attributes = [str(name) for name in rest]
    parsed.positions = take_positions(rest, notes)
    classes = take_classes(rest, options.classes, notes)
    if classes is not None:
        parsed.labels, parsed.class_names = classes
    parsed.features = _features(rest, notes)
    describe_rest(rest, "Column", notes)
    return with_neighbours(parsed, options, notes)


def with_neighbours(parsed: Parsed, options: ReadOptions, notes: Notes) -> Parsed:
    """Returns points with the edges between them.

    Raises:
        InputError: If they have neither features nor positions, or not what was chosen.
    """
    parsed = _filled(parsed, notes)
    joined = join_points(_points(parsed, options, notes), options)
    notes.used += joined.said
    parsed.format, parsed.edges, parsed.weights = "points", joined.edges, joined.weights
    return parsed


def _features(rest: pd.DataFrame, notes: Notes) -> Any:
    """float32 [num_points, num_features] of the columns of numbers, which are taken out."""
    columns = take_numbers(rest, MAX_FEATURES + 1)
    if not columns:
        return None
    if len(columns) > MAX_FEATURES:
        raise InputError(
            f"The table has more than {MAX_FEATURES} features, which is the most that are read."
        )
    matrix = np.stack(list(columns.values()), axis=1)
    listed = ", ".join(map(repr, list(columns)[:20]))
    notes.used.append(f"{plural(len(columns), 'feature column')}: {listed[:200]}.")
    return matrix.astype(np.float32)


def _filled(parsed: Parsed, notes: Notes) -> Parsed:
    """Points whose missing features are the mean of their column; columns of none are gone.

    Raises:
        InputError: If a feature is infinite, or all are missing.
    """
    features = parsed.features
    if features is None or sp.issparse(features) or np.isfinite(features).all():
        return parsed
    if np.isinf(features).any():
        raise InputError("A feature of a point is infinite; replace it by a number.")
    missing = np.isnan(features)
    is_kept = ~missing.all(axis=0)
    if not is_kept.any():
        raise InputError("Every feature of every point is NaN; give each point some numbers.")
    if not is_kept.all():
        columns = plural(int((~is_kept).sum()), "column")
        notes.unused.append(f"Not used: {columns} of features, as they hold no number.")
    features, missing = features[:, is_kept], missing[:, is_kept]
    means = np.nanmean(features, axis=0)
    if missing.any():
        notes.changed.append(
            f"{plural(int(missing.sum()), 'missing value')}, filled with the column's mean."
        )
    return replace(parsed, features=np.where(missing, means, features).astype(np.float32))


def _points(parsed: Parsed, options: ReadOptions, notes: Notes) -> Floats:
    """What distances are of: positions where there are some, else features."""
    there = {
        name: value
        for name, value in (("positions", parsed.positions), ("features", parsed.features))
        if value is not None
    }
    if not there:
        raise InputError("No column besides the names holds numbers; give each point some.")
    chosen = next(iter(there)) if options.distance == "auto" else options.distance
    if chosen not in there:
        raise InputError(f"The points have no {chosen}; they have {' and '.join(there)}.")
    if options.distance == "auto" and len(there) == 2:
        notes.ask(
            "Points are joined by the distance of their positions; their features could be "
            "compared instead.",
            By_features={"distance": "features"},
        )
    notes.used.append(f"The distance between two points is that of their {chosen}.")
    values = there[chosen]
    return np.asarray(values.todense() if hasattr(values, "todense") else values, dtype=float)
