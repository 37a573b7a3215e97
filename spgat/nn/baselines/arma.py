"""ARMA filters (Bianchi et al., TPAMI 2021)."""

import torch
from torch import Tensor, nn

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput
from spgat.spectral.laplacian import normalized_adjacency


class ARMA(Propagator):
    """Two layers of K parallel stacks of depth T = 1, averaged.

    A stack is ReLU(Ã X W + dropout(X) V + b), Ã without self-loops; the output layer has one
    stack and no ReLU. PyG's `ARMAConv` gives the same numbers but takes dense features only.
    Options: `stacks` (2), `skip_dropout` (0.75), the dropout of X in the skip connection.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.stacks = config.option("stacks", 2)
        self.skip_dropout = config.option("skip_dropout", 0.75)
        self.first = InputLinear(num_features, self.stacks * config.hidden)
        self.skip = InputLinear(num_features, self.stacks * config.hidden, bias=True)
        self.second = nn.Linear(config.hidden, num_classes, bias=False)
        self.second_skip = nn.Linear(config.hidden, num_classes)
        for layer in (self.second, self.second_skip):
            nn.init.xavier_uniform_(layer.weight)
        nn.init.zeros_(self.second_skip.bias)

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns Ã = D^{-1/2} A D^{-1/2} as a CSR tensor."""
        return csr_tensor(normalized_adjacency(graph.adjacency, self_loops=False), device)

    def first_layer(self) -> list[nn.Parameter]:
        """Returns W and V of the first layer."""
        return [self.first.weight, self.skip.weight]

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        probability = self.config.dropout
        features = dropout(inputs.features, probability, self.training)
        stacked = inputs.structure @ self.first(features) + self.skip(
            dropout(features, self.skip_dropout, self.training)
        )
        hidden = stacked.relu().unflatten(1, (self.stacks, -1)).mean(dim=1)  # [n, hidden]
        dropped = nn.functional.dropout(hidden, probability, self.training)
        kept = nn.functional.dropout(dropped, self.skip_dropout, self.training)
        logits = inputs.structure @ self.second(dropped) + self.second_skip(kept)
        return ModelOutput(logits, hidden)
