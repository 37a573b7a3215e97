"""Three facts about the paper's formulas, each a number that anybody can recompute."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch

from spgat.experiments.cell import Cell, Measured, dataset_graph
from spgat.spectral.chebyshev import printed_series
from spgat.spectral.split import build_split
from spgat.spectral.split_config import SplitConfig

Law = Literal["wavelet equals fourier", "theorem 1", "overwritten spectrum"]

_EIGENVALUES = np.linspace(0.0, 2.0, 201)


@dataclass(frozen=True, slots=True, kw_only=True)
class LawCell(Cell):
    """One fact; only the first looks at the dataset's graph."""

    law: Law

    def to_dict(self) -> dict[str, Any]:
        """Returns all attributes."""
        return {"dataset": self.dataset, "law": self.law}

    def measure(self) -> Measured:
        """Returns the numbers of the fact."""
        if self.law == "wavelet equals fourier":
            return _identity(self.dataset)
        return _theorem_1() if self.law == "theorem 1" else _overwritten_spectrum()


def _identity(dataset: str) -> Measured:
    """Largest entry of Ψ_{sL}Ψ_{sL}⁻¹ X − U_L U_Lᵀ X for a true frequency split, X random."""
    graph = dataset_graph(dataset, 0, ())
    x = torch.randn(graph.num_nodes, 8, generator=torch.Generator().manual_seed(0)).double()
    low = []
    for basis in ("fourier", "wavelet"):
        config = SplitConfig(basis=basis, fractions=(0.3,), method="eigenpairs")
        low.append(build_split(graph.adjacency, config, dtype=np.float64).apply(x)[0])
    return {"largest_difference": float((low[0] - low[1]).abs().max())}


def _theorem_1() -> Measured:
    """Largest distance of the printed series (s = 1, M = 12) from e^{−λ} and from e^{+λ}."""
    values = printed_series(1.0, 12).evaluate(_EIGENVALUES)
    return {
        "distance_to_heat_kernel": float(np.abs(values - np.exp(-_EIGENVALUES)).max()),
        "distance_to_inverse": float(np.abs(values - np.exp(_EIGENVALUES)).max()),
    }


def _overwritten_spectrum() -> Measured:
    """The response of the published B⁻¹B, e^{−sλ} exp(s e^{−sλ}), relative to λ = 0."""
    response = np.exp(-_EIGENVALUES) * np.exp(np.exp(-_EIGENVALUES))
    return {"relative_response_at_2": float(response[-1] / response[0])}
