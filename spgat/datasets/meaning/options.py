"""How a file is to be read where it can be read in two ways."""

from dataclasses import dataclass, fields
from typing import Any, Literal

from spgat.datasets.points import PointOptions

TableKind = Literal["auto", "edges", "matrix", "neighbours", "points"]
Delimiter = Literal["auto", "comma", "semicolon", "tab", "bar", "space"]
Parallel = Literal["largest", "sum", "mean", "count"]
YesNo = Literal["auto", "yes", "no"]

#: What each option is, for help texts.
DESCRIPTIONS = {
    "table": "What the lines of a text table are.",
    "distance": "What the distance of points is of, where they have positions and features.",
    "join": "What points are joined to: their nearest, or all within a radius.",
    "neighbours": "How many points count as nearest.",
    "radius": "Up to which distance points are joined; 0 for the median to the last nearest.",
    "kernel": "Weight of edges between points: one, or a Gaussian of the distance.",
    "width": "Width of that Gaussian; 0 for the median length of the edges.",
    "connect": "Add a minimum spanning tree of the points, so that they are connected.",
    "standardise": "Give each column of points mean 0 and standard deviation 1.",
    "delimiter": "What stands between the cells of a text table.",
    "header": "Whether the first line of a text table names its columns.",
    "source": "Column of the edges' sources, by name or number from 1.",
    "target": "Column of the edges' targets, by name or number from 1.",
    "weight": "Column of the weights, by name or number; none for 1 each.",
    "missing": "Whether edges without a weight count 1 or are dropped.",
    "parallel": "What becomes of the weights of parallel edges.",
    "directed": "Whether a-b and b-a are two edges, put together after their own parallels.",
    "sides": "Whether equal ids of sources and targets are one node or two.",
    "ids": "Whether ids 1 and 1.0 are one node (auto) or two (text).",
    "loops": "Whether edges from a node to itself are dropped or kept.",
    "classes": "Node attribute that is the class.",
    "label_column": "Column of classes in a table of labels.",
    "largest_component": "Keep the largest connected component alone.",
    "min_degree": "Drop nodes with fewer neighbours.",
    "sample": "Keep so many nodes, found breadth-first from a random one.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions(PointOptions):
    """The choices of a reader; "auto" and "" take what is likeliest, and the report says what.

    The same names, with hyphens, are the flags of `spgat import`, `train` and `spectrum`. Those
    of `PointOptions` say how a table of points becomes a graph.
    """

    table: TableKind = "auto"
    distance: Literal["auto", "positions", "features"] = "auto"
    delimiter: Delimiter = "auto"
    header: YesNo = "auto"
    source: str = ""
    target: str = ""
    weight: str = "auto"
    missing: Literal["one", "drop"] = "one"
    parallel: Parallel = "largest"
    directed: YesNo = "auto"
    sides: Literal["auto", "one", "two"] = "auto"
    ids: Literal["auto", "text"] = "auto"
    loops: Literal["drop", "keep"] = "drop"
    classes: str = ""
    label_column: str = ""
    largest_component: bool = False
    min_degree: int = 0
    sample: int = 0

    def changed(self) -> dict[str, Any]:
        """Returns the options that differ from their defaults."""
        values = ((f.name, getattr(self, f.name), f.default) for f in fields(self))
        return {name: value for name, value, default in values if value != default}
