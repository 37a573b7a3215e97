"""How most baselines see a graph: their features and one propagation matrix."""

from abc import abstractmethod

import torch

from spgat.graph import Graph
from spgat.nn.features import feature_tensor
from spgat.nn.model import Inputs, NodeClassifier, Preparation


class Propagator(NodeClassifier):
    """A model that needs a graph's features and `structure`, and nothing random."""

    @abstractmethod
    def structure(self, graph: Graph, device: torch.device) -> torch.Tensor | None:
        """Returns what the model propagates with."""

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns the features and the structure."""
        graph, device = preparation.graph, preparation.device
        return Inputs(
            features=feature_tensor(graph, self.config.normalize_features, device),
            structure=self.structure(graph, device),
        )
