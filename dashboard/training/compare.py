"""A stored run to compare a training with, drawn behind it in dashes."""

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard import links, state
from dashboard.figures.history import History
from dashboard.run_titles import title_in_address
from dashboard.stored_runs import history_of
from spgat.runs import RunSummary

_KEY = "pin"
#: Where the session keeps the run last chosen.
_PINNED = "pinned_run"


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
    _follow_address(titles)
    chosen = st.selectbox(
        "Compare with",
        list(titles),
        index=None,
        placeholder="Choose a run to overlay (dashed)",
        format_func=titles.__getitem__,
        key=_KEY,
        help="A run of the same graph shows what another d, preset or seed changes.",
    )
    st.session_state[_PINNED] = chosen
    if chosen is None:
        st.query_params.pop(_KEY, None)
        return None
    st.query_params[_KEY] = chosen
    return history_of(chosen)


def pin(run_id: str) -> None:
    """Makes a run the one to compare with, from the next rerun on."""
    st.session_state[_KEY] = run_id


def _follow_address(titles: Mapping[str, str]) -> None:
    """Takes the run that the address names by its id; old links have its title.

    Streamlit would write the title into the address, which no later version has to know.
    """
    links.note_titles(_KEY, titles)
    pinned, asked = st.session_state.get(_PINNED), st.query_params.get(_KEY)
    found = [code for code, title in titles.items() if asked in (code, title)]
    if found and asked != pinned:
        st.session_state[_KEY] = found[0]
    elif pinned in titles:
        st.session_state.setdefault(_KEY, pinned)  # the navigation has forgotten it
