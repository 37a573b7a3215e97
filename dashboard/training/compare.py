"""A stored run to compare a training with, drawn behind it as a ghost."""

import streamlit as st

from dashboard import state
from dashboard.figures.history import History
from dashboard.runs.loading import history_of
from spgat.runs.summary import RunSummary


def choose_pinned() -> History | None:
    """Shows the choice of a stored run and returns its history, None where none is chosen.

    Raises:
        InputError: If the run's files are damaged.
    """
    if not state.is_shown("pin"):
        return None
    titles = {run.run_id: _unstarred(run) for run in state.run_store().list()}
    if not titles:
        return None
    state.accept_code("pin", titles)
    chosen = st.selectbox(
        "Compare with",
        list(titles),
        index=None,
        placeholder="A finished run, drawn in dashes",
        format_func=titles.__getitem__,
        key="pin",
        bind="query-params",
        help="Choose a run of the same graph to see what another d, preset or seed changes.",
    )
    return None if chosen is None else history_of(chosen)


def pin(run_id: str) -> None:
    """Makes a run the one to compare with, from the next rerun on."""
    st.session_state["pin"] = run_id


def title(run: RunSummary) -> str:
    """Returns one line that tells a run from the others, with its star."""
    return "★ " * run.is_starred + _unstarred(run)


def _unstarred(run: RunSummary) -> str:
    """The title that stands in addresses, which must not change when somebody stars a run."""
    when = run.created[:16].replace("T", " ")
    return (
        f"{run.name}, {run.config.preset}, {run.test_accuracy:.1%} ({when} {run.run_id[-4:]})"
    )
