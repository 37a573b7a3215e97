"""A stored run to compare a training with, drawn behind it in dashes."""

from collections.abc import Sequence

import streamlit as st

from dashboard import state
from dashboard.figures.history import History
from dashboard.run_titles import title_in_address
from dashboard.stored_runs import history_of
from spgat.runs import RunSummary


def choose_pinned(runs: Sequence[RunSummary]) -> History | None:
    """Shows the choice of a stored run and returns its history, None where none is chosen.

    Raises:
        InputError: If the run's files are damaged.
    """
    if not state.is_shown("pin"):
        return None
    titles = {run.run_id: title_in_address(run) for run in runs}
    if not titles:
        return None
    state.accept_code("pin", titles)
    chosen = st.selectbox(
        "Compare with",
        list(titles),
        index=None,
        placeholder="Choose a run to overlay (dashed)",
        format_func=titles.__getitem__,
        key="pin",
        bind="query-params",
        help="A run of the same graph shows what another d, preset or seed changes.",
    )
    return None if chosen is None else history_of(chosen)


def pin(run_id: str) -> None:
    """Makes a run the one to compare with, from the next rerun on."""
    st.session_state["pin"] = run_id
