"""Bands: fixed linear operators Φ_b on node signals, and their pooling.

Layers, models and pages know nothing else about the spectrum.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from torch import Tensor

from spgat.arrays import Floats
from spgat.bands.config import BandConfig, Pooling
from spgat.bands.cut import Cut


@dataclass(frozen=True, slots=True, kw_only=True)
class BandInfo:
    """What is known of bands once they are built.

    Attributes:
        cut: Where they are cut.
        upper: Upper bound of the eigenvalues.
        inside_null_space: Whether the first cut lies inside the null space, whose vectors
            only say in which component a node lies.
        method: "eigenpairs", "polynomial", "wavelets", "series" or "matrices".
        seconds: Time of building it.
        megabytes: Memory held.
        wrong_side_mass: Share of the spectrum that a polynomial step puts on the wrong side
            of the cuts; None where the cuts are sharp.
        notes: One sentence for each thing a reader should know of.
    """

    cut: Cut
    upper: float
    inside_null_space: bool
    method: str
    seconds: float
    megabytes: float
    wrong_side_mass: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class BandOperators(ABC):
    """A graph's operators Φ_1 … Φ_B, lowest band first, which sum to the whole operator."""

    config: BandConfig
    info: BandInfo

    @property
    def num_bands(self) -> int:
        """Number of bands B, at least 2."""
        return self.config.num_bands

    @abstractmethod
    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band, [num_bands, num_nodes, q], for x [num_nodes, q]."""

    @abstractmethod
    def weighted_sum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns Σ_b α_b Φ_b x, [num_nodes, q], sharing work between the bands."""

    @abstractmethod
    def to(self, device: torch.device) -> "BandOperators":
        """Returns the operators on a device."""

    @property
    @abstractmethod
    def num_bytes(self) -> int:
        """Memory held by the operators."""

    @abstractmethod
    def responses(self, eigenvalues: Floats) -> Floats | None:
        """Returns the transfer functions g_b(λ), [num_bands, k]; None where there are none."""

    def pool(self, x: Tensor, alpha: Tensor, pooling: Pooling) -> Tensor:
        """Returns AGG_b(α_b Φ_b x), [num_nodes, q], of Eq. (5) and (7).

        MEAN is the sum divided by the number of bands.

        Args:
            x: [num_nodes, q].
            alpha: α, [num_bands], at least 0.
            pooling: AGG.
        """
        if pooling == "max":
            return self.maximum(x, alpha)
        total = self.weighted_sum(x, alpha)
        return total / self.num_bands if pooling == "mean" else total

    def maximum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns max_b α_b Φ_b x, elementwise, [num_nodes, q]; ties go to the lower band."""
        return (alpha[:, None, None] * self.apply(x)).max(dim=0).values
