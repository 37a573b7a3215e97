"""A training that the end of the server interrupts, and the next server, which goes on."""

import json
import threading
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from dashboard.jobs import JobManager, JobState
from dashboard.training import again, sweep_job
from dashboard.training import job as training_job
from dashboard.training.job import TrainingView
from dashboard.training.ledger import FOLDER, MAX_STARTS, Ledger, Plan
from dashboard.training.queue import why_not
from spgat import datasets, presets
from spgat.epochs import Loop
from spgat.errors import InputError
from spgat.published import published
from spgat.runs import RunStore
from spgat.sweep import fit_sweep
from spgat.training import fit, fit_each

GRAPH = datasets.load("iris")
CONFIG = replace(presets.get("frequency", "iris"), epochs=4, patience=None)


@pytest.fixture
def store(tmp_path):
    return RunStore(tmp_path)


class Server:
    """What a server's process has: a queue, and the ledger that it holds alone."""

    def __init__(self, store, **limits):
        self.store, self.manager = store, JobManager(**limits)
        self.ledger = Ledger(store.root)
        self.is_first = self.ledger.take()

    def submit(self, num_seeds, graph=GRAPH, config=CONFIG, **rest):
        return training_job.submit(
            self.manager,
            graph,
            config,
            num_seeds,
            self.store,
            "ada",
            ledger=self.ledger,
            **rest,
        )

    def end(self, *, orderly=True):
        """As by SIGTERM; or as by SIGKILL, after which nothing is written down any more."""
        self.ledger.is_closing = True
        if not orderly:
            self.ledger.path = lambda job_id: self.store.root / "lost" / f"{job_id}.json"
        self.manager.close(30)
        self.ledger._lock.release()  # as the system does when a process has ended

    def go_on(self):
        return again.go_on(self.manager, self.ledger, self.store)


@pytest.fixture
def interrupted(store, monkeypatch):
    """Ends a server within epoch 3 of the second of three seeds; returns the job's id."""

    def run(*, orderly, **rest):
        reached, go = threading.Event(), threading.Event()
        steps, step = [], Loop._step

        def slow(self, optimizer):
            steps.append(1)
            if len(steps) == CONFIG.epochs + 3:
                reached.set()
                assert go.wait(30)
            return step(self, optimizer)

        server = Server(store)
        with monkeypatch.context() as patch:
            patch.setattr(Loop, "_step", slow)
            job = server.submit(3, **rest)
            waiting = server.submit(1, config=replace(CONFIG, epochs=5))
            assert reached.wait(60)
            ending = threading.Thread(target=server.end, kwargs={"orderly": orderly})
            ending.start()
            while not job.is_ending:
                pass
            go.set()
            ending.join()
        assert not job.is_active
        return job.id, waiting.id

    return run


def ended(job):
    for thread in threading.enumerate():
        if thread.name == f"job-{job.id}":
            thread.join(60)
    return job.snapshot()


@pytest.mark.parametrize("orderly", [True, False])
def test_a_training_goes_on_at_the_seed_it_had_reached(store, interrupted, orderly):
    ids = interrupted(orderly=orderly)
    before = {run.run_id: run for run in store.list()}
    server = Server(store)
    job, waiting = server.go_on()
    assert (job.id, waiting.id) == ids
    view, training = ended(job), TrainingView.of(job.snapshot())
    assert view.state is JobState.DONE
    assert ended(waiting).state is JobState.DONE
    server.end()
    assert training.resumed.num_done == 1
    if orderly:
        stopped = training.resumed.stopped
        assert (stopped.seed, stopped.epoch) == (1, 3)
        assert before[stopped.run_id].stop_reason == "cancelled"
    else:
        assert training.resumed.stopped is None
    assert [run.run_id in before for run in training.runs] == [True, False, False]
    alone = list(fit_each(GRAPH, CONFIG, range(3)))
    for run, result in zip(training.runs, alone, strict=True):
        np.testing.assert_array_equal(store.load(run.run_id).hidden, result.hidden)
        assert [replace(r, seconds=0) for r in training.epochs[run.seed]] == [
            replace(r, seconds=0) for r in result.history
        ]


@pytest.mark.parametrize("orderly", [True, False])
def test_a_sweep_goes_on_at_the_run_it_had_reached(store, monkeypatch, orderly):
    plan, save, server = Plan(CONFIG, 2, (0.1, 0.5)), RunStore.save, Server(store)

    def save_and_end(self, result, graph, **rest):
        run_id = save(self, result, graph, **rest)
        if len(self.list()) == 3:
            [job] = server.manager._jobs.values()
            threading.Thread(target=server.end, kwargs={"orderly": orderly}).start()
            while not job.is_ending:
                pass
        return run_id

    with monkeypatch.context() as patch:
        patch.setattr(RunStore, "save", save_and_end)
        job = sweep_job.submit(server.manager, GRAPH, plan, store, "ada", ledger=server.ledger)
        ended(job)
    before = {run.run_id for run in store.list()}
    server.ledger._lock.release(force=True)
    server = Server(store)
    [again_job] = server.go_on()
    assert again_job.id == job.id
    assert ended(again_job).state is JobState.DONE
    assert server.ledger.left() == []
    kept, points = sweep_job.points_of(again_job.snapshot())
    num_before = 3 if orderly else 2  # a killed server had not yet noted the third
    assert (kept, sweep_job.resumed_of(again_job.snapshot()).num_done) == (plan, num_before)
    assert [point.run_id in before for point in points[:num_before]] == [True] * num_before
    expected = [
        (share, run.seed, run.test_accuracy)
        for share, run in fit_sweep(GRAPH, CONFIG, plan.low_fractions, range(2))
    ]
    assert [(p.low_fraction, p.seed, p.test_accuracy) for p in points] == expected
    server.end()


