"""GRAND: random propagation and consistent views (Feng et al., NeurIPS 2020)."""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from spgat.config import TrainConfig
from spgat.nn.features import SparseFeatures, dropout, feature_tensor, transform
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation
from spgat.spectral.chebyshev import series_of
from spgat.spectral.laplacian import laplacian
from spgat.spectral.operators import SparseOperator, apply_series


class Propagation(NamedTuple):
    """The operator (1/(K+1)) Σ_k Â^k, and what it makes of the features X where that is used.

    Attributes:
        laplacian: L = I − Â.
        coefficients: Of the operator as a series of L.
        whole: The features, spread, none dropped; None where the linear map comes first.
    """

    laplacian: SparseOperator
    coefficients: Tensor
    whole: Tensor | None = None

    def of(self, x: Tensor) -> Tensor:
        """Returns what the operator makes of x [num_nodes, q]."""
        return apply_series(self.laplacian, self.coefficients, 2.0, x)


class GRAND(NodeClassifier):
    """An MLP of features that were spread over `steps` edges, less whole nodes while training.

    Â = I − L is the normalised adjacency with self-loops, so the mean of its powers up to K is
    a polynomial of L. The consistency of the views is the training loop's, as for SpGAT.
    Options: `steps` (K, 8), `batch_norm` (False): before either linear map.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        normed = config.option("batch_norm", False)
        self.first = nn.Linear(num_features, config.hidden)
        self.second = nn.Linear(config.hidden, num_classes)
        self.norms = nn.ModuleList(
            nn.BatchNorm1d(width) if normed else nn.Identity()
            for width in (num_features, config.hidden)
        )
        for linear in (self.first, self.second):  # as published: by the number of outputs
            bound = linear.out_features**-0.5
            nn.init.uniform_(linear.weight, -bound, bound)
            nn.init.uniform_(linear.bias, -bound, bound)

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns the features and the propagation.

        They are dense and spread beforehand where something stands between the propagation and
        the first linear map, and as they come where the map of fewer columns may go first.
        """
        graph, device = preparation.graph, preparation.device
        matrix = laplacian(graph.adjacency).astype(np.float32)
        operator = SparseOperator.of(matrix, symmetric=True).to(device)
        steps = self.config.option("steps", 8)
        series = series_of(
            lambda values: np.mean([(1 - values) ** k for k in range(steps + 1)], axis=0), steps
        )
        coefficients = torch.from_numpy(series.coefficients.astype(np.float32)).to(device)
        spread = Propagation(operator, coefficients)
        features = feature_tensor(graph, self.config.normalize_features, device)
        if self.config.dropout == 0 and not self.config.option("batch_norm", False):
            return Inputs(features=features, structure=spread)
        dense = features.to_dense() if isinstance(features, SparseFeatures) else features
        dense = dense.to(device)
        return Inputs(features=dense, structure=spread._replace(whole=spread.of(dense)))

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer, with its dropout while training."""
        hidden = self._first_map(inputs).relu()
        normed = self.norms[1](hidden)
        dropped = functional.dropout(normed, self.config.rate_of_hidden, self.training)
        return ModelOutput(self.second(dropped), hidden)

    def _first_map(self, inputs: Inputs) -> Tensor:
        """What the first linear map makes of the features of random nodes, spread."""
        config, spread = self.config, inputs.structure
        nodes = self.first.bias.new_ones(inputs.features.shape[0], 1)
        nodes = functional.dropout(nodes, config.node_dropout, self.training)
        if spread.whole is None:
            mapped: Tensor = transform(inputs.features, self.first.weight.T)
            return spread.of(mapped * nodes) + self.first.bias
        assert isinstance(inputs.features, Tensor)  # `prepare` has seen to it
        drops = self.training and config.node_dropout > 0
        x = spread.of(inputs.features * nodes) if drops else spread.whole
        mapped = self.first(dropout(self.norms[0](x), config.dropout, self.training))
        return mapped
