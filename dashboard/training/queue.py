"""A training or a sweep on its way into the lane: shared, written down, begun again.

Both are runs in a fixed order. What is written down says which of them are whole, so that the
next start of the server goes on with the first that is not.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import takewhile
from typing import TYPE_CHECKING

from dashboard.jobs import NOTHING, Held, Job, JobContext, JobManager, new_id
from dashboard.sizes import num_bytes
from dashboard.training.ledger import MAX_STARTS, Entry, Ledger, Plan, Record, Stopped
from spgat import datasets
from spgat.cost import training_cost
from spgat.errors import InputError
from spgat.graph import Graph

if TYPE_CHECKING:
    from spgat.runs import RunStore

#: Trains what an entry says, from the number of the run on that is given.
Work = Callable[[Graph, "RunStore", Record, list[int], JobContext], None]


@dataclass(frozen=True, slots=True)
class Resumed:
    """That a job goes on after a restart of the server.

    Attributes:
        num_done: Runs that were complete before it, and are not trained again.
        stopped: Where the next one was; None where that is not known.
    """

    num_done: int
    stopped: Stopped | None


def submit(
    manager: JobManager,
    kind: str,
    work: Work,
    label: str,
    graph: Graph,
    plan: Plan,
    store: "RunStore",
    owner: str,
    *,
    ledger: Ledger,
    is_private: bool = False,
) -> Job:
    """Queues a job that keeps runs; the same one already on its way is shared.

    Args:
        manager: Of all jobs.
        kind: Of the job.
        work: What it does.
        label: Title for people.
        graph: As for `fit`.
        plan: What is trained.
        store: Where its runs are kept.
        owner: Whose it is.
        ledger: Where it is written down, so that it goes on after a restart.
        is_private: Whether nobody else may see it or its runs; it is not shared either.

    Raises:
        InputError: If its runs could not be kept, or the queue is full.
    """
    store.check_writable()
    # All who share a job read its graph's words, which the digest leaves out.
    words = [graph.name, graph.node_names, graph.class_names, graph.notes]
    facts = [graph.digest, words, plan.config.to_dict(), plan.low_fractions, plan.num_seeds]
    facts.append(owner if is_private else "")
    entry = Entry(
        job_id=new_id(),
        kind=kind,
        key=blake2b(json.dumps(facts, sort_keys=True).encode(), digest_size=16).hexdigest(),
        label=label,
        owner=owner,
        is_private=is_private,
        dataset=graph.name,
        graph_digest=graph.digest,
        config=plan.config,
        num_seeds=plan.num_seeds,
        low_fractions=plan.low_fractions,
    )
    held = Held(graph, num_bytes(graph))
    return _queued(manager, entry, work, store, ledger, lambda: graph, held)


def resume(
    manager: JobManager, entry: Entry, work: Work, store: "RunStore", ledger: Ledger
) -> Job:
    """Queues a job again that a restart of the server has ended, at the run it reached.

    Raises:
        InputError: If it cannot go on, with the reason.
    """
    reason = why_not(entry)
    if reason:
        raise InputError(reason)
    load = partial(_graph_again, entry)
    job = _queued(manager, entry, work, store, ledger, load, is_admitted=True)
    job.go_on_unseen()  # its page may have been closed on purpose before the restart
    return job


def why_not(entry: Entry) -> str:
    """Returns why a job cannot go on after a restart, as a sentence; "" where it can."""
    if entry.is_private or datasets.origin(entry.dataset) is None:
        return "Its graph was in the server's memory alone; upload it again to train on it."
    if entry.starts >= MAX_STARTS:
        return f"It was begun {entry.starts} times, and each time the server ended."
    return ""


def _queued(
    manager: JobManager,
    entry: Entry,
    work: Work,
    store: "RunStore",
    ledger: Ledger,
    load: Callable[[], Graph],
    held: Held = NOTHING,
    *,
    is_admitted: bool = False,
) -> Job:
    record = Record(ledger, entry)
    try:
        job = manager.submit(
            entry.kind,
            entry.key,
            partial(_do, work, load, store, record),
            entry.label,
            entry.owner,
            is_long=True,
            is_private=entry.is_private,
            is_admitted=is_admitted,
            job_id=entry.job_id,
            on_end=record.close,
            held=held,
        )
    except InputError:
        record.close()
        raise
    if job.id != entry.job_id:  # an equal one that is under way
        record.close()
    return job


def _do(
    work: Work,
    load: Callable[[], Graph],
    store: "RunStore",
    record: Record,
    context: JobContext,
) -> None:
    """Does the work, from the run on that its entry has reached."""
    entry = record.entry
    done = list(takewhile(entry.runs.__contains__, range(entry.num_runs)))
    if entry.starts or entry.runs or entry.stopped is not None:
        context.record(Resumed(len(done), entry.stopped))
        context.progress(0.0, "loading the graph")
    record.begin()
    graph = load()
    context.takes(training_cost(graph, entry.config, 1).num_bytes)
    work(graph, store, record, done, context)


def _graph_again(entry: Entry) -> Graph:
    """The graph of a job that was written down."""
    found = datasets.origin(entry.dataset)
    assert found is not None
    info, differing = found
    seed = int(differing.pop("seed", 0))
    graph = datasets.load(info.name, seed=seed, progress=None, **differing)
    if graph.digest != entry.graph_digest:
        raise InputError(
            f"The graph {entry.dataset!r} is another one since the server restarted; start the "
            "training again."
        )
    return graph
