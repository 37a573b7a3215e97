"""This visitor's trainings beside the one that the page shows."""

import streamlit as st

from dashboard import state
from dashboard.jobs import Job, JobState, JobView
from dashboard.plain import plain
from dashboard.training import controls
from dashboard.visitor import visitor_id
from dashboard.words import count


def show(shown: Job | None) -> None:
    """Lists the others in progress, and keeps them alive while the page is open.

    Args:
        shown: What the page shows.
    """
    mine = state.job_manager().claimed_by(visitor_id())
    others = [job for job in mine if job.kind in controls.KINDS and job is not shown]
    if not others:
        return
    st.markdown("**Your other trainings**")
    for job in others:
        view = job.snapshot(viewer=visitor_id())
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"{plain(view.label)} · {_where(view)}", width="content")
            if st.button("Show", icon=":material/visibility:", key=f"show-{job.id}"):
                controls.look_at(job)
                st.rerun()


def _where(view: JobView) -> str:
    if view.state is JobState.QUEUED:
        return f"queued: {count(view.place, 'job')} ahead of it"
    return str(view.state)
