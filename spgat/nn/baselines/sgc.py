"""Simple graph convolution (Wu et al., ICML 2019)."""

import torch
from torch import Tensor, nn

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput
from spgat.spectral.laplacian import normalized_adjacency


class SGC(Propagator):
    """Âᴷ X Θ + b; multiplying from the right first keeps all products thin.

    Options: `order` (2), the power K.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.linear = InputLinear(num_features, num_classes)
        self.bias = nn.Parameter(torch.zeros(num_classes))

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns Â as a CSR tensor."""
        return csr_tensor(normalized_adjacency(graph.adjacency, self_loops=True), device)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits, which are the embedding too."""
        logits = self.linear(dropout(inputs.features, self.config.dropout, self.training))
        for _ in range(self.config.option("order", 2)):
            logits = inputs.structure @ logits
        logits = logits + self.bias
        return ModelOutput(logits, logits)
