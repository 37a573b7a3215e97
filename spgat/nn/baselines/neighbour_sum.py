"""Models that add a node's own features to an aggregate of its neighbours'."""

import torch
from torch import Tensor, nn
from torch_geometric.nn import GraphConv, SAGEConv

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, csr_tensor, linear_done
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput


class NeighbourSum(Propagator):
    """Two layers aggregate(X_neighbours) Θ + X Φ + b, full batch."""

    def __init__(
        self,
        config: TrainConfig,
        num_features: int,
        first: nn.Module,
        second: nn.Module,
    ) -> None:
        super().__init__(config)
        self.neighbours = InputLinear(num_features, config.hidden)
        self.itself = InputLinear(num_features, config.hidden, bias=True)
        self.first = first
        self.second = second

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns the adjacency as a CSR tensor."""
        return csr_tensor(graph.adjacency, device)

    def first_layer(self) -> list[nn.Parameter]:
        """Returns Θ and Φ of the first layer."""
        return [self.neighbours.weight, self.itself.weight]

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        probability = self.config.dropout
        features = dropout(inputs.features, probability, self.training)
        pair = (self.neighbours(features), self.itself(features))
        hidden = self.first(pair, inputs.structure).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        return ModelOutput(self.second(dropped, inputs.structure), hidden)


class GraphSAGE(NeighbourSum):
    """Mean aggregator over all neighbours (Hamilton et al., NeurIPS 2017)."""

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        width = config.hidden
        first = linear_done(SAGEConv(width, width), "lin_l", "lin_r")
        super().__init__(config, num_features, first, SAGEConv(width, num_classes))

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns the adjacency without weights: each neighbour counts once in a mean."""
        return csr_tensor(graph.adjacency.sign(), device)


class HighOrder(NeighbourSum):
    """Sum aggregator: the 1-dimensional form of k-GNN (Morris et al., AAAI 2019)."""

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        width = config.hidden
        first = linear_done(GraphConv(width, width), "lin_rel", "lin_root")
        super().__init__(config, num_features, first, GraphConv(width, num_classes))
