"""GRAND: random propagation and consistent views (Feng et al., NeurIPS 2020)."""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from spgat.config import TrainConfig
from spgat.nn.features import SparseFeatures, dropout, feature_tensor
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation
from spgat.spectral.chebyshev import series_of
from spgat.spectral.laplacian import laplacian
from spgat.spectral.operators import SparseOperator, apply_series


class Propagation(NamedTuple):
    """The operator (1/(K+1)) Σ_k Â^k, the features X, and what it makes of them whole."""

    laplacian: SparseOperator
    coefficients: Tensor
    features: Tensor
    whole: Tensor


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
        """Returns the features as a dense matrix and the propagation."""
        graph, device = preparation.graph, preparation.device
        features = feature_tensor(graph, self.config.normalize_features, device)
        dense = features.to_dense() if isinstance(features, SparseFeatures) else features
        dense = dense.to(device)
        matrix = laplacian(graph.adjacency).astype(np.float32)
        operator = SparseOperator.of(matrix, symmetric=True).to(device)
        steps = self.config.option("steps", 8)
        series = series_of(
            lambda values: np.mean([(1 - values) ** k for k in range(steps + 1)], axis=0), steps
        )
        coefficients = torch.from_numpy(series.coefficients.astype(np.float32)).to(device)
        whole = apply_series(operator, coefficients, series.upper, dense)
        return Inputs(
            features=dense, structure=Propagation(operator, coefficients, dense, whole)
        )

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer, with its dropout while training."""
        config = self.config
        spread: Propagation = inputs.structure
        x = spread.whole
        if self.training and config.node_dropout > 0:
            nodes = functional.dropout(x.new_ones(len(x), 1), config.node_dropout)
            x = apply_series(
                spread.laplacian, spread.coefficients, 2.0, spread.features * nodes
            )
        x = self.norms[0](x)
        hidden = self.first(dropout(x, config.dropout, self.training)).relu()
        normed = self.norms[1](hidden)
        dropped = functional.dropout(normed, config.rate_of_hidden, self.training)
        return ModelOutput(self.second(dropped), hidden)
