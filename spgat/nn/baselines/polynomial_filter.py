"""What GPR-GNN, BernNet and ChebNetII share: an MLP, then one learned polynomial of L."""

from abc import abstractmethod
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from spgat.arrays import Floats
from spgat.bands.record import FilterRecord
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.nn.baselines.inputs import InputLinear
from spgat.nn.features import dropout, feature_tensor
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier, Preparation
from spgat.spectral.chebyshev import series_of
from spgat.spectral.laplacian import laplacian
from spgat.spectral.operators import SparseOperator, apply_series

#: Upper bound of the eigenvalues of a normalized Laplacian.
UPPER = 2.0


class FilterNetwork(NodeClassifier):
    """A network that ends in learned filters Σ_k c_k p_k(L), with fixed polynomials p_k.

    L is the Laplacian of `config.bands`, which leaves the rest of the bands unused.

    Args:
        config: Its option `order` (10) is the degree K.
        num_features: Number of input features.
        num_classes: Number of classes.

    Raises:
        InputError: For a Laplacian that is not normalized.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config)
        if config.bands.laplacian.kind != "normalized":
            raise InputError(
                f"The model {config.model!r} filters the frequencies from 0 to 2 of the "
                f"normalized Laplacian, not of {config.bands.laplacian.kind!r}."
            )
        self.order: int = config.option("order", 10)

    @abstractmethod
    def basis(self, eigenvalues: Floats) -> Floats:
        """Returns p_k(λ), float64 [order + 1, k], for λ in [0, 2], float64 [k]."""

    @abstractmethod
    def coefficients(self) -> Tensor:
        """Returns c_k, [num_filters, order + 1]."""

    def learned_filter(self) -> FilterRecord:
        """Returns the filters as they stand."""
        return FilterRecord.of(self.basis, self.coefficients().detach().cpu().numpy(), UPPER)

    def operator(self, graph: Graph, device: torch.device) -> SparseOperator:
        """Returns L, float32."""
        matrix = laplacian(graph.adjacency, self.config.bands.laplacian).astype(np.float32)
        return SparseOperator.of(matrix, symmetric=True).to(device)


class Polynomial(NamedTuple):
    """L, and the Chebyshev coefficients of each p_k, float64 [order + 1, order + 1]."""

    laplacian: SparseOperator
    series: Tensor


class PolynomialFilter(FilterNetwork):
    """softmax(g(L) f(X)) with a two-layer MLP f and one filter g = Σ_k c_k p_k for all columns.

    Whatever the p_k, g is of degree K, so g(L) is applied as a Chebyshev series: K products
    with L, where the sum of Bernstein's polynomials as written takes K (K + 3) / 2.

    Options: `order` (10); `filter_dropout` (0.5) of what is filtered.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config, num_features, num_classes)
        self.first = InputLinear(num_features, config.hidden, bias=True)
        self.second = nn.Linear(config.hidden, num_classes)
        draw_as_linear(self.first)
        self.scalars = nn.Parameter(torch.tensor(self.initial(), dtype=torch.float32))

    @abstractmethod
    def initial(self) -> Floats:
        """Returns what the trained scalars start as, float64 [order + 1]."""

    def coefficients(self) -> Tensor:
        """Returns c_k, [1, order + 1]: the scalars themselves."""
        return self.scalars[None, :]

    def band_parameters(self) -> list[nn.Parameter]:
        """Returns the scalars that make the filter."""
        return [self.scalars]

    def prepare(self, preparation: Preparation) -> Inputs:
        """Returns features, Laplacian and the filter before training."""
        graph, device = preparation.graph, preparation.device
        rows = np.stack([self._series_of(k) for k in range(self.order + 1)])
        series = torch.from_numpy(rows)
        return Inputs(
            features=feature_tensor(graph, self.config.normalize_features, device),
            structure=Polynomial(self.operator(graph, device), series.to(device)),
            learned_filter=self.learned_filter(),
        )

    def forward(self, inputs: Inputs) -> ModelOutput:
        """Returns logits and the MLP's hidden layer."""
        probability = self.config.dropout
        hidden = self.first(dropout(inputs.features, probability, self.training)).relu()
        dropped = nn.functional.dropout(hidden, probability, self.training)
        predictions = nn.functional.dropout(
            self.second(dropped), self.config.option("filter_dropout", 0.5), self.training
        )
        return ModelOutput(self.filtered(predictions, inputs.structure), hidden)

    def _series_of(self, k: int) -> Floats:
        """The Chebyshev coefficients of p_k, [order + 1]."""
        return series_of(lambda values: self.basis(values)[k], self.order, UPPER).coefficients

    def filtered(self, x: Tensor, polynomial: Polynomial) -> Tensor:
        """Returns g(L) x, shaped like x [num_nodes, q]."""
        (coefficients,) = self.coefficients().double() @ polynomial.series
        return apply_series(polynomial.laplacian, coefficients.to(x.dtype), UPPER, x)


def draw_as_linear(layer: InputLinear) -> None:
    """Draws weights and offsets as `torch.nn.Linear` does, which these publications use."""
    bound = layer.weight.shape[0] ** -0.5
    for parameter in layer.parameters():
        nn.init.uniform_(parameter, -bound, bound)
