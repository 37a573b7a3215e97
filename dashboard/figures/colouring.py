"""What nodes are coloured by: a category, with a symbol as second sign, or a quantity."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dashboard import theme
from dashboard.plain import short
from spgat.arrays import Bools, Floats, Floats32, Ints

#: For quantities from little to much; both ends can be told from either background.
SEQUENTIAL = theme.SEQUENTIAL[2:9]
DIVERGING = (theme.NEGATIVE, theme.MISSING, theme.POSITIVE)


@dataclass(frozen=True, eq=False)
class Categories:
    """Nodes of few kinds.

    Attributes:
        title: What the kinds are kinds of.
        codes: int [num_nodes], the kind of each node, from 0.
        names: One per kind.
        colours, symbols: One per kind; no two kinds share both.
    """

    title: str
    codes: Ints
    names: tuple[str, ...]
    colours: tuple[str, ...]
    symbols: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Quantity:
    """Nodes with a value each.

    Attributes:
        title: What the value is.
        values: float [num_nodes], NaN where undefined.
        low, high: The ends of the scale.
        colours: From low to high.
    """

    title: str
    values: Floats
    low: float
    high: float
    colours: tuple[str, ...]


Colouring = Categories | Quantity


def classes(title: str, codes: Ints, names: Sequence[str]) -> Categories:
    """Returns the colouring by class, nodes of class -1 grey."""
    unlabelled = no_class(names)
    names = _told_apart([short(each) for each in names])
    known = len(names)
    num = len(theme.CATEGORICAL) - 1  # the last one, grey, says "unknown"
    colours = [theme.CATEGORICAL[k % num] for k in range(known)]
    # Shifting the symbols with each round of colours keeps every pair unique.
    symbols = [theme.SYMBOLS[(k + k // num) % num] for k in range(known)]
    if (codes < 0).any():
        codes = np.where(codes < 0, known, codes)
        names = [*names, unlabelled]
        colours.append(theme.MISSING)
        symbols.append("emptyCircle")
    return Categories(title, codes, tuple(names), tuple(colours), tuple(symbols))


def no_class(names: Sequence[str]) -> str:
    """Returns what nodes without a class are called, which is the name of no class."""
    word = "unknown"
    while word in names:
        word = f"no class, {word}"
    return word


def _told_apart(names: Sequence[str]) -> list[str]:
    """Names that a chart's legend can hold: no two are equal once they are shortened."""
    found: list[str] = []
    for k, each in enumerate(names):
        name = each
        while name in found:
            name = f"{name} ({k})"
        found.append(name)
    return found


def correctness(labels: Ints, predictions: Ints) -> Categories:
    """Returns the colouring by whether the prediction is right."""
    is_judged = (labels >= 0) & (predictions >= 0)
    codes = np.where(is_judged, (labels != predictions).astype(np.int64), 2)
    return Categories(
        "Correctness",
        codes,
        ("right", "wrong", "unknown"),
        (theme.BLUE, theme.VERMILLION, theme.MISSING),
        ("circle", "diamond", "emptyCircle"),
    )


def parts(train: Bools, val: Bools, test: Bools) -> Categories:
    """Returns the colouring by the part of the split, the largest one in the back."""
    codes = np.select([test, val, train], [0, 1, 2], 3)
    return Categories(
        "Split",
        codes,
        ("test", "validation", "training", "none"),
        (theme.GREEN, theme.ORANGE, theme.BLUE, theme.MISSING),
        ("circle", "triangle", "rect", "emptyCircle"),
    )


def degree(values: Ints) -> Quantity:
    """Returns the colouring by the number of neighbours, the top percent all alike."""
    high = max(float(np.quantile(values, 0.99)), 1.0)
    return Quantity("Degree", values.astype(np.float64), 0.0, high, SEQUENTIAL)


def silhouette(values: Floats) -> Quantity:
    """Returns the colouring by silhouette, from -1 to 1."""
    return Quantity("Silhouette", values, -1.0, 1.0, DIVERGING)


def quantity(title: str, values: Floats) -> Quantity:
    """Returns the colouring by any number, the top and the bottom percent all alike."""
    known = values[np.isfinite(values)]
    low, high = np.quantile(known, [0.01, 0.99]) if len(known) else (0.0, 1.0)
    if low == high:
        low, high = float(known.min()), float(known.max())
    if low == high:
        high = low + 1.0
    return Quantity(title, values, float(low), float(high), SEQUENTIAL)


def confidence(values: Floats32) -> Quantity:
    """Returns the colouring by the probability of the predicted class."""
    return Quantity("Confidence", values.astype(np.float64), 0.0, 1.0, SEQUENTIAL)
