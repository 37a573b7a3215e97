"""How much of a graph its low frequencies keep: numbers, and a sentence for each."""

import streamlit as st

from spgat.graph import Graph
from spgat.spectral.reconstruction import EdgeBands, edge_shares, sign_clusters
from spgat.spectral.spectrum import Spectrum


def show(graph: Graph, spectrum: Spectrum, edges: EdgeBands, num_low: int) -> None:
    """Shows the shares and what they mean."""
    has_labels = graph.labels is not None
    clusters = graph.labels if graph.labels is not None else sign_clusters(spectrum)
    kept = edge_shares(edges, clusters)
    inside, across = _percent(kept.low_inside), _percent(kept.low_across)
    with st.container(horizontal=True):
        st.metric(
            "Energy in low",
            _percent(edges.low_energy),
            border=True,
            help="The low part's share of the sum of squares of the adjacency matrix.",
        )
        st.metric(
            f"Kept inside clusters ({kept.num_inside} edges)",
            inside,
            border=True,
            help="Of the weight of the edges inside a cluster, what the low part has. The "
            "high part has the rest.",
        )
        st.metric(
            f"Kept between clusters ({kept.num_across} edges)",
            across,
            border=True,
            help="Of the weight of all other edges, the bridges, what the low part has.",
        )
        st.metric(
            "Cut at λ",
            f"{spectrum.eigenvalues[num_low - 1]:.3f}" if num_low else "none low",
            border=True,
            help="The largest eigenvalue that still counts as low.",
        )
    st.markdown(_sentence(graph, num_low, inside, across))
    if not has_labels:
        st.caption(
            "This graph has no classes, so its clusters are the two sides of its slowest "
            "varying wave, the Fiedler vector."
        )
    if 0 < num_low < spectrum.null_dimension:
        st.warning(
            f"d = {num_low} lies inside the null space: the first {spectrum.null_dimension} "
            "frequencies are 0 and only tell apart which component a node is in.",
            icon=":material/warning:",
        )
    for first, last in spectrum.degenerate_groups:
        if first < num_low < last:
            st.warning(
                f"The cut runs through {last - first} equal eigenvalues, numbers {first + 1} "
                f"to {last}. Their waves are not unique, so neither are these two parts: move "
                f"d to {first} or {last}.",
                icon=":material/warning:",
            )


def _sentence(graph: Graph, num_low: int, inside: str, across: str) -> str:
    num_high = graph.num_nodes - num_low
    if num_low == 0:
        return "With d = 0 nothing is low: the high part is the whole graph."
    if num_high == 0:
        return "With all frequencies low nothing is left for the high part."
    return (
        f"Of {graph.num_nodes} frequencies the **{num_low} lowest "
        f"keep{'s' * (num_low == 1)} {inside} of the weight "
        f"inside the clusters and {across} of that between them**; the {num_high} high ones "
        "have the rest."
    )


def _percent(share: float | None) -> str:
    return "n/a" if share is None else f"{share:.0%}"