def test_a_training_of_a_server_that_knew_no_sweeps_is_read(store):
    server = Server(store)
    job = server.submit(1, config=replace(CONFIG, epochs=10**6))
    path = server.ledger.path(job.id)
    entry = json.loads(path.read_text())
    path.write_text(json.dumps({k: entry[k] for k in entry.keys() - {"kind", "low_fractions"}}))
    found = server.ledger.find(job.id)
    assert (found.kind, found.low_fractions, found.num_runs) == (training_job.KIND, (), 1)
    server.end()


def test_a_whole_run_comes_back_with_its_learned_filter(store):
    result = fit(GRAPH, replace(published("bernnet", "texas"), epochs=2))
    records = []
    context = SimpleNamespace(record=records.append)
    training_job._replay(store.load(store.save(result, GRAPH)), context)
    *epochs, run = records
    assert [epoch.record for epoch in epochs] == result.history
    np.testing.assert_array_equal(
        run.learned_filter.coefficients, result.learned_filter.coefficients
    )


def test_nothing_is_left_of_trainings_that_end_or_are_stopped(store):
    server = Server(store)
    assert ended(server.submit(1)).state is JobState.DONE
    job = server.submit(1, config=replace(CONFIG, epochs=10**6))
    assert server.submit(1, config=replace(CONFIG, epochs=10**6)) is job
    assert len(list((store.root / FOLDER).glob("*.json"))) == 1
    job.release("ada")
    ended(job)
    assert server.ledger.left() == []
    server.end()


def test_a_graph_that_was_in_memory_alone_is_said_to_be_gone(store, interrupted):
    job_id, waiting_id = interrupted(orderly=True, is_private=True)
    server = Server(store)
    entry = server.ledger.find(job_id)
    assert (entry.stopped.epoch, list(entry.runs)) == (3, [0])
    assert why_not(entry)
    with pytest.raises(InputError):
        again.resume(server.manager, entry, store, server.ledger)
    assert server.ledger.find(job_id) == entry
    assert why_not(server.ledger.find(waiting_id)) == ""
    server.end()


@pytest.mark.parametrize("is_private", [False, True])
def test_only_what_cannot_go_on_is_forgotten_after_weeks(store, is_private):
    server, waits = Server(store), threading.Event()
    server.manager.submit("other", "", lambda context: waits.wait(60), "other", "bob")
    job = server.submit(1, is_private=is_private)
    path = server.ledger.path(job.id)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"created": 0.0}))
    server.ledger._lock.release()
    next_jobs = Server(store).go_on()
    assert [each.id for each in next_jobs] == ([] if is_private else [job.id])
    assert path.exists() != is_private
    waits.set()


def test_what_takes_the_server_down_each_time_is_not_begun_for_ever(store, interrupted):
    job_id, _ = interrupted(orderly=False)
    server = Server(store)
    entry = server.ledger.find(job_id)
    assert entry.starts == 1
    assert why_not(replace(entry, starts=MAX_STARTS))
    server.end()
    assert Server(store).ledger.find(job_id).starts == 1


def test_two_servers_on_one_store_do_not_take_each_others_trainings(store):
    first, second = Server(store), Server(store)
    assert (first.is_first, second.is_first) == (True, False)
    job = first.submit(1, config=replace(CONFIG, epochs=10**6))
    assert ended(second.submit(1)).state is JobState.DONE
    assert first.ledger.find(job.id) is not None
    assert second.ledger.find(job.id) is None
    first.end()
    assert Server(store).is_first


def test_a_server_that_starts_before_the_last_one_has_ended_takes_its_queue(store):
    """As at a deployment; what it had of its own by then is written down, too."""
    first, second = Server(store), Server(store, max_long=1)
    old = first.submit(1, config=replace(CONFIG, epochs=10**5))
    own = second.submit(1, config=replace(CONFIG, epochs=10**6))  # as many as she may have
    again.take_over(second.manager, second.ledger, store)
    assert second.manager.get(old.id) is None
    first.end()
    again.take_over(second.manager, second.ledger, store)
    left = {path.stem for path in (store.root / FOLDER).glob("*.json")}
    for job in (own, second.manager.get(old.id)):
        job.cancel()
        assert ended(job).state is JobState.CANCELLED
    second.end()
    assert left == {old.id, own.id}


def test_a_server_that_started_on_a_full_disk_writes_down_what_comes_later(store):
    blocked = store.root / FOLDER
    blocked.write_text("in the way of a folder, as no room is")
    server = Server(store)
    job = server.submit(1, config=replace(CONFIG, epochs=10**6))
    blocked.unlink()
    again.take_over(server.manager, server.ledger, store)
    assert (server.is_first, server.ledger.find(job.id) is not None) == (False, True)
    server.end()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"job_id": 1}', '{"stopped": 3}'])
def test_a_damaged_entry_is_left_out(store, content):
    folder = store.root / FOLDER
    folder.mkdir(parents=True)
    (folder / "abc.json").write_text(content)
    ledger = Server(store).ledger
    assert ledger.find("abc") is None
    assert ledger.left() == []
    assert ledger.find("../../etc/passwd") is None
