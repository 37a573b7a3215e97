"""Graphs of points, or of features: which are joined, and by what weight."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats, Ints
from spgat.choices import check_choices
from spgat.datasets.neighbours import nearest_pairs
from spgat.errors import InputError
from spgat.words import plural

#: Of a Gaussian kernel, so that no edge vanishes, however long it is.
_LEAST_WEIGHT = 1e-6
#: Beyond this a spanning tree takes minutes.
MAX_CONNECTED = 20_000
_MAX_PAIRS = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PointOptions:
    """How points become a graph; not in the paper.

    Attributes:
        join: "nearest" joins a point to its nearest ones, "radius" to all in a ball.
        neighbours: How many count as nearest; the rules for radius and width use it too.
        radius: Of the ball; 0 takes the median distance to the last of the nearest.
        kernel: "one" gives each edge the weight 1, "gaussian" exp(−distance² / (2 width²)), at
            least 10⁻⁶.
        width: Of the kernel; 0 takes the median length of the edges.
        connect: Whether a minimum spanning tree is added, so that there is one component.
        standardise: Whether each column is first given mean 0 and standard deviation 1.
    """

    join: Literal["nearest", "radius"] = "nearest"
    neighbours: int = 8
    radius: float = 0.0
    kernel: Literal["one", "gaussian"] = "one"
    width: float = 0.0
    connect: bool = False
    standardise: bool = True

    def __post_init__(self) -> None:
        check_choices(self)
        for name, value in asdict(self).items():
            if isinstance(value, int | float) and not 0 <= value < np.inf:
                raise InputError(f"{name} is {value}; give 0 or more.")
        if self.neighbours < 1:
            raise InputError("neighbours is 0; give at least 1.")


@dataclass(frozen=True, slots=True)
class Joined:
    """Points that are joined.

    Attributes:
        edges: int64 [num_edges, 2], each once, the smaller number first.
        weights: float64 [num_edges], or None where all are 1.
        said: Sentences on what was chosen by rule, and what was added.
    """

    edges: Ints
    weights: Floats | None
    said: tuple[str, ...]


def join_points(points: NDArray[np.floating], options: PointOptions | None = None) -> Joined:
    """Returns which points are joined, and by what weights.

    Args:
        points: float [num_points, num_dimensions], at least two, all finite.
        options: How they are joined.

    Raises:
        InputError: For fewer points, for a radius that joins more than ten million pairs, and
            for a spanning tree of more than 20,000 points.
    """
    options = options or PointOptions()
    points = np.asarray(points, dtype=np.float64)
    if len(points) < 2:
        raise InputError(f"{plural(len(points), 'point')} cannot be joined; give at least two.")
    if options.standardise:
        spread = points.std(axis=0)
        points = (points - points.mean(axis=0)) / np.where(spread > 0, spread, 1)
    said = []
    if options.join == "nearest":
        edges, _ = nearest_pairs(points, options.neighbours)
        said.append(f"Each point is joined to its {options.neighbours} nearest.")
    else:
        radius = options.radius or _typical_radius(points, options.neighbours)
        edges = _within(points, radius)
        said.append(f"Points are joined up to a distance of {radius:.4g}.")
    if options.connect:
        tree = spanning_tree(points)
        keys = np.unique(np.concatenate([edges, tree]) @ [len(points), 1])
        added = len(keys) - len(edges)
        edges = np.stack(np.divmod(keys, len(points)), axis=1)
        said.append(f"A minimum spanning tree adds {plural(added, 'edge')}.")
    if options.kernel == "one" or not len(edges):
        return Joined(edges, None, tuple(said))
    lengths = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    width = options.width or float(np.median(lengths)) or 1.0
    said.append(f"Weights are a Gaussian kernel of the distance, of width {width:.4g}.")
    weights = np.maximum(np.exp(-((lengths / width) ** 2) / 2), _LEAST_WEIGHT)
    return Joined(edges, weights, tuple(said))


def spanning_tree(points: NDArray[np.floating]) -> Ints:
    """Returns the shortest tree that joins all points, int64 [num_points - 1, 2].

    Prim's algorithm on squared Euclidean distances, which needs no matrix of them.

    Raises:
        InputError: For more than 20,000 points, which would take minutes.
    """
    points = np.asarray(points, dtype=np.float64)
    if len(points) > MAX_CONNECTED:
        raise InputError(
            f"A spanning tree of {len(points)} points takes too long; leave it out, or sample "
            f"{MAX_CONNECTED} of them."
        )
    points = points - points.mean(axis=0)  # else differences drown in large coordinates
    squares = (points**2).sum(axis=1)
    nearest = np.zeros(len(points), dtype=np.int64)  # in the tree so far
    best = np.full(len(points), np.inf)
    outside = np.ones(len(points), dtype=bool)
    edges, new = [], 0
    for _ in range(len(points) - 1):
        outside[new] = False
        squared = squares + squares[new] - 2 * points @ points[new]
        closer = squared < best
        best[closer], nearest[closer] = squared[closer], new
        best[new] = np.inf
        new = int(np.where(outside, best, np.inf).argmin())
        edges.append(sorted((new, int(nearest[new]))))
    return np.array(edges, dtype=np.int64).reshape(-1, 2)


def _typical_radius(points: NDArray[np.floating], neighbours: int) -> float:
    """The median distance from a point to the last of its nearest."""
    from scipy.spatial import cKDTree

    last = min(neighbours, len(points) - 1)
    distances: Any = cKDTree(points).query(points, k=[last + 1])[0]
    return float(np.median(distances)) or 1.0


def _within(points: NDArray[np.floating], radius: float) -> Ints:
    """All pairs of points up to a distance."""
    from scipy.spatial import cKDTree

    tree = cKDTree(points)
    count = (int(tree.count_neighbors(tree, radius)) - len(points)) // 2
    if count > _MAX_PAIRS:
        raise InputError(
            f"A radius of {radius:.4g} joins {count} pairs of points, more than {_MAX_PAIRS}; "
            "take a smaller one."
        )
    pairs = np.sort(tree.query_pairs(radius, output_type="ndarray").astype(np.int64), axis=1)
    return pairs[np.lexsort(pairs.T[::-1])].reshape(-1, 2)
