"""Two visitors' trainings at once, against one alone: whether their threads get in the way."""

import time
from dataclasses import replace

from benchmarks.harness import Run, benchmark


@benchmark("Two visitors train at once, SpGAT-Cheby on Cora, until both are done")
def two_jobs_at_once(scope):
    """The jobs take turns, so that no more threads run than one of them starts."""
    from dashboard.jobs import JobManager
    from spgat import presets
    from spgat.training import fit

    graph = scope.graph("cora")
    preset = presets.get("reference-code-cheby", "cora")
    config = replace(preset, epochs=scope.amount(100, 2), patience=None)
    manager = JobManager()

    def trained_by(*visitors):
        jobs = [
            manager.submit(
                "training",
                visitor,
                lambda context: fit(graph, config, should_stop=context.should_stop),
                visitor,
                visitor,
                is_long=True,
            )
            for visitor in visitors
        ]
        while any(job.is_active for job in jobs):
            time.sleep(0.002)
        assert all(job.snapshot().error is None for job in jobs)

    return [
        Run("both at once", lambda: trained_by("ada", "bob")),
        Run("one alone", lambda: trained_by("ada"), at_least=1 / 2.1),
    ]
