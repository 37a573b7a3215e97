"""Edges listed more than once, or in both directions, become one with one weight."""

from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from spgat.arrays import Floats, Ints
from spgat.datasets.meaning.options import Parallel


@dataclass(frozen=True, slots=True)
class Merged:
    """Edges, each undirected pair once.

    Attributes:
        edges: int64 [num_edges, 2], the smaller node first.
        weights: float64 [num_edges], or None where all count 1.
        num_parallel: Pairs that are listed more than once.
        other_rules: Those that would give other weights.
        changed: Sentences on what was put together.
    """

    edges: Ints
    weights: Floats | None
    num_parallel: int
    other_rules: tuple[Parallel, ...]
    changed: tuple[str, ...]


def merge_parallel(
    edges: Ints, weights: Floats | None, num_nodes: int, rule: Parallel, directed: bool
) -> Merged:
    """Returns each undirected edge once.

    A list in which every edge stands once in each direction with the same weight, as in a
    symmetric matrix, means each edge once. Else edges between the same nodes are parallel; in
    a directed list those of one direction are put together first, then the two directions.

    Args:
        edges: int64 [num_edges, 2], node numbers below `num_nodes`.
        weights: float64 [num_edges], or None where each counts 1.
        num_nodes: Number of nodes.
        rule: What the weight of several parallel edges is.
        directed: Whether u-v and v-u are different edges.
    """
    if len(edges) and (edges.min() < 0 or edges.max() >= num_nodes):
        return Merged(edges, weights, 0, (), ())  # `Graph.build` says what is wrong
    values = np.ones(len(edges)) if weights is None else weights
    low, high = edges.min(axis=1), edges.max(axis=1)
    key, forward = low * num_nodes + high, edges[:, 0] <= edges[:, 1]
    changed: list[str] = []
    sides = (_distinct(key[forward & (low != high)]), _distinct(key[~forward]))
    both = len(np.intersect1d(*sides, assume_unique=True))
    if _is_doubled(key, values, forward, low != high):
        key, values, directed = key[forward], values[forward], False
    if directed:
        key = edges[:, 0] * num_nodes + edges[:, 1]
    key, values = _sorted(key, values)
    sides_of = num_nodes if directed else 0
    keys, merged, counts = _merge_sides(key, values, rule, sides_of)
    is_decided = counts > 1
    if is_decided.any():
        several = int((counts - 1).sum())
        kept = {"largest": "the largest weight kept", "sum": "their weights added",
                "mean": "the mean weight kept", "count": "their number kept"}[rule]  # fmt: skip
        changed.append(f"{several} repeated edge{'s' if several > 1 else ''} merged, {kept}.")
    if 0 < both < len(keys):
        changed.append(
            f"{both} edges are listed in both directions and {len(keys) - both} in one; each "
            "counts once."
        )
    is_plain = weights is None and (merged == 1).all()
    return Merged(
        np.stack([keys // num_nodes, keys % num_nodes], axis=1),
        None if is_plain else merged,
        int(is_decided.sum()),
        _others(key, values, rule, sides_of) if is_decided.any() else (),
        tuple(changed),
    )


def _others(key: Ints, values: Floats, rule: Parallel, sides_of: int) -> tuple[Parallel, ...]:
    """The rules that would give parallel edges other weights."""
    rules: tuple[Parallel, ...] = get_args(Parallel)
    by_rule = {other: _merge_sides(key, values, other, sides_of)[1] for other in rules}
    return tuple(r for r in rules if not np.array_equal(by_rule[r], by_rule[rule]))


def _merge_sides(
    key: Ints, values: Floats, rule: Parallel, num_nodes: int
) -> tuple[Ints, Floats, Ints]:
    """The same as `_merge`, and u-v with v-u after that where keys are of directed edges.

    `num_nodes` is that of directed edges, else 0.
    """
    keys, merged, counts = _merge(key, values, rule)
    if not num_nodes:
        return keys, merged, counts
    source, target = keys // num_nodes, keys % num_nodes
    key = np.minimum(source, target) * num_nodes + np.maximum(source, target)
    order = np.argsort(key, kind="stable")
    starts = _starts(key[order])
    counts = np.add.reduceat(counts[order], starts) if len(key) else counts
    again: Parallel = "sum" if rule == "count" else rule
    return *_merge(key[order], merged[order], again)[:2], counts


def _is_doubled(key: Ints, values: Floats, forward: Any, between: Any) -> bool:
    """Whether each edge stands once in each direction, with the same weight."""
    one, other = forward & between, ~forward
    if one.sum() != other.sum() or not other.any():
        return False
    first, second = (np.lexsort((values[side], key[side])) for side in (one, other))
    return bool(
        (key[one][first] == key[other][second]).all()
        and (values[one][first] == values[other][second]).all()
        and len(np.unique(key[one])) == one.sum()
    )


def _distinct(key: Ints) -> Ints:
    """Each key once, in order; faster here than the hash table of `np.unique`."""
    ordered = np.sort(key)
    return ordered[_starts(ordered)]


def _sorted(key: Ints, values: Floats) -> tuple[Ints, Floats]:
    order = np.argsort(key, kind="stable")
    return key[order], values[order]


def _starts(ordered: Ints) -> Ints:
    """Where each key stands first."""
    return np.flatnonzero(np.append(True, np.diff(ordered) != 0)[: len(ordered)])


def _merge(key: Ints, values: Floats, rule: Parallel) -> tuple[Ints, Floats, Ints]:
    """Each of ascending keys once, its weight by the rule, and how often it stood there."""
    starts = _starts(key)
    keys, counts = key[starts], np.diff(np.append(starts, len(key)))
    if not len(keys) or rule == "count":
        return keys, counts.astype(np.float64), counts
    if rule == "largest":
        return keys, np.maximum.reduceat(values, starts), counts
    sums = np.add.reduceat(values, starts)
    return keys, sums / counts if rule == "mean" else sums, counts
