"""How a training is doing, in words and numbers, and what to do with it once it has ended."""

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np
import streamlit as st

from dashboard.figures.compare import MAX_RUNS
from dashboard.figures.history import History, band_names
from dashboard.jobs import JobState, JobView
from dashboard.plain import plain
from dashboard.training import compare
from dashboard.training.job import FinishedRun, TrainingView


def show(view: JobView, training: TrainingView, is_ending: bool) -> None:
    """Shows where a training stands.

    Args:
        view: The job.
        training: What it has recorded.
        is_ending: Whether it was told to stop.
    """
    match view.state:
        case JobState.QUEUED:
            jobs = "1 job comes" if view.place == 1 else f"{view.place} jobs come"
            st.progress(0.0, f"{plain(view.label)} · in the queue, {jobs} before this one")
        case JobState.RUNNING | JobState.PAUSED:
            st.progress(view.fraction, _progress_text(view, is_ending))
        case JobState.FAILED:
            st.error(plain(view.error or ""), icon=":material/error:")
        case JobState.CANCELLED:
            text = f"{_cancelled_text(training)} {view.reason}".strip()
            st.warning(text, icon=":material/cancel:")
        case JobState.DONE:
            _show_done(view, training)
    for run in training.runs:
        if run.stop_reason.startswith("diverged"):
            st.error(plain(run.notes[-1]), icon=":material/error:")


def _show_done(view: JobView, training: TrainingView) -> None:
    if any(run.stop_reason.startswith("diverged") for run in training.runs):
        return  # which is told below, run by run
    early = all(run.stop_reason == "early stopping" for run in training.runs)
    reason = ", stopped early as nothing got better" if early else ""
    seconds = _duration(view.elapsed_seconds)
    st.markdown(
        f":green[:material/check_circle:] {plain(view.label)}: done in {seconds}{reason}."
    )


def _cancelled_text(training: TrainingView) -> str:
    """How far a training of one or more seeds came before it was stopped."""
    if training.plan is None or not training.runs:
        return "Stopped before the first epoch; nothing was kept."
    partial = [run for run in training.runs if run.stop_reason == "cancelled"]
    num_seeds, num_whole = training.plan.num_seeds, len(training.runs) - len(partial)
    num_epochs = sum(len(training.epochs[run.seed]) for run in partial)
    where = f"after {num_epochs} epoch{'s' * (num_epochs != 1)}"
    if num_seeds == 1:
        return f"Stopped {where}. The network of the best one is kept."
    where += f" of seed {num_whole + 1} of {num_seeds}"
    where += "; the seeds before it are complete" * (num_whole > 0)
    return f"Stopped {where}. The networks of their best epochs are kept."


def _progress_text(view: JobView, is_ending: bool) -> str:
    parts = [plain(view.label), view.text, _duration(view.elapsed_seconds)]
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


class Number(NamedTuple):
    """A number with its name, and what it means where that needs words."""

    name: str
    value: str
    meaning: str | None = None


def numbers(history: History, runs: Sequence[FinishedRun]) -> list[Number]:
    """Returns α of the last epoch, and accuracies: of the best ones once runs have ended.

    Where a run diverged its α is that of the last epoch before.
    """
    alpha = np.mean([r.alpha for r in runs], axis=0) if runs else history.alpha
    found = [
        Number(
            f"α {band_names(len(alphas))[0]}, layer {layer}",
            f"{alphas[0]:.2f}",
            "The weight of the lowest band; the weights of a layer sum to 1.",
        )
        for layer, alphas in enumerate(alpha, start=1)
    ]
    if runs:
        oracle = fmean(run.oracle_test_accuracy for run in runs)
        return [
            *found,
            Number(*_mean_and_spread("Validation accuracy", [r.val_accuracy for r in runs])),
            Number(
                *_mean_and_spread("Test accuracy", [r.test_accuracy for r in runs]),
                "At the best validation epoch, mean ± standard deviation over seeds. "
                f"Oracle, the best test accuracy of any epoch, selects nothing: {oracle:.1%}.",
            ),
        ]
    last = history.mean.iloc[-1]
    return [
        *found,
        Number("Validation accuracy", f"{last['val_accuracy']:.1%}"),
        Number("Training loss", f"{last['train_loss']:.3f}"),
    ]


def show_numbers(history: History, runs: Sequence[FinishedRun]) -> None:
    """Shows `numbers`, and what they mean."""
    with st.container(horizontal=True, key="numbers"):
        for name, value, meaning in numbers(history, runs):
            st.metric(name, value, help=meaning)


def _mean_and_spread(label: str, values: Sequence[float]) -> tuple[str, str]:
    if len(values) == 1:
        return f"{label}, 1 seed", f"{values[0]:.1%}"
    return f"{label}, {len(values)} seeds", f"{fmean(values):.1%} ± {100 * stdev(values):.1f}"


def show_actions(history: History, runs: Sequence[FinishedRun]) -> None:
    """Shows where to go on from what was trained."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link(
            "app_pages/embeddings.py",
            label="See the embedding",
            icon=":material/scatter_plot:",
            query_params=[("run", run.run_id) for run in runs[:MAX_RUNS]],
        )
        st.button(
            "Compare the next one with this",
            icon=":material/keep:",
            on_click=compare.pin,
            args=(runs[-1].run_id,),
            key="keep",
        )
        st.download_button(
            "Numbers as CSV",
            history.to_csv,
            f"{runs[-1].run_id}.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
            help="What the charts show: mean, and standard deviation over several seeds.",
            key="csv",
        )
