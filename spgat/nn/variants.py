"""The spectral models that SpGAT is set against and no library has: one number per frequency.

SpGAT_F, the variant with Fourier bases, needs no code: it is SpGAT with other bands, see the
preset "spgat-f".
"""

from abc import ABC, abstractmethod

import torch
from torch import Tensor, nn

from spgat.bands.column import ColumnBands, MatrixFreeColumnBands
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.nn.features import Features, dropout, feature_tensor, transform
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation
from spgat.nn.random_drop import relu_dropout

#: A basis pair (B, B⁻¹); its bands are not used here.
Basis = ColumnBands | MatrixFreeColumnBands


class SpectralLayer(nn.Module, ABC):
    """H' = B w B⁻¹ H Θ with one weight w per column of the basis, before the activation.

    Args:
        in_channels: p, number of input features.
        out_channels: q, number of output features.
    """

    def __init__(self, in_channels: int, out_channels: int) -> None:
        super().__init__()
        self.theta = nn.Parameter(torch.empty(in_channels, out_channels))
        nn.init.xavier_uniform_(self.theta)

    @abstractmethod
    def weigh(self, y: Tensor) -> Tensor:
        """Returns w ⊙ y for the transformed signals y [num_columns, q]."""

    def forward(self, x: Features, basis: Basis) -> Tensor:
        """Returns [num_nodes, q] for x [num_nodes, p]."""
        return basis.synthesise(self.weigh(basis.analyse(transform(x, self.theta))))


class DiagonalKernel(SpectralLayer):
    """A free kernel F = diag(f), Eq. (2): n numbers that hold for one graph only."""

    def __init__(self, in_channels: int, out_channels: int) -> None:
        super().__init__(in_channels, out_channels)
        self.kernel: Tensor = nn.UninitializedParameter()

    def weigh(self, y: Tensor) -> Tensor:
        """Returns f ⊙ y."""
        return self.kernel[:, None] * y

    def fit_to(self, num_columns: int, device: torch.device) -> None:
        """Makes f all ones, of the length that the first graph needs.

        Raises:
            InputError: If f already belongs to a graph of another size.
        """
        if isinstance(self.kernel, nn.UninitializedParameter):
            self.kernel = nn.Parameter(torch.ones(num_columns, device=device))
        if len(self.kernel) != num_columns:
            raise InputError(
                f"The model has learned one number for each of {len(self.kernel)} frequencies; "
                f"it cannot be applied to a graph of {num_columns}."
            )


class FrequencyAttention(SpectralLayer):
    """α = softmax(a Bᵀ H Θ), one per frequency, from a learned vector a (paper, appendix C.4).

    The softmax runs over all n columns, so α is about 1/n. It is multiplied by n here (own
    choice): two layers of 1/n would leave logits that the first hundred epochs cannot move.
    """

    def __init__(self, in_channels: int, out_channels: int) -> None:
        super().__init__(in_channels, out_channels)
        self.query = nn.Parameter(torch.zeros(out_channels))

    def weigh(self, y: Tensor) -> Tensor:
        """Returns n α ⊙ y."""
        attention = torch.softmax(y @ self.query, dim=0)  # [num_columns]
        return len(y) * attention[:, None] * y


class _TwoLayers(NodeClassifier):
    """Two spectral layers with ReLU between, dropout before each, as all models here."""

    layer: type[SpectralLayer]

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        self.first = self.layer(num_features, config.hidden)
        self.second = self.layer(config.hidden, num_classes)

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns features and the basis pair.

        Raises:
            InputError: For bands that hold no basis.
        """
        graph, device = preparation.graph, preparation.device
        basis = preparation.bands(self.config.bands)
        if not isinstance(basis, Basis):
            raise InputError(
                f"{self.config.model!r} weighs single columns of a basis; take a cut by column "
                "of wavelets, or the Fourier basis with a sparsification."
            )
        for layer in (self.first, self.second):
            if isinstance(layer, DiagonalKernel):
                layer.fit_to(basis.num_columns, device)
        features = feature_tensor(graph, self.config.normalize_features, device)
        return Inputs(features=features, structure=basis)

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the hidden layer."""
        basis, rate = inputs.structure, self.config.dropout
        x = dropout(inputs.features, rate, self.training)
        hidden = relu_dropout(self.first(x, basis), rate, self.training)
        return ModelOutput(self.second(hidden, basis), hidden)


class SpectralKernelNetwork(_TwoLayers):
    """Two layers with a free kernel: GWNN and, with the Fourier basis, Spectral CNN.

    GWNN is Xu et al. 2019 ("Graph Wavelet Neural Network"), H' = Ψ_s F Ψ_s⁻¹ H Θ. Spectral CNN
    is Bruna et al. 2014 in the form in which that publication compares with it, and the paper
    quotes it: H' = U F Uᵀ H Θ, features and filter apart.
    """

    layer = DiagonalKernel


class SpGATNA(_TwoLayers):
    """SpGAT_NA: attention on each single frequency (paper, appendix)."""

    layer = FrequencyAttention
