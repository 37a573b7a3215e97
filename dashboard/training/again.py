"""What a server does with the trainings and sweeps that the last one has left behind."""

import time
from typing import TYPE_CHECKING

from dashboard.jobs import Job, JobManager
from dashboard.training import job, queue, sweep_job
from dashboard.training.ledger import KEEP_SECONDS, Entry, Ledger
from spgat.errors import InputError

if TYPE_CHECKING:
    from spgat.runs import RunStore

_WORK = {job.KIND: job.work, sweep_job.KIND: sweep_job.work}


def take_over(manager: JobManager, ledger: Ledger, store: "RunStore") -> None:
    """Goes on with what was left, once the ledger can be this server's; pages ask each time.

    At a deployment the new server often starts before the old one has ended.
    """
    with ledger.changing:  # so that no page looks for a training before it is there again
        if ledger.take():
            go_on(manager, ledger, store)


def go_on(manager: JobManager, ledger: Ledger, store: "RunStore") -> list[Job]:
    """Queues again what can go on, and returns its jobs; pages say why the others cannot."""
    jobs = []
    for entry in ledger.left():
        try:
            jobs.append(resume(manager, entry, store, ledger))
        except InputError:
            if time.time() - entry.created > KEEP_SECONDS:
                ledger.forget(entry.job_id)
    return jobs


def resume(manager: JobManager, entry: Entry, store: "RunStore", ledger: Ledger) -> Job:
    """As `queue.resume`, with the work of the entry's kind."""
    return queue.resume(manager, entry, _WORK[entry.kind], store, ledger)
