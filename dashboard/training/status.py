"""How a training is doing, in words and numbers, and where to go once it has ended."""

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np
import streamlit as st

from dashboard import run_titles
from dashboard.figures.compare import MAX_RUNS
from dashboard.figures.history import History, band_names
from dashboard.jobs import JobState, JobView
from dashboard.plain import plain
from dashboard.run_titles import ORACLE
from dashboard.training import compare, restart
from dashboard.training.job import FinishedRun, TrainingView
from dashboard.words import count
from spgat.words import duration


def show(view: JobView, training: TrainingView, is_ending: bool) -> None:
    """Shows where a training stands; `is_ending` says that it is about to stop."""
    show_progress(view, is_ending)
    if view.state is JobState.CANCELLED:
        text = f"{_cancelled_text(training)} {view.reason}".strip()
        st.warning(text, icon=":material/cancel:")
    if view.state is JobState.DONE:
        _show_done(view, training)
    if training.resumed is not None and view.is_active:
        num_seeds = 1 if training.plan is None else training.plan.num_seeds
        restart.show_resumed(training.resumed, num_seeds, "seed")
    for run in training.runs:
        if run.stop_reason.startswith("diverged"):
            st.error(plain(run.notes[-1]), icon=":material/error:")
    _show_unsaved(training.runs)


def show_progress(view: JobView, is_ending: bool, so_far: str = "") -> None:
    """Shows how far a job is, or that it failed; nothing of one that has ended otherwise."""
    label = plain(view.label)
    if view.state is JobState.QUEUED:
        ahead = count(view.place, "job")
        st.progress(view.fraction, f"{label} · queued: {ahead} ahead of you")
    elif view.is_active:
        parts = [label, so_far, view.text, duration(view.elapsed_seconds)]
        if is_ending:
            parts.append("stopping")
        elif view.state is JobState.PAUSED:
            parts.append("paused (the next job may run)")
        elif view.seconds_left is not None:
            parts.append(f"at most {duration(view.seconds_left)} left")
        st.progress(view.fraction, " · ".join(filter(None, parts)))
    elif view.state is JobState.FAILED:
        st.error(plain(view.error or ""), icon=":material/error:")


def _show_unsaved(runs: Sequence[FinishedRun]) -> None:
    """Says which runs are in no store, and offers them before they are forgotten."""
    unsaved = {run.run_id: run.unsaved for run in runs if run.unsaved is not None}
    if not unsaved:
        return
    st.error(
        f"{count(len(unsaved), 'run')} could not be saved. "
        f"{plain(next(iter(unsaved.values())).reason)} Until this training is forgotten, "
        "download what it has learned here, and import it under Runs later.",
        icon=":material/save:",
    )
    with st.container(horizontal=True):
        for run_id, each in unsaved.items():
            st.download_button(
                f"{run_id}.zip",
                each.content,
                f"{run_id}.zip",
                "application/zip",
                icon=":material/folder_zip:",
                on_click="ignore",
                key=f"unsaved-{run_id}",
            )


def _show_done(view: JobView, training: TrainingView) -> None:
    if any(run.stop_reason.startswith("diverged") for run in training.runs):
        return  # the runs that did say so below
    early = all(run.stop_reason == "early stopping" for run in training.runs)
    reason = ", stopped early: validation had stopped improving" if early else ""
    seconds = duration(view.elapsed_seconds)
    st.markdown(
        f":green[:material/check_circle:] {plain(view.label)}: done in {seconds}{reason}."
    )


def _cancelled_text(training: TrainingView) -> str:
    """How far a training of one or more seeds came before it was stopped."""
    if training.plan is None or not training.runs:
        return "Stopped before the first epoch, so there is nothing to save."
    partial = [run for run in training.runs if run.stop_reason == "cancelled"]
    num_seeds, num_whole = training.plan.num_seeds, len(training.runs) - len(partial)
    num_epochs = sum(len(training.epochs[run.seed]) for run in partial)
    where = f"after {count(num_epochs, 'epoch')}"
    if num_seeds == 1:
        return f"Stopped {where}. The network of the best validation epoch is kept."
    where += f" of seed {num_whole + 1} of {num_seeds}"
    where += "; the seeds before it are complete" * (num_whole > 0)
    return f"Stopped {where}. The network of each seed's best validation epoch is kept."


class Number(NamedTuple):
    """A number with its name, and what it means where that needs words."""

    name: str
    value: str
    meaning: str | None = None


