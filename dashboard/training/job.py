"""A training as a job: one run per seed, recorded as it goes, each kept in the run store."""

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from dashboard.jobs import Job, JobContext, JobManager, JobView
from dashboard.training import queue
from dashboard.training.frames import Frame, Nodes, Recorder
from dashboard.training.ledger import Ledger, Plan, Record, Stopped
from dashboard.training.queue import Resumed
from spgat import presets
from spgat.arrays import Floats
from spgat.bands.record import NUM_VALUES, BandRecord, FilterRecord
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.progress import SETUP_SHARE
from spgat.results import EpochRecord, TrainResult

if TYPE_CHECKING:  # torch comes with it, and only the worker needs that
    from spgat.nn.model import Inputs
    from spgat.runs import Run, RunStore, RunSummary

KIND = "training"
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a model with bands or a learned filter knows before its first epoch.

    Attributes:
        density: float64 [NUM_VALUES], share of the eigenvalues per unit of λ, where the
            records have their eigenvalues.
        bands: Where they are cut and what they let through; None without bands.
        energy: Each band's share of the features' energy.
        learned_filter: The filter, None for bands; while a model trains the mean over the
            classes where each has one.
    """

    density: Floats
    bands: BandRecord | None = None
    energy: tuple[float, ...] | None = None
    learned_filter: FilterRecord | None = None

    @property
    def cutoffs(self) -> tuple[float, ...]:
        """Where the bands are cut, nowhere without bands."""
        return () if self.bands is None else self.bands.cut.cutoffs


@dataclass(frozen=True, slots=True)
class SeedEpoch:
    """An epoch of one of the seeds."""

    seed: int
    record: EpochRecord


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Why a run is not in the store, and its zip without frames, which Runs imports."""

    reason: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """A run that has ended; see `TrainResult` for the other attributes.

    Attributes:
        run_id: Its name in the store.
        unsaved: What stands for it where the store could not be written.
    """

    run_id: str
    unsaved: Unsaved | None
    seed: int
    best_epoch: int
    test_accuracy: float
    val_accuracy: float
    oracle_test_accuracy: float
    alpha: tuple[tuple[float, ...], ...]
    stop_reason: str
    notes: tuple[str, ...]
    bands: BandRecord | None
    learned_filter: FilterRecord | None


@dataclass(frozen=True, slots=True)
class TrainingView:
    """A training job's records, told apart."""

    plan: Plan | None
    setup: Setup | None
    nodes: Nodes | None
    frames: tuple[Frame, ...]
    epochs: dict[int, list[EpochRecord]]
    runs: tuple[FinishedRun, ...]
    resumed: Resumed | None = None

    @classmethod
    def of(cls, view: JobView) -> "TrainingView":
        """Returns what a job of this kind has recorded."""
        found: defaultdict[type, list[Any]] = defaultdict(list)
        for item in view.records:
            found[type(item)].append(item)
        last = {kind: items[-1] for kind, items in found.items()}
        epochs: defaultdict[int, list[EpochRecord]] = defaultdict(list)
        for epoch in found[SeedEpoch]:
            epochs[epoch.seed].append(epoch.record)
        return cls(
            plan=last.get(Plan),
            setup=last.get(Setup),
            nodes=last.get(Nodes),
            frames=tuple(found[Frame]),
            epochs=dict(epochs),
            runs=tuple(found[FinishedRun]),
            resumed=last.get(Resumed),
        )

    def summed_up(self) -> "TrainingView":
        """Returns what counts once the training has ended.

        A seed that broke off says nothing of a whole training, so where there are whole ones
        only these count.
        """
        whole = {run.seed: run for run in self.runs if run.stop_reason != "cancelled"}
        if not whole:
            return self
        epochs = {seed: self.epochs[seed] for seed in whole}
        return replace(self, epochs=epochs, runs=tuple(whole.values()))

    def moved(self, ended: Sequence[FinishedRun] = ()) -> "TrainingView":
        """Returns the training with cuts, or the filter, where learning has moved them.

        Args:
            ended: Runs whose mean counts; without any it is the latest epoch.
        """
        if self.setup is None or self.plan is None:
            return self
        if self.setup.learned_filter is not None:
            latest = list(self.epochs.values())[-1][-1]
            moved = self.setup.learned_filter.moved(latest.coefficients)
            return replace(self, setup=replace(self.setup, learned_filter=moved))
        if self.setup.bands is None or not self.plan.config.bands.learn_cutoffs:
            return self
        cutoffs = [run.bands.cut.cutoffs for run in ended if run.bands is not None]
        mean = np.mean(cutoffs or [list(self.epochs.values())[-1][-1].cutoffs], axis=0)
        bands = self.setup.bands.moved(self.plan.config.bands, mean.tolist())
        return replace(self, setup=replace(self.setup, bands=bands))


def submit(
    manager: JobManager,
    graph: Graph,
    config: TrainConfig,
    num_seeds: int,
    store: "RunStore",
    owner: str,
    *,
    ledger: Ledger,
    is_private: bool = False,
) -> Job:
    """Queues a training with seeds 0, 1, …; see `queue.submit`."""
    label = describe(graph.name, config, num_seeds)
    return queue.submit(
        manager, KIND, work, label, graph, Plan(config, num_seeds), store, owner,
        ledger=ledger, is_private=is_private,
    )  # fmt: skip


def work(
    graph: Graph, store: "RunStore", record: Record, done: list[int], context: JobContext
) -> None:
    """Trains the seeds that are not done yet, and records those that are."""
    entry = record.entry
    for seed in done:
        with suppress(InputError):  # deleted in the meantime
            _replay(store.load(entry.runs[seed]), context)
    keep = partial(store.save, graph=graph, owner=entry.owner, is_private=entry.is_private)
    on_run = partial(_write_down, record)
    seeds = range(entry.num_seeds)
    train(graph, entry.config, seeds, keep, context, first=len(done), on_run=on_run)


