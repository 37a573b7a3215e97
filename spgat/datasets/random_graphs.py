"""Random graphs made on the spot, with positions to draw them."""

import numpy as np

from spgat.arrays import Floats, Ints
from spgat.datasets.info import DatasetInfo, Parameter
from spgat.datasets.neighbours import nearest_pairs
from spgat.datasets.splits import fraction_split
from spgat.datasets.toy import circle, num_nodes_of
from spgat.errors import InputError
from spgat.graph import Graph


def erdos_renyi(*, seed: int = 0, num_nodes: int = 100, mean_degree: float = 6.0) -> Graph:
    """Returns a graph in which each pair is an edge with the same probability."""
    rng = np.random.default_rng(seed)
    first, second = np.triu_indices(num_nodes, 1)
    chosen = rng.random(len(first)) < mean_degree / (num_nodes - 1)
    return Graph.build(
        "Erdős–Rényi graph",
        num_nodes,
        np.stack([first[chosen], second[chosen]], axis=1),
        positions=circle(num_nodes),
    )


def sbm(
    *,
    seed: int = 0,
    num_nodes: int = 120,
    num_blocks: int = 3,
    inside_probability: float = 0.25,
    between_probability: float = 0.01,
) -> Graph:
    """Returns a stochastic block model: edges more likely inside blocks than between."""
    rng = np.random.default_rng(seed)
    labels = np.arange(num_nodes) * num_blocks // num_nodes
    first, second = np.triu_indices(num_nodes, 1)
    same = labels[first] == labels[second]
    chosen = rng.random(len(first)) < np.where(same, inside_probability, between_probability)
    return Graph.build(
        "Stochastic block model",
        num_nodes,
        np.stack([first[chosen], second[chosen]], axis=1),
        labels=labels,
        positions=_clusters(labels),
    )


def csbm(
    *,
    seed: int = 0,
    num_nodes: int = 600,
    num_classes: int = 2,
    homophily: float = 0.8,
    mean_degree: float = 10.0,
    num_features: int = 16,
    feature_signal: float = 1.0,
) -> Graph:
    """Returns a contextual stochastic block model with exactly the homophily asked for.

    Of num_nodes * mean_degree / 2 edges, a fraction `homophily` joins nodes of the same class.
    Features are x_i = feature_signal * m_{y_i} + noise with orthonormal class directions m and
    standard normal noise, so that two class means are √2 feature_signal apart. With fewer
    features than classes m are such directions cut to the features there are, and nearer.
    Split 60 / 20 / 20%. After Deshpande et al. 2018; not in the paper.

    Raises:
        InputError: If the graph has no room for that many different edges.
    """
    rng = np.random.default_rng(seed)
    labels = np.arange(num_nodes) * num_classes // num_nodes
    rng.shuffle(labels)  # else the order of the rows would tell the class
    num_edges = round(num_nodes * mean_degree / 2)
    num_inside = round(num_edges * homophily)
    edges = np.concatenate(
        [
            _distinct_pairs(labels, num_inside, True, rng),
            _distinct_pairs(labels, num_edges - num_inside, False, rng),
        ]
    )
    size = max(num_features, num_classes)
    directions = np.linalg.qr(rng.standard_normal((size, num_classes)))[0].T[:, :num_features]
    noise = rng.standard_normal((num_nodes, num_features))
    return Graph.build(
        "Contextual block model",
        num_nodes,
        edges,
        features=feature_signal * directions[labels] + noise,
        labels=labels,
        splits=(fraction_split(labels, seed=seed),),
        positions=_clusters(labels),
    )


