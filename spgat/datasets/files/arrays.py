"""Graphs in named arrays, as .npz and .mat files hold them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Floats, Ints
from spgat.datasets.files.limits import MAX_CELLS, check_counts
from spgat.datasets.files.parsed import Format, ParsedGraph
from spgat.errors import InputError

Arrays = Mapping[str, Any]

_ADJACENCY_KEYS = ("adjacency", "adj", "a", "w", "matrix", "graph", "network")
_EDGE_KEYS = ("edges", "edge_index", "edge_list", "edgelist")
_FEATURE_KEYS = ("features", "node_features", "x", "attr", "feat", "attributes")
_LABEL_KEYS = ("labels", "node_labels", "y", "label", "group", "classes")
_POSITION_KEYS = ("positions", "xy", "coords", "coordinates", "pos")
_WEIGHT_KEYS = ("weights", "edge_weight", "edge_attr")


def graph_of_arrays(arrays: Arrays, format_: Format) -> ParsedGraph:
    """Returns the graph that named arrays describe.

    Raises:
        InputError: If none of them is an adjacency matrix or a list of edges.
    """
    found: list[str] = []
    edges, weights, num_nodes, is_directed = _edges(arrays, found)
    rest = {
        what: _of_length(arrays, keys, num_nodes, what, found)
        for what, keys in (
            ("features", _FEATURE_KEYS),
            ("labels", _LABEL_KEYS),
            ("positions", _POSITION_KEYS),
        )
    }
    features, labels, positions = rest["features"], rest["labels"], rest["positions"]
    if features is not None and (features.ndim != 2 or not _is_numeric(features)):
        features = None
    if positions is not None and (
        positions.shape != (num_nodes, 2) or not _is_numeric(positions)
    ):
        positions = None
    classes = None
    if labels is not None:
        labels, classes = _classes(labels)
    return ParsedGraph(
        format=format_,
        num_nodes=num_nodes,
        edges=edges,
        weights=weights,
        is_directed=is_directed,
        positions=positions,
        labels=labels,
        class_names=classes,
        features=features,
        found=tuple(found),
    )


def checked_csr(data: Any, indices: Any, indptr: Any, shape: tuple[int, int]) -> sp.csr_array:
    """Returns a matrix whose indices are checked: wrong ones in compiled code would crash.

    Raises:
        InputError: If the parts do not fit each other.
    """
    try:
        matrix = sp.csr_array(
            (data, indices.astype(np.int64), indptr.astype(np.int64)), shape=shape
        )
        matrix.check_format(full_check=True)
    except (ValueError, TypeError) as error:
        raise InputError(f"The sparse matrix is broken ({error}); save it again.") from error
    return matrix


def _edges(arrays: Arrays, found: list[str]) -> tuple[Ints, Floats | None, int, bool]:
    name = _find(arrays, _EDGE_KEYS)
    if name is not None:
        ends = np.asarray(arrays[name])
        is_wide = ends.ndim == 2 and ends.shape[0] == 2
        if is_wide and (ends.shape[1] != 2 or name.lower() == "edge_index"):
            ends = ends.T
        if ends.ndim != 2 or ends.shape[1] != 2 or not np.issubdtype(ends.dtype, np.integer):
            raise InputError(
                f"The array {name!r} has shape {ends.shape} and type {ends.dtype}; give whole "
                "numbers with two columns, one row per edge."
            )
        found.append(f"Edges come from the array {name!r}.")
        edges = ends.astype(np.int64)
        weight_name = _find(arrays, _WEIGHT_KEYS)
        weights = None
        if weight_name is not None and np.size(arrays[weight_name]) == len(edges):
            weights = np.asarray(arrays[weight_name], dtype=np.float64).ravel()
            found.append(f"Edge weights come from the array {weight_name!r}.")
        rows = (_find(arrays, keys) for keys in (_LABEL_KEYS, _FEATURE_KEYS))
        lengths = [arrays[row].shape[0] for row in rows if row is not None]
        num_nodes = max([int(edges.max(initial=-1)) + 1, *lengths])
        check_counts(num_nodes, len(edges))
        return edges, weights, num_nodes, False
    name = _adjacency_name(arrays)
    matrix = arrays[name]
    if not sp.issparse(matrix) and matrix.size > MAX_CELLS:
        raise InputError(
            f"The matrix {name!r} has more than {MAX_CELLS} cells; save it sparse."
        )
    coo = sp.coo_array(matrix)
    check_counts(coo.shape[0], coo.nnz // 2)
    found.append(f"The adjacency matrix is {name!r}.")
    edges = np.stack([coo.row, coo.col], axis=1).astype(np.int64)
    is_directed = bool((coo.tocsr() != coo.T.tocsr()).nnz)
    return edges, coo.data.astype(np.float64), int(coo.shape[0]), is_directed


def _adjacency_name(arrays: Arrays) -> str:
    """The square matrix with a telling name, or else the only square one."""
    square = [
        name
        for name, array in arrays.items()
        if np.ndim(array) == 2 and array.shape[0] == array.shape[1] > 1 and _is_numeric(array)
    ]
    named = _find({name: None for name in square}, _ADJACENCY_KEYS)
    if named is not None:
        return named
    if len(square) == 1:
        return square[0]
    there = ", ".join(
        f"{n[:30]!r} {getattr(a, 'shape', '')}" for n, a in list(arrays.items())[:8]
    )
    raise InputError(
        "The file has no square adjacency matrix called 'A' or 'adjacency' and no 'edges'; it "
        f"has {there or 'nothing that can be read'}."
    )


def _find(arrays: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    lower = {name.lower(): name for name in arrays}
    return next((lower[key] for key in keys if key in lower), None)


def _of_length(
    arrays: Arrays, keys: tuple[str, ...], num_nodes: int, what: str, found: list[str]
) -> Any:
    name = _find(arrays, keys)
    if name is None or np.ndim(arrays[name]) == 0 or arrays[name].shape[0] != num_nodes:
        return None
    found.append(f"Node {what} come from the array {name!r}, in row order.")
    return arrays[name]


def _classes(labels: Any) -> tuple[Ints | None, list[str] | None]:
    """Labels as classes from 0 and their names; -1 stays unknown. None where they are none."""
    flat = np.asarray(labels.todense() if sp.issparse(labels) else labels)
    if flat.size != flat.shape[0] or flat.dtype.kind not in "biuU":
        return None, None
    values, numbers = np.unique(flat.ravel(), return_inverse=True)
    unknown = int(values.dtype.kind == "i" and values[0] == -1)
    return numbers.astype(np.int64) - unknown, [str(value) for value in values[unknown:]]


def _is_numeric(array: Any) -> bool:
    return bool(np.dtype(array.dtype).kind in "biuf")
