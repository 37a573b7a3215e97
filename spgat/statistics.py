"""What a graph is like before anything is trained on it: the data set card."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components

from spgat.arrays import Bools, Ints
from spgat.graph import FeatureMatrix, Graph, NodeSplit


@dataclass(frozen=True, slots=True)
class SplitStatistics:
    """One split in numbers.

    Attributes:
        name: What the split is called.
        train, val, test: Numbers of nodes.
        num_leaked: Test nodes with exactly the features of a training node; rows of zeros do
            not count.
        untrained: Names of the classes without a training node.
        trained_once: Names of those with one.
    """

    name: str
    train: int
    val: int
    test: int
    num_leaked: int
    untrained: tuple[str, ...] = ()
    trained_once: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphStatistics:
    """The data set card. Homophily is None where no edge joins two labelled nodes.

    Attributes:
        num_nodes, num_edges, num_features, num_classes: Sizes, an edge counted once.
        density: Edges over possible edges, in [0, 1]; self-loops do not count.
        degree_min, degree_mean, degree_max: Numbers of neighbours, a self-loop counted once.
        num_self_loops: Edges from a node to itself.
        num_isolated: Nodes without neighbours other than themselves.
        num_components: Connected components, isolated nodes included.
        largest_component: Nodes of the largest.
        is_weighted: Whether edge weights differ.
        feature_density: Non-zero fraction of the features; None without features.
        num_duplicates: Nodes that share their features with another; rows of zeros do not
            count.
        num_zero_rows: Nodes whose features are all zero.
        class_sizes: Nodes of each class.
        num_unlabelled: Nodes without a class, all of them where there are no labels.
        edge_homophily: Fraction of edges inside a class, in [0, 1].
        node_homophily: Mean over nodes of the fraction of their neighbours of the same class
            (Pei et al. 2020), in [0, 1].
        adjusted_homophily: Edge homophily less what the classes' degrees alone make, scaled so
            that 1 is perfect and 0 is chance (Platonov et al. 2023); None for one class.
        splits: Each split in numbers.
    """

    num_nodes: int
    num_edges: int
    num_features: int
    num_classes: int
    density: float
    degree_min: int
    degree_mean: float
    degree_max: int
    num_self_loops: int
    num_isolated: int
    num_components: int
    largest_component: int
    is_weighted: bool
    feature_density: float | None
    num_duplicates: int
    num_zero_rows: int
    class_sizes: tuple[int, ...]
    num_unlabelled: int
    edge_homophily: float | None
    node_homophily: float | None
    adjusted_homophily: float | None
    splits: tuple[SplitStatistics, ...]


def statistics(graph: Graph) -> GraphStatistics:
    """Returns the data set card of a graph."""
    num_nodes, num_edges = graph.num_nodes, graph.num_edges
    degrees = np.diff(graph.adjacency.indptr)
    loops = graph.adjacency.diagonal() != 0
    num_loops = int(loops.sum())
    num_components, component = connected_components(graph.adjacency, directed=False)
    rows, is_zero = _equal_rows(graph.features)
    pairs = num_nodes * (num_nodes - 1) // 2
    weights = graph.adjacency.data
    edge, node, adjusted = _homophily(graph)
    known = np.zeros(0, dtype=np.int64)
    if graph.labels is not None:
        known = graph.labels[graph.labels >= 0]
    return GraphStatistics(
        num_nodes=num_nodes,
        num_edges=num_edges,
        num_features=graph.num_features,
        num_classes=graph.num_classes,
        density=(num_edges - num_loops) / pairs if pairs else 0.0,
        degree_min=int(degrees.min()),
        degree_mean=float(degrees.mean()),
        degree_max=int(degrees.max()),
        num_self_loops=num_loops,
        num_isolated=int((degrees == loops).sum()),
        num_components=int(num_components),
        largest_component=int(np.bincount(component).max()),
        is_weighted=bool(weights.size) and bool((weights != weights[0]).any()),
        feature_density=_density(graph.features),
        num_duplicates=int((np.bincount(rows)[rows] > 1)[~is_zero].sum()),
        num_zero_rows=int(is_zero.sum()),
        class_sizes=tuple(np.bincount(known, minlength=graph.num_classes).tolist()),
        num_unlabelled=num_nodes - len(known),
        edge_homophily=edge,
        node_homophily=node,
        adjusted_homophily=adjusted,
        splits=tuple(_split_statistics(graph, split, rows, is_zero) for split in graph.splits),
    )


def _homophily(graph: Graph) -> tuple[float | None, float | None, float | None]:
    """Edge, node and adjusted homophily over edges between different, labelled nodes."""
    if graph.labels is None:
        return None, None, None
    matrix = graph.adjacency.tocoo()
    source, target = graph.labels[matrix.row], graph.labels[matrix.col]
    counts = (matrix.row != matrix.col) & (source >= 0) & (target >= 0)
    if not counts.any():
        return None, None, None
    same = (source == target)[counts]
    row = matrix.row[counts]
    edge = float(same.mean())
    degree = np.bincount(row, minlength=graph.num_nodes)
    alike = np.bincount(row, weights=same, minlength=graph.num_nodes)
    node = float((alike[degree > 0] / degree[degree > 0]).mean())
    share = np.bincount(source[counts]) / len(row)  # of all edge ends, per class
    chance = float((share**2).sum())
    adjusted = (edge - chance) / (1 - chance) if chance < 1 else None
    return edge, node, adjusted


def _density(features: FeatureMatrix | None) -> float | None:
    if features is None:
        return None
    stored = features if isinstance(features, np.ndarray) else features.data
    cells = int(np.prod(features.shape))
    return float(np.count_nonzero(stored)) / cells if cells else 0.0


def _equal_rows(features: FeatureMatrix | None) -> tuple[Ints, Bools]:
    """A number per node, equal where the feature rows are, and which rows are all zero.

    Both are empty without features.
    """
    if features is None:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=bool)

    if isinstance(features, np.ndarray):
        contents = [row.tobytes() for row in np.ascontiguousarray(features)]
        is_zero = np.count_nonzero(features, axis=1) == 0
    else:
        bounds = zip(features.indptr, features.indptr[1:], strict=False)
        contents = [
            features.indices[start:end].tobytes() + features.data[start:end].tobytes()
            for start, end in bounds
        ]
        is_zero = np.diff(features.indptr) == 0
    numbers: dict[bytes, int] = {}
    rows = np.array([numbers.setdefault(content, len(numbers)) for content in contents])
    return rows, is_zero


def _split_statistics(
    graph: Graph, split: NodeSplit, rows: Ints, is_zero: Bools
) -> SplitStatistics:
    leaked = 0
    if rows.size:
        leaked = int(np.isin(rows[split.test & ~is_zero], rows[split.train]).sum())
    counts: list[int] = []
    if graph.labels is not None:
        trained = graph.labels[split.train & (graph.labels >= 0)]
        counts = np.bincount(trained, minlength=graph.num_classes).tolist()
    untrained, once = (
        tuple(
            name for name, number in zip(graph.class_names, counts, strict=False) if number == n
        )
        for n in (0, 1)
    )
    return SplitStatistics(split.name, *split.sizes, leaked, untrained, once)
