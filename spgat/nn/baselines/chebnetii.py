"""ChebNetII: a filter interpolated at Chebyshev's nodes (He et al., NeurIPS 2022)."""

import numpy as np
import torch
from numpy.polynomial import chebyshev
from torch import Tensor

from spgat.arrays import Floats
from spgat.config import TrainConfig
from spgat.nn.baselines.polynomial_filter import PolynomialFilter


class ChebNetII(PolynomialFilter):
    """The polynomial g of degree K with g(1 + x_j) = γ_j ≥ 0 at Chebyshev's nodes x_j.

    That is g = 2/(K + 1) Σ'_k Σ_j γ_j T_k(x_j) T_k(λ − 1), the prime halving the term k = 0
    (section 3.2 there), so γ_j multiplies the j-th cardinal polynomial. Options: those of
    `PolynomialFilter`, and `coefficient_weight_decay` (0), the L2 factor of the γ_j.
    """

    def __init__(self, config: TrainConfig, num_features: int, num_classes: int) -> None:
        super().__init__(config, num_features, num_classes)
        self._decay: float = config.option("coefficient_weight_decay", 0.0)

    def initial(self) -> Floats:
        """Returns ones: the filter that lets everything pass."""
        return np.ones(self.order + 1)

    def coefficients(self) -> Tensor:
        """Returns γ_j = max(0, scalar), the filter's value at each node."""
        return super().coefficients().relu()

    def penalty(self) -> Tensor:
        """Returns the L2 penalty, that of the γ_j with its own factor."""
        return super().penalty() + 0.5 * self._decay * torch.sum(self.scalars**2)

    def nodes(self) -> Floats:
        """Returns the eigenvalues 1 + x_j, x_j = −cos((j + ½) π / (K + 1)), ascending."""
        return np.asarray(
            1 - np.cos((np.arange(self.order + 1) + 0.5) * np.pi / (self.order + 1))
        )

    def basis(self, eigenvalues: Floats) -> Floats:
        """Returns the cardinal polynomials: 1 at one node, 0 at all others."""
        at_nodes = chebyshev.chebvander(self.nodes() - 1, self.order)  # [node, degree]
        at_nodes[:, 0] /= 2
        values = chebyshev.chebvander(np.asarray(eigenvalues) - 1, self.order)
        return np.asarray(2 / (self.order + 1) * at_nodes @ values.T)
