"""The bands of a split: fixed linear operators Φ_b on node signals, and their pooling.

Layers, models and pages know nothing else about the spectrum.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import scipy.sparse as sp
import torch
from numpy.typing import NDArray
from torch import Tensor

from spgat.spectral.max_pool import max_of_bands
from spgat.spectral.operators import LowRankOperator, PolynomialOperator, SparseOperator
from spgat.spectral.response import sharp_bands, unsplit_response
from spgat.spectral.split_config import Pooling, SplitConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitInfo:
    """What is known of a split once it is built.

    Attributes:
        num_low: Number of frequencies (columns, for a column split) below each inner cut.
        cutoffs: Eigenvalue of each inner cut; none for a column split, which has none.
        null_dimension: Number of eigenvalues 0.
        inside_null_space: Whether the first cut lies inside the null space, whose vectors
            only say in which component a node lies.
        method: "eigenpairs", "polynomial", "wavelets", "series" or "matrices".
        seconds: Time of building it.
        megabytes: Memory held.
        wrong_side_mass: Share of the spectrum that a polynomial step puts on the wrong side
            of the cuts; None where the cuts are sharp.
        notes: One sentence for each thing a reader should know of.
    """

    num_low: tuple[int, ...]
    cutoffs: tuple[float, ...]
    null_dimension: int
    inside_null_space: bool
    method: str
    seconds: float
    megabytes: float
    wrong_side_mass: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class BandSplit(ABC):
    """A graph's operators Φ_1 … Φ_B, lowest band first, which sum to the unsplit operator."""

    config: SplitConfig
    info: SplitInfo

    @property
    def num_bands(self) -> int:
        """Number of bands B, at least 2."""
        return self.config.num_bands

    @abstractmethod
    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band, [num_bands, num_nodes, q], for x [num_nodes, q]."""

    @abstractmethod
    def weighted_sum(self, x: Tensor, attention: Tensor) -> Tensor:
        """Returns Σ_b α_b Φ_b x, [num_nodes, q], sharing work between the bands."""

    @abstractmethod
    def to(self, device: torch.device) -> "BandSplit":
        """Returns the split on a device."""

    @property
    @abstractmethod
    def num_bytes(self) -> int:
        """Memory held by the operators."""

    @abstractmethod
    def responses(self, eigenvalues: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Returns the transfer functions g_b(λ), [num_bands, k]; None where there are none."""

    def pool(self, x: Tensor, attention: Tensor, pooling: Pooling) -> Tensor:
        """Returns AGG_b(α_b Φ_b x), [num_nodes, q], of Eq. (5) and (7).

        MEAN is the sum divided by the number of bands.

        Args:
            x: [num_nodes, q].
            attention: α, [num_bands], at least 0.
            pooling: AGG.
        """
        if pooling == "max":
            return self.maximum(x, attention)
        total = self.weighted_sum(x, attention)
        return total / self.num_bands if pooling == "mean" else total

    def maximum(self, x: Tensor, attention: Tensor) -> Tensor:
        """Returns max_b α_b Φ_b x, elementwise, [num_nodes, q]; ties go to the lower band."""
        return (attention[:, None, None] * self.apply(x)).max(dim=0).values


@dataclass(frozen=True, eq=False)
class FrequencySplit(BandSplit):
    """Φ_b = U_b g(Λ_b) U_bᵀ over ascending eigenvalues: bands of true graph frequencies.

    One band, the rest, needs no eigenvectors: it is g(L) less the others.

    Attributes:
        explicit: The operators of all bands but the rest.
        rest: Number of the band that is the rest.
        whole: g(L), the unsplit operator; None for g = 1, the identity.
        upper: Upper bound of the eigenvalues.
    """

    explicit: dict[int, LowRankOperator | PolynomialOperator]
    rest: int
    whole: PolynomialOperator | None
    upper: float

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band."""
        bands = {band: operator(x) for band, operator in self.explicit.items()}
        bands[self.rest] = self._unsplit(x) - torch.stack(list(bands.values())).sum(dim=0)
        return torch.stack([bands[band] for band in range(self.num_bands)])

    def weighted_sum(self, x: Tensor, attention: Tensor) -> Tensor:
        """Returns α_rest g(L) x + Σ_b (α_b − α_rest) Φ_b x over the explicit bands."""
        total = attention[self.rest] * self._unsplit(x)
        for band, operator in self.explicit.items():
            total = total + (attention[band] - attention[self.rest]) * operator(x)
        return total

    def to(self, device: torch.device) -> "FrequencySplit":
        """Returns the split on a device."""
        return replace(
            self,
            explicit={band: operator.to(device) for band, operator in self.explicit.items()},
            whole=None if self.whole is None else self.whole.to(device),
        )

    def responses(self, eigenvalues: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns g_b(λ): sharp for eigenpairs, the polynomials' own slopes for those."""
        response = unsplit_response(self.config, self.upper)
        whole = np.ones_like(eigenvalues) if response is None else response(eigenvalues)
        if self.info.method == "eigenpairs":
            return whole * sharp_bands(self.info.cutoffs, eigenvalues)
        bands = np.zeros((self.num_bands, len(eigenvalues)))
        for band, operator in self.explicit.items():
            assert isinstance(operator, PolynomialOperator)
            bands[band] = operator.series.evaluate(eigenvalues)
        bands[self.rest] = whole - bands.sum(axis=0)
        return bands

    @property
    def num_bytes(self) -> int:
        """Memory held by the operators."""
        whole = 0 if self.whole is None else self.whole.num_bytes
        return whole + sum(operator.num_bytes for operator in self.explicit.values())

    def _unsplit(self, x: Tensor) -> Tensor:
        return x if self.whole is None else self.whole(x)


