"""BernNet: a filter of Bernstein's polynomials (He et al., NeurIPS 2021)."""

import numpy as np
from scipy.special import comb
from torch import Tensor

from spgat.arrays import Floats
from spgat.nn.baselines.polynomial_filter import PolynomialFilter


class BernNet(PolynomialFilter):
    """g(λ) = Σ_k θ_k 2⁻ᴷ C(K, k) (2 − λ)ᴷ⁻ᵏ λᵏ with θ_k ≥ 0 (section 3 there).

    Bernstein's polynomials are positive and sum to 1, so g ≥ 0, and θ_k is about g(2k/K).
    Options: those of `PolynomialFilter`.
    """

    def initial(self) -> Floats:
        """Returns ones: the filter that lets everything pass."""
        return np.ones(self.order + 1)

    def coefficients(self) -> Tensor:
        """Returns θ_k = max(0, scalar)."""
        return super().coefficients().relu()

    def basis(self, eigenvalues: Floats) -> Floats:
        """Returns Bernstein's polynomials at λ/2."""
        k = np.arange(self.order + 1)[:, None]
        share = np.asarray(eigenvalues, dtype=np.float64) / 2
        return np.asarray(comb(self.order, k) * (1 - share) ** (self.order - k) * share**k)