def two_moons(
    *, seed: int = 0, num_nodes: int = 300, noise: float = 0.1, num_neighbors: int = 8
) -> Graph:
    """Returns points on two half circles that reach into each other, joined to the nearest."""
    rng = np.random.default_rng(seed)
    labels = np.arange(num_nodes) % 2
    angle = np.pi * rng.random(num_nodes)
    upper = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points = np.where(labels[:, None] == 0, upper, np.array([1.0, 0.5]) - upper)
    points = points + noise * rng.standard_normal(points.shape)
    return Graph.build(
        "Two moons",
        num_nodes,
        nearest_pairs(points, num_neighbors)[0],
        features=points,
        labels=labels,
        class_names=("upper moon", "lower moon"),
        splits=(fraction_split(labels, seed=seed),),
        positions=points,
    )


def sensor(*, seed: int = 0, num_nodes: int = 100, num_neighbors: int = 6) -> Graph:
    """Returns sensors scattered over a square, near ones joined with weights exp(-d² / 2s²).

    s is the mean edge length. Positions are a jittered grid, which leaves no large gaps.
    """
    rng = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(num_nodes)))
    cells = rng.permutation(side * side)[:num_nodes]
    points = (np.stack(np.divmod(cells, side), axis=1) + rng.random((num_nodes, 2))) / side
    edges, lengths = nearest_pairs(points, num_neighbors)
    weights = np.exp(-0.5 * (lengths / lengths.mean()) ** 2)
    return Graph.build("Sensor network", num_nodes, edges, weights, positions=points)


def swiss_roll(*, seed: int = 0, num_nodes: int = 500, num_neighbors: int = 8) -> Graph:
    """Returns points on a rolled-up sheet in space, joined to the nearest, seen from the side.

    Labels are four stretches of equal size along the roll, features the three coordinates.
    """
    rng = np.random.default_rng(seed)
    angle = 1.5 * np.pi * (1 + 2 * rng.random(num_nodes))
    depth = 21 * rng.random(num_nodes)
    points = np.stack([angle * np.cos(angle), depth, angle * np.sin(angle)], axis=1)
    labels = np.argsort(np.argsort(angle)) * 4 // num_nodes
    return Graph.build(
        "Swiss roll",
        num_nodes,
        nearest_pairs(points, num_neighbors)[0],
        features=points / points.std(axis=0),
        labels=labels,
        class_names=("innermost", "inner", "outer", "outermost"),
        splits=(fraction_split(labels, seed=seed),),
        # Seen a little from above, so that depth does not hide points behind each other.
        positions=points[:, [0, 2]] + 0.15 * depth[:, None],
    )


def _clusters(labels: Ints) -> Floats:
    """One disc per class on a circle, its nodes spread evenly in a sunflower pattern."""
    num_classes = int(labels.max()) + 1
    start = (
        np.pi if num_classes == 2 else np.pi / 2
    )  # two side by side, the first of more on top
    centres = circle(num_classes, 1.0 / np.sin(np.pi / max(num_classes, 2)), start)
    positions = np.empty((len(labels), 2))
    for label in range(num_classes):
        nodes = np.flatnonzero(labels == label)
        order = np.arange(len(nodes)) + 0.5
        angle = np.pi * (3 - np.sqrt(5)) * order
        spread = 0.8 * np.sqrt(order / len(nodes))[:, None]
        positions[nodes] = centres[label] + spread * np.stack(
            [np.cos(angle), np.sin(angle)], axis=1
        )
    return positions


