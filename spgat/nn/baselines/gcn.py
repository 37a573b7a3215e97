"""Graph convolutional network (Kipf and Welling, ICLR 2017)."""

import torch
from torch import Tensor, nn
from torch_geometric.nn import GCNConv

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor, linear_done
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput
from spgat.spectral.laplacian import normalized_adjacency


class GCN(Propagator):
    """Â ReLU(Â X Θ₁ + b₁) Θ₂ + b₂ with Â the normalised adjacency with self-loops."""

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.linear = InputLinear(num_features, config.hidden)
        self.first = linear_done(GCNConv(config.hidden, config.hidden, normalize=False))
        self.second = GCNConv(config.hidden, num_classes, normalize=False)

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns Â as a CSR tensor."""
        return csr_tensor(normalized_adjacency(graph.adjacency, self_loops=True), device)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        probability = self.config.dropout
        x = self.linear(dropout(inputs.features, probability, self.training))
        hidden = self.first(x, inputs.structure).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        return ModelOutput(self.second(dropped, inputs.structure), hidden)
