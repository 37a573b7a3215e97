"""What the Train page says before anything was trained: what is cut, and what will be seen."""

import streamlit as st

from dashboard import plot, twin
from dashboard.figures import training as figures
from dashboard.jobs import ORPHAN_SECONDS
from dashboard.training.job import GRID_POINTS
from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.spectral.density import SpectralDensity, spectral_density
from spgat.spectral.laplacian import LaplacianConfig

CARDS = (
    (
        ":material/balance: Attention",
        "How much weight α each layer gives the low and the high frequencies, epoch by epoch, "
        "beside the equal share it starts from and the share of the signal's energy.",
    ),
    (
        ":material/monitoring: Accuracy and loss",
        "On training, validation and test nodes. The network of the best validation epoch is "
        "the one that is kept.",
    ),
    (
        ":material/equalizer: Learned response",
        "The filter g(λ) that each layer has learned, drawn over the frequencies of the graph "
        "with the cut between low and high.",
    ),
)
#: Above this size the spectrum's density takes too long for a preview.
MAX_EDGES = 150_000


def show(graph: Graph, config: TrainConfig) -> None:
    """Shows the graph's spectrum with the cut, and what a training will show."""
    with st.container(border=True):
        st.markdown(
            "Press **Start training** and watch. You can pause, go on epoch by epoch, leave "
            f"the page and come back within {ORPHAN_SECONDS // 60} minutes, or share its "
            "address. A training that no page shows for longer is stopped."
        )
    if graph.num_edges <= MAX_EDGES:
        _show_spectrum(graph, config)
    for place, (title, text) in zip(st.columns(len(CARDS), border=True), CARDS, strict=True):
        with place:
            st.markdown(f"**{title}**")
            st.caption(text)


def _show_spectrum(graph: Graph, config: TrainConfig) -> None:
    bands = config.bands
    density = _density(graph.digest, bands.laplacian, graph)
    below: tuple[int, ...] = ()
    if MODELS[config.model].spectrum == "bands" and bands.cuts_frequencies:
        below = bands.num_low(graph.num_nodes, density.null_dimension)
    cuts = [density.cutoff_for_fraction(num / graph.num_nodes)[0] for num in below]
    plot.show(
        figures.response_chart(
            f"The frequencies of {graph.name}", density.grid, density.density, None, cuts
        ),
        height=300,
        key="spectrum",
        alt=f"Density of the {graph.num_nodes} eigenvalues of {graph.name}'s Laplacian, cut at "
        f"{', '.join(f'{cut:.2f}' for cut in cuts) or 'no frequency'}.",
    )
    twin.show(
        {
            "Density of the frequencies": lambda: figures.response_table(
                density.grid, density.density, None
            )
        }
    )


@st.cache_resource(max_entries=16, show_spinner="Finding the frequencies")
def _density(digest: str, laplacian: LaplacianConfig, _graph: Graph) -> SpectralDensity:
    return spectral_density(_graph.adjacency, laplacian, num_values=GRID_POINTS)
