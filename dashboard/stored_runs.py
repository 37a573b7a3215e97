"""Which stored runs a visitor sees, and what pages read of one, kept between reruns."""

import streamlit as st

from dashboard import rights, spectra, state
from dashboard.figures.history import History
from dashboard.turns import turn
from spgat.arrays import Floats
from spgat.runs import Contents, Run, RunResponse, UnitEnergy, run_response, unit_energies
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


def history_of(run_id: str) -> History | None:
    """Returns a run's history, None where not one epoch ended."""
    run = state.load_run(run_id)
    return _history(run_id, run.version, run)


@st.cache_resource(max_entries=32, show_spinner=False)
def _history(run_id: str, version: int, _run: Run) -> History | None:
    return History.of([_run.history])


def response_of(run_id: str) -> RunResponse:
    """Returns the filter that a run has learned."""
    run = state.load_run(run_id)
    return _response(run_id, run.version, run)


@st.cache_resource(max_entries=16, show_spinner="Reading the learned filter")
def _response(run_id: str, version: int, _run: Run) -> RunResponse:
    with turn():
        return run_response(_run, cache=default_cache())


def unit_energies_of(run_id: str) -> tuple[UnitEnergy, UnitEnergy]:
    """Returns the energy by frequency of a run's hidden units and of its classes' scores.

    Raises:
        InputError: As for `unit_energies`.
    """
    run = state.load_run(run_id)
    return _unit_energies(run_id, run.version, run)


@st.cache_resource(max_entries=16, show_spinner="Taking the units to the frequencies")
def _unit_energies(run_id: str, version: int, _run: Run) -> tuple[UnitEnergy, UnitEnergy]:
    with turn():
        return unit_energies(_run)


def density_of(run_id: str) -> Floats:
    """Returns the density of the eigenvalues of a run's graph, where its filter is drawn."""
    run = state.load_run(run_id)
    return spectra.density_of(run.graph, run.summary.config.bands.laplacian).density
