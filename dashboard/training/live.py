"""What a training shows while it runs and when it has ended."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from dashboard import explained, plot, twin
from dashboard.figures import sketch
from dashboard.figures.history import History
from dashboard.figures.response import bands_table, response_chart, response_table
from dashboard.figures.training import Curve, by_epoch
from dashboard.jobs import Job
from dashboard.pace import Pace
from dashboard.run_titles import model_title
from dashboard.training import mine, picture, status
from dashboard.training.job import FinishedRun, Setup, TrainingView
from dashboard.visitor import tab_id, visitor_id
from spgat.bands.response import LearnedResponse, filter_response, learned_response
from spgat.config import TrainConfig

#: A tick takes some 20 ms, and 150 after 20 seeds of 2,000 epochs; the training needs the core.
PACE = Pace(0.48, share=0.12)
#: From so many seconds between ticks on the page says how seldom it moves.
SLOW_SECONDS = 2.0
CHART_HEIGHT = 260
#: Epochs that the axis shows to begin with.
FIRST_EPOCHS = 50
#: Of a chart that has the row to itself.
WIDE_HEIGHT = 360
#: The bar would glide for longer than a tick and have the browser paint without a pause,
#: at a tenth of what a tick costs, on the cores that may be those of the training.
_STILL_BAR = "<style>[data-testid=stProgress] * { transition: none !important; }</style>"

#: Shows HTML as it is, in one element; `st.html` would take the SVG out of it.
_sketches = st.components.v2.component(
    "sketch",
    html='<div id="sketch"></div>',
    css=sketch.STYLE,
    js="""
    export default ({ data, parentElement }) => {
        parentElement.querySelector("#sketch").innerHTML = data;
    };
    """,
)


def show(job: Job, ghost: History | None) -> None:
    """Shows a training, ticking as long as it is active, over a run to compare with."""
    if job.is_active:
        interval = PACE.seconds
        st.html(_STILL_BAR)
        st.fragment(_tick, run_every=interval)(job, ghost, interval, job.is_held)
    else:
        # Outside of a fragment, so that its buttons reach the page.
        _tick(job, ghost, None, job.is_held)


def _tick(job: Job, ghost: History | None, interval: float | None, was_held: bool) -> None:
    started = time.thread_time()
    view = job.snapshot(viewer=visitor_id())
    if interval is not None:
        is_held_elsewhere = job.is_held != was_held  # in another tab: the page has the buttons
        if not view.is_active or not PACE.suits(interval) or is_held_elsewhere:
            st.rerun()  # without a timer or with another; before anything would stand twice
    training = TrainingView.of(view)
    status.show(view, training, job.is_ending)
    mine.show(job)
    if not view.is_active:
        training = training.summed_up()
    history = History.of(list(training.epochs.values()), is_running=view.is_active)
    plan = training.plan
    if history is not None and plan is not None:
        ended = () if view.is_active else training.runs
        training = training.moved(ended)
        shown = status.numbers(training, ended)
        curves = by_epoch(
            history,
            num_epochs=_axis_end(history, plan.config, is_active=view.is_active),
            best_epochs=[run.best_epoch for run in ended],
            energy=None if training.setup is None else training.setup.energy,
            ghost=ghost,
        )
        words = _explain(history, training, plan.config, ghost)
        found = _learned(shown, ended, training.setup, plan.config)
        tables: twin.Tables = {"By epoch": history.table}
        if ghost is not None:
            tables["By epoch, the overlaid run"] = ghost.table
        if view.is_active and not job.is_held:
            _show_moving(shown, curves, training, found, words)
            twin.show(tables)
        else:
            status.show_numbers(shown)
            if ended:
                status.show_actions(history, ended)
            _show_at_rest(shown, curves, training, found, words, tables)
            if ended and ended[-1].unsaved is None:
                explained.offer(ended[-1].run_id)
    elif view.is_active:
        _show_placeholders()
    if interval is not None:
        if interval >= SLOW_SECONDS:
            crowd = f" {PACE.num_moving:,} pages are watching." * (PACE.num_moving > 1)
            st.caption(
                f"Updated every {interval:.0f} s, so that training keeps the processor.{crowd}"
            )
        PACE.drawn(tab_id(), interval, time.thread_time() - started)


def _show_placeholders() -> None:
    """Holds the places of the charts while there is nothing to draw yet."""
    for _ in range(2):
        for place in st.columns(2):
            place.skeleton(height=CHART_HEIGHT)


def axis_end(num_done: int, num_planned: int) -> int:
    """Returns where the epoch axis ends while a training runs: it doubles as it is reached."""
    end = FIRST_EPOCHS
    while end < num_done:
        end *= 2
    return min(end, num_planned)


def _axis_end(history: History, config: TrainConfig, *, is_active: bool) -> int:
    num_done = len(history.mean)
    return axis_end(num_done, config.epochs) if is_active else num_done


def _show_moving(
    shown: status.Numbers,
    curves: Sequence[Sequence[Curve]],
    training: TrainingView,
    found: LearnedResponse | None,
    words: str,
) -> None:
    """Shows in one element what changes with each tick: each of Streamlit's costs its time."""
    parts = [
        sketch.note(f"{shown.epoch}."),
        sketch.numbers({number.name: number.value for number in shown.numbers}),
        *(sketch.row(map(_sketched, row)) for row in curves),
        sketch.note(words),
    ]
    last_row = []
    if found is not None and training.setup is not None:
        note = sketch.note(_explain_response(shown, found))
        last_row.append(sketch.column([_sketched(_response(found, training.setup)), note]))
    height, aspect = _picture_size(has_neighbour=bool(last_row))
    drawn = picture.chart(training, aspect)
    moving_map = [] if drawn is None else [sketch.scatter(*drawn, height, aspect)]
    last_row.append(sketch.column([*moving_map, sketch.note(picture.explain(training))]))
    _sketches(key="moving", data="".join([*parts, sketch.row(last_row)]))


