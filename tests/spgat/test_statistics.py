import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

from spgat import datasets
from spgat.graph import Graph, NodeSplit
from spgat.statistics import statistics


@pytest.mark.parametrize(
    ("name", "edge", "node", "adjusted"),
    [
        # Platonov et al. 2023, tables 2 and 3 ("Characterizing graph datasets"), two decimals.
        ("cora", 0.81, 0.83, 0.77),
        ("citeseer", 0.74, 0.72, 0.67),
        ("pubmed", 0.80, 0.79, 0.69),
        ("coauthor-cs", 0.81, 0.83, 0.78),
        ("coauthor-physics", 0.93, 0.92, 0.87),
        ("amazon-computers", 0.78, 0.80, 0.68),
        ("amazon-photo", 0.83, 0.85, 0.79),
        ("minesweeper", 0.68, 0.68, 0.01),
        ("actor", 0.22, 0.22, 0.00),
    ],
)
def test_homophily_is_the_published_one(mirror, name, edge, node, adjusted):
    card = statistics(datasets.load(name))
    assert card.edge_homophily == pytest.approx(edge, abs=0.006)
    assert card.node_homophily == pytest.approx(node, abs=0.006)
    assert card.adjusted_homophily == pytest.approx(adjusted, abs=0.006)


def test_components_and_isolated_nodes_of_citeseer(mirror):
    """Nodes without edges are dropped by readers that know nodes from edges alone."""
    card = statistics(datasets.load("citeseer"))
    assert (card.num_components, card.num_isolated, card.largest_component) == (438, 48, 2120)
    assert (card.num_zero_rows, card.num_unlabelled) == (15, 15)
    assert [(s.train, s.val, s.test) for s in card.splits] == [(120, 500, 1000)]


def test_degrees_density_and_components_agree_with_networkx():
    graph = datasets.load("les-miserables")
    reference = nx.les_miserables_graph()
    degrees = [degree for _, degree in reference.degree()]
    card = statistics(graph)
    assert (card.degree_min, card.degree_max) == (min(degrees), max(degrees))
    assert card.degree_mean == pytest.approx(np.mean(degrees))
    assert card.density == pytest.approx(nx.density(reference))
    assert card.num_components == nx.number_connected_components(reference)
    assert card.is_weighted


def test_node_homophily_agrees_with_torch_geometric():
    import torch
    from torch_geometric.utils import from_scipy_sparse_matrix, homophily

    graph = datasets.load("csbm", seed=3, homophily=0.3)
    edge_index, _ = from_scipy_sparse_matrix(graph.adjacency.tocoo())
    labels = torch.from_numpy(graph.labels)
    card = statistics(graph)
    assert card.edge_homophily == pytest.approx(homophily(edge_index, labels, method="edge"))
    assert card.node_homophily == pytest.approx(
        homophily(edge_index, labels, method="node"), abs=1e-6
    )


def with_stored_zeros(features):
    rows, columns = np.indices(features.shape).reshape(2, -1)
    zeros = np.where(
        features == 0, np.where(rows.reshape(features.shape) % 2, -0.0, 0.0), features
    )
    return sp.coo_array((zeros.ravel(), (rows, columns)), features.shape)


@pytest.mark.parametrize(
    "convert",
    [np.asarray, sp.csr_array, with_stored_zeros, lambda f: with_stored_zeros(f).toarray()],
)
def test_duplicates_and_leaks_leave_rows_of_zeros_out(convert):
    features = np.array([[1, 0], [1, 0], [0, 0], [0, 0], [0, 1], [1, 0]], dtype=float)
    train = np.array([1, 0, 1, 0, 0, 0], dtype=bool)
    test = np.array([0, 1, 0, 1, 1, 0], dtype=bool)
    split = NodeSplit(train, ~train & ~test, test)
    card = statistics(Graph.build("g", 6, [[0, 1]], features=convert(features), splits=[split]))
    assert card.num_duplicates == 3
    assert card.num_zero_rows == 2
    assert card.splits[0].num_leaked == 1
    assert card.feature_density == pytest.approx(4 / 12)


def test_a_self_loop_counts_once_and_leaves_its_node_isolated():
    """networkx counts a loop twice."""
    graph = Graph.build("g", 3, [[0, 0], [1, 2]], self_loops="keep", labels=[0, 0, 0])
    card = statistics(graph)
    assert (card.num_edges, card.num_self_loops, card.num_isolated) == (2, 1, 1)
    assert (card.degree_min, card.degree_max) == (1, 1)
    assert card.density == pytest.approx(1 / 3)
    assert card.edge_homophily == 1.0
    assert card.adjusted_homophily is None  # one class: nothing to compare with


def test_without_labels_and_features_the_rest_still_stands():
    card = statistics(Graph.build("g", 1, np.zeros((0, 2), dtype=int)))
    assert (card.num_nodes, card.num_components, card.density) == (1, 1, 0.0)
    assert (card.edge_homophily, card.feature_density) == (None, None)
    assert (card.num_unlabelled, card.class_sizes, card.splits) == (1, (), ())
