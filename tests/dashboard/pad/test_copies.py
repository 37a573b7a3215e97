"""What is copied from a drawing is the same graph elsewhere."""

import networkx as nx
import numpy as np
import pytest

from dashboard.pad import copies
from dashboard.pad.stamps import stamps
from spgat import datasets
from spgat.datasets import drawn
from spgat.datasets.imports import read_graph
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum


def drawing(scale):
    graph = drawn.drawable(datasets.load("barbell"))
    return graph.with_(adjacency=graph.adjacency * scale)


@pytest.fixture(params=[1, 2.5])
def graph(request):
    return drawing(request.param)


def test_the_code_of_spgat_loads_it(graph, capsys):
    names = {}
    exec(copies.spgat_code(drawn.encode(graph)), names)
    assert names["graph"].digest == graph.with_(splits=names["graph"].splits).digest
    assert capsys.readouterr().out == f"{graph.num_nodes} {graph.num_edges}\n"


def test_the_code_of_networkx_makes_it(graph, monkeypatch):
    names = {}
    monkeypatch.setattr(nx, "draw", lambda *_, **__: None)
    exec(copies.networkx_code(graph), names)
    made = nx.to_scipy_sparse_array(names["graph"], nodelist=range(graph.num_nodes))
    assert np.array_equal(made.toarray(), graph.adjacency.toarray())
    classes = nx.get_node_attributes(names["graph"], "class")
    assert classes[0] == "A"
    assert classes[graph.num_nodes - 1] == "B"
    assert [names["positions"][k] for k in range(graph.num_nodes)] == [
        tuple(place) for place in graph.positions.astype(int).tolist()
    ]


def test_the_edge_list_is_a_file_of_it(graph):
    found = read_graph(copies.edge_list(graph).encode(), "edges.txt").graph
    order = np.argsort([int(name) for name in found.node_names])
    matrix = found.adjacency.toarray()[np.ix_(order, order)]
    assert np.array_equal(matrix, graph.adjacency.toarray())


def test_tables_hold_all_of_it(graph):
    nodes, edges = copies.tables(graph)
    classes = [drawn.CLASS_NAMES.index(name) if name else -1 for name in nodes["class"]]
    made = Graph.build(
        "tables",
        len(nodes),
        edges[["from", "to"]].to_numpy(),
        edges["weight"],
        positions=nodes[["x", "y"]],
        labels=classes,
        class_names=drawn.CLASS_NAMES,
    )
    assert drawn.encode(made) == drawn.encode(graph)


def test_a_drawing_without_edges_can_be_copied():
    graph = drawn.drawable(Graph.build("alone", 1, [], positions=[[0, 0]]))
    assert copies.tables(graph)[1].empty
    assert copies.edge_list(graph) == ""
    assert "range(1)" in copies.networkx_code(graph)


@pytest.mark.parametrize("kind", ["path", "ring", "clique", "star", "grid", "clusters"])
def test_a_stamp_of_every_size_is_its_graph_and_fits_on_the_pad(kind):
    toy = {"clique": "complete", "clusters": "barbell"}.get(kind, kind)
    for size, stamp in stamps()[kind]["sizes"].items():
        parameters = {
            "grid": {"num_rows": size, "num_columns": size},
            "clusters": {"clique_size": size, "bridge_length": 0},
        }.get(kind, {"num_nodes": size})
        graph = datasets.load(toy, **parameters)
        made = Graph.build("stamp", len(stamp["nodes"]), np.array(stamp["edges"]))
        np.testing.assert_allclose(
            full_spectrum(made.adjacency).eigenvalues,
            full_spectrum(graph.adjacency).eigenvalues,
        )
        extent = np.ptp(stamp["nodes"], axis=0)
        assert (extent <= drawn.FRAME).all()
        assert len({tuple(place) for place in stamp["nodes"]}) == graph.num_nodes
