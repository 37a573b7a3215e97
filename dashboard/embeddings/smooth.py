"""How smooth each dimension of the embedding is on the graph."""

import numpy as np
import streamlit as st

from dashboard import plot, twin
from dashboard.embeddings.maps import Shown
from dashboard.figures.dimensions import dimensions_chart, dimensions_table
from dashboard.turns import turn
from dashboard.words import percent
from spgat.arrays import Floats32
from spgat.embedding import DimensionShares, low_shares
from spgat.graph import Graph

#: Numbers of an embedding that are filtered while the page is drawn, about two seconds.
MAX_NUMBERS = 5_000_000


def show(shown: Shown, height: int) -> twin.Tables:
    """Shows the share of low frequency of each dimension and returns the table."""
    st.markdown(
        "**Each dimension on the graph**",
        help="Each dimension of the embedding is a signal on the graph. The bar is the share "
        "of its energy, without its mean, at the eigenvalues up to λ = 0.5. Near 1, it changes "
        "little from a node to its neighbours. The dashed line is the share of white noise.",
    )
    graph = shown.nodes.graph
    if not graph.num_edges:
        st.caption("The graph has no edges, so there are no frequencies.")
        return {}
    if shown.features.size > MAX_NUMBERS:
        st.caption(
            f"Embeddings of up to {MAX_NUMBERS:,} numbers are measured here; this one has "
            f"{shown.features.size:,}."
        )
        return {}
    found = _shares(f"{shown.request.key}/{shown.frame}", graph, shown.features)
    mean = float(np.nanmean(found.shares)) if np.isfinite(found.shares).any() else None
    plot.show(
        dimensions_chart(found),
        height=height,
        key="dimensions-on-graph",
        alt=f"Share of low frequency of {len(found.shares)} dimensions, mean {percent(mean)}; "
        f"noise would have {percent(found.expected)}.",
    )
    return {"Each dimension on the graph": lambda: dimensions_table(found)}


@st.cache_resource(max_entries=32, show_spinner="Filtering the dimensions")
def _shares(key: str, _graph: Graph, _vectors: Floats32) -> DimensionShares:
    with turn():
        return low_shares(_graph.adjacency, _vectors)
