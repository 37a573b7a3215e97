"""One epoch of training, train + evaluate: SpGAT against GCN and GAT.

All models have 64 hidden units (GAT 8 heads of 8), dropout 0.5, Adam, and are evaluated on
all three sets after each step by one more forward pass. PyTorch Geometric's GCN is measured
as its own examples have it (dense features, scatter along an edge_index) and in the fastest
form a user can give it without kernels of their own: features and adjacency as torch's sparse
CSR, dropout on the stored entries. This library's GCN, on the same kernels as SpGAT, tells
the two models apart from the two libraries.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from benchmarks.harness import Run, Scaled, benchmark
from benchmarks.scope import Scope

EPOCHS = 10  # per measurement: a single epoch of Cora is too short a time


@benchmark("10 epochs on Cora, train + evaluate, 64 hidden units")
def epoch_cora(scope: Scope) -> list[Run | Scaled]:
    return _against_gcn("cora", scope, dense_at_least=4, sparse_at_least=2.5)


@benchmark("10 epochs on PubMed, train + evaluate, 64 hidden units")
def epoch_pubmed(scope: Scope) -> list[Run | Scaled]:
    return _against_gcn("pubmed", scope, dense_at_least=3, sparse_at_least=2)


@benchmark("10 epochs of SpGAT with wavelets at t = 1e-4 on Cora")
def epoch_wavelets_cora(scope: Scope) -> list[Run | Scaled]:
    return _wavelets_against_gat("cora", scope, at_least=3)


@benchmark("10 epochs of SpGAT with wavelets at t = 1e-4 on PubMed")
def epoch_wavelets_pubmed(scope: Scope) -> list[Run | Scaled]:
    return _wavelets_against_gat("pubmed", scope, at_least=1.5)


@benchmark("10 epochs of consistency training on Cora, the same number of views")
def epoch_views_cora(scope: Scope) -> list[Run | Scaled]:
    """SpGAT's views are columns of one product; GRAND propagates all features of each view."""
    from spgat import presets
    from spgat.published import published

    graph, best = scope.graph("cora"), presets.get("best", "cora")
    grand = replace(published("grand", "cora"), views=best.views)
    return [
        Run("spgat, preset best", _epochs(best, graph)),
        Run("GRAND, as published", _epochs(grand, graph), at_least=2),
    ]


@benchmark("An epoch of SpGAT-Cheby by size, 10 edges a node, 64 features")
def epoch_growth(scope: Scope) -> list[Run | Scaled]:
    sizes = scope.amount((10_000, 30_000, 100_000, 300_000, 1_000_000), (300, 600))

    def prepare(graph_of: Callable[[int], Any], num_nodes: int) -> Callable[[], Any]:
        from spgat import presets

        config = replace(presets.get("reference-code-cheby"), normalize_features="none")
        return _epochs(config, graph_of(num_nodes), number=1)

    return [
        Scaled(f"spgat-cheby, {name}", sizes, partial(prepare, graph_of))
        for name, graph_of in LARGE_GRAPHS.items()
    ]


def _against_gcn(
    dataset: str, scope: Scope, dense_at_least: float, sparse_at_least: float
) -> list[Run | Scaled]:
    from spgat import presets
    from spgat.config import TrainConfig

    graph = scope.graph(dataset)
    cheby = presets.get("reference-code-cheby", dataset)
    return [
        Run("spgat-cheby", _epochs(cheby, graph)),
        Run(
            "PyG GCN, sparse x and adjacency",
            _pyg_epochs(graph, _gcn, sparse=True),
            at_least=sparse_at_least,
        ),
        Run("PyG GCN, dense x, edge_index", _pyg_epochs(graph, _gcn), at_least=dense_at_least),
        Run("GCN of spgat", _epochs(TrainConfig(model="gcn", hidden=64), graph)),
        Run("PyG GAT, dense x, edge_index", _pyg_epochs(graph, _gat)),
    ]


def _wavelets_against_gat(dataset: str, scope: Scope, at_least: float) -> list[Run | Scaled]:
    from spgat import presets

    graph = scope.graph(dataset)
    return [
        Run("spgat, wavelets", _epochs(presets.get("reference-code", dataset), graph)),
        Run("PyG GAT, dense x, edge_index", _pyg_epochs(graph, _gat), at_least=at_least),
    ]


def _epochs(config: Any, graph: Any, number: int = EPOCHS) -> Callable[[], Any]:
    """Returns a function that trains for some epochs more, as `spgat.training.fit` does."""
    import torch

    from spgat.epochs import Loop, Targets
    from spgat.nn.build import build_model
    from spgat.nn.features import num_inputs
    from spgat.nn.model import Preparation
    from spgat.working_time import WorkingTime

    device = torch.device("cpu")
    model = build_model(config, num_inputs(graph), graph.num_classes)
    inputs = model.prepare(Preparation(graph))
    endless = replace(config, epochs=10**9, patience=None)
    loop = Loop(model, inputs, Targets.of(graph, graph.splits[0], device), endless)
    epochs = loop.run(WorkingTime(None))
    return lambda: [next(epochs) for _ in range(number)]


