"""How much of a graph its low frequencies keep: numbers, and a sentence for each."""

import streamlit as st

from dashboard.words import count, percent
from spgat.graph import Graph
from spgat.spectral.reconstruction import EdgeBands, edge_shares, sign_clusters
from spgat.spectral.spectrum import Spectrum


def show(graph: Graph, spectrum: Spectrum, edges: EdgeBands, num_low: int) -> None:
    """Shows the shares and what they mean."""
    has_labels = graph.labels is not None
    clusters = graph.labels if graph.labels is not None else sign_clusters(spectrum)
    kept = edge_shares(edges, clusters)
    inside, across = percent(kept.low_inside), percent(kept.low_across)
    with st.container(horizontal=True):
        st.metric(
            "Energy in low",
            percent(edges.low_energy),
            border=True,
            help="Share of the low part in the sum of squares of the adjacency matrix.",
        )
        st.metric(
            f"Kept inside clusters ({count(kept.num_inside, 'edge')})",
            inside,
            border=True,
            help="Share of the within-cluster edge weight that the low part reproduces.",
        )
        st.metric(
            f"Kept between clusters ({count(kept.num_across, 'edge')})",
            across,
            border=True,
            help="Share of the weight of all other edges, the bridges, that the low part "
            "reproduces.",
        )
        st.metric(
            "Cutoff λ",
            f"{spectrum.eigenvalues[num_low - 1]:.3f}" if num_low else "–",
            border=True,
            help="The largest eigenvalue that counts as low."
            if num_low
            else "No frequency counts as low.",
        )
    st.markdown(_sentence(graph, num_low, inside, across))
    if not has_labels:
        st.caption(
            "This graph has no classes. Its clusters here are the two signs of the Fiedler "
            "vector, the eigenvector of the first non-zero eigenvalue."
        )
    if 0 < num_low < spectrum.null_dimension:
        st.warning(
            f"d = {num_low} lies inside the null space: the first {spectrum.null_dimension} "
            "frequencies are 0 and only tell which component a node is in.",
            icon=":material/warning:",
        )
    for first, last in spectrum.degenerate_groups:
        if first < num_low < last:
            st.warning(
                f"The cut runs through {last - first} equal eigenvalues, numbers {first + 1} "
                f"to {last}. Their eigenvectors are not unique, and neither are these two "
                f"parts: move d to {first} or {last}.",
                icon=":material/warning:",
            )


def _sentence(graph: Graph, num_low: int, inside: str, across: str) -> str:
    num_high = graph.num_nodes - num_low
    if num_low == 0:
        return "With d = 0 no frequency is low: the high part is the whole graph."
    if num_high == 0:
        return "All frequencies are low: the high part is empty."
    keep = "keeps" if num_low == 1 else "keep"
    return (
        f"Of {graph.num_nodes} frequencies, the **{num_low} lowest {keep} {inside} of the "
        f"edge weight inside the clusters and {across} of that between them**. The "
        f"{num_high} high ones have the rest."
    )
