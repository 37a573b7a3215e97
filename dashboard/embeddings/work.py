"""Jobs that this session has started: projections, measurements, layouts."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard import state
from dashboard.jobs import Held, Job, JobContext, JobState
from dashboard.visitor import visitor_id
from dashboard.words import count

_JOBS = "work_asked_for"
_MAX_JOBS = 60


def find(kind: str, key: str) -> Job | None:
    """Returns this session's job of a kind for a key, ended or not, or None.

    A reload of the page is a new session, which takes over what this visitor has in progress.
    """
    manager = state.job_manager()
    if (kind, key) not in _jobs():
        for job in manager.claimed_by(visitor_id()):
            if (job.kind, job.key) == (kind, key):
                follow(kind, key, job)
    return manager.get(_jobs().get((kind, key)))


def result_of(kind: str, key: str) -> Any:
    """Returns the result of a job, None while there is none."""
    job = find(kind, key)
    return None if job is None else job.snapshot().result


def start(
    kind: str, key: str, work: Callable[[JobContext], Any], label: str, held: Held
) -> None:
    """Queues work, with what it holds; equal work that another has started is shared."""
    manager = state.job_manager()
    follow(kind, key, manager.submit(kind, key, work, label, visitor_id(), held=held))


def follow(kind: str, key: str, job: Job) -> None:
    """Adds a job to those that this session has started."""
    jobs = _jobs()
    jobs.pop((kind, key), None)  # so that it is the latest
    jobs[kind, key] = job.id
    while len(jobs) > _MAX_JOBS:
        del jobs[next(iter(jobs))]


def of_kind(kind: str) -> list[Job]:
    """Returns this session's known jobs of a kind, the oldest first."""
    found = [state.job_manager().get(job_id) for (k, _), job_id in _jobs().items() if k == kind]
    return [job for job in found if job is not None]


def is_active() -> bool:
    """Whether any job is active."""
    jobs = [state.job_manager().get(job_id) for job_id in _jobs().values()]
    return any(job is not None and job.is_active for job in jobs)


def show_progress(job: Job, key: str, title: str = "") -> None:
    """Shows an active job with a button that cancels it.

    Args:
        job: The job.
        key: Of the button.
        title: Shown before its progress.
    """
    view = job.snapshot(viewer=visitor_id())
    if view.state is JobState.QUEUED:
        text = f"Queued: {count(view.place, 'job')} ahead of this one"
    else:
        left = f" · {view.seconds_left:.0f} s left" if view.seconds_left else ""
        text = f"{view.text or 'Starting'}{left}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(  # at the left: a chart's toolbar covers what is right above it
            "Cancel",
            icon=":material/close:",
            on_click=job.release,
            args=(visitor_id(),),
            disabled=job.is_ending,
            key=key,
        )
        st.progress(view.fraction, title + text, width="stretch")


def _jobs() -> dict[tuple[str, str], str]:
    """Ids of jobs by kind and key, the oldest first."""
    jobs: dict[tuple[str, str], str] = st.session_state.setdefault(_JOBS, {})
    return jobs