def _sketched(curve: Curve) -> str:
    return sketch.lines(curve.option, curve.alt, CHART_HEIGHT)


def _show_at_rest(
    shown: status.Numbers,
    curves: Sequence[Sequence[Curve]],
    training: TrainingView,
    found: LearnedResponse | None,
    words: str,
    tables: twin.Tables,
) -> None:
    """Shows the same in charts that can be pointed at, enlarged and saved, and as tables."""
    for row in curves:
        for curve, place in zip(row, st.columns(len(row)), strict=True):
            with place:
                _show_curve(curve)
    st.caption(words)
    setup = training.setup
    if setup is not None and setup.energy is not None:
        tables["Bands"] = partial(bands_table, setup.energy, setup.cutoffs)
    left, right = (st.container(), st.container()) if found is None else st.columns(2)
    if found is not None and setup is not None:
        with left:
            _show_curve(_response(found, setup))
            st.caption(_explain_response(shown, found))
        tables["By frequency"] = partial(
            response_table, found.eigenvalues, setup.density, found
        )
    with right:
        height, aspect = _picture_size(has_neighbour=found is not None)
        drawn = picture.chart(training, aspect)
        if drawn is not None:
            option, alt = drawn
            plot.show(option, key="moving-map", height=height, alt=alt)
        st.caption(picture.explain(training))
    twin.show(tables | picture.tables(training))


def _learned(
    shown: status.Numbers,
    ended: Sequence[FinishedRun],
    setup: Setup | None,
    config: TrainConfig,
) -> LearnedResponse | None:
    """The response g(λ) of the shown epoch, a mean over ended seeds; None without a filter."""
    records = [run.learned_filter for run in ended]
    if not records and setup is not None:
        records = [setup.learned_filter]
    filters = [filter_response(record) for record in records if record is not None]
    if filters:
        return _mean_of(filters)
    networks = [(run.alpha, run.bands) for run in ended]
    if not networks and setup is not None:
        networks = [(shown.alpha, setup.bands)]
    found = [
        learned_response(alpha, bands.responses, bands.eigenvalues, config.pooling)
        for alpha, bands in networks
        if bands is not None and bands.responses is not None
    ]
    return _mean_of(found) if found else None


def _mean_of(found: Sequence[LearnedResponse]) -> LearnedResponse:
    return replace(found[0], values=np.mean([one.values for one in found], axis=0))


def _response(found: LearnedResponse, setup: Setup) -> Curve:
    option = response_chart(
        "Learned response g(λ)",
        found.eigenvalues,
        setup.density,
        found,
        setup.cutoffs,
    )
    alt = "Learned weight of each frequency over the density of the eigenvalues."
    return Curve("response", option, alt)


def _show_curve(curve: Curve) -> None:
    plot.show(curve.option, height=CHART_HEIGHT, key=curve.key, alt=curve.alt)


def _picture_size(*, has_neighbour: bool) -> tuple[int, float]:
    """The height in pixels of the embedding, and its width over its height."""
    return (CHART_HEIGHT, 2.1) if has_neighbour else (WIDE_HEIGHT, 2.8)


def _explain(
    history: History, training: TrainingView, config: TrainConfig, ghost: History | None
) -> str:
    setup = training.setup
    if setup is not None and setup.learned_filter is not None:
        return (
            f"{model_title(config.model)} has no attention α: it learns g(λ) itself, a "
            "polynomial of the frequency."
        )
    if not history.num_layers:
        return f"{model_title(config.model)} has no attention over frequencies."
    parts = [
        "Dashed line: equal attention, where each layer starts. Dotted lines: each band's "
        "share of the energy of the input features, the signal of layer 1."
    ]
    if config.bands.learn_cutoffs:
        parts.append("The cuts move too: they are learned.")
    if ghost is not None:
        parts.append("Faint dashes: the overlaid run.")
    if setup is not None and setup.bands is not None and setup.bands.responses is None:
        parts.append(
            "No frequency response: splitting by column groups nodes, not frequencies."
            if not config.bands.cuts_frequencies
            else "No frequency response: entries of the basis were dropped."
        )
    return " ".join(parts)


def _explain_response(shown: status.Numbers, found: LearnedResponse) -> str:
    return f"{shown.epoch}. {found.note} Grey: the density of the graph's eigenvalues."
