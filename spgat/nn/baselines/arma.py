"""ARMA filters (Bianchi et al., TPAMI 2021)."""

import torch
from torch import Tensor, nn
from torch.nn.functional import elu

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.model import Inputs, ModelOutput
from spgat.spectral.laplacian import normalized_adjacency


class ARMA(Propagator):
    """Two layers of K parallel stacks of depth T = 1, averaged.

    A stack is ELU(Ã X W + dropout(X V) + b), Ã without self-loops, and ELU follows the average
    too; the output layer has one stack and no ELU. PyG's `ARMAConv` gives the same numbers but
    takes dense features only. Options: `stacks` (2), `skip_dropout` (0.75), that of the skip
    connection; the input features have none.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.stacks = config.option("stacks", 2)
        self.skip_dropout = config.option("skip_dropout", 0.75)
        self.first = InputLinear(num_features, self.stacks * config.hidden)
        self.skip = InputLinear(num_features, self.stacks * config.hidden)
        self.bias = nn.Parameter(torch.zeros(self.stacks * config.hidden))
        self.second = nn.Linear(config.hidden, num_classes, bias=False)
        self.second_skip = nn.Linear(config.hidden, num_classes, bias=False)
        self.second_bias = nn.Parameter(torch.zeros(num_classes))
        for layer in (self.second, self.second_skip):
            nn.init.xavier_uniform_(layer.weight)

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns Ã = D^{-1/2} A D^{-1/2} as a CSR tensor."""
        return csr_tensor(normalized_adjacency(graph.adjacency, self_loops=False), device)

    def first_layer(self) -> list[nn.Parameter]:
        """Returns W and V of the first layer."""
        return [self.first.weight, self.skip.weight]

    def penalised(self) -> list[nn.Parameter]:
        """Returns the weights without the offsets, of both layers or of the first."""
        if self.config.penalty != "all":
            return self.first_layer()
        second = [*self.second.parameters(), *self.second_skip.parameters()]
        return [*self.first_layer(), *second]

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        x, adjacency = inputs.features, inputs.structure
        stacked = adjacency @ self.first(x) + self._dropped(self.skip(x)) + self.bias
        hidden = elu(elu(stacked).unflatten(1, (self.stacks, -1)).mean(dim=1))  # [n, hidden]
        dropped = nn.functional.dropout(hidden, self.config.dropout, self.training)
        skipped = self._dropped(self.second_skip(dropped))
        logits = adjacency @ self.second(dropped) + skipped + self.second_bias
        return ModelOutput(logits, hidden)

    def _dropped(self, skipped: Tensor) -> Tensor:
        return nn.functional.dropout(skipped, self.skip_dropout, self.training)
