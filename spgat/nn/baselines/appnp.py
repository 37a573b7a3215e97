"""Predict then propagate (Klicpera et al., ICLR 2019)."""

import torch
from torch import Tensor, nn
from torch_geometric.nn import APPNP as Propagation

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput
from spgat.spectral.laplacian import normalized_adjacency


class APPNP(Propagator):
    """An MLP whose predictions spread by personalised PageRank.

    Options: `steps` (10), `teleport` (0.1). The publication also drops entries of Â in each
    step; PyG's layer would drop them cumulatively from step to step, so none are dropped.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.first = InputLinear(num_features, config.hidden)
        self.second = nn.Linear(config.hidden, num_classes, bias=False)
        nn.init.xavier_uniform_(self.second.weight)
        self.propagation = Propagation(
            config.option("steps", 10),
            config.option("teleport", 0.1),
            normalize=False,
        )

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns Â as a CSR tensor."""
        return csr_tensor(normalized_adjacency(graph.adjacency, self_loops=True), device)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the MLP's hidden layer."""
        probability = self.config.dropout
        hidden = self.first(dropout(inputs.features, probability, self.training)).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        logits = self.propagation(self.second(dropped), inputs.structure)
        return ModelOutput(logits, hidden)
