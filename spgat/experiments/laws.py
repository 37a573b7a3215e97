"""Three facts about the paper's formulas, each a number that anybody can recompute."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from spgat.bands.config import BandConfig
from spgat.experiments.cell import Cell, Measured, dataset_graph
from spgat.spectral.cache import default_cache
from spgat.spectral.chebyshev import printed_series
from spgat.spectral.eigen import full_spectrum

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
    """Largest entry of Ψ_{sL} Ψ_{sL}⁻¹ X − U_L U_Lᵀ X for the lowest 30% of eigenpairs.

    X is random with 8 columns, s = 1; each product is formed from the eigenvectors.
    """
    graph = dataset_graph(dataset, 0, ())
    spectrum = full_spectrum(graph.adjacency, cache=default_cache())
    (num_low,) = BandConfig(low_fractions=(0.3,)).num_low(graph.num_nodes, 0)
    low = spectrum.eigenvectors[:, :num_low]
    heat = np.exp(-spectrum.eigenvalues[:num_low, None])
    x = np.random.default_rng(0).standard_normal((graph.num_nodes, 8))
    analysed = low @ (low.T @ x / heat)  # Ψ_{sL}⁻¹ X
    wavelet = low @ (heat * (low.T @ analysed))
    return {"largest_difference": float(np.abs(wavelet - low @ (low.T @ x)).max())}


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
