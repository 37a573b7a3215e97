import logging
import math
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from dashboard import jobs, log
from dashboard.jobs import Held, JobManager, JobState
from spgat.errors import Cancelled, InputError


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def manager():
    manager = JobManager()
    yield manager
    manager.close()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def timed(clock):
    """A manager whose time is the clock's."""
    manager = JobManager(max_long=1, clock=clock)
    yield manager
    manager.close()


def until(condition, seconds=10.0):
    """Waits for another thread; the time allowed is not what is tested."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.002)


def submit(manager, work, key="key", kind="training", owner="ada", is_long=True):
    return manager.submit(kind, key, work, label=f"{kind} {key}", owner=owner, is_long=is_long)


def endless(context):
    """A trainer that records one epoch after another and returns what it has when stopped."""
    epochs = 0
    while not context.should_stop():
        epochs += 1
        context.record(epochs)
        time.sleep(0.001)
    return f"stopped after {epochs}"


def state_of(job):
    return job.snapshot().state


def test_work_is_done_on_another_thread_and_its_result_kept(manager):
    job = submit(manager, lambda context: threading.current_thread().name)
    until(lambda: not job.is_active)
    view = job.snapshot()
    assert view.state is JobState.DONE
    assert view.result == f"job-{job.id}" != threading.current_thread().name
    assert manager.get(job.id) is job


def test_unknown_and_empty_ids_have_no_job(manager):
    assert manager.get("../../etc/passwd") is None
    assert manager.get("") is None
    assert manager.get(None) is None


def test_inline_work_is_done_when_submit_returns():
    job = submit(JobManager(inline=True), lambda context: context.record(1) or "result")
    assert (state_of(job), job.snapshot().result, job.snapshot().records) == (
        JobState.DONE,
        "result",
        (1,),
    )


def test_one_job_computes_at_a_time_and_the_others_see_their_places(manager):
    """Two visitors who press UMAP wait for each other: numba's threads abort a process where
    two use them at once.
    """
    first, second, third = (submit(manager, endless, key=k) for k in "abc")
    until(lambda: state_of(first) is JobState.RUNNING)
    assert [j.snapshot().place for j in (first, second, third)] == [0, 1, 2]
    assert state_of(second) is state_of(third) is JobState.QUEUED
    assert second.snapshot().records == ()
    first.cancel()
    until(lambda: state_of(second) is JobState.RUNNING)
    assert [j.snapshot().place for j in (second, third)] == [0, 1]


def test_never_more_than_one_job_inside_the_work(manager):
    inside, most = 0, 0
    lock = threading.Lock()

    def work(context):
        nonlocal inside, most
        for _ in range(5):
            with lock:
                inside += 1
                most = max(most, inside)
            time.sleep(0.001)
            with lock:
                inside -= 1
            context.should_stop()

    queued = [submit(manager, work, key=str(i)) for i in range(8)]
    until(lambda: not any(j.is_active for j in queued))
    assert most == 1


def test_cancel_keeps_what_there_is(manager):
    job = submit(manager, endless)
    until(lambda: len(job.snapshot().records) >= 3)
    job.cancel()
    until(lambda: not job.is_active)
    view = job.snapshot()
    assert view.state is JobState.CANCELLED
    assert view.result == f"stopped after {len(view.records)}"


def test_cancel_takes_effect_within_one_epoch(manager):
    """A training that cannot be stopped holds up everybody."""
    epoch = threading.Semaphore(0)

    def work(context):
        while not context.should_stop():
            epoch.acquire()
            context.record("epoch")

    job = submit(manager, work)
    epoch.release()
    until(lambda: len(job.snapshot().records) == 1)
    job.cancel()
    epoch.release(5)
    until(lambda: not job.is_active)
    assert len(job.snapshot().records) == 2


def test_work_that_raises_cancelled_is_cancelled(manager):
    def work(context):
        raise Cancelled("stopped")

    job = submit(manager, work)
    until(lambda: not job.is_active)
    assert state_of(job) is JobState.CANCELLED


def test_a_queued_job_cancelled_never_starts(manager):
    started = []
    first = submit(manager, endless, key="a")
    second = submit(manager, lambda context: started.append(1), key="b")
    second.cancel()
    until(lambda: not second.is_active)
    first.cancel()
    until(lambda: not first.is_active)
    assert state_of(second) is JobState.CANCELLED
    assert started == []


def test_input_errors_are_shown_in_their_words(manager):
    def work(context):
        raise InputError("The graph has no labels; choose one that has.")

    job = submit(manager, work)
    until(lambda: not job.is_active)
    assert state_of(job) is JobState.FAILED
    assert job.snapshot().error == "The graph has no labels; choose one that has."


def test_a_job_is_noted_once_without_its_label(caplog):
    log.start()
    manager = JobManager(inline=True)
    job = manager.submit(
        "training", "key", lambda _: 1, "A stranger's\ntext", "0123456789abcdef"
    )
    assert lines(caplog) == [f"training submitted {job.id} by 012345"]
    shared = JobManager()
    submit(shared, endless)
    submit(shared, endless, owner="bob")  # equal work is one job
    shared.close()
    assert len(lines(caplog)) == 2


def lines(caplog):
    return [
        record.getMessage() for record in caplog.records if record.name == "spgat.dashboard"
    ]


def test_other_errors_are_logged_and_never_shown(manager, caplog):
    def work(context):
        raise ZeroDivisionError("secret path /home/ada")

    with caplog.at_level(logging.ERROR, logger="dashboard.jobs"):
        job = submit(manager, work)
        until(lambda: not job.is_active)
    assert job.snapshot().error == jobs.UNEXPECTED
    assert "secret" not in job.snapshot().error
    assert "ZeroDivisionError" in caplog.text


def test_a_failure_frees_the_lane(manager):
    def work(context):
        raise InputError("no.")

    submit(manager, work, key="a")
    second = submit(manager, lambda context: "done", key="b")
    until(lambda: not second.is_active)
    assert state_of(second) is JobState.DONE


def test_pause_holds_step_adds_one_and_resume_goes_on(manager):
    job = submit(manager, endless)
    until(lambda: job.snapshot().records)
    job.pause()
    until(lambda: state_of(job) is JobState.PAUSED)
    held = len(job.snapshot().records)
    job.step()
    until(lambda: len(job.snapshot().records) == held + 1)
    until(lambda: state_of(job) is JobState.PAUSED)
    assert len(job.snapshot().records) == held + 1
    job.resume()
    until(lambda: len(job.snapshot().records) > held + 3)
    assert state_of(job) is JobState.RUNNING


def test_a_paused_job_lets_others_pass_and_queues_again(manager):
    first, second = submit(manager, endless, key="a"), submit(manager, endless, key="b")
    until(lambda: state_of(first) is JobState.RUNNING)
    first.pause()
    until(lambda: state_of(second) is JobState.RUNNING)
    assert state_of(first) is JobState.PAUSED
    first.resume()
    until(lambda: state_of(first) is JobState.QUEUED)
    assert first.snapshot().place == 1
    second.cancel()
    until(lambda: state_of(first) is JobState.RUNNING)


def test_a_paused_job_can_be_stopped_while_others_compute(manager):
    first, second = submit(manager, endless, key="a"), submit(manager, endless, key="b")
    until(lambda: first.snapshot().records)
    first.pause()
    until(lambda: state_of(second) is JobState.RUNNING)
    first.cancel()
    until(lambda: not first.is_active)
    assert state_of(first) is JobState.CANCELLED
    assert first.snapshot().result.startswith("stopped after")
    assert state_of(second) is JobState.RUNNING


def test_the_same_work_is_shared_and_lives_until_all_have_let_go(manager):
    job = submit(manager, endless, owner="ada")
    assert submit(manager, endless, owner="bob") is job
    assert job.claims == {"ada", "bob"}
    job.release("ada")
    until(lambda: len(job.snapshot().records) > 2)
    assert not job.is_ending
    job.release("bob")
    until(lambda: not job.is_active)
    assert state_of(job) is JobState.CANCELLED


def test_other_kinds_keys_and_finished_jobs_are_not_shared(manager):
    training = submit(manager, endless)
    assert submit(manager, endless, kind="projection") is not training
    assert submit(manager, endless, key="other") is not training
    training.cancel()
    assert submit(manager, endless) is not training


def test_a_job_nobody_looks_at_ends():
    """A training goes on after its tab is closed, but not for ever."""
    clock = Clock()
    manager = JobManager(clock=clock)
    job = submit(manager, endless)
    until(lambda: state_of(job) is JobState.RUNNING)
    clock.now += jobs.ORPHAN_SECONDS - 1
    job.snapshot()
    clock.now += jobs.ORPHAN_SECONDS - 1
    assert not job.is_ending
    clock.now += 2
    until(lambda: not job.is_active)
    assert state_of(job) is JobState.CANCELLED
    assert "15 minutes" in job.snapshot().reason


def test_a_job_that_may_go_on_unseen_does_so_until_it_is_paused():
    clock = Clock()
    job = submit(JobManager(clock=clock), endless)
    assert not job.goes_on_unseen
    job.go_on_unseen()
    assert job.goes_on_unseen
    until(lambda: state_of(job) is JobState.RUNNING)
    clock.now += 10 * jobs.ORPHAN_SECONDS
    number = len(job.snapshot().records)
    clock.now += 10 * jobs.ORPHAN_SECONDS
    until(lambda: len(job._records) > number + 2)
    assert not job.is_ending
    job.pause()
    until(lambda: not job.is_active)
    assert "15 minutes" in job.snapshot().reason


def test_where_one_person_works_alone_a_job_needs_no_page():
    clock = Clock()
    manager = JobManager(clock=clock, max_unseen=math.inf)
    job = submit(manager, endless)
    clock.now += 100 * jobs.ORPHAN_SECONDS
    until(lambda: job.snapshot().records)
    assert not job.is_ending
    job.cancel()


def test_the_jobs_of_an_owner_are_those_that_go_on(manager):
    first, second = (submit(manager, endless, key=key, owner="alice") for key in "ab")
    other = submit(manager, endless, key="c", owner="bob")
    assert manager.claimed_by("alice") == [first, second]
    submit(manager, endless, key="c", owner="alice")
    assert manager.claimed_by("alice") == [first, second, other]
    second.release("alice")
    until(lambda: not second.is_active)
    assert manager.claimed_by("alice") == [first, other]


def test_a_job_that_somebody_ends_needs_no_reason():
    clock = Clock()
    job = submit(JobManager(clock=clock), endless)
    job.cancel()
    clock.now += 2 * jobs.ORPHAN_SECONDS
    until(lambda: not job.is_active)
    assert job.snapshot().reason == ""


def test_finished_jobs_are_forgotten_beyond_a_number_and_after_a_time():
    """Memory does not grow with every job."""
    clock = Clock()
    manager = JobManager(inline=True, clock=clock)
    finished = []
    for i in range(jobs.KEEP_FINISHED + 5):
        clock.now += 1
        finished.append(submit(manager, lambda context: None, key=str(i)))
    kept = [j for j in finished if manager.get(j.id)]
    assert kept == finished[5:]
    clock.now += jobs.KEEP_SECONDS + 1
    assert [j for j in finished if manager.get(j.id)] == []


def test_progress_gives_the_time_left_of_its_phase():
    clock = Clock()
    views = []

    def work(context):
        context.progress(0.0, "preparing")
        clock.now += 90
        context.progress(0.9, "preparing")
        context.progress(0.0, "training")  # falls: a new phase
        clock.now += 10
        context.progress(0.25, "training")
        views.append(job_of().snapshot())

    manager = JobManager(inline=True, clock=clock)
    job_of = lambda: next(iter(manager._jobs.values()))  # noqa: E731
    submit(manager, work)
    assert views[0].text == "training"
    assert views[0].elapsed_seconds == pytest.approx(100)
    assert views[0].seconds_left == pytest.approx(30)


def test_a_full_queue_is_refused_with_a_sentence(manager, monkeypatch):
    monkeypatch.setattr(jobs, "MAX_ACTIVE", 2)
    submit(manager, endless, key="a"), submit(manager, endless, key="b")
    with pytest.raises(InputError, match="2 jobs"):
        submit(manager, endless, key="c")


def test_a_view_does_not_change_any_more(manager):
    job = submit(manager, endless)
    until(lambda: job.snapshot().records)
    view = job.snapshot()
    seen = view.records
    until(lambda: len(job.snapshot().records) > len(seen))
    assert view.records == seen


def test_nobody_but_the_jobs_has_threads():
    """Two threads never draw on a page, not even Streamlit's own."""
    forbidden = r"import (threading|multiprocessing)|concurrent|script_run_ctx\(\w|parallel="
    for path in Path(jobs.__file__).parent.rglob("*.py"):
        if path.name not in ("jobs.py", "lane.py"):
            assert not re.search(forbidden, path.read_text()), path


