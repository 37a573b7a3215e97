"""`spgat tune`: searches for a config on validation data alone.

Own choice, not in the paper, which searched d on a grid and does not say on which nodes.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from itertools import chain, pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, get_args

import numpy as np

from spgat import datasets
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.experiments import Family
from spgat.experiments.cell import Cell, Measured, TrainCell, compact, train_cells
from spgat.experiments.families import suggested
from spgat.experiments.sweep import Finished, timed
from spgat.experiments.trace import Trial, standard_error
from spgat.extras import needs_extra
from spgat.parallel import results_of
from spgat.progress import Progress, ShouldStop, report
from spgat.replacing import replacing
from spgat.training import fit

with needs_extra("lab"):
    import optuna

#: Configs that are drawn before the first of them is judged, so that a cluster has work; a
#: fixed number, so that the outcome is the same on any number of processes.
_AT_ONCE = 8
States = tuple[optuna.trial.TrialState, ...]
_WHOLE: States = (optuna.trial.TrialState.COMPLETE,)
_FINISHED: States = (*_WHOLE, optuna.trial.TrialState.PRUNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchCell(TrainCell):
    """One training run of which nothing but the validation accuracy is read."""

    def measure(self) -> Measured:
        """Returns the validation accuracy, and of how many nodes it is."""
        graph = self.graph()
        result = fit(graph, self.config, seed=self.seed)
        labelled = graph.splits[0].val & (np.asarray(graph.labels) >= 0)
        return {"val_accuracy": result.val_accuracy, "num_val": int(labelled.sum())}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuned:
    """The outcome of a search.

    Attributes:
        dataset: Name in the catalogue.
        split_index: The one split that was searched, published or drawn.
        config: The config with the best mean validation accuracy, preset "tuned".
        val_accuracy: That mean, over `runs` runs.
        num_val: Number of validation nodes with a label.
        runs: Seeds of a config that outlived every halving.
        trace: What was tried, in order; a trial that was cut off is not among them.
    """

    dataset: str
    split_index: int
    config: TrainConfig
    val_accuracy: float
    num_val: int
    runs: int
    trace: tuple[Trial, ...] = ()

    @property
    def standard_error(self) -> float:
        """The standard error of the validation accuracy by the number of nodes."""
        return standard_error(self.val_accuracy, self.num_val)

    def to_dict(self) -> dict[str, Any]:
        """Returns the outcome as JSON holds it, with the number of trials for the trace."""
        return {
            "dataset": self.dataset,
            "split_index": self.split_index,
            "config": compact(self.config),
            "val_accuracy": self.val_accuracy,
            "standard_error": self.standard_error,
            "num_val": self.num_val,
            "trials": len(self.trace),
            "runs": self.runs,
        }


def tune(
    dataset: str,
    *,
    family: Family = "frequency",
    trials: int = 30,
    runs: int = 8,
    seed: int = 0,
    split_index: int = 0,
    storage: Path | None = None,
    processes: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Tuned:
    """Returns the config with the best mean validation accuracy.

    Successive halving over seeds (Jamieson and Talwalkar 2016; asynchronous, Li et al. 2020):
    every config is trained on one seed, about the better half of them on a second, the better
    half of those on four in all, and so on to `runs`. The search sees validation accuracies
    alone, so that no test label is ever looked at.

    It is nested: one split is searched on its own validation nodes, and what it finds may be
    reported on the test nodes of that split (`report_cells`). Where a set has several splits,
    published or drawn, they have a search each, as the validation nodes of one are test nodes
    of the others.

    Args:
        dataset: Name in the catalogue.
        family: "frequency" searches true frequency bands of two bands and more,
            "learned-cuts" those whose cuts learn, "views" these on consistent random views,
            "cheby" the published SpGAT-Cheby, "wavelet" the paper's sparse wavelets.
        trials: Number of configs, at least 1; more are tried while none has all seeds.
        runs: Seeds of a config that outlives every halving, at least 1.
        seed: Seed of the search.
        split_index: The split that is searched; where splits are drawn, which draw.
        storage: A file that keeps the trials, so that an interrupted search goes on; a search
            of another split, family or number of runs is another one.
        processes: Local processes; each computes with its share of the cores.
        scheduler: Address of a Dask scheduler to use instead, such as "tcp://host:8786".
        progress: Called after each run.
        should_stop: Polled after each run.

    Raises:
        InputError: For an unknown dataset or family, a number below 1, or if no scheduler
            answers at the address.
        Cancelled: If `should_stop` answers true.
    """
    if family not in get_args(Family):
        raise InputError(f"There is no family {family!r}; use one of {get_args(Family)}.")
    if trials < 1 or runs < 1:
        raise InputError(f"{trials} trials of {runs} runs: both must be at least 1.")
    if split_index < 0:
        raise InputError(f"The split is {split_index}; it must be at least 0.")
    datasets.info(dataset)  # an unknown one is refused before a study is made for it
    optuna.logging.set_verbosity(optuna.logging.CRITICAL)
    study = optuna.create_study(
        study_name=f"{dataset}-{family}-split-{split_index}-{runs}-runs",
        direction="maximize",
        pruner=optuna.pruners.SuccessiveHalvingPruner(min_resource=1, reduction_factor=2),
        storage=None if storage is None else f"sqlite:///{storage}",
        load_if_exists=True,
    )
    # A search that goes on would draw its first configs again from the same seed.
    study.sampler = optuna.samplers.TPESampler(seed=seed + _num(study), multivariate=True)

    def cells_of(config: TrainConfig, seeds: range) -> list[Cell]:
        pairs = [(run, split_index) for run in seeds]
        return train_cells(dataset, config, pairs, SearchCell)

    def measure(cells: Iterable[Cell]) -> Iterator[Finished]:
        results = results_of(timed, cells, processes=processes, scheduler=scheduler)
        with closing(results):
            for finished in results:
                done = _num(study)
                report(done / trials, f"{done} of {trials} trials", progress, should_stop)
                yield finished

    while (left := trials - _num(study)) > 0 or not _num(study, _WHOLE):
        batch = [study.ask() for _ in range(min(max(left, 1), _AT_ONCE))]
        running = {trial: suggested(trial, family) for trial in batch}
        try:
            _race(study, running, runs, cells_of, measure)
        except BaseException:
            for trial in running:
                study.tell(trial, state=optuna.trial.TrialState.FAIL, skip_if_finished=True)
            raise
    best, trace = study.best_trial.number, _trace(study, family)
    found = next(trial for trial in trace if trial.number == best)
    return Tuned(
        dataset=dataset,
        split_index=split_index,
        config=found.config,
        val_accuracy=found.val_accuracy,
        num_val=found.num_val,
        runs=runs,
        trace=trace,
    )


def _race(
    study: optuna.Study,
    running: dict[optuna.Trial, TrainConfig],
    runs: int,
    cells_of: Callable[[TrainConfig, range], list[Cell]],
    measure: Callable[[Iterable[Cell]], Iterator[Finished]],
) -> None:
    """Trains configs on 1, 2, 4 … seeds in all, each time less those that have fallen behind.

    Those that are still running when this ends by an error are left in `running`.
    """
    accuracies: dict[optuna.Trial, list[float]] = {trial: [] for trial in running}
    rungs = [0, *(2**k for k in range(runs.bit_length()) if 2**k < runs), runs]
    for first, count in pairwise(rungs):
        cells = {trial: cells_of(running[trial], range(first, count)) for trial in running}
        found = {cell: what for cell, what, _ in measure(chain(*cells.values()))}
        for trial, own in cells.items():
            accuracies[trial] += [found[cell]["val_accuracy"] for cell in own]
            trial.set_user_attr("val_accuracies", accuracies[trial])
            trial.set_user_attr("num_val", found[own[0]]["num_val"])
            trial.report(fmean(accuracies[trial]), count)
        for trial in cells:
            if count < runs and trial.should_prune():
                study.tell(trial, state=optuna.trial.TrialState.PRUNED)
                del running[trial]
    for trial in running:
        study.tell(trial, fmean(accuracies[trial]))


def _num(study: optuna.Study, states: States = _FINISHED) -> int:
    """Number of trials; one that was cut off is in no state that is asked for."""
    return len(study.get_trials(deepcopy=False, states=states))


def _trace(study: optuna.Study, family: Family) -> tuple[Trial, ...]:
    return tuple(
        Trial(
            number=trial.number,
            config=suggested(optuna.trial.FixedTrial(trial.params), family),
            val_accuracies=tuple(trial.user_attrs["val_accuracies"]),
            num_val=trial.user_attrs["num_val"],
            is_whole=trial.state in _WHOLE,
        )
        for trial in study.get_trials(deepcopy=False, states=_FINISHED)
    )


def report_cells(tuned: Tuned) -> list[Cell]:
    """Returns the runs by whose test nodes a config may be reported.

    They are on the split that was searched, none of whose test nodes the search has seen, and
    of seeds that it has not seen either.
    """
    seeds = range(tuned.runs, 2 * tuned.runs)
    return train_cells(tuned.dataset, tuned.config, [(run, tuned.split_index) for run in seeds])


#: Where the preset "tuned" comes from.
TUNED_FILE = Path(str(files("spgat"))) / "tuned.json"


def check_preset(dataset: str) -> None:
    """Refuses to make a preset of a search where that would leak labels.

    A preset is used on all splits of a set. Where there is more than one, the validation nodes
    that a search has seen are test nodes of the others. (The presets of Coauthor CS and Amazon
    Photo are older than this rule; results/README.md says so.)

    Raises:
        InputError: For a set whose splits are several, or drawn.
    """
    first, second = (
        TrainCell(dataset=dataset, config=TrainConfig(), split_index=index).graph().splits[0]
        for index in range(2)
    )
    if not np.array_equal(first.val, second.val):
        raise InputError(
            f"{dataset!r} has more than one split, and the validation nodes of the one that is "
            "searched are test nodes of others: no preset can be made of it. Leave --save out "
            "and report what is found on its own split."
        )


def save_preset(tuned: Tuned, file: Path = TUNED_FILE) -> None:
    """Makes a search's outcome the dataset's preset "tuned".

    Raises:
        InputError: As `check_preset`.
    """
    check_preset(tuned.dataset)
    content = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    content[tuned.dataset] = tuned.to_dict()
    text = json.dumps(content, indent=1, sort_keys=True) + "\n"
    with replacing(file) as path:
        path.write_text(text, encoding="utf-8")
