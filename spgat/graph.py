"""The one graph type: undirected, weighted, immutable, checked at construction."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from spgat.arrays import Bools, Floats, Ints
from spgat.errors import InputError
from spgat.words import plural

if TYPE_CHECKING:
    from spgat.drawing import Drawing

# A float32 array or csr_array; scipy carries no types.
FeatureMatrix = Any

#: Beyond these, sums of squares leave the range of numbers.
MIN_WEIGHT, MAX_WEIGHT = 1e-100, 1e100

SelfLoops = Literal["remove", "keep"]


@dataclass(frozen=True, eq=False)
class NodeSplit:
    """Which nodes train, validate and test a model.

    Attributes:
        train, val, test: bool [num_nodes], pairwise disjoint.
        name: What the split is called, for instance "public" or "split 3 of 10".
        redraw: Draws another of its kind by `seed`; None for one that is not drawn at random.
    """

    train: Bools
    val: Bools
    test: Bools
    name: str = "split"
    redraw: "Callable[..., NodeSplit] | None" = None

    def __post_init__(self) -> None:
        if not self.train.shape == self.val.shape == self.test.shape:
            raise InputError(
                f"The masks of {self.name!r} have lengths {self.train.size}, {self.val.size} "
                f"and {self.test.size}; give each one value per node."
            )
        overlap = (self.train & self.val) | (self.train & self.test) | (self.val & self.test)
        if overlap.any():
            raise InputError(
                f"{int(overlap.sum())} nodes of {self.name!r} stand in two of train, "
                "validation and test; put each node into one of them."
            )

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Numbers of training, validation and test nodes."""
        return int(self.train.sum()), int(self.val.sum()), int(self.test.sum())


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected graph with what is known of its nodes; build it with `Graph.build`.

    Attributes:
        name: Short name, shown to users.
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric, non-negative, canonical
            (sorted indices, no duplicates, no stored zeros). Isolated nodes keep their rows.
        features: float32 [num_nodes, num_features], dense or CSR, or None.
        labels: int64 [num_nodes], classes from 0, -1 where unknown, or None.
        splits: The splits that come with the graph, maybe none.
        positions: float64 [num_nodes, 2] for drawing, or None.
        node_names: One name per node, in row order, or None where the row numbers serve.
        class_names: One name per class.
        notes: One sentence for each thing the constructor changed.
        signals: float64 [num_nodes] by name, what was measured on the nodes; NaN where a value
            is missing. No model sees them.
    """

    name: str
    adjacency: sp.csr_array
    features: FeatureMatrix | None = None
    labels: Ints | None = None
    splits: tuple[NodeSplit, ...] = ()
    positions: Floats | None = None
    node_names: tuple[str, ...] | None = None
    class_names: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
    signals: Mapping[str, Floats] = field(default_factory=dict)

    @classmethod
    def build(
        cls,
        name: str,
        num_nodes: int,
        edges: ArrayLike,
        weights: ArrayLike | None = None,
        *,
        features: Any = None,
        labels: ArrayLike | None = None,
        splits: Sequence[NodeSplit] = (),
        positions: ArrayLike | None = None,
        node_names: Sequence[str] | None = None,
        class_names: Sequence[str] | None = None,
        self_loops: SelfLoops = "remove",
        notes: Sequence[str] = (),
        signals: Mapping[str, ArrayLike] | None = None,
    ) -> "Graph":
        """Returns a checked graph.

        Each row of `edges` is one undirected edge; where an edge occurs several times, in
        either direction, it is kept once with its largest weight, so listing both directions
        is harmless and a directed graph is symmetrised by the maximum.

        Args:
            name: Short name.
            num_nodes: Number of nodes, at least 1; nodes without edges stay.
            edges: int [num_edges, 2], node numbers from 0.
            weights: float [num_edges], finite and positive; 1 where None. Edges of weight 0
                are dropped with a notice.
            features: [num_nodes, num_features], finite; a sparse matrix stays sparse.
            labels: int [num_nodes], -1 where unknown.
            splits: Train, validation and test masks over `num_nodes`.
            positions: float [num_nodes, 2].
            node_names: One per node.
            class_names: One per class; "0", "1", … where None.
            self_loops: Whether edges from a node to itself are dropped or kept. A Laplacian
                with self-loops adds one to every node that has none.
            notes: What the caller has already changed; the constructor's own notes follow.
            signals: float [num_nodes] by name, finite or NaN where missing.

        Raises:
            InputError: For an empty graph, a node number out of range, a NaN, infinite or
                negative weight, a NaN or infinite feature, or an array of the wrong length.
        """
        if num_nodes < 1:
            raise InputError(f"{name!r} has {num_nodes} nodes; a graph needs at least one.")
        report = list(notes)
        adjacency = _adjacency(name, num_nodes, edges, weights, self_loops, report)
        checked_labels, classes = _checked_labels(num_nodes, labels, class_names)
        for split in splits:
            _check_length(f"The split {split.name!r}", split.train.shape[0], num_nodes)
        if node_names is not None:
            _check_length("The list of node names", len(node_names), num_nodes)
        return cls(
            name=name,
            adjacency=adjacency,
            features=_checked_features(num_nodes, features),
            labels=checked_labels,
            splits=tuple(splits),
            positions=_checked_positions(num_nodes, positions),
            node_names=None if node_names is None else tuple(str(n) for n in node_names),
            class_names=classes,
            notes=tuple(report),
            signals=_checked_signals(num_nodes, signals or {}),
        )

    @classmethod
    def from_adjacency(cls, name: str, adjacency: Any, **rest: Any) -> "Graph":
        """Returns the graph of a square, possibly asymmetric matrix; see `build`."""
        matrix = sp.coo_array(adjacency)
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            raise InputError(
                f"The adjacency matrix has shape {matrix.shape}; it must be square, "
                "one row and one column per node."
            )
        edges = np.stack([matrix.row, matrix.col], axis=1)
        return cls.build(name, matrix.shape[0], edges, matrix.data, **rest)

    @property
    def num_nodes(self) -> int:
        """Number of nodes n."""
        return int(self.adjacency.shape[0])

    @property
    def num_edges(self) -> int:
        """Number of undirected edges, a self-loop counted once."""
        loops = int(np.count_nonzero(self.adjacency.diagonal()))
        return (self.adjacency.nnz - loops) // 2 + loops

    @property
    def num_features(self) -> int:
        """Number of feature columns, 0 without features."""
        return 0 if self.features is None else int(self.features.shape[1])

    @property
    def num_classes(self) -> int:
        """Number of classes, 0 without labels."""
        return len(self.class_names)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """One name per node: `node_names`, or else the row numbers."""
        return self.node_names or tuple(map(str, range(self.num_nodes)))

    def edges(self) -> Ints:
        """Returns int64 [num_edges, 2]: each undirected edge once, smaller node first."""
        upper = sp.triu(self.adjacency, format="coo")
        return np.stack([upper.row, upper.col], axis=1).astype(np.int64)

    def plot(self, *, signal: ArrayLike | None = None, title: str = "") -> "Drawing":
        """Returns a drawing of the graph, which a notebook shows and `save` writes as SVG.

        Args:
            signal: float [num_nodes], colours the nodes; their classes do where None.
            title: Written above it; the graph's name where "".

        Raises:
            InputError: For more than 2,000 nodes or 10,000 edges.
        """
        from spgat.drawing import draw_graph  # a training needs no drawing

        return draw_graph(self, signal=signal, title=title)

    def _repr_html_(self) -> str:
        facts = (
            f"<b>{escape(self.name)}</b>: {self.num_nodes:,} nodes, {self.num_edges:,} edges"
        )
        try:
            return f"<p>{facts}</p>{self.plot()._repr_html_()}"
        except InputError as error:  # too large to draw
            return f"<p>{facts}. {escape(str(error))}</p>"

    @cached_property
    def digest(self) -> str:
        """A hash of everything that decides a result: edges, weights, features, labels, splits.

        Names, positions, signals and notes are left out. The same content gives the same
        digest in every process, which makes it the key of caches.
        """
        hasher = hashlib.blake2b(digest_size=16)
        _hash_matrix(hasher, self.adjacency)
        if self.features is not None:
            _hash_matrix(hasher, self.features)
        for array in (self.labels, *(m for s in self.splits for m in (s.train, s.val, s.test))):
            hasher.update(b"none" if array is None else np.ascontiguousarray(array).tobytes())
        return hasher.hexdigest()

    def with_(self, **changes: Any) -> "Graph":
        """Returns a copy with some attributes replaced, for instance `splits`."""
        return replace(self, **changes)


def _adjacency(
    name: str,
    num_nodes: int,
    edges: ArrayLike,
    weights: ArrayLike | None,
    self_loops: SelfLoops,
    report: list[str],
) -> sp.csr_array:
    pairs = np.asarray(edges)
    if pairs.size == 0:
        pairs = np.zeros((0, 2), dtype=np.int64)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or not np.issubdtype(pairs.dtype, np.integer):
        raise InputError(
            f"The edges of {name!r} have shape {pairs.shape} and type {pairs.dtype}; give an "
            "integer array with two columns, one row per edge."
        )
    outside = (pairs < 0) | (pairs >= num_nodes)
    if outside.any():
        raise InputError(
            f"Node number {int(pairs[outside][0])} lies outside 0 … {num_nodes - 1}; "
            "correct the edge or the number of nodes."
        )
    values = np.ones(len(pairs)) if weights is None else np.asarray(weights, dtype=np.float64)
    _check_length("The list of edge weights", len(values), len(pairs), "edge")
    if not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0])
        raise InputError(
            f"Edge {row} has the weight {values[row]}; give every edge a finite weight."
        )
    if (values < 0).any():
        row = int(np.flatnonzero(values < 0)[0])
        raise InputError(
            f"Edge {row} has the weight {values[row]:g}; the Laplacian needs weights above 0. "
            "Take their absolute values, or no weights."
        )
    keep = values > 0
    extreme = keep & ((values < MIN_WEIGHT) | (values > MAX_WEIGHT))
    if extreme.any():
        row = int(np.flatnonzero(extreme)[0])
        raise InputError(
            f"Edge {row} has the weight {values[row]:g}; scale the weights so that all lie "
            f"between {MIN_WEIGHT:g} and {MAX_WEIGHT:g}."
        )
    _note(report, int((~keep).sum()), "edge of weight 0 dropped", "edges of weight 0 dropped")
    loops = pairs[:, 0] == pairs[:, 1]
    if self_loops == "remove":
        _note(report, int((loops & keep).sum()), "self-loop dropped", "self-loops dropped")
        keep &= ~loops
    pairs, values = pairs[keep].astype(np.int64), values[keep]
    return _symmetric(num_nodes, pairs, values, report)


def _symmetric(num_nodes: int, pairs: Ints, values: Floats, report: list[str]) -> sp.csr_array:
    """Both directions of each edge once, with the largest weight given for it."""
    directed = pairs[:, 0] * num_nodes + pairs[:, 1]
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    key = low * num_nodes + high
    is_sorted = bool((np.diff(key) > 0).all())  # as readers hand them over
    order = np.arange(len(key)) if is_sorted else np.lexsort((values, key))
    last = np.ones(len(key), dtype=bool)
    last[:-1] = key[order][1:] != key[order][:-1]
    chosen = order[last]  # the largest weight of each undirected edge
    directed.sort()  # faster here than the hash table of `np.unique`
    num_merged = int(np.count_nonzero(np.diff(directed))) + (len(directed) > 0)
    _note(
        report,
        len(directed) - num_merged,
        "repeated edge merged, the largest weight kept",
        "repeated edges merged, the largest weight kept",
    )
    one_way = len(chosen) * 2 - int((low[chosen] == high[chosen]).sum()) - num_merged
    if 0 < one_way < len(chosen):
        # Some edges came in both directions and some in one: the source was directed.
        _note(report, one_way, "one-way edge made two-way", "one-way edges made two-way")
    rows, cols, weights = low[chosen], high[chosen], values[chosen]
    off = rows != cols
    matrix = sp.csr_array(
        (
            np.concatenate([weights, weights[off]]),
            (np.concatenate([rows, cols[off]]), np.concatenate([cols, rows[off]])),
        ),
        shape=(num_nodes, num_nodes),
        dtype=np.float64,
    )
    matrix.sum_duplicates()
    matrix.indices, matrix.indptr = (
        matrix.indices.astype(np.int32),
        matrix.indptr.astype(np.int32),
    )
    return matrix


def _checked_features(num_nodes: int, features: Any) -> FeatureMatrix | None:
    if features is None:
        return None
    matrix: Any
    if sp.issparse(features):
        matrix = sp.csr_array(features, dtype=np.float32, copy=True)
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
        values = matrix.data
    else:
        with np.errstate(
            over="ignore"
        ):  # what is too large turns infinite and is refused below
            matrix = np.array(features, dtype=np.float32)
        matrix += 0.0  # −0 becomes 0: equal rows shall have equal bytes
        values = matrix
    if matrix.ndim != 2:
        raise InputError(
            f"The features have {matrix.ndim} dimensions; give one row per node and one "
            "column per feature."
        )
    _check_length("The feature matrix", matrix.shape[0], num_nodes)
    bad = int(np.count_nonzero(~np.isfinite(values)))
    if bad:
        raise InputError(
            f"{bad} feature values are NaN or infinite; replace them, by 0 for instance."
        )
    return matrix


def _checked_labels(
    num_nodes: int, labels: ArrayLike | None, class_names: Sequence[str] | None
) -> tuple[Ints | None, tuple[str, ...]]:
    if labels is None:
        return None, ()
    array = np.asarray(labels)
    _check_length("The list of labels", len(array), num_nodes)
    if array.ndim != 1 or not np.issubdtype(array.dtype, np.integer) or (array < -1).any():
        raise InputError(
            f"The labels have shape {array.shape} and type {array.dtype}; give one class "
            "number from 0 per node, and -1 where the class is unknown."
        )
    num_classes = int(array.max(initial=-1)) + 1
    names = (
        tuple(str(c) for c in range(num_classes)) if class_names is None else tuple(class_names)
    )
    if len(names) < num_classes:
        raise InputError(
            f"The labels count up to class {num_classes - 1} but {len(names)} class names are "
            "given; name every class."
        )
    return array.astype(np.int64), names


def _checked_positions(num_nodes: int, positions: ArrayLike | None) -> Floats | None:
    if positions is None:
        return None
    array = np.asarray(positions)
    is_real = not np.iscomplexobj(array)
    array = array.astype(np.float64) if is_real else array
    if not is_real or array.shape != (num_nodes, 2) or not np.isfinite(array).all():
        raise InputError(
            f"The positions have shape {array.shape} and type {array.dtype}; give two finite "
            f"real coordinates for each of the {num_nodes} nodes."
        )
    return array


def _checked_signals(num_nodes: int, signals: Mapping[str, ArrayLike]) -> dict[str, Floats]:
    checked = {}
    for name, values in signals.items():
        array = np.array(values, dtype=np.float64)
        if array.shape != (num_nodes,) or np.isinf(array).any():
            raise InputError(
                f"The signal {name[:60]!r} has the shape {array.shape}; give one value for "
                f"each of the {num_nodes} nodes, finite or NaN where it is missing."
            )
        array.flags.writeable = False
        checked[str(name)] = array
    return checked


def _check_length(what: str, length: int, expected: int, unit: str = "node") -> None:
    if length != expected:
        raise InputError(f"{what} has {length} entries; it needs {expected}, one per {unit}.")


def _note(report: list[str], count: int, one: str, many: str) -> None:
    if count:
        report.append(f"{plural(count, one, many)}.")


def _hash_matrix(hasher: "hashlib.blake2b", matrix: FeatureMatrix) -> None:
    hasher.update(repr(matrix.shape).encode())
    if sp.issparse(matrix):
        hasher.update(np.asarray(matrix.indptr, dtype=np.int64).tobytes())
        hasher.update(np.asarray(matrix.indices, dtype=np.int64).tobytes())
        hasher.update(np.ascontiguousarray(matrix.data).tobytes())
    else:
        hasher.update(np.ascontiguousarray(matrix).tobytes())
