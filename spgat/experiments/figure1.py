"""The paper's Figure 1: a picture and a barbell graph in low and in high frequencies."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat import datasets
from spgat.arrays import Floats, Pixels
from spgat.experiments.experiment import Experiment
from spgat.experiments.row import Row
from spgat.experiments.store import Records
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.images import ImageBands, cut_image, load_image
from spgat.spectral.reconstruction import EdgeBands, EdgeShares, edge_shares, reconstruct_edges

#: Parts of the frequencies that count as low; the paper does not say which it took.
IMAGE_FRACTION = 0.01
NUM_LOW = 2


def rows(_records: Records) -> list[Row]:
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


def findings(rows: Sequence[Row]) -> list[str]:
    """Says whether the paper's reading of its barbell holds."""
    inside, bridge, energy = (row.measured or 0.0 for row in rows)
    return [
        f"The {NUM_LOW} lowest frequencies of the barbell keep {inside:.0%} of the edge weight "
        f"inside its clusters and {bridge:.0%} of that of the bridge; the rest is high.",
        f"{IMAGE_FRACTION:.0%} of the picture's frequencies hold {energy:.1%} of what varies "
        "in it.",
    ]


def arrays(_records: Records) -> dict[str, NDArray[Any]]:
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


EXPERIMENT = Experiment(
    name="figure1",
    cells=lambda _protocol: [],
    rows=rows,
    findings=findings,
    arrays=arrays,
)
