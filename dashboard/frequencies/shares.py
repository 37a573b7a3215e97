"""How much of a graph its low frequencies keep: numbers, and a sentence for each d."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from dashboard.film import packing
from dashboard.words import count, percent
from spgat.graph import Graph
from spgat.spectral.reconstruction import EdgeSweep, edge_shares, sign_clusters
from spgat.spectral.spectrum import Spectrum
from spgat.words import significant

_NOTE = (
    "This graph has no classes. Its clusters here are the two signs of the Fiedler vector, the "
    "eigenvector of the first non-zero eigenvalue."
)


@dataclass(frozen=True, slots=True)
class Caption:
    """What is said of one d.

    Attributes:
        values: Of the energy, the shares inside and between clusters, and the cutoff.
        sentence: What they mean, its main point between pairs of stars.
        warnings: What is arbitrary about this d.
    """

    values: tuple[str, str, str, str]
    sentence: str
    warnings: tuple[str, ...]


def pack(graph: Graph, spectrum: Spectrum, sweep: EdgeSweep, key: str) -> bytes:
    """Returns what is said of every d of the slider with this key, packed for the browser."""
    clusters = graph.labels if graph.labels is not None else sign_clusters(spectrum)
    kept = edge_shares(sweep.at(0), clusters)
    return packing.pack(
        {
            "kind": "shares",
            "key": key,
            "labels": [
                "Energy of the edges in low",
                f"Kept inside clusters ({count(kept.num_inside, 'edge')})",
                f"Kept between clusters ({count(kept.num_across, 'edge')})",
                "Cutoff λ",
            ],
            "helps": [
                "Share of the low part in the sum of squares of the adjacency matrix.",
                "Share of the within-cluster edge weight that the low part reproduces.",
                "Share of the weight of all other edges, the bridges, that the low part "
                "reproduces.",
                "The largest eigenvalue that counts as low.",
            ],
            "note": "" if graph.labels is not None else _NOTE,
            "captions": [
                asdict(caption(graph, spectrum, sweep, num_low))
                for num_low in range(graph.num_nodes + 1)
            ],
        }
    )


def caption(graph: Graph, spectrum: Spectrum, sweep: EdgeSweep, num_low: int) -> Caption:
    """Returns what is said of one d."""
    clusters = graph.labels if graph.labels is not None else sign_clusters(spectrum)
    bands = sweep.at(num_low)
    kept = edge_shares(bands, clusters)
    inside, across = percent(kept.low_inside), percent(kept.low_across)
    cutoff = significant(spectrum.eigenvalues[num_low - 1]) if num_low else "–"
    return Caption(
        (percent(bands.low_energy), inside, across, cutoff),
        _sentence(graph, num_low, inside, across),
        tuple(_warnings(spectrum, num_low)),
    )


def _sentence(graph: Graph, num_low: int, inside: str, across: str) -> str:
    num_high = graph.num_nodes - num_low
    if num_low == 0:
        return "With d = 0 no frequency is low: the high part is the whole graph."
    if num_high == 0:
        return "All frequencies are low: the high part is empty."
    low = "lowest keeps" if num_low == 1 else f"{num_low} lowest keep"
    high = "high one has" if num_high == 1 else f"{num_high} high ones have"
    return (
        f"Of {graph.num_nodes} frequencies, the **{low} {inside} of the edge weight inside the "
        f"clusters and {across} of that between them**. The {high} the rest."
    )


def _warnings(spectrum: Spectrum, num_low: int) -> Iterator[str]:
    if 0 < num_low < spectrum.null_dimension:
        yield (
            f"d = {num_low} lies inside the null space: the first {spectrum.null_dimension} "
            "frequencies are 0 and only tell which component a node is in."
        )
    for first, last in spectrum.degenerate_groups:
        if first < num_low < last:
            yield (
                f"The cut runs through {last - first} equal eigenvalues, numbers {first + 1} "
                f"to {last}. Their eigenvectors are not unique, and neither are these two "
                f"parts: move d to {first} or {last}."
            )
