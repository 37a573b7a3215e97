import numpy as np
import pytest

from spgat import datasets
from spgat.embedding import graph_layout
from spgat.graph import Graph


@pytest.mark.slow  # UMAP compiles
def test_neighbours_lie_nearer_than_others_and_it_repeats():
    graph = datasets.load("karate")
    positions = graph_layout(graph)
    lengths = np.linalg.norm(positions[:, None] - positions[None], axis=2)
    i, j = graph.edges().T
    assert lengths[i, j].mean() < 0.6 * lengths.mean()
    np.testing.assert_array_equal(positions, graph_layout(graph))


def test_isolated_nodes_surround_the_rest():
    edges = [(i, (i + 1) % 20) for i in range(20)]
    positions = graph_layout(Graph.build("ring and five", 25, edges))
    distances = np.linalg.norm(positions, axis=1)
    assert np.isfinite(positions).all()
    assert distances[20:].min() > distances[:20].max()


def test_hardly_a_graph():
    assert np.isfinite(graph_layout(Graph.build("one", 1, []))).all()
    positions = graph_layout(Graph.build("two", 3, [(0, 1)]))
    assert len(np.unique(positions, axis=0)) == 3