def _write_down(record: Record, run: FinishedRun, num_epochs: int) -> None:
    """Notes how far a training is."""
    if run.stop_reason == "cancelled":
        run_id = run.run_id if run.unsaved is None else ""
        record.stop(Stopped(run.seed, num_epochs, run_id))
    elif run.unsaved is None:
        record.keep(run.seed, run.run_id)


def _replay(run: "Run", context: JobContext) -> None:
    """Records a stored run as though it had just been trained."""
    for epoch in run.history:
        context.record(SeedEpoch(run.summary.seed, epoch))
    filters = {"bands": run.bands, "learned_filter": run.learned_filter}
    context.record(_finished(run.summary, unsaved=None, **filters))


def describe(dataset: str, config: TrainConfig, num_seeds: int) -> str:
    """Returns one line that tells trainings apart."""
    preset = presets.title(config.preset).lower()
    seeds = f", {num_seeds} seeds" if num_seeds > 1 else ""
    return f"{MODELS[config.model].title} on {dataset}, {preset}{seeds}"


def train(
    graph: Graph,
    config: TrainConfig,
    seeds: Sequence[int],
    keep: Callable[[TrainResult], str],
    context: JobContext,
    *,
    first: int = 0,
    on_run: Callable[[FinishedRun, int], None] = lambda run, num_epochs: None,
) -> None:
    """Trains one run per seed and keeps each, a cancelled one too with what there is.

    A run that cannot be kept stays with the job, and the next seed is trained.

    Args:
        graph: As for `fit`.
        config: As for `fit`.
        seeds: At least one.
        keep: Stores a run and returns its name.
        context: Of the job.
        first: Position of the seed to begin with.
        on_run: Called with each run and its number of epochs.
    """
    context.record(Plan(config, len(seeds)))
    context.progress(0.0, "loading the libraries")
    from spgat.training import fit_each  # imports torch, which takes seconds

    context.progress(0.0, "preparing the graph")
    recorder = Recorder(context, Nodes.of(graph))
    if config.record_embedding_every:
        context.record(recorder.nodes)

    def on_setup(seed: int, inputs: "Inputs") -> None:
        if seed == seeds[first]:  # the bands are the same for all
            _record_setup(graph, config, context, inputs)

    pace = _Pace(context, config.epochs, seeds)
    for result in fit_each(
        graph,
        config,
        seeds,
        first=first,
        on_setup=on_setup,
        on_epoch=pace.on_epoch,
        on_frame=recorder.on_frame,
        should_stop=context.should_stop,
        progress=pace.preparing,
    ):
        if not result.history:
            continue
        run_id, unsaved = _kept(keep, result, graph)
        run = _finished(result, run_id=run_id, unsaved=unsaved)
        context.record(run)
        on_run(run, len(result.history))


class _Pace:
    """Tells the job how far it is: preparing and training are phases of their own."""

    def __init__(self, context: JobContext, num_epochs: int, seeds: Sequence[int]) -> None:
        self._context = context
        self._num_epochs = num_epochs
        self._seeds = seeds
        self._is_prepared = False

    def preparing(self, fraction: float, text: str) -> None:
        """Passes the progress of the first seed's preparation on."""
        if not self._is_prepared:
            self._context.progress(fraction * len(self._seeds) / SETUP_SHARE, text)

    def on_epoch(self, seed: int, epoch: EpochRecord) -> None:
        """Records an epoch."""
        if not self._is_prepared:
            self._context.progress(1.0, "prepared")  # so that what follows is a new phase
            self._is_prepared = True
        self._context.record(SeedEpoch(seed, epoch))
        position, total = self._seeds.index(seed), len(self._seeds)
        done = (position + epoch.epoch / self._num_epochs) / total
        of_seeds = f", seed {position + 1} of {total}" * (total > 1)
        self._context.progress(done, f"epoch {epoch.epoch} of {self._num_epochs}{of_seeds}")


def _record_setup(
    graph: Graph, config: TrainConfig, context: JobContext, inputs: "Inputs"
) -> None:
    """Records what the model's bands or filter look like over the spectrum, if it has some."""
    from spgat.bands.operators import BandOperators
    from spgat.nn.energy import energy_shares
    from spgat.spectral.cache import default_cache
    from spgat.spectral.density import spectral_density

    bands = inputs.structure if isinstance(inputs.structure, BandOperators) else None
    if bands is None and inputs.learned_filter is None:
        return
    density = spectral_density(
        graph.adjacency,
        config.bands.laplacian,
        num_values=NUM_VALUES,
        cache=default_cache(),
        should_stop=context.should_stop,
    )
    context.record(
        Setup(
            density=density.density,
            bands=None if bands is None else BandRecord.of(bands),
            energy=None if bands is None else energy_shares(bands, inputs.features),
            learned_filter=inputs.learned_filter,
        )
    )


def _kept(
    keep: Callable[[TrainResult], str], result: TrainResult, graph: Graph
) -> tuple[str, Unsaved | None]:
    """The run's name in the store, or a new one with what stands for it."""
    from spgat.runs import zip_of

    try:
        return keep(result), None
    except InputError as error:
        logger.warning("A run is kept in memory alone: %s", error)
        run_id, content = zip_of(replace(result, frames=[]), graph)
        return run_id, Unsaved(f"{error}", content)


def _finished(source: "TrainResult | RunSummary", **own: Any) -> FinishedRun:
    """What a training, or the summary of a stored run, says; `own` is what it does not say."""
    names = (f.name for f in fields(FinishedRun) if f.name not in own)
    return FinishedRun(**own, **{name: getattr(source, name) for name in names})
