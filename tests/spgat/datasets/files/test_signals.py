"""Numbers on the nodes of a file come with the graph, gaps as gaps."""

import networkx as nx
import numpy as np
import pytest

from spgat.datasets.imports import ReadOptions, attach_features, read_graph
from spgat.errors import InputError
from spgat.graph import Graph


def test_numeric_attributes_of_a_graphml_file_are_signals(tmp_path):
    graph = nx.path_graph(4)
    nx.set_node_attributes(graph, {0: 1.5, 2: -3.0}, "temperature")
    nx.set_node_attributes(graph, {k: f"note {k}" for k in graph}, "remark")
    nx.write_graphml(graph, tmp_path / "x.graphml")
    found = read_graph((tmp_path / "x.graphml").read_bytes(), "x.graphml")
    assert list(found.graph.signals) == ["temperature"]
    np.testing.assert_array_equal(
        found.graph.signals["temperature"], [1.5, np.nan, -3.0, np.nan]
    )
    assert any("remark" in sentence for sentence in found.report.unused)
    assert not any("temperature" in sentence for sentence in found.report.unused)


def test_a_joined_column_is_a_feature_and_a_signal_that_keeps_its_gap():
    edges = read_graph(b"source,target\na,b\nb,c\n", "x.csv")
    found = attach_features(edges, b"id,age,height\nc,3,7\na,1,\nb,2,5\n", "ages.csv").graph
    np.testing.assert_array_equal(found.signals["age"], [1, 2, 3])
    np.testing.assert_array_equal(found.signals["height"], [np.nan, 5, 7])
    np.testing.assert_array_equal(found.features, [[1, 0], [2, 5], [3, 7]])


def test_a_part_of_a_graph_keeps_its_nodes_values():
    file = b"graph [\n" + b"".join(
        b"node [ id %d size %d ]\n" % (node, node * 10) for node in range(5)
    )
    file += (
        b"edge [ source 0 target 1 ]\nedge [ source 3 target 4 ]\nedge [ source 4 target 2 ]\n]"
    )
    whole = read_graph(file, "x.gml").graph
    part = read_graph(file, "x.gml", ReadOptions(largest_component=True)).graph
    assert part.num_nodes == 3 < whole.num_nodes
    kept = [whole.node_names.index(name) for name in part.node_names]
    np.testing.assert_array_equal(part.signals["size"], whole.signals["size"][kept])


@pytest.mark.parametrize("values", [[1.0], [1.0, np.inf], [[1.0, 2.0]]])
def test_a_signal_of_another_shape_or_infinite_is_refused(values):
    with pytest.raises(InputError):
        Graph.build("x", 2, [[0, 1]], signals={"bad": values})
