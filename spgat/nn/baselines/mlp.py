"""The floor: models that see the features and no edge."""

import torch
from torch import Tensor, nn

from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear
from spgat.nn.baselines.prepared import Propagator
from spgat.nn.features import dropout
from spgat.nn.model import Inputs, ModelOutput


class LogisticRegression(Propagator):
    """softmax(XΘ + b)."""

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.linear = InputLinear(num_features, num_classes, bias=True)

    def structure(self, graph: Graph, device: torch.device) -> Tensor | None:
        """Returns None: no edge is used."""
        return None

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits, which are the embedding too."""
        features = dropout(inputs.features, self.config.dropout, self.training)
        logits = self.linear(features)
        return ModelOutput(logits, logits)


class MLP(Propagator):
    """Two layers with ReLU and dropout, the MLP row of Kipf and Welling 2017."""

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.first = InputLinear(num_features, config.hidden, bias=True)
        self.second = nn.Linear(config.hidden, num_classes)

    def structure(self, graph: Graph, device: torch.device) -> Tensor | None:
        """Returns None: no edge is used."""
        return None

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        probability = self.config.dropout
        hidden = self.first(dropout(inputs.features, probability, self.training)).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        return ModelOutput(self.second(dropped), hidden)
