import numpy as np
import pytest
import scipy.sparse as sp

from spgat.errors import InputError
from spgat.graph import Graph, NodeSplit

PATH = np.array([[0, 1], [1, 2]])


def masks(parts):
    """The split with one letter per node: t(rain), v(al) or e, test."""
    return NodeSplit(*(np.array(list(parts)) == letter for letter in "tve"))


def test_the_adjacency_is_symmetric_canonical_and_float64():
    graph = Graph.build("g", 4, [[2, 1], [0, 1], [3, 0]])
    matrix = graph.adjacency
    assert matrix.dtype == np.float64
    assert matrix.has_canonical_format
    assert (matrix != matrix.T).nnz == 0
    assert graph.num_edges == 3
    assert graph.notes == ()


def test_repeated_edges_are_kept_once_with_the_largest_weight():
    graph = Graph.build("g", 2, [[0, 1], [0, 1], [1, 0]], [1.0, 5.0, 3.0])
    assert graph.adjacency.toarray().tolist() == [[0, 5], [5, 0]]
    assert any("1 repeated edge merged" in note for note in graph.notes)


def test_a_directed_cycle_is_made_symmetric():
    """An asymmetric matrix has no orthogonal eigenvectors."""
    graph = Graph.build("cycle", 3, [[0, 1], [1, 2], [2, 0]])
    assert (graph.adjacency != graph.adjacency.T).nnz == 0
    assert graph.num_edges == 3


def test_a_mixture_of_one_way_and_two_way_edges_is_announced():
    """Direction is not dropped silently."""
    graph = Graph.build("g", 3, [[0, 1], [1, 0], [1, 2]])
    assert graph.notes == ("1 one-way edge made two-way.",)


def test_an_asymmetric_matrix_takes_the_larger_weight():
    """eigh would silently take one triangle of the matrix for both."""
    matrix = np.array([[0.0, 2.0], [3.0, 0.0]])
    graph = Graph.from_adjacency("g", matrix)
    assert graph.adjacency.toarray().tolist() == [[0, 3], [3, 0]]


def test_self_loops_are_removed_or_kept_once():
    """A loop in the file and one added by a model would count twice."""
    edges = [[0, 0], [0, 0], [0, 1]]
    removed = Graph.build("g", 2, edges)
    assert removed.num_edges == 1
    assert "2 self-loops dropped." in removed.notes
    kept = Graph.build("g", 2, edges, self_loops="keep")
    assert kept.num_edges == 2
    assert kept.adjacency.toarray().tolist() == [[1, 1], [1, 0]]


def test_isolated_nodes_and_graphs_without_edges_stay():
    graph = Graph.build("g", 3, np.zeros((0, 2), dtype=int))
    assert (graph.num_nodes, graph.num_edges) == (3, 0)


def test_edges_of_weight_zero_are_dropped_with_notice():
    graph = Graph.build("g", 3, PATH, [1.0, 0.0])
    assert graph.num_edges == 1
    assert "1 edge of weight 0 dropped." in graph.notes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_nodes": 0, "edges": []}, "at least one"),
        ({"num_nodes": 2, "edges": PATH}, "Node number 2 lies outside 0 … 1"),
        ({"num_nodes": 3, "edges": PATH, "weights": [1, np.nan]}, "Edge 1 has the weight nan"),
        ({"num_nodes": 3, "edges": PATH, "weights": [np.inf, 1]}, "finite weight"),
        ({"num_nodes": 3, "edges": PATH, "weights": [1, -2]}, "weights above 0"),
        ({"num_nodes": 3, "edges": PATH, "weights": [1]}, "needs 2, one per edge"),
        ({"num_nodes": 3, "edges": np.zeros((2, 3), dtype=int)}, "two columns"),
        ({"num_nodes": 3, "edges": PATH * 1.0}, "integer array"),
        ({"num_nodes": 3, "edges": PATH, "features": [[1, 2]]}, "one per node"),
        ({"num_nodes": 3, "edges": PATH, "features": [[1], [np.nan], [2]]}, "1 feature values"),
        ({"num_nodes": 3, "edges": PATH, "features": [1, 2, 3]}, "1 dimensions"),
        ({"num_nodes": 3, "edges": PATH, "labels": [0, 1]}, "labels has 2 entries"),
        (
            {"num_nodes": 3, "edges": PATH, "labels": [0, 1, -2]},
            "-1 where the class is unknown",
        ),
        (
            {"num_nodes": 3, "edges": PATH, "labels": [0, 1, 2], "class_names": ["a"]},
            "name every class",
        ),
        ({"num_nodes": 3, "edges": PATH, "positions": np.zeros((3, 3))}, "two finite"),
        ({"num_nodes": 3, "edges": PATH, "positions": np.full((3, 2), 1j)}, "type complex128"),
        ({"num_nodes": 3, "edges": PATH, "node_names": ["a"]}, "node names has 1 entries"),
        ({"num_nodes": 3, "edges": PATH, "splits": [masks("tv")]}, "one per node"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(arguments, message):
    with pytest.raises(InputError, match=message):
        Graph.build("g", **arguments)


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(InputError, match="must be square"):
        Graph.from_adjacency("g", np.ones((2, 3)))


def test_a_node_in_two_parts_of_a_split_is_refused():
    train = np.array([True, False])
    with pytest.raises(InputError, match="put each node into one"):
        NodeSplit(train, train, ~train)


def test_sparse_features_stay_sparse_and_float32():
    graph = Graph.build("g", 3, PATH, features=sp.eye_array(3))
    assert sp.issparse(graph.features)
    assert graph.features.dtype == np.float32
    assert graph.num_features == 3


def test_a_feature_of_zero_is_one_however_it_is_stored():
    stored = sp.csr_array(
        (np.array([0.0, 1.0, -0.0]), np.array([0, 1, 0]), np.array([0, 1, 2, 3]))
    )
    graph = Graph.build("g", 3, [[0, 1]], features=stored)
    assert graph.features.nnz == 1
    assert stored.nnz == 3  # the caller's own stays as it is
    dense = [Graph.build("g", 1, [], features=[[zero, 1.0]]) for zero in (0.0, -0.0)]
    assert dense[0].digest == dense[1].digest


def test_the_digest_follows_content_only():
    """What caches know a graph by."""
    graph = Graph.build("a", 3, PATH, labels=[0, 1, 0], features=np.eye(3))
    same = Graph.build("b", 3, PATH[::-1], labels=[0, 1, 0], features=np.eye(3), notes=["x"])
    assert graph.digest == same.digest
    others = [
        Graph.build("a", 3, PATH, [1, 2], labels=[0, 1, 0], features=np.eye(3)),
        Graph.build("a", 3, PATH, labels=[0, 1, 1], features=np.eye(3)),
        Graph.build("a", 3, PATH, labels=[0, 1, 0], features=2 * np.eye(3)),
        Graph.build("a", 3, PATH, labels=[0, 1, 0]),
        graph.with_(splits=(masks("tve"),)),
    ]
    assert len({graph.digest, *(other.digest for other in others)}) == 6


def test_edges_lists_each_edge_once_smaller_node_first():
    assert Graph.build("g", 3, [[2, 1], [1, 0], [0, 1]]).edges().tolist() == [[0, 1], [1, 2]]


@pytest.mark.parametrize("weight", [1e155, 1e-320])
def test_a_weight_whose_square_is_no_number_is_refused(weight):
    with pytest.raises(InputError, match="scale the weights"):
        Graph.build("g", 3, [[0, 1], [1, 2]], [1, weight])
