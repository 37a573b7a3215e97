"""A sweep as a job: its points are those of the library and its runs are kept."""

from dataclasses import replace

import pytest

from dashboard.jobs import JobManager, JobState
from dashboard.training import sweep_job
from dashboard.training.ledger import Ledger, Plan
from spgat import datasets, presets
from spgat.errors import InputError
from spgat.runs import RunStore
from spgat.sweep import fit_sweep

GRAPH = datasets.load("karate")
CONFIG = replace(presets.get("frequency", "karate"), epochs=4, hidden=4)
PLAN = Plan(CONFIG, 2, (0.1, 0.5))


@pytest.fixture
def store(tmp_path):
    return RunStore(tmp_path)


def test_each_point_is_a_run_of_the_store_and_what_the_library_gives(store):
    job = sweep_job.submit(
        JobManager(inline=True), GRAPH, PLAN, store, "ada", ledger=Ledger(store.root)
    )
    plan, points = sweep_job.points_of(job.snapshot())
    assert plan == PLAN
    expected = [
        (share, run.seed, run.test_accuracy, tuple(layer[0] for layer in run.alpha))
        for share, run in fit_sweep(GRAPH, CONFIG, PLAN.low_fractions, range(2))
    ]
    assert [(p.low_fraction, p.seed, p.test_accuracy, p.alpha) for p in points] == expected
    kept = {run.run_id: run for run in store.list()}
    assert {p.run_id for p in points} == set(kept)
    for point in points:
        run = kept[point.run_id]
        assert (run.owner, run.seed, run.cut.num_low) == ("ada", point.seed, (point.num_low,))


def test_a_stopped_sweep_keeps_what_it_has_reached(store, monkeypatch):
    manager = JobManager(inline=True)
    save = RunStore.save

    def save_and_stop(self, result, graph, **rest):
        run_id = save(self, result, graph, **rest)
        if len(self.list()) == 3:
            manager.close()
        return run_id

    monkeypatch.setattr(RunStore, "save", save_and_stop)
    view = sweep_job.submit(
        manager, GRAPH, PLAN, store, "ada", ledger=Ledger(store.root)
    ).snapshot()
    _, points = sweep_job.points_of(view)
    assert view.state is JobState.CANCELLED
    assert len(points) == len(store.list()) == 3


def test_a_model_without_a_cut_starts_no_job(store):
    plan = Plan(replace(CONFIG, model="gcn"), 1, (0.1,))
    with pytest.raises(InputError):
        sweep_job.submit(
            JobManager(inline=True), GRAPH, plan, store, "ada", ledger=Ledger(store.root)
        )
