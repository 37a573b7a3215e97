"""Drawings of graphs that bring no positions."""

import itertools

import networkx as nx
import numpy as np
import pytest

from spgat.graph import Graph
from spgat.layout import layout


def of(source):
    return Graph.build("g", len(source), np.array(source.edges).reshape(-1, 2))


def boxes(graph, parts):
    positions = layout(graph)
    return [(positions[part].min(axis=0), positions[part].max(axis=0)) for part in parts]


@pytest.mark.parametrize("sizes", [[9, 9], [20, 5, 5, 3, 1, 1, 1], [1] * 40, [2, 30, 2]])
def test_components_stand_apart(sizes):
    source = nx.disjoint_union_all([nx.path_graph(size) for size in sizes])
    parts = np.split(np.arange(len(source)), np.cumsum(sizes)[:-1])
    for (low, high), (other_low, other_high) in itertools.combinations(
        boxes(of(source), parts), 2
    ):
        assert ((high < other_low) | (other_high < low)).any()


def test_all_is_within_the_unit_square_and_fills_it():
    for source in (nx.karate_club_graph(), nx.disjoint_union_all([nx.cycle_graph(5)] * 6)):
        positions = layout(of(source))
        assert np.abs(positions).max() == pytest.approx(1)
        assert np.ptp(positions, axis=0).min() > 0.5


def test_a_larger_component_has_a_larger_place():
    source = nx.disjoint_union(nx.cycle_graph(100), nx.cycle_graph(4))
    (low, high), (other_low, other_high) = boxes(
        of(source), [np.arange(100), np.arange(100, 104)]
    )
    ratio = np.prod(high - low) / np.prod(other_high - other_low)
    assert 10 < ratio < 60  # 25 times the nodes


def test_a_single_node_has_a_place():
    assert layout(Graph.build("one", 1, np.zeros((0, 2), int))).shape == (1, 2)


def test_own_positions_stay():
    own = np.array([[5.0, 7.0], [1.0, 2.0]])
    assert layout(Graph.build("two", 2, [[0, 1]], positions=own)).tolist() == own.tolist()
