import numpy as np
import pytest

from dashboard.own_graphs import MAX_GRAPHS, OwnGraphs
from dashboard.sizes import num_bytes
from spgat.errors import InputError
from spgat.graph import Graph


def path(num_nodes):
    nodes = np.arange(num_nodes - 1)
    return Graph.build("path", num_nodes, np.column_stack([nodes, nodes + 1]))


def test_each_visitor_has_graphs_of_their_own():
    store = OwnGraphs()
    name = store.add("ada", path(3))
    assert list(store.of("ada")) == [name]
    assert name.startswith("own-")
    assert store.of("bob") == {}
    store.drop("bob", name)
    store.drop("ada", name)
    assert store.of("ada") == {}


def test_the_oldest_graphs_of_a_visitor_are_dropped():
    store = OwnGraphs()
    names = [store.add("ada", path(size)) for size in range(3, 3 + MAX_GRAPHS + 2)]
    assert list(store.of("ada")) == names[2:]


def test_who_has_not_looked_for_longest_is_dropped():
    """Memory does not grow with every visitor."""
    store = OwnGraphs(max_visitors=2)
    for visitor in ("ada", "bob"):
        store.add(visitor, path(3))
    store.of("ada")
    store.add("eve", path(3))
    assert [bool(store.of(visitor)) for visitor in ("ada", "bob", "eve")] == [True, False, True]


def test_who_holds_most_gives_way_and_is_told():
    store = OwnGraphs(max_bytes=2.5 * num_bytes(path(100)))
    small = store.add("ada", path(10))
    _, second = (store.add("bob", path(size)) for size in (99, 100))
    store.add("eve", path(90))
    assert list(store.of("ada")) == [small]
    assert list(store.of("bob")) == [second]
    assert len(store.of("eve")) == 1
    assert [store.take_lost(visitor) for visitor in ("ada", "bob", "eve")] == [0, 1, 0]
    assert store.take_lost("bob") == 0


def test_nobody_loses_a_graph_to_one_that_is_too_large():
    store = OwnGraphs(max_bytes=2 * num_bytes(path(100)))
    small = store.add("ada", path(10))
    with pytest.raises(InputError):
        store.add("bob", path(300))
    assert list(store.of("ada")) == [small]
    assert store.of("bob") == {}
    store.add("bob", path(50))


def test_the_size_of_a_graph_is_that_of_its_arrays():
    graph = path(100).with_(features=np.ones((100, 8), np.float32), labels=np.zeros(100, int))
    added = graph.features.nbytes + graph.labels.nbytes
    assert num_bytes(graph) == num_bytes(path(100)) + added
