"""Methods in two stages: an embedding made without labels, then logistic regression on it."""

from abc import abstractmethod

import torch
from torch import nn

from spgat.arrays import Floats32
from spgat.config import TrainConfig
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation


class FrozenEmbedding(NodeClassifier):
    """Logistic regression on `embed(preparation)`, which is computed once.

    `config.hidden` is the size of the embedding; learning rate, penalty and epochs are those
    of the logistic regression.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.linear = nn.Linear(config.hidden, num_classes)

    @abstractmethod
    def embed(self, preparation: Preparation) -> Floats32:
        """Returns float32 [num_nodes, config.hidden], made without any label."""

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns the embedding as features."""
        embedding = torch.from_numpy(self.embed(preparation))
        return Inputs(features=embedding.to(preparation.device))

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the embedding."""
        embedding = inputs.features
        if not isinstance(embedding, torch.Tensor):
            raise TypeError("an embedding is dense")
        dropped = nn.functional.dropout(embedding, self.config.dropout, self.training)
        return ModelOutput(self.linear(dropped), embedding)
