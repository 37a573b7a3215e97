"""What the columns of a node table mean: positions, classes, numbers."""

from collections.abc import Mapping, Sequence

import numpy as np

from spgat.arrays import Floats, Ints
from spgat.datasets.files.parsed import is_whole, parse_number
from spgat.errors import InputError

_POSITION_KEYS = (
    ("x", "y"),
    ("longitude", "latitude"),
    ("lon", "lat"),
    ("lng", "lat"),
    ("long", "lat"),
)
_CLASS_KEYS = (
    "class",
    "label",
    "labels",
    "y",
    "group",
    "community",
    "club",
    "department",
    "category",
    "type",
    "value",
)


def find_positions(columns: Mapping[str, Sequence[str]]) -> tuple[str, str] | None:
    """Returns the names of the two coordinate columns, across first, or None."""
    lower = {name.lower(): name for name in columns}
    for across, up in _POSITION_KEYS:
        if across in lower and up in lower:
            pair = lower[across], lower[up]
            if all(numbers(columns[name], name) is not None for name in pair):
                return pair
    return None


def to_positions(columns: Mapping[str, Sequence[str]], pair: tuple[str, str]) -> Floats:
    """Returns float64 [num_rows, 2]; rows without both coordinates stand in the middle.

    Degrees of longitude are shortened by the cosine of the mean latitude, as on a map.
    """
    points = np.stack([_floats(columns[name]) for name in pair], axis=1)
    known = np.isfinite(points).all(axis=1)
    points[~known] = points[known].mean(axis=0) if known.any() else 0.0
    if pair[0].lower().startswith("l"):
        points[:, 0] *= np.cos(np.radians(points[:, 1].mean()))
    return points


def find_classes(columns: Mapping[str, Sequence[str]]) -> str | None:
    """Returns the name of the column that looks like classes, or None.

    It has a telling name and at least two values, each shared by two rows on average.
    """
    lower = {name.lower(): name for name in columns}
    for key in _CLASS_KEYS:
        values = [value for value in columns[lower[key]] if value] if key in lower else []
        if 2 <= len(set(values)) <= len(values) / 2:
            return lower[key]
    return None


def to_classes(values: Sequence[str]) -> tuple[Ints, list[str]]:
    """Returns labels int64 [num_rows], -1 for "", and the class names in order."""
    names = sorted({value for value in values if value})
    if all(is_whole(name) for name in names):
        names.sort(key=int)
    number = {name: row for row, name in enumerate(names)} | {"": -1}
    return np.array([number[value] for value in values], dtype=np.int64), names


def numbers(values: Sequence[str], name: str) -> Floats | None:
    """Returns a column as float64, NaN where it is empty; None if it holds other text.

    Raises:
        InputError: If it writes out NaN or infinity.
    """
    parsed = [parse_number(value) for value in values if value]
    if not parsed or None in parsed:
        return None
    if not np.isfinite(np.array(parsed, dtype=np.float64)).all():
        raise InputError(
            f"Column {name[:60]!r} holds NaN or infinite numbers; replace them, by 0 for "
            "instance."
        )
    return _floats(values)


def _floats(values: Sequence[str]) -> Floats:
    return np.array([float(value) if value else np.nan for value in values])
