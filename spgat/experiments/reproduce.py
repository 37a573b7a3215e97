"""`spgat reproduce NAME`: measure what is missing, then write the result."""

from pathlib import Path

from spgat.errors import InputError
from spgat.experiments import NAMES, TITLES
from spgat.experiments.ablation import ABLATION
from spgat.experiments.design import FIGURE_D, VARIANTS
from spgat.experiments.experiment import FULL, QUICK, Experiment
from spgat.experiments.filters import COMPANY
from spgat.experiments.findings import FINDINGS
from spgat.experiments.learned import ATTENTION, SILHOUETTE
from spgat.experiments.outcome import Outcome
from spgat.experiments.ppi import PPI
from spgat.experiments.suggested import SUGGESTED_D
from spgat.experiments.sweep import CellStore, run_cells
from spgat.experiments.table1 import TABLE1
from spgat.experiments.timing import TIMING
from spgat.experiments.untrained import FIGURE1
from spgat.progress import Progress, ShouldStop

#: All tables and figures by name, the quickest first.
EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        FIGURE1,
        PPI,
        FINDINGS,
        COMPANY,
        ABLATION,
        SUGGESTED_D,
        TABLE1,
        ATTENTION,
        VARIANTS,
        SILHOUETTE,
        TIMING,
        FIGURE_D,
    )
}


def reproduce(
    name: str,
    *,
    quick: bool = True,
    scheduler: str | None = None,
    results_folder: Path = Path("results"),
    processes: int = 1,
    fresh: bool = False,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> list[Outcome]:
    """Returns the outcome of a table or figure, of each with the name "all".

    Runs that the results folder records are not repeated, so an interrupted call goes on where
    it ended, and the full protocol only adds to the quick one. Rows show the mean over all
    recorded runs and how many there are.

    Args:
        name: One of `NAMES`.
        quick: Few seeds and one random split instead of the full protocol.
        scheduler: Address of a Dask scheduler; local processes where None.
        results_folder: Where runs are recorded and results written.
        processes: Local processes; times are measured by one, with nothing beside it.
        fresh: Measure again what is recorded.
        progress: Called after each run with how many are left.
        should_stop: Polled after each run.

    Raises:
        InputError: For an unknown name or a scheduler that does not answer.
        Cancelled: If `should_stop` answers true.
    """
    if name not in NAMES:
        raise InputError(f"There is no experiment {name!r}; choose one of {', '.join(NAMES)}.")
    chosen = list(EXPERIMENTS.values()) if name == "all" else [EXPERIMENTS[name]]
    protocol = QUICK if quick else FULL
    store = CellStore(results_folder)
    for alone in (False, True):
        part = [experiment for experiment in chosen if experiment.alone == alone]
        run_cells(
            [cell for experiment in part for cell in experiment.cells(protocol)],
            store,
            processes=1 if alone else processes,
            scheduler=None if alone else scheduler,
            fresh=fresh,
            progress=progress,
            should_stop=should_stop,
        )
    return [summarise(experiment.name, results_folder) for experiment in chosen]


def summarise(name: str, results_folder: Path) -> Outcome:
    """Writes and returns an experiment's result from what is recorded, measuring nothing."""
    experiment = EXPERIMENTS[name]
    records = CellStore(results_folder).read()
    rows = tuple(experiment.rows(records))
    outcome = Outcome(
        name=name,
        title=TITLES[name],
        rows=rows,
        findings=tuple(experiment.findings(rows)),
        arrays=experiment.arrays(records),
    )
    outcome.save(results_folder)
    return outcome
