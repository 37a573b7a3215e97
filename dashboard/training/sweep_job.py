"""A sweep as a job: trainings over several d, each whole run kept in the store."""

from contextlib import suppress
from typing import TYPE_CHECKING

from dashboard.figures.sweep import SweepPoint
from dashboard.jobs import Job, JobContext, JobManager, JobView
from dashboard.training import queue
from dashboard.training.ledger import Ledger, Plan, Record
from dashboard.training.queue import Resumed
from spgat.bands.cut import Cut
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.sweep import fit_sweep, swept

if TYPE_CHECKING:  # torch comes with it, and only the worker needs that
    from spgat.runs import RunStore, RunSummary
    from spgat.training import TrainResult

KIND = "sweep"


def submit(
    manager: JobManager,
    graph: Graph,
    plan: Plan,
    store: "RunStore",
    owner: str,
    *,
    ledger: Ledger,
    is_private: bool = False,
) -> Job:
    """Queues a sweep; see `queue.submit`.

    Raises:
        InputError: If there is no d to sweep, its runs could not be kept, or the queue is full.
    """
    swept(plan.config, plan.low_fractions)
    label = (
        f"{MODELS[plan.config.model].title} on {graph.name}, {len(plan.low_fractions)} d, "
        f"{plan.num_seeds} seeds each"
    )
    return queue.submit(
        manager, KIND, work, label, graph, plan, store, owner,
        ledger=ledger, is_private=is_private,
    )  # fmt: skip


def work(
    graph: Graph, store: "RunStore", record: Record, done: list[int], context: JobContext
) -> None:
    """Trains the runs that are not done yet, keeps each and records all as points.

    Raises:
        InputError: If a run can't be kept; the points before stay.
        Cancelled: If the job is stopped; the points before stay.
    """
    entry = record.entry
    plan = Plan(entry.config, entry.num_seeds, entry.low_fractions)
    context.record(plan)
    for number in done:
        with suppress(InputError):  # deleted in the meantime
            run = store.load(entry.runs[number]).summary
            share = plan.low_fractions[number // plan.num_seeds]
            context.record(_point(share, run, run.cut, run.run_id))
    context.progress(0.0, "loading the libraries")
    trained = fit_sweep(
        graph,
        plan.config,
        plan.low_fractions,
        range(plan.num_seeds),
        first=len(done),
        should_stop=context.should_stop,
        progress=context.progress,
    )
    for number, (share, result) in enumerate(trained, start=len(done)):
        run_id = store.save(result, graph, owner=entry.owner, is_private=entry.is_private)
        record.keep(number, run_id)
        cut = None if result.bands is None else result.bands.cut
        context.record(_point(share, result, cut, run_id))


def _point(
    share: float, run: "TrainResult | RunSummary", cut: Cut | None, run_id: str
) -> SweepPoint:
    assert cut is not None  # `swept` lets no other model through
    return SweepPoint(
        num_low=cut.num_low[0],
        low_fraction=share,
        seed=run.seed,
        val_accuracy=run.val_accuracy,
        test_accuracy=run.test_accuracy,
        alpha=tuple(bands[0] for bands in run.alpha),
        run_id=run_id,
    )


def points_of(view: JobView) -> tuple[Plan | None, list[SweepPoint]]:
    """Returns what a job of this kind has recorded: its plan, and the runs so far."""
    plan = next((item for item in view.records if isinstance(item, Plan)), None)
    return plan, [item for item in view.records if isinstance(item, SweepPoint)]


def resumed_of(view: JobView) -> Resumed | None:
    """Returns that a sweep goes on after a restart of the server, None where it does not."""
    return next((item for item in view.records if isinstance(item, Resumed)), None)
