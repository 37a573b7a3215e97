"""What a training shows while it runs and when it has ended."""

from collections.abc import Iterable

import streamlit as st

from dashboard import plot, state, twin
from dashboard.figures import training as figures
from dashboard.figures.history import ACCURACIES, LOSSES, History, band_names
from dashboard.jobs import Job
from dashboard.training import picture, status
from dashboard.training.job import Setup, TrainingView
from dashboard.training.settings import MODEL_TITLES
from spgat.config import TrainConfig
from spgat.spectral.response import learned_response

TICK_SECONDS = 0.48
#: A tick takes 25 ms of one core, so this many a second leave it to the training.
TICKS_FOR_ALL = 6.0
CHART_HEIGHT = 260
#: Of a chart that has the row to itself.
WIDE_HEIGHT = 360
#: Epochs that the axis shows to begin with.
FIRST_EPOCHS = 50
#: Of the epochs while a training runs; a chart is some 400 pixels wide.
NUM_STRETCHES = 50
#: Changes of the learned response until the epoch axis is full.
NUM_RESPONSES = 25
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
        st.fragment(_tick, run_every=interval)(job, ghost, interval)
    else:
        _tick(job, ghost, None)  # outside of a fragment, so that its buttons reach the page


def tick_interval() -> float:
    """Returns the seconds between ticks, the longer the more pages watch."""
    return TICK_SECONDS * max(1.0, state.job_manager().looks_per_second / TICKS_FOR_ALL)


def _tick(job: Job, ghost: History | None, interval: float | None) -> None:
    view = job.snapshot()
    training = TrainingView.of(view)
    status.show(view, training, job.is_ending)
    history = History.of(list(training.epochs.values()), is_running=view.is_active)
    if history is not None and training.plan is not None:
        status.show_numbers(history, training.runs)
        if training.runs and not view.is_active:
            status.show_actions(history, training.runs)
        _show_charts(history, training, training.plan.config, ghost, view.is_active)
    elif view.is_active:
        _show_placeholders()
    if interval is not None and (not view.is_active or tick_interval() > 2 * interval):
        st.rerun()  # draws the page once more, without a timer or with a slower one


def axis_end(num_done: int, num_planned: int) -> int:
    """Returns where the epoch axis ends while a training runs: it doubles as it is reached."""
    end = FIRST_EPOCHS
    while end < num_done:
        end *= 2
    return min(end, num_planned)


def settled_epoch(num_done: int, end: int) -> int:
    """Returns the epoch whose response is drawn: it changes a few times up to the axis' end."""
    step = max(1, end // NUM_RESPONSES)
    return max(1, num_done - num_done % step)


def _show_placeholders() -> None:
    """Holds the places of the charts while there is nothing to draw yet."""
    for _ in range(2):
        for place in st.columns(2):
            place.skeleton(height=CHART_HEIGHT)


def _show_charts(
    history: History,
    training: TrainingView,
    config: TrainConfig,
    ghost: History | None,
    is_running: bool,
) -> None:
    num_done = len(history.mean)
    num_epochs = num_done if training.runs else axis_end(num_done, config.epochs)
    settled = history.until(settled_epoch(num_done, num_epochs)) if is_running else history
    setup = training.setup

    def drawn(columns: Iterable[str]) -> History:
        return history.thinned(NUM_STRETCHES, columns) if is_running else history

    if history.num_layers:
        names = band_names(history.num_bands)
        for layer, place in enumerate(st.columns(history.num_layers), start=1):
            shares = {f"alpha_{layer}_{b + 1}": name for b, name in enumerate(names)}
            with place:
                plot.show(
                    figures.attention_chart(
                        drawn(shares),
                        layer,
                        num_epochs=num_epochs,
                        energy=setup.energy if setup and layer == 1 else None,
                        ghost=ghost,
                    ),
                    height=CHART_HEIGHT,
                    key=f"attention-{layer}",
                    alt=f"Attention of layer {layer}. {history.describe(shares)}",
                )
        st.caption(
            "Grey dashes, level: the equal share each band starts from. Dots, level: the "
            "band's share of the energy of the features, which are the signal of layer 1."
            + " Faint dashes: the run compared with."
            * (ghost is not None)
        )
    else:
        st.caption(f"{MODEL_TITLES[config.model]} has no attention over frequencies.")
    left, right = st.columns(2)
    with left:
        best = [run.best_epoch for run in training.runs]
        plot.show(
            figures.accuracy_chart(
                drawn(ACCURACIES), num_epochs=num_epochs, best_epochs=best, ghost=ghost
            ),
            height=CHART_HEIGHT,
            key="accuracy",
            alt="Accuracies. " + history.describe(ACCURACIES),
        )
    with right:
        plot.show(
            figures.loss_chart(drawn(LOSSES), num_epochs=num_epochs, ghost=ghost),
            height=CHART_HEIGHT,
            key="loss",
            alt="Losses. " + history.describe(LOSSES),
        )
    has_response = setup is not None and setup.responses is not None
    left, right = st.columns(2) if has_response else (st.container(), st.container())
    if setup is not None:
        with left:
            _show_response(settled, setup, config)
    with right:
        if has_response:
            picture.show(training, CHART_HEIGHT, aspect=2.1)
        else:
            picture.show(training, WIDE_HEIGHT, aspect=2.8)
    twin.show({"By epoch": history.table})


def _show_response(history: History, setup: Setup, config: TrainConfig) -> None:
    if setup.responses is None:
        st.caption(
            "A split by column has no response to frequencies: its bands are nodes of the file."
        )
        return
    learned = learned_response(
        history.attention.tolist(), setup.responses, setup.grid, config.pooling
    )
    plot.show(
        figures.response_chart(
            "Learned response g(λ)", setup.grid, setup.density, learned.values, setup.cuts
        ),
        height=CHART_HEIGHT,
        key="response",
        alt="Learned weight of each frequency, by layer, over the density of the eigenvalues.",
    )
    st.caption(f"{learned.note} Grey: the density of the graph's eigenvalues.")
