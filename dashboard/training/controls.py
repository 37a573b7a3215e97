"""Start, pause, step and stop; which job this visitor looks at, and whose it is."""

import streamlit as st

from dashboard import links, rights, state
from dashboard.jobs import Job
from dashboard.source import Source
from dashboard.training import job as training_job
from dashboard.training import restart, sweep_job
from dashboard.visitor import visitor_id
from dashboard.words import count
from spgat.config import TrainConfig
from spgat.graph import Graph

#: The jobs that the page Train shows.
KINDS = (training_job.KIND, sweep_job.KIND)


def current_job() -> Job | None:
    """Returns the training or sweep in the address, or else the one last looked at here.

    The address survives a reload and can be passed on; the session survives the way to other
    pages, which drops `?job=` from the address. Both are brought up to date.
    """
    asked = st.query_params.get("job", "")
    job = _training(asked) or _training(st.session_state["job_id"])
    if asked and (job is None or job.id != asked) and restart.lost(asked) is None:
        links.tell(
            "This training is no longer available. If it finished, it is listed under Runs."
        )
        del st.query_params["job"]
    if job is not None:
        look_at(job)
    return job


def _training(job_id: str | None) -> Job | None:
    """The training of an id, None where this visitor may not watch it."""
    job = state.job_manager().get(job_id)
    is_shown = job is not None and job.kind in KINDS and rights.may_see(job)
    return job if is_shown else None


def show_start(
    source: Source,
    graph: Graph,
    config: TrainConfig,
    num_seeds: int,
    *,
    may_start: bool,
    is_busy: bool,
) -> Job | None:
    """Shows the button that starts a training, and returns the job that it has started.

    Args:
        source: Where the graph is from.
        graph: As for `fit`.
        config: As for `fit`.
        num_seeds: At least 1.
        may_start: Whether the server allows it.
        is_busy: Whether it will wait for another of this visitor's trainings.

    Raises:
        InputError: If a training can't be started.
    """
    if not st.button(
        "Add to queue" if is_busy else "Start training",
        type="primary",
        icon=":material/playlist_add:" if is_busy else ":material/play_arrow:",
        disabled=not may_start,
        width="stretch",
        key="start",
    ):
        return None
    return training_job.submit(
        state.job_manager(),
        graph,
        config,
        num_seeds,
        state.run_store(),
        visitor_id(),
        is_private=source.is_private,
        ledger=state.ledger(),
    )


def show_steering(job: Job) -> None:
    """Shows the buttons that make sense while a training is active, and who else watches."""
    if not job.is_active:
        return
    if is_steered(job):
        _show_buttons(job)
    _show_company(job)
    _say_whether_it_goes_on(job)


def is_steered(job: Job | None) -> bool:
    """Whether a job is in progress and this visitor's."""
    return job is not None and job.is_active and visitor_id() in job.claims


def take_up(started: Job, shown: Job | None) -> None:
    """Shows a job that was just started, unless another of this visitor's goes on.

    Args:
        started: The job.
        shown: What the page shows.
    """
    if started is shown:
        st.toast("This training is already in progress.", icon=":material/info:")
        return
    if not is_steered(shown):
        look_at(started)
    st.rerun()


def look_at(job: Job) -> None:
    """Makes a job the one that the page shows."""
    st.session_state["job_id"] = job.id
    if st.query_params.get("job") != job.id:
        st.query_params["job"] = job.id


def _show_buttons(job: Job) -> None:
    with st.container(horizontal=True):
        if not job.is_shared:  # one visitor would hold it for all
            _show_pause(job)
        st.button(
            "Stop",
            icon=":material/stop:",
            shortcut="Shift+Escape",
            type="primary",
            on_click=job.release,
            args=(visitor_id(),),
            disabled=job.is_ending,
            key="stop",
        )
        if not job.goes_on_unseen:
            st.button(
                "Go on without me",
                icon=":material/directions_walk:",
                on_click=job.go_on_unseen,
                disabled=job.is_ending,
                help="Otherwise it is stopped if no open tab shows it for "
                f"{rights.max_unseen() / 60:.0f} minutes.",
                key="go_on",
            )


def _show_pause(job: Job) -> None:
    if job.is_held:
        st.button(
            "Continue",
            icon=":material/play_arrow:",
            shortcut="P",
            on_click=job.resume,
            key="resume",
        )
    else:
        st.button(
            "Pause",
            icon=":material/pause:",
            shortcut="P",
            on_click=job.pause,
            disabled=job.is_ending or not job.may_pause,
            help=None if job.may_pause else "It takes too much memory to wait with it.",
            key="pause",
        )
    if job.kind != training_job.KIND:
        return
    st.button(
        "Step",
        icon=":material/skip_next:",
        shortcut="S",
        on_click=job.step,
        disabled=job.is_ending or not (job.is_held or job.may_pause),
        help="Train one epoch, then pause.",
        key="step",
    )


def _show_company(job: Job) -> None:
    others = len(job.claims - {visitor_id()})
    if job.is_ending:
        return  # whoever has stopped it has no claim any more
    if visitor_id() not in job.claims:
        st.caption("This is another visitor's training.")
    elif others:
        visitors = count(others, "other visitor")
        st.caption(
            f"You share this training with {visitors}, so nobody can pause it. It stops when "
            "all have stopped it."
        )


def _say_whether_it_goes_on(job: Job) -> None:
    if rights.is_personal() or not job.goes_on_unseen or job.is_ending:
        return
    st.caption(
        "You can close this page: unless it is paused, this training goes on, for up to "
        f"{rights.max_seconds() / 60:g} minutes of computing. Then look under Runs."
    )
