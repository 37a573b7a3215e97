"""GCNII: deep graph convolution with initial residuals (Chen et al., ICML 2020)."""

import torch
from torch import Tensor, nn
from torch_geometric.nn import GCN2Conv

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput
from spgat.spectral.laplacian import normalized_adjacency


class GCNII(Propagator):
    """A linear map, `layers` (64) GCN2 layers, a linear map.

    Options: `layers`, `teleport` (α, 0.1), `identity` (λ, 0.5), `inner_weight_decay` (0.01),
    the L2 factor of the inner layers; `weight_decay` is that of the two linear maps.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.first = InputLinear(num_features, config.hidden, bias=True)
        self.inner = nn.ModuleList(
            GCN2Conv(
                config.hidden,
                alpha=config.option("teleport", 0.1),
                theta=config.option("identity", 0.5),
                layer=depth,
                normalize=False,
            )
            for depth in range(1, config.option("layers", 64) + 1)
        )
        self.last = nn.Linear(config.hidden, num_classes)

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns Â as a CSR tensor."""
        return csr_tensor(normalized_adjacency(graph.adjacency, self_loops=True), device)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the last inner layer."""
        probability = self.config.dropout
        features = dropout(inputs.features, probability, self.training)
        start = hidden = self.first(features).relu()
        for layer in self.inner:
            dropped = nn.functional.dropout(hidden, probability, self.training)
            hidden = layer(dropped, start, inputs.structure).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        return ModelOutput(self.last(dropped), hidden)

    def penalty(self) -> Tensor:
        """Returns the two L2 penalties of the publication."""
        outer = [*self.first.parameters(), *self.last.parameters()]
        inner = list(self.inner.parameters())
        inner_decay = self.config.option("inner_weight_decay", 0.01)
        return 0.5 * (
            self.config.weight_decay * torch.stack([p.square().sum() for p in outer]).sum()
            + inner_decay * torch.stack([p.square().sum() for p in inner]).sum()
        )
