"""Graph attention network (Veličković et al., ICLR 2018)."""

import torch
from torch import Tensor, nn
from torch_geometric.nn import GATConv

from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear, edge_index, linear_done
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput


class GAT(Propagator):
    """Attention over edges: `heads` heads that share the hidden units, then one output layer.

    Options: `heads` (8), `out_heads` (1; averaged), `attention_dropout` (0.6).

    Raises:
        InputError: If the hidden units are no multiple of the heads.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        heads = config.option("heads", 8)
        if config.hidden % heads:
            raise InputError(
                f"{config.hidden} hidden units cannot be shared equally by {heads} heads; take "
                f"a multiple of {heads}."
            )
        self.linear = InputLinear(num_features, config.hidden)
        self.first = linear_done(
            GATConv(
                config.hidden,
                config.hidden // heads,
                heads=heads,
                dropout=config.option("attention_dropout", 0.6),
                add_self_loops=False,
            )
        )
        self.second = GATConv(
            config.hidden,
            num_classes,
            heads=config.option("out_heads", 1),
            concat=False,
            dropout=config.option("attention_dropout", 0.6),
            add_self_loops=False,
        )

    def structure(self, graph: Graph, device: torch.device) -> Tensor:
        """Returns the edges with self-loops."""
        return edge_index(graph, device, self_loops=True)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        probability = self.config.dropout
        x = self.linear(dropout(inputs.features, probability, self.training))
        hidden = nn.functional.elu(self.first(x, inputs.structure))
        dropped = nn.functional.dropout(hidden, probability, self.training)
        return ModelOutput(self.second(dropped, inputs.structure), hidden)
