"""Gated graph network (Li et al., ICLR 2016)."""

import torch
from torch import Tensor, nn
from torch_geometric.nn import GatedGraphConv

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput


class GGNN(Propagator):
    """Linear, then `steps` (2) gated steps over the sum of neighbours, then linear."""

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.linear = InputLinear(num_features, config.hidden, bias=True)
        self.gated = GatedGraphConv(config.hidden, config.option("steps", 2))
        self.readout = nn.Linear(config.hidden, num_classes)

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns the adjacency as a CSR tensor."""
        return csr_tensor(graph.adjacency, device)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the state after the last step."""
        probability = self.config.dropout
        x = self.linear(dropout(inputs.features, probability, self.training)).relu()
        hidden = self.gated(x, inputs.structure).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        return ModelOutput(self.readout(dropped), hidden)
