"""What of the paper needs no training: three facts about its formulas, and its Figure 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from spgat import datasets
from spgat.arrays import Floats, Pixels
from spgat.bands.config import BandConfig
from spgat.experiments.cell import Cell, Measured, dataset_graph
from spgat.experiments.experiment import Experiment
from spgat.experiments.outcome import Row
from spgat.experiments.sweep import Records
from spgat.graph import Graph
from spgat.spectral.cache import default_cache
from spgat.spectral.chebyshev import printed_series
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.images import ImageBands, cut_image, load_image
from spgat.spectral.reconstruction import EdgeBands, EdgeShares, edge_shares, reconstruct_edges

Law = Literal["wavelet equals fourier", "theorem 1", "overwritten spectrum"]

_EIGENVALUES = np.linspace(0.0, 2.0, 201)


@dataclass(frozen=True, slots=True, kw_only=True)
class LawCell(Cell):
    """One fact that anybody can compute again; only the first looks at the dataset's graph."""

    law: Law

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


#: Parts of the frequencies that count as low; the paper does not say which it took.
IMAGE_FRACTION = 0.01
NUM_LOW = 2


def figure1_rows(_records: Records) -> list[Row]:
    """Returns the shares of energy and of edge weight that the low part keeps."""
    shares = _barbell()[2]
    bands = _image()[1]
    facts = (
        (
            "barbell",
            f"edge weight inside the clusters kept by d = {NUM_LOW}",
            shares.low_inside,
        ),
        ("barbell", f"edge weight of the bridge kept by d = {NUM_LOW}", shares.low_across),
        ("china.jpg", f"energy kept by {IMAGE_FRACTION:.0%} of frequencies", bands.low_energy),
    )
    return [
        Row(label=label, dataset="figure 1", quantity=quantity, measured=measured, runs=1)
        for label, quantity, measured in facts
    ]


def figure1_findings(rows: Sequence[Row]) -> list[str]:
    """Says whether the paper's reading of its barbell holds."""
    inside, bridge, energy = (row.measured or 0.0 for row in rows)
    return [
        f"The {NUM_LOW} lowest frequencies of the barbell keep {inside:.0%} of the edge weight "
        f"inside its clusters and {bridge:.0%} of that of the bridge; the rest is high.",
        f"{IMAGE_FRACTION:.0%} of the picture's frequencies hold {energy:.1%} of what varies "
        "in it.",
    ]


def figure1_arrays(_records: Records) -> dict[str, NDArray[Any]]:
    """Returns "image/original", "image/low", "image/high", and the barbell's edges."""
    image, bands = _image()
    graph, edges, _ = _barbell()
    assert graph.positions is not None
    return {
        "image/original": _bytes(image),
        "image/low": _bytes(bands.low),
        "image/high": _bytes(0.5 + 2 * bands.high),  # around grey, twice the contrast
        "barbell/positions": graph.positions,
        "barbell/edges": edges.edges,
        "barbell/original": edges.original,
        "barbell/low": edges.low,
        "barbell/high": edges.high,
    }


def _image() -> tuple[Floats, ImageBands]:
    image = load_image("china").mean(axis=2)  # grey, [427, 640]
    return image, cut_image(image, IMAGE_FRACTION)


def _barbell() -> tuple[Graph, EdgeBands, EdgeShares]:
    graph = datasets.load("barbell")
    spectrum = full_spectrum(graph.adjacency)
    edges = reconstruct_edges(graph.adjacency, spectrum, NUM_LOW)
    assert graph.labels is not None
    return graph, edges, edge_shares(edges, graph.labels)


def _bytes(pixels: Floats) -> Pixels:
    """Every second pixel, which is enough for a third of a page."""
    pixels = pixels[::2, ::2]
    return np.round(np.clip(pixels, 0, 1) * 255).astype(np.uint8)


FIGURE1 = Experiment(
    name="figure1",
    cells=lambda _protocol: [],
    rows=figure1_rows,
    findings=figure1_findings,
    arrays=figure1_arrays,
)
