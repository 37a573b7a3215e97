"""A sweep as a job: trainings over several d, each whole run kept in the store."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING

from dashboard.figures.sweep import SweepPoint
from dashboard.jobs import Job, JobContext, JobManager, JobView
from spgat.config import TrainConfig
from spgat.graph import Graph
from spgat.models import MODELS
from spgat.sweep import fit_sweep, swept

if TYPE_CHECKING:  # torch comes with it, and only the worker needs that
    from spgat.runs import RunStore
    from spgat.training import TrainResult

KIND = "sweep"


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """What a job is about to train: each of some shares of low frequencies with each seed."""

    config: TrainConfig
    low_fractions: tuple[float, ...]
    num_seeds: int

    @property
    def num_runs(self) -> int:
        """How many trainings that are."""
        return len(self.low_fractions) * self.num_seeds


def submit(
    manager: JobManager,
    graph: Graph,
    plan: SweepPlan,
    store: "RunStore",
    owner: str,
    *,
    is_private: bool = False,
) -> Job:
    """Queues a sweep; the same one already on its way is shared.

    Args:
        manager: Of all jobs.
        graph: As for `fit`.
        plan: What is trained.
        store: Where its runs are kept.
        owner: Whose it is.
        is_private: Whether nobody else may see it or its runs; it is not shared either.

    Raises:
        InputError: If there is no d to sweep, its runs could not be kept, or the queue is full.
    """
    swept(plan.config, plan.low_fractions)
    store.check_writable()
    # All who share a job read its graph's words, which the digest leaves out.
    words = [graph.name, graph.node_names, graph.class_names, graph.notes]
    facts = [graph.digest, words, plan.config.to_dict(), plan.low_fractions, plan.num_seeds]
    facts.append(owner if is_private else "")
    key = blake2b(json.dumps(facts).encode(), digest_size=16).hexdigest()
    label = (
        f"{MODELS[plan.config.model].title} on {graph.name}, {len(plan.low_fractions)} d, "
        f"{plan.num_seeds} seeds each"
    )
    keep = partial(store.save, graph=graph, owner=owner, is_private=is_private)
    work = partial(run, graph, plan, keep)
    return manager.submit(KIND, key, work, label, owner, is_long=True, is_private=is_private)


def run(
    graph: Graph, plan: SweepPlan, keep: Callable[["TrainResult"], str], context: JobContext
) -> None:
    """Trains the runs of a sweep, keeps each and records it as a point.

    Raises:
        InputError: If a run can't be kept; the points before stay.
        Cancelled: If the job is stopped; the points before stay.
    """
    context.record(plan)
    context.progress(0.0, "loading the libraries")
    for share, result in fit_sweep(
        graph,
        plan.config,
        plan.low_fractions,
        range(plan.num_seeds),
        should_stop=context.should_stop,
        progress=context.progress,
    ):
        assert result.bands is not None  # `swept` lets no other model through
        run_id = keep(result)
        context.record(
            SweepPoint(
                num_low=result.bands.cut.num_low[0],
                low_fraction=share,
                seed=result.seed,
                val_accuracy=result.val_accuracy,
                test_accuracy=result.test_accuracy,
                alpha=tuple(bands[0] for bands in result.alpha),
                run_id=run_id,
            )
        )


def points_of(view: JobView) -> tuple[SweepPlan | None, list[SweepPoint]]:
    """Returns what a job of this kind has recorded: its plan, and the runs so far."""
    plan = next((item for item in view.records if isinstance(item, SweepPlan)), None)
    return plan, [item for item in view.records if isinstance(item, SweepPoint)]
