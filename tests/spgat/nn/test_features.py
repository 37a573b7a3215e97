from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from spgat.graph import Graph
from spgat.nn.features import (
    SparseFeatures,
    dropout,
    feature_tensor,
    num_inputs,
    transform,
)
from spgat.spectral.operators import SparseOperator, torch_csr

CPU = torch.device("cpu")


@pytest.fixture
def matrix() -> sp.csr_array:
    rng = np.random.default_rng(0)
    return sp.random_array((60, 40), density=0.1, format="csr", dtype=np.float32, rng=rng)


def kept(features: SparseFeatures) -> torch.Tensor:
    """The matrix that a product with these features multiplies by."""
    return features.matmul(torch.eye(features.shape[1]))


def test_sparse_product_and_gradient_are_the_dense_ones(matrix):
    features = SparseFeatures.from_scipy(matrix, CPU)
    dense = features.to_dense()
    np.testing.assert_array_equal(dense.numpy(), matrix.toarray())
    theta = torch.randn(40, 5, requires_grad=True)
    upstream = torch.randn(60, 5)
    features.matmul(theta).backward(upstream)
    torch.testing.assert_close(features.matmul(theta), dense @ theta)
    torch.testing.assert_close(theta.grad, dense.T @ upstream)


def test_dropout_is_the_same_forward_and_backward(matrix):
    features = SparseFeatures.from_scipy(matrix, CPU).dropped(0.4)
    dropped = kept(features)
    theta = torch.randn(40, 5, requires_grad=True)
    upstream = torch.randn(60, 5)
    features.matmul(theta).backward(upstream)
    torch.testing.assert_close(features.matmul(theta), dropped @ theta)
    torch.testing.assert_close(theta.grad, dropped.T @ upstream)


@pytest.mark.parametrize("probability", [0.0, 0.4])
def test_what_a_gpu_would_multiply_by_is_what_the_cpu_does(matrix, probability):
    # torch.sparse works on the CPU too: the same features, given torch matrices.
    here = SparseFeatures.from_scipy(matrix, CPU).dropped(probability)
    operator = SparseOperator(torch_csr(matrix), torch_csr(matrix.T.tocsr()))
    there = replace(here, operator=operator)
    torch.testing.assert_close(there.to_dense(), here.to_dense())
    torch.testing.assert_close(kept(there), kept(here))
    theta = torch.randn(40, 5, requires_grad=True)
    gradients = []
    for features in (here, there):
        theta.grad = None
        features.matmul(theta).sum().backward()
        gradients.append(theta.grad)
    torch.testing.assert_close(*gradients)


def test_dropout_drops_its_share_and_scales_the_rest():
    ones = sp.csr_array(np.ones((300, 200), dtype=np.float32))
    features = SparseFeatures.from_scipy(ones, CPU)
    dropped = kept(features.dropped(0.3))
    values, counts = dropped.unique(return_counts=True)
    torch.testing.assert_close(values, torch.tensor([0.0, 1 / 0.7]))
    assert counts[0] / 60_000 == pytest.approx(0.3, abs=0.01)
    again = kept(features.dropped(0.3))
    assert ((dropped == 0) & (again == 0)).float().mean() == pytest.approx(0.09, abs=0.01)
    rows, columns = (dropped == 0).float().mean(dim=1), (dropped == 0).float().mean(dim=0)
    assert rows.std() < 0.05  # √(0.3 · 0.7 / 200) = 0.03: no row or column is favoured
    assert columns.std() < 0.05


def test_the_seed_decides_the_dropout(matrix):
    features = SparseFeatures.from_scipy(matrix, CPU)
    draws = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        draws.append(kept(dropout(features, 0.5, training=True)))
    assert torch.equal(draws[0], draws[1])
    assert not torch.equal(draws[0], draws[2])


def test_no_dropout_outside_training(matrix):
    features = SparseFeatures.from_scipy(matrix, CPU)
    assert dropout(features, 0.5, training=False) is features
    dense = torch.ones(3, 3)
    assert dropout(dense, 0.5, training=False) is dense


def graph_with(features) -> Graph:
    return Graph.build("path", 3, [(0, 1), (1, 2)], features=features)


def test_rows_are_normalised_by_their_absolute_sum():
    graph = graph_with(np.array([[1.0, -3.0], [0.0, 0.0], [2.0, 2.0]]))
    rows = feature_tensor(graph, "row", CPU)
    torch.testing.assert_close(rows, torch.tensor([[0.25, -0.75], [0.0, 0.0], [0.5, 0.5]]))
    torch.testing.assert_close(
        feature_tensor(graph, "none", CPU), torch.from_numpy(graph.features)
    )


def test_mostly_zero_features_become_sparse_however_they_came():
    dense = np.eye(3, 30)
    for features in (dense, sp.csr_array(dense)):
        tensor = feature_tensor(graph_with(features), "row", CPU)
        assert isinstance(tensor, SparseFeatures)
        np.testing.assert_array_equal(tensor.to_dense().numpy(), dense)
    full = sp.csr_array(np.ones((3, 2)))
    assert isinstance(feature_tensor(graph_with(full), "none", CPU), torch.Tensor)


def test_a_graph_without_features_gets_one_per_node():
    graph = graph_with(None)
    assert num_inputs(graph) == 3
    theta = torch.randn(3, 2)
    torch.testing.assert_close(transform(feature_tensor(graph, "row", CPU), theta), theta)


@pytest.mark.parametrize("on_gpu", [False, True])
def test_a_second_dropout_drops_of_what_the_first_has_kept(on_gpu):
    ones = sp.csr_array(np.ones((300, 200), dtype=np.float32))
    features = SparseFeatures.from_scipy(ones, CPU)
    if on_gpu:  # torch.sparse works on the CPU too
        operator = SparseOperator(torch_csr(ones), torch_csr(ones.T.tocsr()))
        features = replace(features, operator=operator)
    once = features.dropped(0.5)
    twice = once.dropped(0.2)
    values, counts = kept(twice).unique(return_counts=True)
    torch.testing.assert_close(values, torch.tensor([0.0, 1 / (0.5 * 0.8)]))
    assert counts[1] / 60_000 == pytest.approx(0.5 * 0.8, abs=0.01)
    assert not ((kept(once) == 0) & (kept(twice) != 0)).any()
    theta = torch.randn(200, 5, requires_grad=True)
    twice.matmul(theta).sum().backward()
    torch.testing.assert_close(theta.grad, kept(twice).T @ torch.ones(300, 5))
