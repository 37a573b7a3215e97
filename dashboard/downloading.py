"""Published graphs that the server does not have yet: their download, when a visitor asks."""

from functools import partial

import streamlit as st

from dashboard import state
from dashboard.jobs import Job, JobContext, JobState
from dashboard.plain import plain
from dashboard.visitor import visitor_id
from spgat import datasets
from spgat.datasets import DatasetInfo
from spgat.errors import Cancelled

KIND = "download"
TICK_SECONDS = 0.5
#: Where the session keeps the job of each set that it has asked for.
_JOBS = "downloads"


def is_ready(entry: DatasetInfo) -> bool:
    """Returns whether a set is on the server's disk; shows the way there where it is not."""
    if entry.is_at_hand():
        return True
    job = _job_of(entry)
    if job is not None and job.is_active:
        st.fragment(_follow, run_every=TICK_SECONDS)(job)
        return False
    if job is not None and (error := job.snapshot().error):
        st.error(plain(error), icon=":material/error:")
    else:
        st.info(
            f"{plain(entry.title)} has {entry.num_nodes or 0:,} nodes and is not on this "
            f"server yet: {_size(entry)} to download.",
            icon=":material/download:",
        )
    if st.button("Download it", icon=":material/download:", key=f"download-{entry.name}"):
        work = partial(_download, entry.name)
        started = state.downloads().submit(KIND, entry.name, work, entry.title, visitor_id())
        st.session_state.setdefault(_JOBS, {})[entry.name] = started.id
        st.rerun()
    return False


def _job_of(entry: DatasetInfo) -> Job | None:
    """The download that this session has asked for, or another tab of the visitor."""
    asked = state.downloads().get(st.session_state.get(_JOBS, {}).get(entry.name))
    mine = state.downloads().claimed_by(visitor_id())
    return asked or next((job for job in mine if job.key == entry.name), None)


def _follow(job: Job) -> None:
    view = job.snapshot(viewer=visitor_id())
    if not view.is_active:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Cancel",
            icon=":material/close:",
            on_click=job.release,
            args=(visitor_id(),),
            disabled=job.is_ending,
            key="cancel_download",
        )
        waits = view.state is JobState.QUEUED
        text = "waiting for another download" if waits else view.text
        st.progress(view.fraction, f"{plain(view.label)}: {text}", width="stretch")


def _download(name: str, context: JobContext) -> None:
    def progress(fraction: float, text: str) -> None:
        context.progress(fraction, text)
        if context.should_stop():
            raise Cancelled(f"stopped on request while downloading {name}")

    datasets.load(name, progress=progress)


def _size(entry: DatasetInfo) -> str:
    num_bytes = entry.download_bytes
    return f"{num_bytes / 1e6:.1f} MB" if num_bytes >= 1e5 else f"{num_bytes / 1e3:.0f} kB"
