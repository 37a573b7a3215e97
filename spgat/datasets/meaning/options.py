"""How a file is to be read where it can be read in two ways."""

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args, get_type_hints

from spgat.errors import InputError

TableKind = Literal["auto", "edges", "matrix", "neighbours"]
Delimiter = Literal["auto", "comma", "semicolon", "tab", "bar", "space"]
Parallel = Literal["largest", "sum", "mean", "count"]
YesNo = Literal["auto", "yes", "no"]

#: What each option is, for help texts.
DESCRIPTIONS = {
    "table": "What the lines of a text table are.",
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
    "largest_component": "Keep the largest connected component alone.",
    "min_degree": "Drop nodes with fewer neighbours.",
    "sample": "Keep so many nodes, found breadth-first from a random one.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """The choices of a reader; "auto" and "" take what is likeliest, and the report says what.

    The same names, with hyphens, are the flags of `spgat import`, `train` and `spectrum`.
    """

    table: TableKind = "auto"
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
    largest_component: bool = False
    min_degree: int = 0
    sample: int = 0

    def __post_init__(self) -> None:
        for name, kind in get_type_hints(type(self)).items():
            value, choices = getattr(self, name), get_args(kind)
            if choices and value not in choices:
                raise InputError(f"{name} is {value!r}; give one of {', '.join(choices)}.")
        for name in ("min_degree", "sample"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} is {getattr(self, name)}; give 0 or more.")

    def changed(self) -> dict[str, Any]:
        """Returns the options that differ from their defaults."""
        values = ((f.name, getattr(self, f.name), f.default) for f in fields(self))
        return {name: value for name, value, default in values if value != default}
