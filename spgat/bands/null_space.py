"""Bands that part the null space exactly, where a polynomial of the Laplacian cannot.

A polynomial sees eigenvalues alone: it can neither part equal ones nor hold the zeros from
their neighbours by a step of finite width. But the null space is known without computing it.
Not in the paper.
"""

from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from spgat.arrays import Floats
from spgat.bands.operators import BandOperators
from spgat.bands.task import BandTask
from spgat.spectral.laplacian import null_space
from spgat.spectral.operators import SparseOperator


@dataclass(frozen=True, eq=False)
class NullSpaceBands(BandOperators):
    """Φ_b = p_b(L) + N diag(w_b) Nᵀ: a polynomial, put right on the null space.

    Attributes:
        polynomials: The p_b(L), which sum to the whole operator.
        expand: N, [num_nodes, null_dimension], one vector per component in the order of the
            eigenpairs.
        gains: W, [num_bands, null_dimension]: what p_b(0) lacks; each column sums to 0.
    """

    polynomials: BandOperators
    expand: SparseOperator
    gains: Tensor

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band."""
        means = self._project(x)
        parts = torch.stack([self.expand(row[:, None] * means) for row in self.gains])
        return self.polynomials.apply(x) + parts

    def weighted_sum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns Σ_b α_b Φ_b x."""
        gains = alpha @ self.gains
        part = self.expand(gains[:, None] * self._project(x))
        return self.polynomials.weighted_sum(x, alpha) + part

    def to(self, device: torch.device) -> "NullSpaceBands":
        """Returns the operators on a device."""
        return replace(
            self,
            polynomials=self.polynomials.to(device),
            expand=self.expand.to(device),
            gains=self.gains.to(device),
        )

    def responses(self, eigenvalues: Floats) -> Floats:
        """Returns g_b(λ); at 0 the mean over the null space, which a cut may part."""
        values = self.polynomials.responses(eigenvalues)
        assert values is not None
        values[:, eigenvalues == 0] += (
            self.gains.double().mean(dim=1, keepdim=True).cpu().numpy()
        )
        return values

    @property
    def num_bytes(self) -> int:
        """Memory held."""
        return self.polynomials.num_bytes + self.expand.num_bytes

    def _project(self, x: Tensor) -> Tensor:
        """Nᵀ x, [null_dimension, q]."""
        return SparseOperator(self.expand.transpose, self.expand.matrix)(x)


def parts_null_space(task: BandTask) -> bool:
    """Returns whether a cut lies inside the null space or at its end."""
    return any(0 < low <= task.cut.null_dimension for low in task.cut.num_low)


def exact_on_null_space(polynomials: BandOperators, task: BandTask) -> NullSpaceBands:
    """Returns the bands with each null vector in its own band, as eigenpairs would have it."""
    null = null_space(task.adjacency, task.config.laplacian)
    at_zero = polynomials.responses(np.zeros(1))
    assert at_zero is not None
    band_of = np.searchsorted(task.cut.num_low, np.arange(null.shape[1]), side="right")
    own = band_of == np.arange(polynomials.num_bands)[:, None]  # [num_bands, null_dimension]
    gains = at_zero.sum() * own - at_zero
    return NullSpaceBands(
        polynomials.config,
        polynomials.info,
        polynomials,
        SparseOperator.of(null.astype(task.dtype)),
        torch.from_numpy(gains.astype(task.dtype)),
    )
