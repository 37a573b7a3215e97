"""What a training shows while it runs and when it has ended."""

from functools import partial

import streamlit as st

from dashboard import plot, state, twin
from dashboard.figures import sketch
from dashboard.figures import training as figures
from dashboard.figures.history import History
from dashboard.jobs import Job
from dashboard.training import curves, picture, sketched, status
from dashboard.training.job import TrainingView
from spgat.config import TrainConfig
from spgat.models import MODELS

TICK_SECONDS = 0.48
#: A tick takes some 20 ms of one core, so this many a second leave it to the training.
TICKS_FOR_ALL = 6.0
CHART_HEIGHT = 260
#: Of a chart that has the row to itself.
WIDE_HEIGHT = 360
#: The bar would glide for longer than a tick and have the browser paint without a pause,
#: at a tenth of what a tick costs, on the cores that may be those of the training.
_STILL_BAR = "<style>[data-testid=stProgress] * { transition: none !important; }</style>"


def show(job: Job, ghost: History | None) -> None:
    """Shows a training, ticking as long as it is active.

    Args:
        job: The training.
        ghost: The history of a run to compare with.
    """
    if job.is_active:
        interval = tick_interval()
        st.html(_STILL_BAR)
        st.fragment(_tick, run_every=interval)(job, ghost, interval, job.is_held)
    else:
        # Outside of a fragment, so that its buttons reach the page.
        _tick(job, ghost, None, job.is_held)


def tick_interval() -> float:
    """Returns the seconds between ticks, the longer the more pages watch."""
    return max(TICK_SECONDS, state.job_manager().num_watching / TICKS_FOR_ALL)


def suits(interval: float) -> bool:
    """Whether pages may go on with these seconds between ticks.

    A new interval has the whole page drawn, so it is worth no small change.
    """
    return interval / 2 <= tick_interval() <= 2 * interval


def _tick(job: Job, ghost: History | None, interval: float | None, was_held: bool) -> None:
    view = job.snapshot(next_look=interval or 0.0)
    if interval is not None:
        is_held_elsewhere = job.is_held != was_held  # in another tab: the page has the buttons
        if not view.is_active or not suits(interval) or is_held_elsewhere:
            st.rerun()  # without a timer or with another; before anything would stand twice
    training = TrainingView.of(view)
    status.show(view, training, job.is_ending)
    if not view.is_active:
        training = training.summed_up()
    history = History.of(list(training.epochs.values()), is_running=view.is_active)
    if history is not None and training.plan is not None:
        if view.is_active and not job.is_held:
            _show_moving(history, training, training.plan.config, ghost)
        else:
            status.show_numbers(history, training.runs)
            if training.runs and not view.is_active:
                status.show_actions(history, training.runs)
            _show_at_rest(history, training, training.plan.config, ghost)
    elif view.is_active:
        _show_placeholders()


def _show_placeholders() -> None:
    """Holds the places of the charts while there is nothing to draw yet."""
    for _ in range(2):
        for place in st.columns(2):
            place.skeleton(height=CHART_HEIGHT)


def _show_moving(
    history: History, training: TrainingView, config: TrainConfig, ghost: History | None
) -> None:
    """Shows in one element what changes with each tick: each of Streamlit's costs its time."""
    numbers = {n.name: n.value for n in status.numbers(history, training.runs)}
    parts = [sketch.numbers(numbers)]
    for row in curves.by_epoch(history, training, config, ghost):
        parts.append(sketch.row(map(_sketched, row)))
    parts.append(
        sketch.note(
            f"{_explain(history, training, config, ghost)} Pause to read values off the charts."
        )
    )
    setup, last_row = training.setup, []
    if setup is not None and setup.responses is not None:
        found = curves.learned(history, setup, config)
        curve, note = curves.response(found, setup), sketch.note(_explain_response(found.note))
        last_row.append(sketch.column([_sketched(curve), note]))
    height, aspect = _picture_size(has_neighbour=bool(last_row))
    drawn = picture.chart(training, aspect)
    moving_map = [] if drawn is None else [sketch.scatter(*drawn, height, aspect)]
    last_row.append(sketch.column([*moving_map, sketch.note(picture.explain(training))]))
    sketched.show([*parts, sketch.row(last_row)], key="moving")


def _sketched(curve: curves.Curve) -> str:
    return sketch.lines(curve.option, curve.alt, CHART_HEIGHT)


def _show_at_rest(
    history: History, training: TrainingView, config: TrainConfig, ghost: History | None
) -> None:
    """Shows the same in charts that can be pointed at, enlarged and saved, and as tables."""
    tables: twin.Tables = {"By epoch": history.table}
    if ghost is not None:
        tables["By epoch, the run compared with"] = ghost.table
    for row in curves.by_epoch(history, training, config, ghost):
        for curve, place in zip(row, st.columns(len(row)), strict=True):
            with place:
                _show_curve(curve)
    st.caption(_explain(history, training, config, ghost))
    setup = training.setup
    has_response = setup is not None and setup.responses is not None
    if setup is not None:
        tables["Bands"] = partial(figures.bands_table, setup.energy, setup.cuts)
    left, right = st.columns(2) if has_response else (st.container(), st.container())
    if setup is not None and has_response:
        with left:
            found = curves.learned(history, setup, config)
            _show_curve(curves.response(found, setup))
            st.caption(_explain_response(found.note))
            tables["By frequency"] = partial(
                figures.response_table, setup.grid, setup.density, found.values
            )
    with right:
        height, aspect = _picture_size(has_neighbour=has_response)
        drawn = picture.chart(training, aspect)
        if drawn is not None:
            option, alt = drawn
            plot.show(option, key="moving-map", height=height, alt=alt)
        st.caption(picture.explain(training))
    twin.show(tables | picture.tables(training))


def _show_curve(curve: curves.Curve) -> None:
    plot.show(curve.option, height=CHART_HEIGHT, key=curve.key, alt=curve.alt)


def _picture_size(*, has_neighbour: bool) -> tuple[int, float]:
    """The height in pixels of the embedding, and its width over its height."""
    return (CHART_HEIGHT, 2.1) if has_neighbour else (WIDE_HEIGHT, 2.8)


def _explain(
    history: History, training: TrainingView, config: TrainConfig, ghost: History | None
) -> str:
    if not history.num_layers:
        return f"{MODELS[config.model].title} has no attention over frequencies."
    setup = training.setup
    parts = [
        "Grey dashes, level: the equal share each band starts from. Dots, level: the band's "
        "share of the energy of the features, which are the signal of layer 1."
    ]
    if ghost is not None:
        parts.append("Faint dashes: the run compared with.")
    if setup is not None and setup.responses is None:
        parts.append(
            "A cut by column has no response to frequencies: its bands are nodes of the file."
        )
    return " ".join(parts)


def _explain_response(note: str) -> str:
    return f"{note} Grey: the density of the graph's eigenvalues."
