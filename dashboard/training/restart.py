"""What is said of a training that a restart of the server has ended."""

import streamlit as st

from dashboard import rights, state
from dashboard.figures.compare import MAX_RUNS
from dashboard.plain import plain
from dashboard.training.ledger import Entry, Stopped
from dashboard.training.queue import Resumed, why_not
from dashboard.words import count


def lost(job_id: str) -> Entry | None:
    """Returns a training that did not go on after a restart, if this visitor may know of it."""
    if state.job_manager().get(job_id) is not None:
        return None
    entry = state.ledger().find(job_id)
    return entry if entry is not None and rights.may_see(entry) else None


def show_lost(job_id: str) -> None:
    """Says where such a training was stopped, why it did not go on, and what is kept of it."""
    entry = lost(job_id)
    if entry is None:
        return
    what = "run" if entry.low_fractions else "seed"
    where = _where(entry.stopped, len(entry.runs), entry.num_runs, what)
    st.warning(
        f"{plain(entry.label)}: stopped{where} when the server restarted. "
        f"{plain(why_not(entry) or 'Start it again.')}",
        icon=":material/restart_alt:",
    )
    kept = list(entry.runs.values())
    if entry.stopped is not None and entry.stopped.run_id:
        kept.append(entry.stopped.run_id)
    if kept:
        st.page_link(
            "app_pages/runs.py",
            label=f"See what it had learned ({count(len(kept), 'run')})",
            icon=":material/open_in_new:",
            query_params=[("run", run_id) for run_id in kept[-MAX_RUNS:]],
        )


def show_resumed(resumed: Resumed, num_runs: int, what: str) -> None:
    """Says that a training or a sweep goes on, and from where.

    Args:
        resumed: What is known of it.
        num_runs: How many runs it makes.
        what: What one of them is called: "seed" or "run".
    """
    where = _where(resumed.stopped, resumed.num_done, num_runs, what)
    if num_runs == 1:
        now = "It has begun again."
        now += " What it had learned by then is kept under Runs." * (
            resumed.stopped is not None
        )
    else:
        now = f"It goes on with {what} {resumed.num_done + 1}, from its first epoch."
    st.info(f"Stopped{where} when the server restarted. {now}", icon=":material/restart_alt:")


def _where(stopped: Stopped | None, num_done: int, num_runs: int, what: str) -> str:
    """The epoch and the run that a job had reached, as far as they are known."""
    epoch = "" if stopped is None else f" at epoch {stopped.epoch}"
    if num_runs == 1:
        return epoch
    return f"{epoch}{' of' if epoch else ' in'} {what} {num_done + 1} of {num_runs}"
