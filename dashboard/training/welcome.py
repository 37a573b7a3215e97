"""What the Train page shows before anything is trained: where the cut is, what will be seen."""

import math
from functools import partial

import streamlit as st

from dashboard import plot, rights, spectra, twin
from dashboard.figures.response import response_chart, response_table
from dashboard.plain import short
from spgat.bands.cut import cut_of
from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.words import significant

CARDS = (
    (
        ":material/balance: Attention",
        "The weight α that each layer gives the low and the high frequencies, epoch by epoch. "
        "Lines mark equal attention and each band's share of the signal's energy.",
    ),
    (
        ":material/monitoring: Accuracy and loss",
        "On training, validation and test nodes. The network of the best validation epoch is "
        "kept.",
    ),
    (
        ":material/equalizer: Learned response",
        "The filter g(λ) that each layer has learned, over the frequencies of the graph, with "
        "the cut between low and high.",
    ),
)


def show(graph: Graph, config: TrainConfig) -> None:
    """Shows the graph's spectrum with the cut, and what a training will show."""
    with st.container(border=True):
        st.markdown(
            "Press **Start training** and watch. You can pause, step epoch by epoch, or share "
            f"the address of this page. {_say_how_long()}"
        )
    if graph.num_edges <= spectra.MAX_EDGES:
        _show_spectrum(graph, config)
    for place, (title, text) in zip(st.columns(len(CARDS), border=True), CARDS, strict=True):
        with place:
            st.markdown(f"**{title}**")
            st.caption(text)


def _say_how_long() -> str:
    seconds = rights.max_unseen()
    if math.isinf(seconds):
        return "You can also close it and come back: a training goes on without you."
    return (
        "You can also leave and come back: a training is stopped only if no open tab shows "
        f"this page for {seconds / 60:.0f} minutes, or not even then if you press **Go on "
        "without me**."
    )


def _show_spectrum(graph: Graph, config: TrainConfig) -> None:
    density = spectra.density_of(graph, config.bands.laplacian)
    cutoffs: tuple[float, ...] = ()
    if MODELS[config.model].spectrum == "bands":
        cutoffs = cut_of(graph.adjacency, config.bands, density).cutoffs
    graph_name = short(graph.name)
    title = f"The frequencies of {graph_name}"
    where = ", ".join(map(significant, cutoffs)) or "no frequency"
    plot.show(
        response_chart(title, density.grid, density.density, None, cutoffs),
        height=300,
        key="spectrum",
        alt=f"Density of the {graph.num_nodes:,} eigenvalues of {graph_name}'s Laplacian, cut "
        f"at {where}.",
    )
    table = partial(response_table, density.grid, density.density, None)
    twin.show({"Density of the frequencies": table})
