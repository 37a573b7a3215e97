"""Pictures of graphs, spectra and trainings as SVG: what a notebook shows of an object.

The app draws with its own charts; these are for notebooks, scripts and lecture notes. They need
no plotting library, and stay readable on a light and on a dark background.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from spgat.arrays import Bools, Floats
from spgat.errors import InputError
from spgat.layout import layout
from spgat.replacing import replacing

if TYPE_CHECKING:  # these show themselves by this file, so it imports none of them
    from spgat.graph import Graph
    from spgat.results import TrainResult
    from spgat.spectral.reconstruction import EdgeBands
    from spgat.spectral.spectrum import Spectrum

#: Low and high frequencies; negative and positive values; text that is readable on both themes.
LOW, HIGH = "#2484C1", "#D55E00"
NEGATIVE, POSITIVE = "#A05BBA", "#2A9D5C"
TEXT = "#7F8B99"
#: Classes, in the order of their numbers (Okabe and Ito), and nodes without one.
CLASSES = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442")
UNKNOWN = "#B3BAC4"

#: A drawing of more than this is a heap of lines that takes the browser's memory.
MAX_NODES, MAX_EDGES = 2_000, 10_000
_SIZE = 260
_MARGIN = 24


@dataclass(frozen=True, slots=True)
class Drawing:
    """One or several pictures side by side; a notebook shows them.

    Attributes:
        pictures: SVG elements.
    """

    pictures: tuple[str, ...]

    def __or__(self, other: "Drawing") -> "Drawing":
        """Returns both side by side."""
        return Drawing(self.pictures + other.pictures)

    def _repr_html_(self) -> str:
        return (
            f'<div style="display:flex;flex-wrap:wrap;gap:8px">{"".join(self.pictures)}</div>'
        )

    def save(self, path: Path | str) -> None:
        """Writes one SVG file with the pictures side by side.

        Raises:
            OSError: If the file cannot be written.
        """
        placed = [
            picture.replace("<svg ", f'<svg x="{position * _SIZE}" ', 1)
            for position, picture in enumerate(self.pictures)
        ]
        width = _SIZE * len(self.pictures)
        text = _svg(width, _SIZE, "".join(placed))
        with replacing(Path(path)) as target:
            target.write_text(text, encoding="utf-8")


def draw_graph(
    graph: "Graph",
    *,
    signal: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    largest: float | None = None,
    title: str = "",
) -> Drawing:
    """Returns a drawing of a graph, its nodes and edges coloured by values.

    Nodes have the colour of their class where there is no signal. Values run from purple
    (negative) to green (positive); edges are as opaque as their weight is large, and grey where
    no weights are given.

    Args:
        graph: At most 2,000 nodes and 10,000 edges.
        signal: float [num_nodes], a value for each node.
        weights: float [num_edges], a value for each edge, in the order of
            `reconstruct_edges(...).edges`; those of the graph where None.
        largest: The magnitude that has the full colour, so that several drawings compare;
            the largest weight drawn where None.
        title: Written above the drawing.

    Raises:
        InputError: For a larger graph, or values of another number than nodes or edges.
    """
    if graph.num_nodes > MAX_NODES or graph.num_edges > MAX_EDGES:
        raise InputError(
            f"{graph.name!r} has {graph.num_nodes} nodes and {graph.num_edges} edges; at most "
            f"{MAX_NODES} nodes and {MAX_EDGES} edges are drawn."
        )
    upper = sp.triu(graph.adjacency, 1, format="coo")
    rows, columns, own = upper.row, upper.col, upper.data
    values = own if weights is None else _checked(weights, len(rows), "edges")
    points, height = _scaled(layout(graph))
    full = largest or float(np.abs(values).max(initial=0)) or 1.0
    lines = [
        f'<line x1="{points[i, 0]:.1f}" y1="{points[i, 1]:.1f}" x2="{points[j, 0]:.1f}" '
        f'y2="{points[j, 1]:.1f}" stroke="{TEXT if weights is None else _sign_colour(value)}" '
        f'stroke-opacity="{min(abs(value) / full, 1) * (0.5 if weights is None else 1):.2f}"/>'
        for i, j, value in zip(rows, columns, values, strict=True)
        if abs(value) > full / 100
    ]
    radius = max(1.5, 5 - graph.num_nodes / 60)
    circles = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}">'
        f"<title>{escape(name)}</title></circle>"
        for (x, y), colour, name in zip(
            points, _node_colours(graph, signal), graph.names, strict=True
        )
    ]
    return _picture([*lines, *circles], title or graph.name, height)


def draw_edge_bands(graph: "Graph", bands: "EdgeBands") -> Drawing:
    """Returns three drawings with one scale: the graph, its low and its high frequencies.

    Args:
        graph: The graph.
        bands: `reconstruct_edges` of its adjacency.

    Raises:
        InputError: As `draw_graph`.
    """
    parts = {"original": bands.original, "low": bands.low, "high": bands.high}
    largest = max(float(np.abs(part).max(initial=0)) for part in parts.values())
    first, *rest = (
        draw_graph(graph, weights=part, largest=largest, title=title)
        for title, part in parts.items()
    )
    return first | rest[0] | rest[1]


def draw_spectrum(spectrum: "Spectrum", *, num_low: int | None = None) -> Drawing:
    """Returns the eigenvalues as a stair, the lowest `num_low` in the colour of low ones.

    Args:
        spectrum: Its eigenvalues are drawn.
        num_low: d; no cut is drawn where None.
    """
    values = spectrum.eigenvalues
    cut = len(values) if num_low is None else num_low
    colours = [LOW] * cut + [HIGH] * (len(values) - cut)
    x = _line(np.arange(len(values)), len(values) - 1)
    y = _SIZE - _line(values, max(float(values[-1]), 1e-12))
    marks = [
        f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2" fill="{colour}"/>'
        for a, b, colour in zip(x, y, colours, strict=True)
    ]
    return _picture([*marks, *_axes("k", "λ", float(values[-1]))], "Eigenvalues")


def draw_training(result: "TrainResult") -> Drawing:
    """Returns α of each layer and the accuracies over the epochs, with the best epoch marked.

    Args:
        result: A run with at least one epoch.
    """
    history = result.history
    pictures = Drawing(())
    for layer in range(len(history[0].alpha) if history else 0):
        alpha = np.array([record.alpha[layer] for record in history])  # [num_epochs, num_bands]
        names = ["low", *(f"band {b}" for b in range(2, alpha.shape[1])), "high"]
        curves = dict(zip(names, alpha.T, strict=True))
        pictures |= _curves(curves, f"α of layer {layer + 1}", result.best_epoch)
    accuracies = {
        name: np.array([getattr(record, f"{name}_accuracy") for record in history])
        for name in ("train", "val", "test")
    }
    return pictures | _curves(accuracies, "Accuracy", result.best_epoch)


def draw_search(means: Floats, errors: Floats, is_whole: Bools, best: Floats) -> Drawing:
    """Returns the trials of a search as points with their errors, and a curve of the best.

    Args:
        means: float64 [num_trials], mean validation accuracies, in [0, 1].
        errors: float64 [num_trials], their standard errors.
        is_whole: bool [num_trials]; the others were given up and are drawn paler.
        best: float64 [num_trials], the best mean up to each trial; NaN before the first.
    """
    low, high = float((means - errors).min()), float((means + errors).max())
    x = _line(np.arange(1, len(means) + 1), len(means) + 1)

    def height(values: Floats) -> Floats:
        return np.asarray(_SIZE - _line(values - low, high - low))

    parts = [
        f'<g stroke="{LOW}" fill="{LOW}" opacity="{1 if whole else 0.35}">'
        f'<line x1="{a:.1f}" y1="{bottom:.1f}" x2="{a:.1f}" y2="{top:.1f}"/>'
        f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.5"><title>{mean:.1%}</title></circle></g>'
        for a, b, bottom, top, mean, whole in zip(
            x, height(means), height(means - errors), height(means + errors), means, is_whole,
            strict=True,
        )
    ]  # fmt: skip
    known = ~np.isnan(best)
    steps = zip(x[known], height(best[known]), strict=True)
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in steps)
    parts.append(f'<polyline points="{points}" fill="none" stroke="{HIGH}"/>')
    parts.append(_text(_MARGIN, _SIZE - 6, f"from {low:.3g}", TEXT, "start"))
    return _picture([*parts, *_axes("trial", "", high)], "Validation accuracy")


def _curves(curves: Mapping[str, Floats], title: str, best_epoch: int) -> Drawing:
    """Curves over the epochs between 0 and 1, their names below them."""
    colours = (LOW, HIGH, *CLASSES[2:])
    num_epochs = max((len(values) for values in curves.values()), default=0)
    parts = []
    for (name, values), colour in zip(curves.items(), colours * 2, strict=False):
        x = _line(np.arange(1, len(values) + 1), max(num_epochs, 1))
        y = _SIZE - _line(values, 1.0)
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        place = _MARGIN + 60 * (len(parts) // 2)
        parts.append(_text(place, _SIZE - 6, name, colour, "start"))
    if best_epoch:
        x = _line(np.array([best_epoch]), max(num_epochs, 1))[0]
        parts.append(
            f'<line x1="{x:.1f}" y1="{_MARGIN}" x2="{x:.1f}" y2="{_SIZE - _MARGIN}" '
            f'stroke="{TEXT}" stroke-dasharray="3 3"><title>best on validation</title></line>'
        )
    return _picture([*parts, *_axes("epoch", "", 1.0)], title)


def _checked(values: ArrayLike, number: int, what: str) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (number,):
        raise InputError(
            f"The values have the shape {array.shape} and the graph has {number} {what}; give "
            "one value for each."
        )
    return array


def _node_colours(graph: "Graph", signal: ArrayLike | None) -> list[str]:
    if signal is not None:
        values = _checked(signal, graph.num_nodes, "nodes")
        full = float(np.abs(values).max(initial=0)) or 1.0
        return [_mixed(value / full) for value in values]
    if graph.labels is None:
        return [TEXT] * graph.num_nodes
    return [UNKNOWN if k < 0 else CLASSES[k % len(CLASSES)] for k in graph.labels.tolist()]


def _mixed(share: float) -> str:
    """From purple at −1 over grey at 0 to green at 1."""
    ends = [int(TEXT[k : k + 2], 16) for k in (1, 3, 5)]
    goal = [int(_sign_colour(share)[k : k + 2], 16) for k in (1, 3, 5)]
    part = min(abs(share), 1)
    mixed = (round(a + part * (b - a)) for a, b in zip(ends, goal, strict=True))
    return "#" + "".join(f"{value:02X}" for value in mixed)


def _sign_colour(value: float) -> str:
    return POSITIVE if value >= 0 else NEGATIVE


def _scaled(positions: Floats) -> tuple[Floats, float]:
    """Places within a picture of the returned height, with their proportions, up being up."""
    low, high = positions.min(axis=0), positions.max(axis=0)
    scale = (_SIZE - 2 * _MARGIN) / (float((high - low).max()) or 1.0)
    width, height = scale * (high - low)
    places = scale * (positions - [low[0], high[1]]) * [1, -1]
    middle = np.array([(_SIZE - width) / 2, _MARGIN])
    return places + middle, float(height) + 2 * _MARGIN


def _line(values: ArrayLike, largest: float) -> Floats:
    """Values from 0 to the largest, as places along an axis."""
    scale = (_SIZE - 2 * _MARGIN) / (largest or 1.0)
    return np.asarray(_MARGIN + scale * np.asarray(values, dtype=np.float64))


def _axes(across: str, up: str, largest: float) -> list[str]:
    bottom, left = _SIZE - _MARGIN, _MARGIN
    return [
        f'<path d="M{left} {_MARGIN}V{bottom}H{_SIZE - _MARGIN}" fill="none" stroke="{TEXT}"/>',
        _text(_SIZE - _MARGIN, _SIZE - 6, across, TEXT, "end"),
        _text(left, _MARGIN - 6, f"{up} {largest:.3g}".strip(), TEXT, "start"),
    ]


def _text(x: float, y: float, words: str, colour: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="11" '
        f'font-family="sans-serif" text-anchor="{anchor}">{escape(words)}</text>'
    )


def _picture(parts: Sequence[str], title: str, height: float = _SIZE) -> Drawing:
    heading = _text(_SIZE / 2, 12, title, TEXT, "middle")
    return Drawing((_svg(_SIZE, height, "".join([*parts, heading])),))


def _svg(width: float, height: float, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}">{body}</svg>'
    )