def test_nothing_that_works_off_the_script_thread_knows_streamlit():
    """What never imports it can't write to a page."""
    code = (
        "import sys, dashboard.jobs, dashboard.training.job; "
        "sys.exit('streamlit' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_closing_waits_until_the_work_has_kept_what_it_has(manager):
    kept = []

    def work(context):
        endless(context)
        time.sleep(0.2)
        kept.append("partial run")

    job = submit(manager, work)
    until(lambda: state_of(job) is JobState.RUNNING)
    manager.close(patience=10)
    assert kept


def test_closing_waits_no_longer_than_it_is_told(manager):
    end = threading.Event()
    job = submit(manager, lambda context: end.wait())
    until(lambda: state_of(job) is JobState.RUNNING)
    manager.close(patience=0.05)
    assert job.is_active
    end.set()


def test_visitors_take_turns(manager):
    """Nobody's second job comes before another's first."""
    owners = ["ada", "ada", "ada", "bob", "bob", "eve"]
    jobs = [submit(manager, endless, key=f"{k}", owner=o) for k, o in enumerate(owners)]
    until(lambda: state_of(jobs[0]) is JobState.RUNNING)
    order = sorted(range(6), key=lambda k: jobs[k].snapshot().place)
    assert order == [0, 3, 5, 1, 4, 2]


def test_a_long_job_gives_way_to_a_short_one_at_its_next_step(manager):
    """A projection of seconds does not wait behind somebody's hours, nor a training's turn."""
    first, second = (submit(manager, endless, key=k, owner=k) for k in "ab")
    until(lambda: state_of(first) is JobState.RUNNING)
    seen = []

    def short(context):
        seen.append((state_of(first), state_of(second)))
        return "map"

    quick = submit(manager, short, kind="projection", owner="eve", is_long=False)
    until(lambda: not quick.is_active)
    assert seen == [(JobState.QUEUED, JobState.QUEUED)]
    until(lambda: state_of(first) is JobState.RUNNING)
    assert second.snapshot().records == ()


def test_one_visitor_has_so_many_long_jobs_and_others_theirs():
    manager = JobManager(max_long=2)
    try:
        held = [submit(manager, endless, key=k) for k in "ab"]
        with pytest.raises(InputError):
            submit(manager, endless, key="c")
        assert submit(manager, endless, key="a") is held[0]  # the same work is no more work
        submit(manager, endless, key="c", owner="bob")
        submit(manager, endless, key="c", kind="projection", is_long=False)
        held[0].cancel()
        until(lambda: not held[0].is_active)
        submit(manager, endless, key="d")
    finally:
        manager.close()


def test_a_job_ends_with_what_it_has_when_its_time_is_up():
    """Neither waiting nor pauses count."""
    clock = Clock()
    manager = JobManager(max_seconds=60, clock=clock)
    first, second = (submit(manager, endless, key=k, owner=k) for k in "ab")
    until(lambda: first.snapshot().records)
    first.pause()
    until(lambda: second.snapshot().records)
    clock.now += 59
    assert not second.is_ending
    clock.now += 2
    until(lambda: not second.is_active)
    view = second.snapshot()
    assert (view.state, view.result) == (
        JobState.CANCELLED,
        f"stopped after {len(view.records)}",
    )
    assert "1 min 0 s" in view.reason
    assert state_of(first) is JobState.PAUSED
    manager.close()


def test_how_many_would_be_ahead_is_how_many_are(manager):
    submit(manager, endless, key="0", owner="ada")
    for key, owner in enumerate(["ada", "bob", "ada", "eve", "bob"], start=1):
        ahead = manager.num_ahead(owner, is_long=True)
        assert submit(manager, endless, key=f"{key}", owner=owner).snapshot().place == ahead


def test_one_visitor_does_not_fill_the_queue_with_short_jobs():
    manager = JobManager(max_long=1, max_short=3)
    try:
        blocking = submit(manager, endless, owner="eve")
        held = [submit(manager, endless, k, "projection", is_long=False) for k in "abc"]
        with pytest.raises(InputError):
            submit(manager, endless, "d", "projection", is_long=False)
        submit(manager, endless, "d", "projection", owner="bob", is_long=False)
        submit(manager, endless, "e")  # trainings are counted apart
        held[0].cancel()
        until(lambda: not held[0].is_active)
        assert submit(manager, endless, "d", "projection", is_long=False).is_active
        assert blocking.is_active
    finally:
        manager.close()


def test_nobody_holds_what_others_want_too(manager):
    job = submit(manager, endless, owner="ada")
    assert submit(manager, endless, owner="bob") is job
    until(lambda: state_of(job) is JobState.RUNNING)
    job.pause()
    job.step()
    held = len(job.snapshot().records)
    until(lambda: len(job.snapshot().records) > held + 5)
    job.release("bob")
    job.pause()
    until(lambda: state_of(job) is JobState.PAUSED)


def test_a_paused_job_is_handed_to_nobody(manager):
    """Nor is it set going by a stranger: its visitor looks at an epoch."""
    job = submit(manager, endless, owner="ada")
    assert submit(manager, endless, owner="bob") is job
    job.release("bob")
    job.pause()
    until(lambda: state_of(job) is JobState.PAUSED)
    other = submit(manager, endless, owner="eve")
    assert other is not job
    until(lambda: state_of(other) is JobState.RUNNING)
    assert (state_of(job), job.claims, other.claims) == (JobState.PAUSED, {"ada"}, {"eve"})
    assert submit(manager, endless, owner="ada") is job  # who has it gets no second one


def test_a_claim_lapses_where_its_visitor_is_away_and_another_is_there(clock, timed):
    """Otherwise a tab that was closed long ago keeps the other visitor from pausing."""
    job = submit(timed, endless, owner="ada")
    assert submit(timed, endless, owner="bob") is job
    clock.now += jobs.ORPHAN_SECONDS - 1
    job.snapshot(viewer="bob")
    job.snapshot(viewer="eve")  # who only watches
    assert job.claims == {"ada", "bob"}
    clock.now += 2
    assert job.claims == {"bob"}
    assert not job.is_shared
    job.pause()
    until(lambda: state_of(job) is JobState.PAUSED)
    job.snapshot(viewer="ada")
    assert job.claims == {"bob"}  # and who comes back watches
    clock.now += jobs.ORPHAN_SECONDS - 1
    job.snapshot(viewer="eve")
    clock.now += jobs.ORPHAN_SECONDS - 1
    job.snapshot(viewer="eve")
    assert job.claims == {"bob"}  # the last one stays, so that somebody can steer


def test_a_paused_job_whose_visitor_left_stays_neither_in_the_lane_nor_in_the_list(
    clock, timed
):
    job, other = (
        submit(timed, endless, owner="ada"),
        submit(timed, endless, "b", owner="bob"),
    )
    until(lambda: job.snapshot().records)
    job.pause()
    until(lambda: state_of(other) is JobState.RUNNING)
    clock.now += jobs.ORPHAN_SECONDS - 1
    other.snapshot()
    clock.now += 2
    until(lambda: not job.is_active)
    assert state_of(job) is JobState.CANCELLED
    assert state_of(other) is JobState.RUNNING
    assert submit(timed, endless, "c", owner="ada").is_active  # and it counts no more


def taking(num_bytes):
    """Work that takes so much until it is stopped."""

    def work(context):
        context.takes(num_bytes)
        return endless(context)

    return work


@pytest.fixture
def small():
    """A manager whose jobs may take 90 bytes."""
    manager = JobManager(max_taken=90)
    yield manager
    manager.close()


def test_what_is_paused_may_hold_a_third_of_what_all_may_take(small):
    first, second, third = (submit(small, taking(n), key=f"{n}") for n in (20, 11, 10))
    until(lambda: first.snapshot().records)
    first.pause()
    until(lambda: second.snapshot().records)
    assert state_of(first) is JobState.PAUSED
    assert not second.may_pause
    second.pause()
    second.step()
    assert not second.is_held
    second.cancel()
    until(lambda: third.snapshot().records)
    assert third.may_pause


def test_a_job_told_to_pause_before_it_began_goes_on_if_it_holds_too_much(small):
    first, second = (submit(small, taking(n), key=f"{n}") for n in (1, 40))
    until(lambda: first.snapshot().records)
    second.pause()
    assert second.is_held
    first.cancel()
    until(lambda: len(second.snapshot().records) > 3)
    assert not second.is_held


def test_work_begins_only_where_it_fits_beside_what_others_hold(small):
    first, second = (submit(small, taking(n), key=f"{n}") for n in (30, 61))
    until(lambda: first.snapshot().records)
    first.pause()
    until(lambda: not second.is_active)
    assert state_of(second) is JobState.FAILED
    short = submit(small, taking(60), key="short", is_long=False)
    until(lambda: short.snapshot().records)
    first.cancel()
    short.cancel()
    until(lambda: not first.is_active and not short.is_active)
    alone = submit(small, taking(200), key="alone")  # which its page has allowed
    until(lambda: alone.snapshot().records)


def test_what_waiting_jobs_hold_has_a_bound():
    """An own graph that gives way is held by the jobs that wait with it."""
    manager = JobManager(max_held=100 * 2**20)
    graph, other, small = (Held(object(), num << 20) for num in (60, 60, 10))

    def wait(key, held, owner="ada"):
        return manager.submit("training", key, endless, key, owner, held=held)

    try:
        first = wait("a", graph)
        wait("b", graph, "bob")  # the same one
        with pytest.raises(InputError):
            wait("c", other, "cleo")
        wait("d", small, "cleo")
        for job in manager.claimed_by("ada") + manager.claimed_by("bob"):
            job.cancel()
        until(lambda: not first.is_active and not manager.claimed_by("bob"))
        wait("c", other, "cleo")
    finally:
        manager.close()


def test_only_the_latest_of_what_is_shown_is_kept(manager):
    """Each frame of a map of 200,000 nodes takes 1.6 MB."""
    job = submit(JobManager(inline=True), lambda context: [context.show(k) for k in range(9)])
    assert job.snapshot().records == (8,)