def _distinct_pairs(labels: Ints, count: int, inside: bool, rng: np.random.Generator) -> Ints:
    """Draws `count` different pairs whose labels are equal (`inside`) or differ."""
    num_nodes = len(labels)
    sizes = np.bincount(labels)
    num_inside = int((sizes * (sizes - 1) // 2).sum())
    room = num_inside if inside else num_nodes * (num_nodes - 1) // 2 - num_inside
    if 2 * count > room:  # so that the draws below soon find new pairs
        where = "inside" if inside else "between"
        raise InputError(
            f"{count} edges {where} classes are too many for {num_nodes} nodes; lower "
            "mean_degree, raise num_nodes, or move homophily to the middle."
        )
    keys = np.empty(0, dtype=np.int64)
    while len(keys) < count:
        pairs = rng.integers(num_nodes, size=(4 * count + 16, 2))
        fits = (labels[pairs[:, 0]] == labels[pairs[:, 1]]) == inside
        pairs = np.sort(pairs[fits & (pairs[:, 0] != pairs[:, 1])], axis=1)
        keys = np.unique(np.concatenate([keys, pairs[:, 0] * num_nodes + pairs[:, 1]]))
    keys = rng.permutation(keys)[:count]
    return np.stack(np.divmod(keys, num_nodes), axis=1)


_NEIGHBORS = "neighbours each point is joined to"

DATASETS = (
    DatasetInfo(
        name="erdos-renyi",
        title="Erdős–Rényi graph",
        group="toy",
        description="Edges by pure chance: no structure for a frequency to find.",
        num_nodes=100,
        num_edges=None,
        parameters=(
            num_nodes_of(100, 2, 3000),
            Parameter("mean_degree", 6.0, 0.0, 50.0, "expected number of neighbours"),
        ),
        make=erdos_renyi,
    ),
    DatasetInfo(
        name="sbm",
        title="Stochastic block model",
        group="toy",
        description="Communities: likely edges inside blocks, rare ones between.",
        num_nodes=120,
        num_edges=None,
        num_classes=3,
        parameters=(
            num_nodes_of(120, 10, 3000),
            Parameter("num_blocks", 3, 2, 10, "communities"),
            Parameter("inside_probability", 0.25, 0.0, 1.0, "chance of an edge in a block"),
            Parameter(
                "between_probability", 0.01, 0.0, 1.0, "chance of an edge between blocks"
            ),
        ),
        citation="Holland et al. 1983",
        make=sbm,
    ),
    DatasetInfo(
        name="csbm",
        title="Contextual block model",
        group="toy",
        description="Classes with noisy features and exactly the homophily you set: the place "
        "to see what attention over frequencies follows.",
        num_nodes=600,
        num_edges=3000,
        num_features=16,
        num_classes=2,
        parameters=(
            num_nodes_of(600, 40, 100_000),
            Parameter("num_classes", 2, 2, 8, "classes"),
            Parameter("homophily", 0.8, 0.0, 1.0, "fraction of edges inside a class"),
            Parameter("mean_degree", 10.0, 1.0, 50.0, "mean number of neighbours"),
            Parameter("num_features", 16, 1, 256, "feature columns"),
            Parameter(
                "feature_signal",
                1.0,
                0.0,
                10.0,
                "distance of a class mean from 0 in noise widths",
            ),
        ),
        citation="Deshpande et al. 2018",
        make=csbm,
    ),
    DatasetInfo(
        name="two-moons",
        title="Two moons",
        group="toy",
        description="Two half circles that no straight line parts, as a graph of neighbours.",
        num_nodes=300,
        num_edges=None,
        num_features=2,
        num_classes=2,
        parameters=(
            num_nodes_of(300, 40, 5000),
            Parameter("noise", 0.1, 0.0, 0.5, "spread around the half circles"),
            Parameter("num_neighbors", 8, 2, 30, _NEIGHBORS),
        ),
        make=two_moons,
    ),
    DatasetInfo(
        name="sensor",
        title="Sensor network",
        group="toy",
        description="Sensors scattered over a square, near ones joined more strongly.",
        num_nodes=100,
        num_edges=None,
        parameters=(
            num_nodes_of(100, 10, 5000),
            Parameter("num_neighbors", 6, 2, 30, _NEIGHBORS),
        ),
        make=sensor,
    ),
    DatasetInfo(
        name="swiss-roll",
        title="Swiss roll",
        group="toy",
        description="A sheet rolled up in space: low frequencies unroll it.",
        num_nodes=500,
        num_edges=None,
        num_features=3,
        num_classes=4,
        parameters=(
            num_nodes_of(500, 40, 5000),
            Parameter("num_neighbors", 8, 2, 30, _NEIGHBORS),
        ),
        make=swiss_roll,
    ),
)
