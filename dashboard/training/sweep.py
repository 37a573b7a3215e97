"""A sweep over d on Train: what to sweep, and accuracy and α over d as they come in."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import streamlit as st

from dashboard import plot, state, twin, widgets
from dashboard.figures import sweep as figures
from dashboard.figures.sweep import SweepPoint
from dashboard.jobs import Job, JobState, JobView
from dashboard.plain import plain
from dashboard.source import Source
from dashboard.training import before, live, mine, restart, status, sweep_job
from dashboard.training.ledger import Plan
from dashboard.visitor import tab_id, visitor_id
from dashboard.words import count
from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.runs import RunSummary

MAX_VALUES, MAX_SEEDS = 15, 10
HEIGHT = 300
#: About what a tick takes of one core, in seconds.
TICK_COST = 0.05


def choose(
    source: Source,
    graph: Graph,
    config: TrainConfig,
    runs: Sequence[RunSummary],
    *,
    is_busy: bool,
) -> Job | None:
    """Shows what to sweep with a button, and returns the job that the button has started.

    Args:
        source: Where the graph is from.
        graph: What is trained on.
        config: What is trained at each d.
        runs: All that this visitor sees.
        is_busy: Whether this visitor has a training in progress.

    Raises:
        InputError: If a sweep can't be started.
    """
    can_sweep = (
        MODELS[config.model].spectrum == "bands" and len(config.bands.low_fractions) == 1
    )
    if not can_sweep or not state.is_shown("sweep"):
        return None
    with st.expander("Sweep over d", icon=":material/ssid_chart:", key="sweep"):
        low, high = widgets.range_slider(
            "Share of low frequencies, from – to",
            0.0,
            1.0,
            (0.05, 0.5),
            key="sweep_range",
            lock="expert",
            format="percent",
        )
        left, right = st.columns(2)
        with left:
            num_values = widgets.number(
                "Values of d", 2, MAX_VALUES, 5, key="sweep_values", lock="expert"
            )
        with right:
            num_seeds = widgets.number(
                "Seeds each", 1, MAX_SEEDS, 3, key="sweep_seeds", lock="expert"
            )
        shares = tuple(np.round(np.linspace(low, high, num_values), 4).tolist())
        plan = Plan(config, num_seeds, tuple(dict.fromkeys(shares)))
        start, trainings = st.container(), count(plan.num_runs, "training")
        is_allowed = before.show_cost(graph, config, plan.num_runs, runs)
        is_asked = start.button(
            f"Add {trainings} to the queue" if is_busy else f"Start {trainings}",
            icon=":material/playlist_add:" if is_busy else ":material/play_arrow:",
            disabled=not is_allowed,
            width="stretch",
            key="start_sweep",
        )
        st.caption(
            "One after the other, with the settings above except d. Each is kept as a run."
        )
    if not is_asked:
        return None
    return sweep_job.submit(
        state.job_manager(),
        graph,
        plan,
        state.run_store(),
        visitor_id(),
        is_private=source.is_private,
        ledger=state.ledger(),
    )


def show(job: Job) -> None:
    """Shows a sweep, ticking as long as it is active."""
    if job.is_active:
        interval = live.PACE.seconds
        st.fragment(_tick, run_every=interval)(job, interval, was_held=job.is_held)
    else:
        _tick(job, None, was_held=job.is_held)


def _tick(job: Job, interval: float | None, *, was_held: bool) -> None:
    view = job.snapshot(viewer=visitor_id())
    if interval is not None:
        live.PACE.drawn(tab_id(), interval, TICK_COST)
        if not view.is_active or job.is_held != was_held:
            st.rerun()  # the page has other buttons
    plan, points = sweep_job.points_of(view)
    _show_state(view, plan, points, job.is_ending)
    resumed = sweep_job.resumed_of(view)
    if resumed is not None and plan is not None and view.is_active:
        restart.show_resumed(resumed, plan.num_runs, "run")
    mine.show(job)
    if not points:
        for place in st.columns(2):
            place.skeleton(height=HEIGHT)
        return
    words = figures.describe(points)
    left, right = st.columns(2)
    with left:
        option = figures.accuracy_chart(points)
        plot.show(option, key="sweep-accuracy", height=HEIGHT, alt=f"Accuracy by d. {words}")
    with right:
        option = figures.alpha_chart(points)
        plot.show(option, key="sweep-alpha", height=HEIGHT, alt=f"α by d. {words}")
    st.caption(
        "Lines: means over seeds; areas: ± one standard deviation; dots: runs, each at its "
        "best validation epoch. Choose d by the validation accuracy: the test nodes are for "
        "the report alone."
    )
    if not view.is_active:
        st.page_link(
            "app_pages/runs.py",
            label=f"See {count(len(points), 'run')}",
            icon=":material/history:",
            query_params=[("run", point.run_id) for point in points],
        )
    twin.show(
        {
            "By d": partial(figures.summary, points),
            "By run": partial(figures.runs_table, points),
        }
    )


def _show_state(
    view: JobView, plan: Plan | None, points: list[SweepPoint], is_ending: bool
) -> None:
    so_far = "" if plan is None else f"{len(points)} of {count(plan.num_runs, 'run')}"
    status.show_progress(view, is_ending, so_far)
    if view.state is JobState.CANCELLED:
        kept = f"Stopped after {so_far}, which are kept." if points else "Stopped."
        st.warning(f"{kept} {plain(view.reason)}".strip(), icon=":material/cancel:")
    if view.state is JobState.DONE:
        st.markdown(f":green[:material/check_circle:] {plain(view.label)}: {so_far}.")
