"""Graphs in named arrays, as .npz and .mat files hold them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.datasets.files.array_files import usual
from spgat.datasets.limits import MAX_FEATURES
from spgat.datasets.meaning.notes import Notes
from spgat.datasets.meaning.records import Parsed, of_matrix
from spgat.errors import InputError

_ADJACENCY = (
    "adjacency", "adj", "a", "w", "matrix", "graph", "network", "cij", "connectivity",
    "connectome",
)  # fmt: skip
_EDGES = ("edges", "edge_index", "edge_list", "edgelist")
_ENDS = (
    ("source", "target"), ("src", "dst"), ("sources", "targets"), ("row", "col"), ("u", "v"),
    ("s", "t"), ("i", "j"), ("from", "to"), ("senders", "receivers"),
)  # fmt: skip
_FEATURES = ("features", "node_features", "x", "attr", "feat", "attributes")
_LABELS = ("labels", "node_labels", "y", "label", "group", "classes")
_POSITIONS = ("positions", "xy", "coords", "coord", "coordinates", "pos")
_WEIGHTS = (
    "weights",
    "edge_weight",
    "edge_attr",
    "weight",
    "w",
    "data",
    "value",
    "values",
    "v",
)
_COUNTS = ("num_nodes", "n")
_NAMES = ("node_names", "names", "node_ids", "ids")


def of_arrays(arrays: Mapping[str, Any], format_: str, notes: Notes) -> Parsed:
    """Returns the graph that named arrays describe; accounts for every array.

    Raises:
        InputError: If none of them is an adjacency matrix or a list of edges.
    """
    left = _with_edges(_as_arrays(arrays))
    name = _find(left, _EDGES)
    parsed = (
        _of_edges(left, name, format_, notes) if name else _of_adjacency(left, format_, notes)
    )
    return _with_nodes(parsed, left, notes)


def _as_arrays(arrays: Mapping[str, Any]) -> dict[str, Any]:
    """Named arrays, of which a .mat file may have some that are single numbers."""
    return {
        name: value if sp.issparse(value) else usual(np.asarray(value))
        for name, value in arrays.items()
    }


def _with_edges(arrays: dict[str, Any]) -> dict[str, Any]:
    """Arrays of which two are the ends of edges as one, called "edges".

    So is the only table of two columns of whole numbers where nothing else is a graph.
    """
    for pair in _ENDS:
        left, right = (_find(arrays, (word,)) for word in pair)
        ends = [arrays[name] for name in (left, right) if name is not None]
        sizes = {e.shape for e in ends if not sp.issparse(e) and e.dtype.kind in "iuf"}
        if len(ends) == 2 and len(sizes) == 1 and ends[0].size == max(ends[0].shape, default=0):
            rest = {name: v for name, v in arrays.items() if name not in (left, right)}
            return {"edges": np.stack([end.ravel() for end in ends], axis=1), **rest}
    tables = [name for name, array in arrays.items() if array.ndim == 2]
    if len(tables) == 1 and arrays[tables[0]].dtype.kind in "iu" and not _find(arrays, _EDGES):
        (name,) = tables
        shape = arrays[name].shape
        if 2 in shape and shape[0] != shape[1] and not _find(arrays, _FEATURES):
            return {"edges" if other == name else other: v for other, v in arrays.items()}
    return arrays


def _with_nodes(parsed: Parsed, left: dict[str, Any], notes: Notes) -> Parsed:
    """A graph with what the arrays that are left say of its nodes."""
    count = parsed.num_nodes
    for kind, keys in (("features", _FEATURES), ("labels", _LABELS), ("positions", _POSITIONS)):
        name = _find(left, keys)
        if name is None or not left[name].ndim or left[name].shape[0] != count:
            continue
        value = left[name]
        if kind == "labels":
            taken = take_labels(parsed, value)
        elif kind == "positions":
            taken = (
                value.shape == (count, 2)
                and not sp.issparse(value)
                and _is_real(value)
                and bool(np.isfinite(value).all())
            )
            parsed.positions = value.astype(np.float64) if taken else None
        else:
            taken = value.ndim == 2 and 0 < value.shape[1] <= MAX_FEATURES and _is_real(value)
            parsed.features = value.astype(np.float32) if taken else None
        if taken:
            del left[name]
            notes.used.append(f"Node {kind} come from the array {name!r}, in row order.")
    name = _find(left, _NAMES)
    if name is not None and _are_names(left[name], count):
        parsed.names = [str(text).strip() for text in left.pop(name)]
        notes.used.append(f"Nodes are named by the array {name!r}.")
    if left:
        listed = ", ".join(f"{n[:30]!r} {_shape(v)}" for n, v in list(left.items())[:20])
        notes.unused.append(f"Not used: {listed}.")
    return parsed


def of_point_arrays(arrays: Mapping[str, Any], format_: str, notes: Notes) -> Parsed:
    """Returns the points that named arrays describe, without edges yet.

    Raises:
        InputError: If no array has a telling name, and not exactly one has rows and columns.
    """
    left = _as_arrays(arrays)
    tables = [name for name, value in left.items() if value.ndim == 2]
    known = _find(left, _FEATURES) or _find(left, _POSITIONS)
    if known is None and len(tables) != 1:
        raise InputError(f"The file has {len(tables)} tables of numbers; call the points 'x'.")
    name = known or tables[0]
    if known is None:
        left = {"x" if other == name else other: value for other, value in left.items()}
    points = left["x" if known is None else name]
    count = points.shape[0] if points.ndim else 0
    parsed = Parsed(format=format_, num_nodes=count)
    return _with_nodes(parsed, left, notes)


def _of_edges(left: dict[str, Any], name: str, format_: str, notes: Notes) -> Parsed:
    ends, names = left.pop(name), None
    if isinstance(ends, np.ndarray) and _are_pairs_of_text(ends):
        codes, unique = pd.factorize(ends.astype(str).ravel())
        ends, names = codes.reshape(-1, 2), [str(name) for name in unique]
    shape, weights = ends.shape, None
    is_table = isinstance(ends, np.ndarray) and ends.ndim == 2 and _is_real(ends)
    is_wide = is_table and shape[0] == 2 and (shape[1] != 2 or name.lower() == "edge_index")
    if is_wide and (ends == np.floor(ends)).all():
        ends = ends.T
    if is_table and ends.shape[1] == 3:
        weights, ends = ends[:, 2].astype(np.float64), ends[:, :2]
        notes.used.append(f"Edge weights come from the third column of {name!r}.")
        if not left:
            notes.ask(
                "Each row is taken for two ends and a weight; it could be a point.",
                Points={"table": "points"},
            )
    elif is_table and ends.dtype.kind == "f" and not left:
        notes.ask(
            "Each row is taken for the two ends of an edge; it could be a point.",
            Points={"table": "points"},
        )
    if not is_table or ends.shape[1] != 2 or (ends != np.floor(ends)).any():
        raise InputError(
            f"The array {name!r} has shape {shape} and type {ends.dtype}; give whole "
            "numbers with two columns, one row per edge."
        )
    edges = np.asarray(ends).astype(np.int64)
    if edges.min(initial=0) < 0:
        raise InputError(f"The array {name!r} names node {edges.min()}; nodes count from 0.")
    notes.used.append(f"Edges come from the array {name!r}.")
    is_from_one = format_.startswith("MATLAB") and len(edges) and edges.min() > 0
    is_from_one = is_from_one and names is None
    if is_from_one:
        notes.used.append("Nodes count from 1, as in MATLAB.")
        edges -= 1
    key = _find(left, _WEIGHTS)
    if weights is None and key is not None and left[key].size == len(edges):
        if not _is_real(left[key]):
            raise InputError(f"The weights {key!r} have type {left[key].dtype}; give numbers.")
        weights = np.asarray(left.pop(key)).astype(np.float64).ravel()
        notes.used.append(f"Edge weights come from the array {key!r}.")
    count = _num_nodes(left, edges)
    if is_from_one:
        names = [str(number) for number in range(1, count + 1)]
    return Parsed(
        format=format_,
        num_nodes=count,
        edges=edges,
        weights=weights,
        names=names,
    )


def _are_pairs_of_text(ends: NDArray[Any]) -> bool:
    is_text = ends.dtype.kind == "U" or (
        ends.dtype.kind == "O" and all(isinstance(end, str) for end in ends.ravel())
    )
    return is_text and ends.ndim == 2 and ends.shape[1] == 2


def _num_nodes(left: dict[str, Any], edges: NDArray[np.int64]) -> int:
    """How many nodes edges or other arrays have, or a number, which is taken out of them."""
    sizes = [int(edges.max(initial=-1)) + 1]
    for keys in (_LABELS, _FEATURES, _POSITIONS):
        other = _find(left, keys)
        sizes += [left[other].shape[0]] if other is not None and left[other].ndim else []
    key = _find(left, _COUNTS)
    if key is not None and left[key].size == 1 and left[key].dtype.kind in "iu":
        sizes.append(int(left.pop(key)))
    return max(sizes)


def _of_adjacency(left: dict[str, Any], format_: str, notes: Notes) -> Parsed:
    """The square matrix with a telling name, or the only square one, or a named rectangle."""
    tables = {n: v for n, v in left.items() if v.ndim == 2 and v.dtype.kind in "biufc"}
    square = {n: v for n, v in tables.items() if v.shape[0] == v.shape[1] > 1}
    name = _find(square, _ADJACENCY) or _find(tables, _ADJACENCY)
    if name is None and len(square) == 1:
        name = next(iter(square))
    if name is None:
        there = ", ".join(f"{n[:30]!r} {_shape(v)}" for n, v in list(left.items())[:8])
        raise InputError(
            "The file has no square adjacency matrix called 'A' or 'adjacency' and no 'edges'; "
            f"it has {there or 'nothing that can be read'}."
        )
    if not _is_real(tables[name]):
        raise InputError(f"The matrix {name!r} is complex; save its absolute values.")
    notes.used.append(f"The adjacency matrix is {name!r}.")
    return of_matrix(format_, left.pop(name))


def take_labels(parsed: Parsed, labels: Any) -> bool:
    """Takes an array of labels as classes from 0, -1 staying unknown; whether they can be."""
    if labels.size != labels.shape[0] or labels.dtype.kind not in "biufU":
        return False
    flat = np.asarray(labels.todense() if sp.issparse(labels) else labels).ravel()
    if flat.dtype.kind == "f":
        if not (flat == np.floor(flat)).all() or np.abs(flat).max(initial=0) > 2**53:
            return False
        flat = flat.astype(np.int64)
    values, numbers = np.unique(flat, return_inverse=True)
    unknown = int(values.dtype.kind == "i" and len(values) and values[0] == -1)
    parsed.labels = numbers.astype(np.int64) - unknown
    parsed.class_names = [str(value) for value in values[unknown:]]
    return True


def _find(arrays: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    lower = {name.lower(): name for name in arrays}
    return next((lower[key] for key in keys if key in lower), None)


def _shape(value: Any) -> str:
    size = " × ".join(map(str, value.shape)) or "one value"
    return f"({size}, complex)" if value.dtype.kind == "c" else f"({size})"


def _are_names(array: Any, count: int) -> bool:
    """Whether an array has a text or whole number for each node, each once."""
    if sp.issparse(array) or array.shape != (count,) or array.dtype.kind not in "OUiu":
        return False
    return all(isinstance(name, str | np.integer) for name in array) and count == len(
        set(array)
    )


def _is_real(array: Any) -> bool:
    return array.dtype.kind in "biuf"
