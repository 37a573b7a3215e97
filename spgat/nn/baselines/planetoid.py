"""Planetoid (Yang et al., ICML 2016): labels and graph context predicted from one embedding."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import softplus

from spgat.config import TrainConfig
from spgat.nn.baselines.inputs import InputLinear
from spgat.nn.baselines.walks import context_pairs, random_walks
from spgat.nn.features import dropout, feature_tensor
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation


class Planetoid(NodeClassifier):
    """The transductive form: every node has an embedding of its own, sized by `prepare`.

    The logits are linear in features and embedding. The context loss enters as the penalty:
    each epoch draws pairs that meet on a random walk, pairs of training nodes with one label,
    and for both as many wrong pairs. The labels' loss reaches the embedding through those
    pairs alone: directly, Adam would move the training nodes away from all others.

    Options: `context_steps` (1000) of training on contexts alone before the labels are looked
    at, `context_batch` (10,000), `context_weight` (1), `context_learning_rate` (0.01),
    `walk_length` (10), `window` (3).
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.from_features = InputLinear(num_features, num_classes, bias=True)
        self.from_embedding = nn.Linear(config.hidden, num_classes)
        self.embedding = nn.UninitializedParameter()
        self.context = nn.UninitializedParameter()
        self._labels: Tensor | None = None

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns the features; sizes the embedding and trains it on contexts alone."""
        graph, device = preparation.graph, preparation.device
        for table in (self.embedding, self.context):
            table.materialize((graph.num_nodes, self.config.hidden), device=device)
            nn.init.normal_(table, std=self.config.hidden**-0.5)
        option = self.config.option
        walks = random_walks(graph.adjacency, 20, option("walk_length", 10), preparation.seed)
        self._pairs = torch.from_numpy(context_pairs(walks, option("window", 3))).to(device)
        self._labels = None
        if preparation.train is not None and graph.labels is not None:
            known = np.where(preparation.train, graph.labels, -1)
            self._labels = torch.from_numpy(known).to(device)
        optimizer = torch.optim.Adam(
            [self.embedding, self.context], lr=option("context_learning_rate", 0.01)
        )
        steps = option("context_steps", 1000)
        for step in range(steps):
            preparation.report(step / steps, "graph contexts")
            optimizer.zero_grad()
            self._context_loss().backward()
            optimizer.step()
        features = feature_tensor(graph, self.config.normalize_features, device)
        return Inputs(features=features)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the embedding."""
        embedding = self.embedding.detach()
        dropped = nn.functional.dropout(embedding, self.config.dropout, self.training)
        features = dropout(inputs.features, self.config.dropout, self.training)
        logits = self.from_features(features) + self.from_embedding(dropped)
        return ModelOutput(logits, embedding)

    def penalised(self) -> list[nn.Parameter]:
        """Returns the weights of the classifier."""
        return [*self.from_features.parameters(), *self.from_embedding.parameters()]

    def penalty(self) -> Tensor:
        """Returns the context loss and the L2 penalty of the classifier."""
        weight: float = self.config.option("context_weight", 1.0)
        return weight * self._context_loss() + super().penalty()

    def _context_loss(self) -> Tensor:
        """−log σ(±eᵢ·cⱼ) over right and wrong pairs, a scalar."""
        size = self.config.option("context_batch", 10_000)
        device = self.embedding.device
        num_nodes = len(self.embedding)
        one, other = self._pairs[torch.randint(len(self._pairs), (size,), device=device)].T
        wrong = torch.randint(num_nodes, (size,), device=device)
        loss = (
            softplus(-self._score(one, other)).mean() + softplus(self._score(one, wrong)).mean()
        )
        if self._labels is None:
            return loss
        known = torch.nonzero(self._labels >= 0).ravel()
        one, other = known[torch.randint(len(known), (2, size), device=device)]
        agree = torch.where(self._labels[one] == self._labels[other], 1.0, -1.0)
        losses = softplus(-agree * self._score(one, other))
        # As many pairs for a training node as for any other.
        share = len(known) / num_nodes
        return loss + share * (losses[agree > 0].mean() + losses[agree < 0].mean())

    def _score(self, one: Tensor, other: Tensor) -> Tensor:
        return (self.embedding[one] * self.context[other]).sum(dim=1)
