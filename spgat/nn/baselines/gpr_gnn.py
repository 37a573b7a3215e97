"""GPR-GNN: generalised PageRank with learned weights (Chien et al., ICLR 2021)."""

import numpy as np

from spgat.arrays import Floats
from spgat.nn.baselines.polynomial_filter import PolynomialFilter


class GPRGNN(PolynomialFilter):
    """softmax(Σ_k γ_k Âᵏ f(X)), Eq. (1), so g(λ) = Σ_k γ_k (1 − λ)ᵏ with free γ_k.

    Options: those of `PolynomialFilter`, and `teleport` (α, 0.1): training starts from
    personalised PageRank, γ_k = α (1 − α)ᵏ and γ_K = (1 − α)ᴷ.
    """

    def initial(self) -> Floats:
        """Returns personalised PageRank's weights, which sum to 1."""
        teleport = self.config.option("teleport", 0.1)
        weights = teleport * (1.0 - teleport) ** np.arange(self.order + 1)
        weights[-1] = (1.0 - teleport) ** self.order
        return np.asarray(weights)

    def basis(self, eigenvalues: Floats) -> Floats:
        """Returns (1 − λ)ᵏ."""
        return np.asarray((1 - eigenvalues) ** np.arange(self.order + 1)[:, None])
