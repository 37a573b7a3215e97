"""Where a graph's frequencies lie and where bands cut them, kept between reruns."""

import streamlit as st

from dashboard.turns import turn
from spgat.bands.config import BandConfig
from spgat.bands.cut import Cut, cut_of
from spgat.bands.record import NUM_VALUES
from spgat.graph import Graph
from spgat.spectral.cache import default_cache
from spgat.spectral.density import SpectralDensity, spectral_density
from spgat.spectral.laplacian import LaplacianConfig

#: Above this number of edges the frequencies take too long for a page that waits for them.
MAX_EDGES = 150_000


def density_of(graph: Graph, laplacian: LaplacianConfig) -> SpectralDensity:
    """Returns where a graph's frequencies lie, on the grid of a run's responses."""
    return _density(graph.digest, laplacian, graph)


def counts_of(graph: Graph, bands: BandConfig) -> Cut:
    """Returns how many frequencies lie below each cut, at once for any graph; no cutoffs."""
    return _counts(graph.digest, bands, graph)


@st.cache_resource(max_entries=16, show_spinner="Finding the frequencies")
def _density(digest: str, laplacian: LaplacianConfig, _graph: Graph) -> SpectralDensity:
    with turn():
        return spectral_density(
            _graph.adjacency, laplacian, num_values=NUM_VALUES, cache=default_cache()
        )


@st.cache_resource(max_entries=256, show_spinner=False)
def _counts(digest: str, bands: BandConfig, _graph: Graph) -> Cut:
    return cut_of(_graph.adjacency, bands)
