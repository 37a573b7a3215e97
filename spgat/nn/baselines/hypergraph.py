"""Hypergraph convolution (Bai et al., Pattern Recognition 2021)."""

import torch
from torch import Tensor, nn
from torch_geometric.nn import HypergraphConv

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, edge_index, linear_done
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput


class HyperGraph(Propagator):
    """Two layers D⁻¹ H B⁻¹ Hᵀ X Θ + b; each closed neighbourhood is one hyperedge."""

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.linear = InputLinear(num_features, config.hidden)
        self.first = linear_done(HypergraphConv(config.hidden, config.hidden))
        self.second = HypergraphConv(config.hidden, num_classes)

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns int64 [2, num_memberships]: node, hyperedge."""
        return edge_index(graph, device, self_loops=True)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        probability = self.config.dropout
        x = self.linear(dropout(inputs.features, probability, self.training))
        hidden = self.first(x, inputs.structure).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        return ModelOutput(self.second(dropped, inputs.structure), hidden)
