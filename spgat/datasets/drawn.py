"""Small graphs that someone has drawn, each as one line of text that fits into a link.

A drawing is an ordinary `Graph` whose positions are whole numbers in a frame, whose weights
have three significant digits, and whose classes are A to G. Every drawing has exactly one text,
and every other text is refused.
"""

import base64
import binascii
import re
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from spgat.arrays import Floats, Ints
from spgat.datasets.info import DatasetInfo
from spgat.datasets.splits import with_split
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.layout import layout
from spgat.words import plural

#: What a data set's name begins with, where the rest is the text of a drawing.
PREFIX = "drawing:"
MAX_NODES = 64
#: Nodes lie at whole numbers from 0 to these, x to the right and y upwards.
FRAME = (240, 160)
CLASS_NAMES = ("A", "B", "C", "D", "E", "F", "G")
#: Every weight there is, ascending: three significant digits from 0.001 to 999.
WEIGHTS = np.array([float(f"{n}e{e}") for e in range(-5, 1) for n in range(100, 1000)])

_VERSION = "1"
_MAX_TEXT = 6000  # a little more than the longest drawing: 64 nodes, all edges, all weighted
_BITS = {"num_nodes": 6, "place": 8, "class": 3, "flag": 1, "weight": 13}
_MARGIN = 12  # of the frame around a copy


def encode(graph: Graph) -> str:
    """Returns the text of a drawing: the letters A to Z, a to z, 0 to 9, "-" and "_".

    64 nodes take at most 520 letters, and about 2 more for each edge of a weight other than 1.

    Args:
        graph: As `decode` and `drawable` return it.

    Raises:
        InputError: For a graph that is no drawing.
    """
    _check(graph)
    first, second = np.triu_indices(graph.num_nodes, 1)
    weights = graph.adjacency.toarray()[first, second]
    is_edge = weights > 0
    is_weighted = weights[is_edge] != 1
    labels = _labels(graph.labels)
    parts = [
        _bits([graph.num_nodes - 1], "num_nodes"),
        _bits([labels is not None, bool(is_weighted.any())], "flag"),
        _bits(np.asarray(graph.positions), "place"),
        _bits([] if labels is None else labels + 1, "class"),
        _bits(is_edge, "flag"),
    ]
    if is_weighted.any():
        numbers = np.searchsorted(WEIGHTS, weights[is_edge][is_weighted])
        parts += [_bits(is_weighted, "flag"), _bits(numbers, "weight")]
    packed = np.packbits(np.concatenate(parts)).tobytes()
    return _VERSION + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decode(text: str) -> Graph:
    """Returns the drawing of a text: with positions, and with labels where it has classes.

    Raises:
        InputError: For a text that `encode` writes for no graph.
    """
    reader = _Reader(_unpacked(text))
    num_nodes = int(reader.take("num_nodes", 1)[0]) + 1
    has_classes, has_weights = reader.take("flag", 2)
    positions = reader.take("place", 2 * num_nodes).reshape(num_nodes, 2)
    labels = reader.take("class", num_nodes) - 1 if has_classes else None
    pairs = np.stack(np.triu_indices(num_nodes, 1), axis=1)
    edges = pairs[reader.take("flag", len(pairs)) == 1]
    weights = np.ones(len(edges))
    if has_weights:
        is_weighted = reader.take("flag", len(edges)) == 1
        numbers = reader.take("weight", int(is_weighted.sum()))
        if (numbers >= len(WEIGHTS)).any():
            raise _broken()
        weights[is_weighted] = WEIGHTS[numbers]
    graph = _drawing(num_nodes, edges, weights, positions, labels)
    if (positions > FRAME).any() or encode(graph) != text:
        raise _broken()
    return graph


def drawable(graph: Graph, positions: ArrayLike | None = None) -> Graph:
    """Returns the drawing nearest to a graph: its nodes moved into the frame, weights rounded.

    Names, features, signals and edges from a node to itself are left out.

    Args:
        graph: At most 64 nodes, 7 classes, and weights from 0.001 to 999.
        positions: float [num_nodes, 2], where the nodes are drawn; the graph's own, or else
            those of a layout, where None.

    Raises:
        InputError: For a graph that is too large, or of too many classes or other weights.
    """
    if graph.num_nodes > MAX_NODES:
        raise InputError(
            f"{graph.name!r} has {graph.num_nodes:,} nodes; a drawing has at most {MAX_NODES}."
        )
    edges = graph.edges()
    edges = edges[edges[:, 0] != edges[:, 1]]
    weights = graph.adjacency.toarray()[edges[:, 0], edges[:, 1]]
    drawn = _drawing(
        graph.num_nodes,
        edges,
        _rounded(weights),
        _framed(layout(graph) if positions is None else np.asarray(positions)),
        graph.labels,
    )
    _check(drawn)
    return drawn


