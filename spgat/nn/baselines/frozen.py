"""Methods in two stages: an embedding made without labels, then logistic regression on it."""

from abc import abstractmethod

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from spgat.config import TrainConfig
from spgat.graph import Bools, Graph
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier
from spgat.progress import Progress, ShouldStop


class FrozenEmbedding(NodeClassifier):
    """Logistic regression on `embed(graph)`, which is computed once, when preparing.

    `config.hidden` is the size of the embedding; learning rate, penalty and epochs are those
    of the logistic regression.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.linear = nn.Linear(config.hidden, num_classes)

    @abstractmethod
    def embed(
        self,
        graph: Graph,
        device: torch.device,
        seed: int,
        progress: Progress | None,
        should_stop: ShouldStop | None,
    ) -> NDArray[np.float32]:
        """Returns float32 [num_nodes, config.hidden], made without any label."""

    def prepare(
        self,
        graph: Graph,
        device: torch.device,
        *,
        train: Bools | None = None,
        seed: int = 0,
        progress: Progress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Inputs:
        """Returns the embedding as features."""
        embedding = self.embed(graph, device, seed, progress, should_stop)
        return Inputs(features=torch.from_numpy(embedding).to(device))

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the embedding."""
        embedding = inputs.features
        if not isinstance(embedding, torch.Tensor):
            raise TypeError("an embedding is dense")
        dropped = nn.functional.dropout(embedding, self.config.dropout, self.training)
        return ModelOutput(self.linear(dropped), embedding)