@dataclass(frozen=True, eq=False)
class ColumnSplit(BandSplit):
    """Φ_b = B M_b B⁻¹ with M_b the mask of the columns in band b.

    Attributes:
        basis: B, [num_nodes, num_columns].
        analysis: B⁻¹, [num_columns, num_nodes]; None for the identity.
        band_of: int64 [num_columns], each column's band.
    """

    basis: sp.csr_array
    analysis: SparseOperator | None
    band_of: Tensor

    @classmethod
    def of(
        cls,
        config: SplitConfig,
        info: SplitInfo,
        basis: sp.csr_array,
        inverse: sp.csr_array,
        band_of: NDArray[np.int64],
    ) -> "ColumnSplit":
        """Returns the split of a basis pair (B, B⁻¹) by a band per column, on the CPU.

        A diagonal B⁻¹ is multiplied into B, which saves its product.
        """
        analysis: SparseOperator | None = SparseOperator.of(inverse)
        if _is_diagonal(inverse):
            basis, analysis = sp.csr_array(basis @ inverse), None
        return cls(config, info, basis, analysis, torch.from_numpy(band_of))

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band."""
        stacked = self._masked(self.analyse(x))  # [num_bands · num_nodes, q]
        return stacked.unflatten(0, (self.num_bands, -1))

    def weighted_sum(self, x: Tensor, attention: Tensor) -> Tensor:
        """Returns B (α ⊙ (B⁻¹ x)), α by the band of the column: no band by itself."""
        return self.synthesise(self.analyse(x) * attention[self.band_of, None])

    def maximum(self, x: Tensor, attention: Tensor) -> Tensor:
        """Returns max_b α_b Φ_b x; on the CPU in one pass, without storing the bands."""
        if x.is_cuda:
            return super().maximum(x, attention)
        return max_of_bands(self.analyse(x), attention, self._masked, self.band_of)

    def to(self, device: torch.device) -> "ColumnSplit":
        """Returns the split on a device."""
        analysis = None if self.analysis is None else self.analysis.to(device)
        return replace(self, analysis=analysis, band_of=self.band_of.to(device))

    def responses(self, eigenvalues: NDArray[np.float64]) -> None:
        """Returns None: a band of columns has no transfer function."""
        return None

    @property
    def num_bytes(self) -> int:
        """Memory held by the operators, B with its transpose."""
        analysis = 0 if self.analysis is None else self.analysis.num_bytes
        return analysis + 2 * int(self.basis.data.nbytes + self.basis.indices.nbytes)

    @property
    def num_columns(self) -> int:
        """Number of columns of the basis."""
        return int(self.basis.shape[1])

    def analyse(self, x: Tensor) -> Tensor:
        """Returns B⁻¹ x, [num_columns, q]."""
        return x if self.analysis is None else self.analysis(x)

    def synthesise(self, y: Tensor) -> Tensor:
        """Returns B y, [num_nodes, q], for y [num_columns, q]."""
        return self._whole(y)

    @cached_property
    def _masked(self) -> SparseOperator:
        """The B M_b one below the other, [num_bands · num_nodes, num_columns]."""
        entries = self.basis.tocoo()
        num_nodes, num_columns = self.basis.shape
        rows = self.band_of.cpu().numpy()[entries.col] * num_nodes + entries.row
        shape = (self.num_bands * num_nodes, num_columns)
        stacked = sp.csr_array((entries.data, (rows, entries.col)), shape=shape)
        return SparseOperator.of(stacked).to(self.band_of.device)

    @cached_property
    def _whole(self) -> SparseOperator:
        return SparseOperator.of(self.basis).to(self.band_of.device)


@dataclass(frozen=True, eq=False)
class MatrixFreeColumnSplit(BandSplit):
    """Φ_b = B M_b B⁻¹ with B and B⁻¹ polynomials of the Laplacian, no entry of them dropped.

    Attributes:
        basis: B.
        analysis: B⁻¹.
        band_of: int64 [num_nodes], each column's band.
    """

    basis: PolynomialOperator
    analysis: PolynomialOperator
    band_of: Tensor

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band, by one series over all bands' columns."""
        y = self.analyse(x)
        masked = [y * (self.band_of == band)[:, None] for band in range(self.num_bands)]
        stacked = self.basis(torch.cat(masked, dim=1))  # [num_nodes, num_bands · q]
        return stacked.unflatten(1, (self.num_bands, -1)).movedim(1, 0)

    def weighted_sum(self, x: Tensor, attention: Tensor) -> Tensor:
        """Returns B (α ⊙ (B⁻¹ x)), α by the band of the column."""
        return self.synthesise(self.analyse(x) * attention[self.band_of, None])

    @property
    def num_columns(self) -> int:
        """Number of columns of the basis, one per node."""
        return len(self.band_of)

    def analyse(self, x: Tensor) -> Tensor:
        """Returns B⁻¹ x, shaped like x [num_nodes, q]."""
        return self.analysis(x)

    def synthesise(self, y: Tensor) -> Tensor:
        """Returns B y, shaped like y [num_nodes, q]."""
        return self.basis(y)

    def to(self, device: torch.device) -> "MatrixFreeColumnSplit":
        """Returns the split on a device."""
        return replace(
            self,
            basis=self.basis.to(device),
            analysis=self.analysis.to(device),
            band_of=self.band_of.to(device),
        )

    def responses(self, eigenvalues: NDArray[np.float64]) -> None:
        """Returns None: a band of columns has no transfer function."""
        return None

    @property
    def num_bytes(self) -> int:
        """Memory held by the operators."""
        return self.basis.num_bytes + self.analysis.num_bytes


def _is_diagonal(matrix: sp.csr_array) -> bool:
    entries = matrix.tocoo()
    return matrix.shape[0] == matrix.shape[1] and bool((entries.row == entries.col).all())
