"""The two-layer SpGAT of the paper; SpGAT-Cheby is the same with wavelets from a series."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import scipy.sparse as sp
import torch
from torch import Tensor, nn
from torch.nn import functional

from spgat.bands.column import ColumnBands
from spgat.bands.operators import BandOperators
from spgat.bands.polynomial import PolynomialBands
from spgat.config import TrainConfig
from spgat.nn.features import SparseFeatures, dropout, feature_tensor, transform
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation
from spgat.nn.random_drop import relu_dropout
from spgat.nn.spgat_conv import SpGATConv
from spgat.spectral.laplacian import with_self_loops

#: Above this share of all nodes a second matrix without the others costs more than it saves.
_SELDOM = 0.5


class SpGAT(NodeClassifier):
    """H = ReLU(SpGATConv(drop(X))), logits = SpGATConv(drop(H)).

    Two layers, dropout before each, as in the paper's section 4.1 and its published code. Both
    layers share the graph's bands, and their cutoffs where those are learned.
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
                bias=config.bias,
                residual=config.residual,
            )
            for inputs, outputs in pairwise((num_features, config.hidden, num_classes))
        )
        self.norm = _norm(config)
        learns = config.bands.learn_cutoffs
        self.shifts = nn.Parameter(torch.zeros(config.bands.num_bands)) if learns else None
        self._borders: tuple[int, ...] = ()  # of the bands of the graph last trained on

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns features and the graph's bands."""
        graph, device = preparation.graph, preparation.device
        bands = preparation.bands(self.config.bands)
        with torch.no_grad():  # what bands make at their first use belongs to the setup
            nothing = torch.zeros(graph.num_nodes, 1, device=device)
            bands.pool(nothing, self.first.alpha(), self.config.pooling)
        balance = _balance(graph.adjacency, self.config)
        return Inputs(
            features=feature_tensor(graph, self.config.normalize_features, device),
            structure=bands,
            balance=None if balance is None else balance.to(device),
            notes=bands.info.notes,
        )

    def looking_at(self, inputs: Inputs, nodes: Tensor) -> Inputs:
        """Returns inputs less the rows of matrices that the logits of some nodes do not need.

        Two layers reach two steps far: the 60 training nodes of PubMed see 2 798 of 19 717
        nodes. What is left out has the gradient 0, so that training stays as it is.
        """
        bands, features = inputs.structure, inputs.features
        needs_all = self.config.residual or self.config.hidden_norm == "batch"
        if not isinstance(bands, ColumnBands) or nodes.is_cuda or needs_all:
            return inputs
        few = _SELDOM * features.shape[0]
        if len(nodes) > few:
            return inputs
        last, hidden = bands.at(nodes.numpy())
        if len(hidden) > few:
            return replace(inputs, last_structure=last)
        first, read = bands.at(hidden)
        if isinstance(features, SparseFeatures) and len(read) <= few:
            features = features.at(read)
        return replace(inputs, features=features, structure=first, last_structure=last)

    def forward(self, inputs: Inputs, kept_bands: Tensor | None = None) -> ModelOutput:
        """Returns logits and the hidden layer, with its dropout while training.

        Args:
            inputs: From `prepare`.
            kept_bands: [num_bands] factors of each layer's α; all 1 by default.
        """
        hidden, logits = self._layers(inputs, 1, kept_bands)
        return ModelOutput(logits[:, 0], hidden[:, 0])

    def views(self, inputs: Inputs, count: int) -> Tensor:
        """Returns the logits of random views, which are further columns of one product."""
        _, logits = self._layers(inputs, count)
        return logits.transpose(0, 1)

    def _layers(
        self, inputs: Inputs, count: int, kept_bands: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """The hidden layer and the logits, [num_nodes, count, units] each."""
        config, bands = self.config, self.bands(inputs)
        if self.training:
            self._borders = (0, *bands.info.cut.num_low, inputs.features.shape[0])
        first, *others = (self._view(inputs).unsqueeze(1) for _ in range(count))
        views = torch.cat([first, *others], dim=1) if others else first
        hidden = self.norm(self.first.propagate(views, bands, kept_bands, inputs.balance))
        hidden = relu_dropout(hidden, config.rate_of_hidden, self.training)
        last = inputs.last_structure or bands
        # By rows of Θᵀ: for a handful of classes BLAS takes half as long as for hidden @ Θ.
        transformed = functional.linear(hidden, self.second.weight().T.contiguous())
        return hidden, self.second.propagate(transformed, last, kept_bands, inputs.balance)

    def _view(self, inputs: Inputs) -> Tensor:
        """XΘ of features with dropout, less whole nodes (rows) where the config says so."""
        x = dropout(inputs.features, self.config.dropout, self.training)
        transformed = transform(x, self.first.weight())
        if not self.training or self.config.node_dropout == 0:
            return transformed
        nodes = transformed.new_ones(len(transformed), 1)
        return transformed * functional.dropout(nodes, self.config.node_dropout)

    def bands(self, inputs: Inputs) -> BandOperators:
        """Returns the operators of the bands, with their cutoffs where these are learned."""
        bands: BandOperators = inputs.structure
        if self.shifts is None or not isinstance(bands, PolynomialBands):
            return bands
        return bands.moved(self.shifts)

    def cutoffs(self, inputs: Inputs) -> Tensor:
        """Returns the learned cutoffs, float64 [num_bands − 1]; none where they are fixed."""
        if self.shifts is None:
            return super().cutoffs(inputs)
        bands = self.bands(inputs)
        assert isinstance(bands, PolynomialBands)  # the config has seen to it
        return bands.cutoffs

    def band_parameters(self) -> list[nn.Parameter]:
        """Returns what decides over the bands: the scalars under both α, and the shifts."""
        scalars = [self.first.band_scalars, self.second.band_scalars]
        return scalars if self.shifts is None else [*scalars, self.shifts]

    def first_layer(self) -> list[nn.Parameter]:
        """Returns the first layer's Θ, and Θ₀ where there is a residual."""
        own = self.first.residual
        return [self.first.theta] if own is None else [self.first.theta, own]

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


def _norm(config: TrainConfig) -> nn.Module:
    if config.hidden_norm == "batch":
        return _BatchNorm(config.hidden)
    if config.hidden_norm == "layer":
        # Without weights of its own: the bias before it and the Θ after it have that part.
        return nn.LayerNorm(config.hidden, elementwise_affine=False)
    return nn.Identity()


class _BatchNorm(nn.BatchNorm1d):
    """Batch norm of [num_nodes, count, units] over the nodes of all views at once."""

    def forward(self, hidden: Tensor) -> Tensor:
        return super().forward(hidden.flatten(0, -2)).view_as(hidden)


def _balance(adjacency: sp.csr_array, config: TrainConfig) -> Tensor | None:
    """Returns D^{1/2−ρ}, float32 [num_nodes, 1]; None for ρ = 1/2, where it is 1.

    D^{ρ−1} A D^{−ρ} = s⁻¹ (D^{−1/2} A D^{−1/2}) s with this s, so that each band Φ_b of the
    symmetric Laplacian becomes s⁻¹ Φ_b s: the frequencies and the cuts stay.
    """
    if config.exponent == 0.5:
        return None
    looped = with_self_loops(adjacency) if config.bands.laplacian.self_loops else adjacency
    degrees = looped.sum(axis=1)
    scaled = np.where(degrees > 0, degrees, 1.0) ** (0.5 - config.exponent)
    return torch.from_numpy(scaled.astype(np.float32))[:, None]
