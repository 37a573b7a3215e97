"""What a training shows while it runs and when it has ended."""

from collections.abc import Sequence
from statistics import fmean, pstdev

import streamlit as st

from dashboard.figures import training as figures
from dashboard.figures.history import ACCURACIES, LOSSES, History, band_names
from dashboard.jobs import Job, JobState, JobView
from dashboard.training.job import FinishedRun, Setup, TrainingView
from spgat.config import TrainConfig
from spgat.spectral.response import learned_response

TICK_SECONDS = 0.4
CHART_HEIGHT = 260


def show(job: Job, ghost: History | None) -> None:
    """Shows a training, ticking as long as it is active.

    Args:
        job: The training.
        ghost: The history of a run to compare with.
    """
    interval = TICK_SECONDS if job.is_active else None
    st.fragment(_tick, run_every=interval)(job, ghost, interval is not None)


def _tick(job: Job, ghost: History | None, is_ticking: bool) -> None:
    view = job.snapshot()
    training = TrainingView.of(view)
    _show_state(view, training, job.is_ending)
    history = History.of(list(training.epochs.values()), is_running=view.is_active)
    if history is not None and training.plan is not None:
        _show_numbers(history, training.runs)
        _show_charts(history, training, training.plan.config, ghost)
    if is_ticking and not view.is_active:
        st.rerun()  # draws the page once more, without a timer


def _show_state(view: JobView, training: TrainingView, is_ending: bool) -> None:
    match view.state:
        case JobState.QUEUED:
            before = "1 job runs" if view.place == 1 else f"{view.place} jobs run"
            st.progress(0.0, f":material/hourglass: In the queue: {before} before this one.")
        case JobState.RUNNING | JobState.PAUSED:
            st.progress(view.fraction, _progress_text(view, is_ending))
        case JobState.FAILED:
            st.error(view.error or "", icon=":material/error:")
        case JobState.CANCELLED:
            _show_cancelled(training)
        case JobState.DONE:
            _show_done(view, training)
    for run in training.runs:
        if run.stop_reason.startswith("diverged"):
            st.error(run.notes[-1], icon=":material/error:")


def _progress_text(view: JobView, is_ending: bool) -> str:
    parts = [view.text.capitalize() or "Preparing", _duration(view.elapsed_seconds)]
    if is_ending:
        parts.append("stopping")
    elif view.state is JobState.PAUSED:
        parts.append("paused, others may go ahead")
    elif view.seconds_left is not None:
        parts.append(f"at most {_duration(view.seconds_left)} left")
    return " · ".join(parts)


def _duration(seconds: float) -> str:
    """Returns "0.4 s", "12 s" or "3 min 5 s"."""
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s"


def _show_cancelled(training: TrainingView) -> None:
    if not training.epochs:
        st.warning(
            "Stopped before the first epoch; nothing was kept.", icon=":material/cancel:"
        )
        return
    num_epochs = sum(map(len, training.epochs.values()))
    st.warning(
        f"Stopped after {num_epochs} epochs. The network of the best of them is kept.",
        icon=":material/cancel:",
    )


def _show_done(view: JobView, training: TrainingView) -> None:
    reasons = {run.stop_reason for run in training.runs}
    early = " It stopped early, as nothing got better." if reasons == {"early stopping"} else ""
    if not any(reason.startswith("diverged") for reason in reasons):
        st.success(
            f"Done in {_duration(view.elapsed_seconds)}.{early}", icon=":material/check_circle:"
        )


def _show_numbers(history: History, runs: Sequence[FinishedRun]) -> None:
    """α and accuracies: of the best epochs where runs have ended, else as they stand."""
    attention = history.attention
    if runs and runs[0].attention:
        num_layers, num_bands = attention.shape
        for k in range(num_layers):
            for b in range(num_bands):
                attention[k, b] = fmean(run.attention[k][b] for run in runs)
    with st.container(horizontal=True, key="numbers"):
        for layer, alphas in enumerate(attention, start=1):
            st.metric(
                f"α {band_names(len(alphas))[0]}, layer {layer}",
                f"{alphas[0]:.2f}",
                help="The weight of the lowest band; the weights of a layer sum to 1.",
            )
        if runs:
            st.metric(*_mean_and_spread("Validation accuracy", [r.val_accuracy for r in runs]))
            oracle = fmean(run.oracle_test_accuracy for run in runs)
            st.metric(
                *_mean_and_spread("Test accuracy", [r.test_accuracy for r in runs]),
                help="At the best validation epoch, mean ± standard deviation over seeds. "
                f"Oracle, the best test accuracy of any epoch, selects nothing: {oracle:.1%}.",
            )
        else:
            last = history.mean.iloc[-1]
            st.metric("Validation accuracy", f"{last['val_accuracy']:.1%}")
            st.metric("Training loss", f"{last['train_loss']:.3f}")


def _mean_and_spread(label: str, values: Sequence[float]) -> tuple[str, str]:
    if len(values) == 1:
        return f"{label}, 1 seed", f"{values[0]:.1%}"
    return f"{label}, {len(values)} seeds", f"{fmean(values):.1%} ± {100 * pstdev(values):.1f}"


def _show_charts(
    history: History, training: TrainingView, config: TrainConfig, ghost: History | None
) -> None:
    num_epochs = config.epochs if len(training.runs) == 0 else len(history.mean)
    setup = training.setup
    if history.num_layers:
        names = band_names(history.num_bands)
        for layer, place in enumerate(st.columns(history.num_layers), start=1):
            with place:
                st.markdown(f"**Attention α of layer {layer}**")
                st.echarts_chart(
                    figures.attention_chart(
                        history,
                        layer,
                        num_epochs=num_epochs,
                        energy=setup.energy if setup else None,
                        ghost=ghost,
                    ),
                    height=CHART_HEIGHT,
                    key=f"attention-{layer}",
                    alt=f"Attention of layer {layer}. "
                    + history.describe(
                        {f"alpha_{layer}_{b + 1}": name for b, name in enumerate(names)}
                    ),
                )
    else:
        st.caption(f"{config.model} has no attention over frequencies.")
    left, right = st.columns(2)
    with left:
        st.markdown("**Accuracy**")
        best = [run.best_epoch for run in training.runs]
        st.echarts_chart(
            figures.accuracy_chart(
                history, num_epochs=num_epochs, best_epochs=best, ghost=ghost
            ),
            height=CHART_HEIGHT,
            key="accuracy",
            alt="Accuracies. " + history.describe(ACCURACIES),
        )
    with right:
        st.markdown("**Loss**")
        st.echarts_chart(
            figures.loss_chart(history, num_epochs=num_epochs, ghost=ghost),
            height=CHART_HEIGHT,
            key="loss",
            alt="Losses. " + history.describe(LOSSES),
        )
    if setup is not None and history.num_layers:
        _show_response(history, setup, config)


def _show_response(history: History, setup: Setup, config: TrainConfig) -> None:
    st.markdown("**Learned response over the spectrum**")
    if setup.responses is None:
        st.caption(
            "A split by column has no response to frequencies: its bands are nodes of the file."
        )
        return
    learned = learned_response(
        history.attention.tolist(), setup.responses, setup.grid, config.pooling
    )
    st.echarts_chart(
        figures.response_chart(setup.grid, setup.histogram, learned.values, setup.cuts),
        height=CHART_HEIGHT,
        key="response",
        alt="Learned weight of each frequency, by layer, over the density of the eigenvalues.",
    )
    st.caption(f"{learned.note} Grey: the density of the graph's eigenvalues.")