class Numbers(NamedTuple):
    """What is shown of a training, all of it of one epoch.

    Attributes:
        epoch: Which epoch, in words: the latest while it runs, then the best on validation.
        alpha: α of each layer and band.
        numbers: α of the lowest bands, accuracies and the like.
    """

    epoch: str
    alpha: tuple[tuple[float, ...], ...]
    numbers: list[Number]


def numbers(training: TrainingView, ended: Sequence[FinishedRun]) -> Numbers:
    """Returns the numbers of the latest epoch, or of the best ones once a training has ended.

    Args:
        training: With an epoch at least, and its cutoffs where learning has moved them to.
        ended: Its runs, none while it goes on.
    """
    return _best(training, ended) if ended else _latest(training)


def _latest(training: TrainingView) -> Numbers:
    """Of the seed that runs: a mean over seeds would be one of different epochs."""
    seed, records = list(training.epochs.items())[-1]
    last = records[-1]
    of_seed = f" of seed {seed}" * (training.plan is not None and training.plan.num_seeds > 1)
    rest = [
        Number("Validation accuracy", f"{last.val_accuracy:.1%}"),
        Number("Training loss", f"{last.train_loss:.3f}"),
        *_learned_d(training),
    ]
    return Numbers(
        f"At epoch {last.epoch}{of_seed}", last.alpha, [*_low_alpha(last.alpha), *rest]
    )


def _best(training: TrainingView, runs: Sequence[FinishedRun]) -> Numbers:
    means = np.mean([run.alpha for run in runs], axis=0).tolist()
    alpha = tuple(map(tuple, means))
    oracle = fmean(run.oracle_test_accuracy for run in runs)
    rest = [
        Number(*_mean_and_spread("Validation accuracy", [r.val_accuracy for r in runs])),
        Number(
            *_mean_and_spread("Test accuracy", [r.test_accuracy for r in runs]),
            "At the best validation epoch; mean ± standard deviation over seeds. The best test "
            f"accuracy of any epoch is {oracle:.1%}: {ORACLE}",
        ),
        *_learned_d(training),
    ]
    epoch = run_titles.best_epoch([run.best_epoch for run in runs])
    return Numbers(epoch, alpha, [*_low_alpha(alpha), *rest])


def _low_alpha(alpha: Sequence[Sequence[float]]) -> list[Number]:
    return [
        Number(
            f"α {band_names(len(bands))[0]}, layer {layer}",
            f"{bands[0]:.2f}",
            "The weight of the lowest band; the weights of a layer sum to 1.",
        )
        for layer, bands in enumerate(alpha, start=1)
    ]


def _learned_d(training: TrainingView) -> list[Number]:
    """Where learning has moved the first cut to, as a share of the frequencies."""
    setup, plan = training.setup, training.plan
    if setup is None or setup.bands is None or plan is None:
        return []
    if not plan.config.bands.learn_cutoffs:
        return []
    below = setup.bands.eigenvalues <= setup.bands.cut.cutoffs[0]
    share = setup.density[below].sum() / setup.density.sum()
    meaning = "Below the first cutoff, which is learned; by the density of the eigenvalues."
    return [Number("Share of low frequencies", f"{share:.1%}", meaning)]


def show_numbers(shown: Numbers) -> None:
    """Shows the numbers, what they mean, and which epoch they are of."""
    st.caption(f"{shown.epoch}.")
    with st.container(horizontal=True, key="numbers"):
        for name, value, meaning in shown.numbers:
            st.metric(name, value, help=meaning)


def _mean_and_spread(label: str, values: Sequence[float]) -> tuple[str, str]:
    if len(values) == 1:
        return f"{label}, 1 seed", f"{values[0]:.1%}"
    return f"{label}, {len(values)} seeds", f"{fmean(values):.1%} ± {100 * stdev(values):.1f}"


def show_actions(history: History, runs: Sequence[FinishedRun]) -> None:
    """Shows where to go on from what was trained."""
    saved = [run.run_id for run in runs if run.unsaved is None]
    with st.container(horizontal=True, vertical_alignment="center"):
        if saved:
            st.page_link(
                "app_pages/embeddings.py",
                label="See the embedding",
                icon=":material/scatter_plot:",
                query_params=[("run", run_id) for run_id in saved[:MAX_RUNS]],
            )
            st.button(
                "Overlay this run on the next one",
                icon=":material/keep:",
                on_click=compare.pin,
                args=(saved[-1],),
                key="keep",
            )
        st.download_button(
            "Numbers as CSV",
            history.to_csv,
            f"{runs[-1].run_id}.csv",
            "text/csv",
            icon=":material/download:",
            on_click="ignore",
            help="The data of the charts. Several seeds: mean and standard deviation.",
            key="csv",
        )
