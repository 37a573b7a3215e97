"""Planetoid (Yang et al., ICML 2016): labels and graph context predicted from one embedding."""

from abc import abstractmethod

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from spgat.arrays import Bools
from spgat.config import TrainConfig
from spgat.nn.baselines.contexts import Contexts
from spgat.nn.baselines.inputs import InputLinear
from spgat.nn.baselines.walks import random_walks
from spgat.nn.features import Features, feature_tensor
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation
from spgat.nn.optimizer import Optimizer


class _Planetoid(NodeClassifier):
    """softmax(W [softmax(X W_x); softmax(E W_e)]), where both inner ones have losses too.

    `prepare` trains the embedding E on contexts: first on pairs of training nodes with one
    label, then on pairs of nodes that meet on a random walk. All of it is plain gradient
    descent, as in the published code; with Adam the training nodes would leave the others
    within a few epochs.

    Options: `label_steps` (2000) of `label_batch` (100) pairs; then `walks` (4.2) from each
    node, `walk_batch` (200) of them a step, of `walk_length` (11) nodes, `window` (3);
    `context_learning_rate` (0.01).
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.from_features = InputLinear(num_features, num_classes, bias=True)
        self.from_embedding = InputLinear(config.hidden, num_classes, bias=True)
        self.joint = InputLinear(2 * num_classes, num_classes, bias=True)
        self._known = torch.zeros(0, dtype=torch.int64)
        self._labels = torch.zeros(0, dtype=torch.int64)
        self._branches: tuple[Tensor, ...] = ()

    @abstractmethod
    def embedded(self, features: Features) -> Tensor:
        """Returns the embedding of all nodes, [num_nodes, hidden]."""

    @abstractmethod
    def embedding_parameters(self) -> list[nn.Parameter]:
        """Returns what the contexts train."""

    def unseen(self, preparation: Preparation) -> Bools:
        """Returns the nodes that no context may name, bool [num_nodes]; none by default."""
        return np.zeros(preparation.graph.num_nodes, dtype=bool)

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns the features, and trains the embedding on contexts."""
        graph, device, train = preparation.graph, preparation.device, preparation.train
        if train is not None and graph.labels is not None:
            known = np.flatnonzero(train & (graph.labels >= 0))
            self._known = torch.from_numpy(known).to(device)
            self._labels = torch.from_numpy(graph.labels[known]).to(device)
        features = feature_tensor(graph, self.config.normalize_features, device)
        self._train_on_contexts(preparation, features)
        return Inputs(features=features)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the embedding."""
        embedding = self.embedded(inputs.features)
        self._branches = (self.from_features(inputs.features), self.from_embedding(embedding))
        joined = torch.cat([branch.softmax(dim=1) for branch in self._branches], dim=1)
        return ModelOutput(self.joint(joined), embedding.detach())

    def penalty(self) -> Tensor:
        """Returns the losses of both branches on the training nodes in the last pass."""
        losses = [cross_entropy(b[self._known], self._labels) for b in self._branches]
        return torch.stack(losses).sum()

    def optimizer(self) -> Optimizer:
        """Returns plain gradient descent."""
        return torch.optim.SGD(self.parameters(), lr=self.config.learning_rate)

    def _train_on_contexts(self, preparation: Preparation, features: Features) -> None:
        graph, device, option = preparation.graph, preparation.device, self.config.option
        contexts = Contexts(graph.num_nodes, self.config.hidden, option("window", 3)).to(device)
        parameters = [*self.embedding_parameters(), *contexts.parameters()]
        optimizer = torch.optim.SGD(parameters, lr=option("context_learning_rate", 0.01))
        unseen = torch.from_numpy(self.unseen(preparation)).to(device)
        per_node, size = option("walks", 4.2), option("walk_batch", 200)
        drawn = random_walks(
            graph.adjacency, int(np.ceil(per_node)), option("walk_length", 11), preparation.seed
        )
        walks = torch.from_numpy(drawn[: int(per_node * graph.num_nodes)]).long().to(device)
        num_label = option("label_steps", 2000) if len(self._known) else 0
        num_steps = num_label + -(-len(walks) // size)
        for step in range(num_steps):
            preparation.report(step / num_steps, "label and graph contexts")
            rows = self.embedded(features)
            if step < num_label:
                loss = contexts.of_labels(
                    rows[self._known], self._known, self._labels, option("label_batch", 100)
                )
            else:
                some = walks[(step - num_label) * size :][:size]
                loss = contexts.of_walks(rows[some], some, unseen)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


class Planetoid(_Planetoid):
    """The transductive form: every node has an embedding of its own, sized by `prepare`."""

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config, num_features, num_classes)
        self.embedding = nn.Parameter(torch.empty(0, config.hidden))  # no nodes yet

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns the features; sizes the embedding and trains it on contexts."""
        shape = (preparation.graph.num_nodes, self.config.hidden)
        drawn = nn.init.normal_(torch.empty(shape, device=preparation.device), std=0.01)
        self.embedding = nn.Parameter(drawn)
        return super().prepare(preparation)

    def embedded(self, features: Features) -> Tensor:
        """Returns the embedding, which no feature enters."""
        return self.embedding

    def embedding_parameters(self) -> list[nn.Parameter]:
        """Returns the embedding."""
        return [self.embedding]


class PlanetoidInductive(_Planetoid):
    """The inductive form: E = ReLU(XW + b), so that unseen nodes have an embedding too.

    The test nodes are unseen: neither they nor their features enter a context.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config, num_features, num_classes)
        self.to_embedding = InputLinear(num_features, config.hidden, bias=True)

    def embedded(self, features: Features) -> Tensor:
        """Returns ReLU(XW + b)."""
        embedding: Tensor = self.to_embedding(features).relu()
        return embedding

    def embedding_parameters(self) -> list[nn.Parameter]:
        """Returns W and b."""
        return list(self.to_embedding.parameters())

    def unseen(self, preparation: Preparation) -> Bools:
        """Returns the test nodes of the split that the training nodes are of."""
        for split in preparation.graph.splits:
            if preparation.train is not None and np.array_equal(split.train, preparation.train):
                return split.test
        return super().unseen(preparation)
