"""One epoch of training, train + evaluate: SpGAT against PyTorch Geometric's GCN and GAT.

All models have 64 hidden units (GAT 8 heads of 8), dropout 0.5, Adam, and are evaluated on
all three sets after each step. The alternatives are written as in PyTorch Geometric's own
examples: dense features, normalisation cached, one forward pass for the evaluation.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.harness import Run, Scaled, benchmark

EPOCHS = 10  # per measurement: a single epoch of Cora is too short a time


@benchmark("10 epochs on Cora, train + evaluate, 64 hidden units")
def epoch_cora(full: bool) -> list[Run | Scaled]:
    return _against_pyg("cora", gcn_at_least=4)


@benchmark("10 epochs on PubMed, train + evaluate, 64 hidden units")
def epoch_pubmed(full: bool) -> list[Run | Scaled]:
    return _against_pyg("pubmed", gcn_at_least=3)


@benchmark("10 epochs of SpGAT with wavelets at t = 1e-4 on Cora")
def epoch_wavelets_cora(full: bool) -> list[Run | Scaled]:
    return _wavelets_against_gat("cora")


@benchmark("10 epochs of SpGAT with wavelets at t = 1e-4 on PubMed")
def epoch_wavelets_pubmed(full: bool) -> list[Run | Scaled]:
    return _wavelets_against_gat("pubmed")


@benchmark("An epoch of SpGAT-Cheby by size, 10 edges a node, 64 features")
def epoch_growth(full: bool) -> list[Run | Scaled]:
    sizes = (10_000, 30_000, 100_000, 300_000, 1_000_000)

    def prepare(num_nodes: int) -> Callable[[], Any]:
        from spgat import presets

        config = replace(presets.get("reference-code-cheby"), normalize_features="none")
        return _epochs(config, _random_graph(num_nodes), number=1)

    return [Scaled("spgat-cheby", sizes, prepare)]


def _against_pyg(dataset: str, gcn_at_least: float) -> list[Run | Scaled]:
    from spgat import datasets, presets

    graph = datasets.load(dataset)
    cheby = presets.get("reference-code-cheby", dataset)
    return [
        Run("spgat-cheby", _epochs(cheby, graph)),
        Run("PyG GCN, dense features", _pyg_epochs(graph, "gcn"), at_least=gcn_at_least),
        Run("PyG GAT, dense features", _pyg_epochs(graph, "gat")),
    ]


def _wavelets_against_gat(dataset: str) -> list[Run | Scaled]:
    from spgat import datasets, presets

    graph = datasets.load(dataset)
    return [
        Run("spgat, wavelets", _epochs(presets.get("reference-code", dataset), graph)),
        Run("PyG GAT, dense features", _pyg_epochs(graph, "gat"), at_least=1),
    ]


def _epochs(config: Any, graph: Any, number: int = EPOCHS) -> Callable[[], Any]:
    """Returns a function that trains for some epochs more, as `spgat.training.fit` does."""
    import torch

    from spgat import models
    from spgat.epochs import Loop, Targets
    from spgat.nn.features import num_inputs

    device = torch.device("cpu")
    model = models.build(config, num_inputs(graph), graph.num_classes)
    inputs = model.prepare(graph, device)
    endless = replace(config, epochs=10**9, patience=None)
    loop = Loop(model, inputs, Targets.of(graph, graph.splits[0], device), endless)
    epochs = loop.run(None)
    return lambda: [next(epochs) for _ in range(number)]


def _pyg_epochs(graph: Any, name: str) -> Callable[[], Any]:
    import torch
    from torch.nn import functional
    from torch_geometric.nn import GATConv, GCNConv

    from spgat.nn.features import feature_tensor

    class GCN(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = GCNConv(graph.num_features, 64, cached=True)
            self.conv2 = GCNConv(64, graph.num_classes, cached=True)

        def forward(self, x: Any, edge_index: Any) -> Any:
            x = functional.dropout(x, p=0.5, training=self.training)
            x = self.conv1(x, edge_index).relu()
            x = functional.dropout(x, p=0.5, training=self.training)
            return self.conv2(x, edge_index)

    class GAT(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = GATConv(graph.num_features, 8, heads=8, dropout=0.6)
            self.conv2 = GATConv(64, graph.num_classes, heads=1, concat=False, dropout=0.6)

        def forward(self, x: Any, edge_index: Any) -> Any:
            x = functional.dropout(x, p=0.6, training=self.training)
            x = functional.elu(self.conv1(x, edge_index))
            x = functional.dropout(x, p=0.6, training=self.training)
            return self.conv2(x, edge_index)

    features = feature_tensor(graph, "row", torch.device("cpu"))
    x = features if isinstance(features, torch.Tensor) else features.to_dense()
    edges = graph.edges().T
    edge_index = torch.from_numpy(np.concatenate([edges, edges[::-1]], axis=1))
    y = torch.from_numpy(graph.labels)
    split = graph.splits[0]
    masks = [torch.from_numpy(mask) for mask in (split.train, split.val, split.test)]
    model = {"gcn": GCN, "gat": GAT}[name]()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)

    def epoch() -> list[float]:
        model.train()
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(x, edge_index)[masks[0]], y[masks[0]])
        loss.backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            right = model(x, edge_index).argmax(dim=-1) == y
        return [float(right[mask].float().mean()) for mask in masks]

    return lambda: [epoch() for _ in range(EPOCHS)]


def _random_graph(num_nodes: int) -> Any:
    """Ten edges a node: a ring of ten neighbours, a tenth of the edges rewired at random."""
    from spgat.graph import Graph, NodeSplit

    rng = np.random.default_rng(0)
    source = np.repeat(np.arange(num_nodes), 10)
    target = (source + np.tile(np.arange(1, 11), num_nodes)) % num_nodes
    rewired = rng.random(len(source)) < 0.1
    target[rewired] = rng.integers(0, num_nodes, int(rewired.sum()))
    turn = rng.integers(0, 10, num_nodes)
    return Graph.build(
        f"small world of {num_nodes}",
        num_nodes,
        np.stack([source, target], axis=1),
        features=rng.standard_normal((num_nodes, 64), dtype=np.float32),
        labels=rng.integers(0, 8, num_nodes),
        splits=[NodeSplit(turn == 0, turn == 1, turn == 2)],
    )
