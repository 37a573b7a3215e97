"""The two-layer SpGAT of the paper; SpGAT-Cheby is the same with wavelets from a series."""

from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn

from spgat.bands.build import build_bands
from spgat.bands.operators import BandOperators
from spgat.config import TrainConfig
from spgat.nn.features import dropout, feature_tensor
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation
from spgat.nn.random_drop import relu_dropout
from spgat.nn.spgat_conv import SpGATConv
from spgat.spectral.cache import default_cache


class SpGAT(NodeClassifier):
    """H = ReLU(SpGATConv(drop(X))), logits = SpGATConv(drop(H)).

    Two layers, no bias, dropout before each, as in the paper's section 4.1 and its published
    code. Both layers share the graph's bands.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.first, self.second = (
            SpGATConv(
                inputs,
                outputs,
                num_bands=config.bands.num_bands,
                pooling=config.pooling,
                bands=config.bands,
            )
            for inputs, outputs in pairwise((num_features, config.hidden, num_classes))
        )
        self._borders: tuple[int, ...] = ()  # of the bands of the graph last trained on

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns features and the graph's bands."""
        graph, device = preparation.graph, preparation.device
        bands = build_bands(
            graph.adjacency,
            self.config.bands,
            cache=default_cache(),
            progress=preparation.progress,
            should_stop=preparation.should_stop,
        ).to(device)
        with torch.no_grad():  # what bands make at their first use belongs to the setup
            nothing = torch.zeros(graph.num_nodes, 1, device=device)
            bands.pool(nothing, self.first.alpha(), self.config.pooling)
        features = feature_tensor(graph, self.config.normalize_features, device)
        return Inputs(features=features, structure=bands, notes=bands.info.notes)

    def forward(self, inputs: Inputs, kept_bands: Tensor | None = None) -> ModelOutput:
        """Returns logits and the hidden layer, with its dropout while training.

        Args:
            inputs: From `prepare`.
            kept_bands: [num_bands] factors of each layer's α; all 1 by default.
        """
        bands: BandOperators = inputs.structure
        if self.training:
            self._borders = (0, *bands.info.num_low, inputs.features.shape[0])
        rate = self.config.dropout
        x = dropout(inputs.features, rate, self.training)
        hidden = relu_dropout(self.first(x, bands, kept_bands), rate, self.training)
        logits = self.second(hidden, bands, kept_bands)
        return ModelOutput(logits, hidden)

    def first_layer(self) -> list[nn.Parameter]:
        """Returns the first layer's Θ."""
        return [self.first.theta]

    def penalty(self) -> Tensor:
        """Returns the L2 penalty, with the first layer's attention where the config says so.

        As in the published code that attention is penalised as two variables: α itself, and
        the kernel of α_b repeated for each of band b's columns. So Σ_b ½ (1 + n_b) α_b²,
        which favours α on the band of few columns; n_b of the graph last trained on.
        """
        total = super().penalty()
        if self.config.penalty != "first-layer-and-attention":
            return total
        assert self._borders, "a pass in training mode comes before its penalty"
        sizes = np.diff(self._borders)
        alpha = self.first.alpha()
        squares = torch.from_numpy(1 + sizes).to(alpha) * alpha.square()
        return total + 0.5 * self.config.weight_decay * squares.sum()

    def alpha(self) -> list[Tensor]:
        """Returns α of both layers."""
        return [self.first.alpha(), self.second.alpha()]
