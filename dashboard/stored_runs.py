"""Which stored runs a visitor sees, and what pages read of one, kept between reruns."""

import streamlit as st

from dashboard import rights, spectra, state
from dashboard.figures.history import History
from spgat.arrays import Floats
from spgat.runs import Contents, RunResponse, run_response
from spgat.spectral.cache import default_cache


def visible(*, deleted: bool = False) -> Contents:
    """Returns what the store holds, without the private runs of others.

    Every page that names runs takes them from here.

    Args:
        deleted: Whether to look into the bin.
    """
    contents = state.run_store().contents(deleted=deleted)
    return Contents(
        tuple(filter(rights.may_see, contents.runs)),
        tuple(filter(rights.may_see, contents.unreadable)),
    )


@st.cache_resource(max_entries=32, show_spinner=False)
def history_of(run_id: str) -> History | None:
    """Returns a run's history, None where not one epoch ended."""
    return History.of([state.load_run(run_id).history])


@st.cache_resource(max_entries=16, show_spinner="Reading the learned filter")
def response_of(run_id: str) -> RunResponse:
    """Returns the filter that a run has learned."""
    return run_response(state.load_run(run_id), cache=default_cache())


def density_of(run_id: str) -> Floats:
    """Returns the density of the eigenvalues of a run's graph, where its filter is drawn."""
    run = state.load_run(run_id)
    return spectra.density_of(run.graph, run.summary.config.bands.laplacian).density