def _gcn(num_features: int, num_classes: int) -> Any:
    import torch
    from torch_geometric.nn import GCNConv

    class GCN(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = GCNConv(num_features, 64, cached=True)
            self.conv2 = GCNConv(64, num_classes, cached=True)

        def forward(self, x: Any, edges: Any) -> Any:
            x = self.conv1(_dropout(x, 0.5, self.training), edges).relu()
            return self.conv2(_dropout(x, 0.5, self.training), edges)

    return GCN()


def _gat(num_features: int, num_classes: int) -> Any:
    import torch
    from torch.nn import functional
    from torch_geometric.nn import GATConv

    class GAT(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = GATConv(num_features, 8, heads=8, dropout=0.6)
            self.conv2 = GATConv(64, num_classes, heads=1, concat=False, dropout=0.6)

        def forward(self, x: Any, edges: Any) -> Any:
            x = functional.elu(self.conv1(_dropout(x, 0.6, self.training), edges))
            return self.conv2(_dropout(x, 0.6, self.training), edges)

    return GAT()


def _dropout(x: Any, probability: float, training: bool) -> Any:
    """Dropout; of a sparse matrix the stored entries alone, as all others are 0 anyway."""
    import torch
    from torch.nn import functional

    if x.layout == torch.strided:
        return functional.dropout(x, probability, training)
    values = functional.dropout(x.values(), probability, training)
    return torch.sparse_csr_tensor(x.crow_indices(), x.col_indices(), values, x.shape)


def _pyg_epochs(
    graph: Any, build: Callable[[int, int], Any], *, sparse: bool = False
) -> Callable[[], Any]:
    import torch
    from torch.nn import functional

    from spgat.nn.features import SparseFeatures, feature_tensor

    features = feature_tensor(graph, "row", torch.device("cpu"))
    x = features.to_dense() if isinstance(features, SparseFeatures) else features
    pairs = graph.edges().T
    edges = torch.from_numpy(np.concatenate([pairs, pairs[::-1]], axis=1))
    if sparse:
        x = x.to_sparse_csr()
        ones = torch.ones(edges.shape[1])
        shape = (graph.num_nodes, graph.num_nodes)
        edges = torch.sparse_coo_tensor(edges, ones, shape).to_sparse_csr()
    y = torch.from_numpy(graph.labels)
    split = graph.splits[0]
    masks = [torch.from_numpy(mask) for mask in (split.train, split.val, split.test)]
    model = build(graph.num_features, graph.num_classes)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)

    def epoch() -> list[float]:
        model.train()
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(x, edges)[masks[0]], y[masks[0]])
        loss.backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            right = model(x, edges).argmax(dim=-1) == y
        return [float(right[mask].float().mean()) for mask in masks]

    return lambda: [epoch() for _ in range(EPOCHS)]


def small_world(num_nodes: int) -> Any:
    """Ten edges a node: a ring of ten neighbours, a tenth of the edges rewired at random."""
    rng = np.random.default_rng(0)
    source = np.repeat(np.arange(num_nodes), 10)
    target = (source + np.tile(np.arange(1, 11), num_nodes)) % num_nodes
    rewired = rng.random(len(source)) < 0.1
    target[rewired] = rng.integers(0, num_nodes, int(rewired.sum()))
    return _graph(f"small world of {num_nodes}", num_nodes, source, target)


def power_law(num_nodes: int) -> Any:
    """Ten edges a node, both ends drawn so that degrees fall as k^−2.5 (Chung and Lu 2002)."""
    rng = np.random.default_rng(0)
    share = np.cumsum((np.arange(num_nodes) + 10.0) ** (-1 / 1.5))
    ends = np.searchsorted(share, share[-1] * rng.random((2, 10 * num_nodes)))
    source, target = rng.permutation(num_nodes)[ends]
    is_edge = source != target
    return _graph(f"power law of {num_nodes}", num_nodes, source[is_edge], target[is_edge])


LARGE_GRAPHS = {"small world": small_world, "power law": power_law}


def _graph(name: str, num_nodes: int, source: Any, target: Any) -> Any:
    """A graph with 64 features, eight classes and a split, all at random."""
    from spgat.graph import Graph, NodeSplit

    rng = np.random.default_rng(1)
    turn = rng.integers(0, 10, num_nodes)
    return Graph.build(
        name,
        num_nodes,
        np.stack([source, target], axis=1),
        features=rng.standard_normal((num_nodes, 64), dtype=np.float32),
        labels=rng.integers(0, 8, num_nodes),
        splits=[NodeSplit(turn == 0, turn == 1, turn == 2)],
    )