def info(name: str) -> DatasetInfo:
    """Returns the entry of a drawing, which stands in no list: its name is its content.

    Args:
        name: "drawing:" and a text.

    Raises:
        InputError: For a broken text.
    """
    graph = decode(name.removeprefix(PREFIX))
    return DatasetInfo(
        name=name,
        title=graph.name,
        group="toy",
        description="Drawn by hand.",
        num_nodes=graph.num_nodes,
        num_edges=graph.num_edges,
        num_classes=graph.num_classes,
        make=partial(with_split, graph),
    )


class _Reader:
    """Takes whole numbers from bits, one after the other."""

    def __init__(self, bits: Ints) -> None:
        self._rest = bits

    def take(self, kind: str, count: int) -> Ints:
        """Returns int64 [count].

        Raises:
            InputError: Where too few bits are left.
        """
        width = _BITS[kind]
        bits, self._rest = self._rest[: width * count], self._rest[width * count :]
        if len(bits) < width * count:
            raise _broken()
        return bits.reshape(count, width) @ (1 << np.arange(width)[::-1])


def _bits(values: ArrayLike, kind: str) -> Ints:
    """The bits of whole numbers, the highest first."""
    places = np.arange(_BITS[kind])[::-1]
    return (np.asarray(values, dtype=np.int64).reshape(-1, 1) >> places & 1).ravel()


def _unpacked(text: str) -> Ints:
    """The bits of a text."""
    if re.fullmatch("[A-Za-z0-9_-]+", text) is None or len(text) > _MAX_TEXT:
        raise _broken()
    if text[0] != _VERSION:
        raise InputError(
            f"The drawing {text[:20]!r} is of version {text[0]!r}, and this is version "
            f"{_VERSION!r} of drawings; open it with a newer spgat."
        )
    body = text[1:]
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except binascii.Error as error:
        raise _broken() from error
    return np.unpackbits(np.frombuffer(packed, dtype=np.uint8)).astype(np.int64)


def _broken() -> InputError:
    return InputError(
        "This is not the whole text of a drawing; copy the link again from its first letter to "
        "its last."
    )


def _drawing(
    num_nodes: int, edges: Ints, weights: Floats, positions: Ints, labels: Ints | None
) -> Graph:
    labels = _labels(labels)
    name = f"Drawing of {plural(num_nodes, 'node')} and {plural(len(edges), 'edge')}"
    return Graph.build(
        name,
        num_nodes,
        edges,
        weights,
        positions=positions,
        labels=labels,
        class_names=None if labels is None else CLASS_NAMES[: int(labels.max()) + 1],
    )


def _labels(labels: Ints | None) -> Ints | None:
    """The labels, None where no node has a class."""
    return None if labels is None or labels.max() < 0 else labels


def _check(graph: Graph) -> None:
    """Refuses what has no text."""
    positions = graph.positions
    if graph.num_nodes > MAX_NODES:
        problem = f"it has {graph.num_nodes:,} nodes, and a drawing has at most {MAX_NODES}"
    elif graph.num_classes > len(CLASS_NAMES):
        problem = (
            f"it has {graph.num_classes} classes, and a drawing at most {len(CLASS_NAMES)}"
        )
    elif graph.adjacency.diagonal().any():
        problem = "a node is joined to itself"
    elif not np.isin(graph.adjacency.data, WEIGHTS).all():
        problem = "a weight does not have three significant digits between 0.001 and 999"
    elif positions is None or (positions < 0).any() or (positions > FRAME).any():
        problem = "a node lies outside the frame"
    elif (positions != np.rint(positions)).any():
        problem = "a node lies at no whole number"
    else:
        return
    raise InputError(f"{graph.name!r} can't be written as a drawing: {problem}.")


def _rounded(weights: Floats) -> Floats:
    """The nearest weights there are; those out of range stay, and are refused later."""
    after = np.clip(np.searchsorted(WEIGHTS, weights), 1, len(WEIGHTS) - 1)
    middle = (WEIGHTS[after - 1] + WEIGHTS[after]) / 2
    nearest = WEIGHTS[np.where(weights < middle, after - 1, after)]
    is_inside = (weights >= WEIGHTS[0]) & (weights <= WEIGHTS[-1])
    return np.where(is_inside, nearest, weights)


def _framed(positions: Floats) -> Ints:
    """Places within the frame, in the middle of it, with their proportions."""
    low, high = positions.min(axis=0), positions.max(axis=0)
    size = np.maximum(high - low, 1e-12)
    scale = float(((np.array(FRAME) - 2 * _MARGIN) / size).min())
    is_point = float((high - low).max()) == 0
    centred = positions - (low + high) / 2
    middle = np.array(FRAME) / 2
    return np.rint(middle + (0 if is_point else scale) * centred).astype(np.int64)
