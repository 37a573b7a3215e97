"""Heavy work outside Streamlit's script threads: trainings and projections, one at a time.

Every job has a daemon thread and computes only while it is first in the one `Lane`. One at a
time, because numba's threads are shared by the process, and because the host is small. A paused
job leaves the lane and joins it again to continue, so that nobody waits for another visitor's
pause. A training's random numbers are its own (`spgat/random_stream.py`): neither pauses nor
stops change what it or another one computes.

Threads rather than processes: a process takes seconds to start and needs a second copy of torch
and of the graph, and `benchmarks/app.py` shows that a thread slows the training little. They
are daemons, so that a server that is told to stop waits for them only as long as it tells
`JobManager.close`.

Nothing here uses Streamlit: the work never calls it, and pages poll `Job.snapshot`.
"""

import logging
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from secrets import token_hex
from typing import Any

from dashboard import log
from dashboard.lane import Clock, Lane, Stopwatch
from spgat.errors import Cancelled, InputError
from spgat.words import duration, size

logger = logging.getLogger(__name__)

#: Where there are several visitors, a job that no page has shown for this long is cancelled.
ORPHAN_SECONDS = 15 * 60
WAKE_SECONDS = 1.0  # how often a waiting job checks whether it has become an orphan
KEEP_FINISHED, KEEP_SECONDS = 20, 60 * 60
MAX_ACTIVE = 40
#: A job that holds less is not refused for what others hold.
SMALL_BYTES = 16 * 2**20
NEGLECTED = f"No browser had it open for {ORPHAN_SECONDS // 60} minutes."
UNEXPECTED = "Something went wrong on the server. Details are in its log."


class JobState(StrEnum):
    """The state of a job; the first three are active, the others final."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


ACTIVE = frozenset({JobState.QUEUED, JobState.RUNNING, JobState.PAUSED})


@dataclass(frozen=True, slots=True, kw_only=True)
class JobView:
    """A snapshot of a job.

    Attributes:
        place: Number of jobs ahead of this one; 0 unless queued.
        fraction: Completed share of the current phase, in [0, 1].
        text: What the work says it is doing.
        elapsed_seconds: Time spent computing, without waiting and pauses.
        seconds_left: Estimate for the current phase, None while there is no basis for one.
        records: What the work has recorded so far, in order: epochs, frames.
        result: What the work returned; of a cancelled job a partial result or None.
        error: One sentence for people, None unless failed.
        reason: Why it was cancelled, as a sentence, if no visitor cancelled it, else "".
    """

    id: str
    kind: str
    label: str
    state: JobState
    place: int
    fraction: float
    text: str
    elapsed_seconds: float
    seconds_left: float | None
    records: tuple[Any, ...]
    result: Any
    error: str | None
    reason: str

    @property
    def is_active(self) -> bool:
        """Whether the job may still change."""
        return self.state in ACTIVE


class JobContext:
    """The callbacks of a job, for its work to pass to the library.

    Attributes:
        progress: `(fraction, text)`; a smaller fraction than before starts a new phase.
        record: Appends one item, an epoch or a frame, to the job's records.
        show: Puts one item in place of all records, where only the latest is looked at.
        should_stop: Whether to end; while the job is paused, it does not return.
        takes: Says what memory the work takes from now on, in bytes. Raises InputError where
            that is too much beside what others hold that have begun.
    """

    def __init__(self, job: "Job") -> None:
        self.progress = job._report
        self.record = job._record
        self.show = job._show
        self.should_stop = job._checkpoint
        self.takes = job._take


Work = Callable[[JobContext], Any]


@dataclass(frozen=True, slots=True)
class Held:
    """What a piece of work holds while it waits: a graph, or an embedding.

    Attributes:
        content: The thing itself; what several hold counts once.
        num_bytes: Its size.
    """

    content: object = None
    num_bytes: int = 0


NOTHING = Held()


class Job:
    """A piece of work in the lane, made by `JobManager.submit`; safe from any thread.

    Attributes:
        id: Short random name, used in addresses.
        kind: "training", "projection", …
        key: Equal keys of one kind mean equal work.
        label: Title for people.
        owner: Who started it.
        is_long: Whether it gives way to short ones, at its steps.
        is_private: Whether only the owner may see it.
        held: What its work holds until it ends.
        num_bytes: What its work takes, as it says once it has begun; paused, it has it still.
    """

    def __init__(
        self,
        kind: str,
        key: str,
        label: str,
        work: Work,
        lane: Lane,
        owner: str,
        *,
        is_long: bool = False,
        is_private: bool = False,
        max_seconds: float = math.inf,
        max_unseen: float = ORPHAN_SECONDS,
        job_id: str = "",
        on_end: Callable[[], None] = lambda: None,
        held: Held = NOTHING,
        room: "Room | None" = None,
    ) -> None:
        self.id, self.held = job_id or new_id(), held
        self.num_bytes, self._room = 0.0, room or Room()
        self._max_seconds, self._max_unseen, self._on_end = max_seconds, max_unseen, on_end
        self.owner, self.is_long, self.is_private = owner, is_long, is_private
        self.kind, self.key, self.label = kind, key, label
        self._work: Work | None = work
        self._lane = lane
        self._last_seen = lane.clock()
        self._finished_at = 0.0
        self._claims: dict[str, float] = {}  # when each was last seen
        self._state = JobState.QUEUED
        self._cancelled = self._paused = self._goes_on_unseen = False
        self._steps = 0  # records that a paused job may still add
        self._fraction, self._text = 0.0, ""
        self._records: list[Any] = []
        self._result: Any = None
        self._error: str | None = None
        self._reason = ""
        self._whole, self._phase = Stopwatch(lane.clock), Stopwatch(lane.clock)
        lane.join(self, owner, is_long=is_long)

    @property
    def is_active(self) -> bool:
        """Whether the job may still change."""
        return self._state in ACTIVE

    @property
    def is_ending(self) -> bool:
        """Whether the job was told to end and has not ended yet."""
        return self.is_active and self._cancelled

    @property
    def is_held(self) -> bool:
        """Whether the job was told to pause, or to make one step, and not to continue."""
        return self.is_active and self._paused

    @property
    def is_aside(self) -> bool:
        """Whether the job does not compute, and has not ended."""
        return self._state in (JobState.QUEUED, JobState.PAUSED)

    @property
    def may_pause(self) -> bool:
        """Whether it may be paused: nobody else waits for it, and it holds little enough."""
        with self._lane.changed:
            return not self.is_shared and self._room.has_aside(self)

    @property
    def goes_on_unseen(self) -> bool:
        """Whether the job goes on when no page shows it; a paused one does not."""
        return math.isinf(self._max_unseen) or self._goes_on_unseen

    def go_on_unseen(self) -> None:
        """Lets the job go on when no page shows it."""
        self._goes_on_unseen = True

    @property
    def age(self) -> float:
        """Seconds since the job ended, 0 while it is active."""
        return 0.0 if self.is_active else self._lane.clock() - self._finished_at

    def snapshot(self, viewer: str = "") -> JobView:
        """Returns the current state of the job, and keeps it alive.

        Args:
            viewer: Who looks; a claim of theirs is kept alive too.
        """
        with self._lane.changed:
            self._last_seen = self._lane.clock()
            self._drop_lapsed()
            if viewer in self._claims:
                self._claims[viewer] = self._last_seen
            seconds, fraction = self._phase.seconds, self._fraction
            can_tell = self.is_active and fraction > 0.02 and seconds > 0.5
            return JobView(
                id=self.id,
                kind=self.kind,
                label=self.label,
                state=self._state,
                place=self._lane.place(self),
                fraction=fraction,
                text=self._text,
                elapsed_seconds=self._whole.seconds,
                seconds_left=seconds * (1 - fraction) / fraction if can_tell else None,
                records=tuple(self._records),
                result=self._result,
                error=self._error,
                reason=self._reason,
            )

    def claim(self, owner: str) -> None:
        """Adds `owner` to those who want the result; a job of several is not paused for one."""
        with self._lane.changed:
            self._last_seen = self._lane.clock()
            self._claims[owner] = self._last_seen
            if self.is_shared:
                self.resume()

    @property
    def is_shared(self) -> bool:
        """Whether several want the result, so that none of them may pause it."""
        return len(self.claims) > 1

    @property
    def claims(self) -> frozenset[str]:
        """Those who want the result. They control the job; others only watch.

        A claim lapses once its holder has been away for as long as makes an orphan of a job,
        and another's stands.
        """
        with self._lane.changed:
            self._drop_lapsed()
            return frozenset(self._claims)

    def _drop_lapsed(self) -> None:
        now = self._lane.clock()
        for owner, seen in sorted(self._claims.items(), key=lambda claim: claim[1])[:-1]:
            if now - seen > self._max_unseen:
                del self._claims[owner]

    def release(self, owner: str) -> None:
        """Withdraws a claim; a job without claims is cancelled."""
        with self._lane.changed:
            self._claims.pop(owner, None)
            if not self._claims:
                self.cancel()

    def cancel(self) -> None:
        """Ends the job at its next step, in a training within one epoch."""
        self._steer(cancelled=True)

    def pause(self) -> None:
        """Pauses the job at its next step; does nothing to one that may not be paused."""
        self._steer(paused=self.may_pause)

    def step(self) -> None:
        """Lets a paused job add one record, in a training one epoch."""
        self._steer(paused=self.may_pause, steps=1)

    def resume(self) -> None:
        """Lets a paused job continue."""
        self._steer(paused=False)

    def run(self) -> None:
        """Does the work when it is first in the lane; called once, by the manager."""
        assert self._work is not None
        try:
            self._await_turn()
            if self._must_end():
                raise Cancelled("stopped before its turn came")
            self._result = self._work(JobContext(self))
            end = JobState.CANCELLED if self._cancelled else JobState.DONE
        except Cancelled:
            end = JobState.CANCELLED
        except InputError as error:
            self._error, end = str(error), JobState.FAILED
        except Exception:
            logger.exception("%s %s failed", self.kind, self.id)  # labels name own graphs
            self._error, end = UNEXPECTED, JobState.FAILED
        self._work, self.held = None, NOTHING  # it may be a large graph
        self._on_end()
        self._finished_at = self._lane.clock()
        self._leave(end)

    def _steer(self, *, cancelled: bool = False, paused: bool = False, steps: int = 0) -> None:
        with self._lane.changed:
            self._cancelled |= cancelled
            self._paused, self._steps = paused, steps
            self._lane.changed.notify_all()

    def _report(self, fraction: float, text: str) -> None:
        with self._lane.changed:
            if fraction < self._fraction:
                self._phase.restart()
            self._fraction, self._text = min(max(fraction, 0.0), 1.0), text

    def _record(self, item: Any) -> None:
        with self._lane.changed:
            self._records.append(item)
            self._steps = max(self._steps - 1, 0)

    def _take(self, num_bytes: float) -> None:
        with self._lane.changed:
            self._room.check(self, num_bytes)
            self.num_bytes = num_bytes

    def _show(self, item: Any) -> None:
        with self._lane.changed:
            self._records = [item]

    def _checkpoint(self) -> bool:
        with self._lane.changed:
            self._paused = self._paused and self.may_pause  # it may have begun since
            if self._waits_for_step():
                self._leave(JobState.PAUSED)
                while self._waits_for_step():
                    self._lane.changed.wait(timeout=WAKE_SECONDS)
                self._state = JobState.QUEUED
                self._lane.join(self, self.owner, is_long=self.is_long)
                self._await_turn()
            elif self._lane.give_way(self):
                self._whole.stop()
                self._phase.stop()
                self._state = JobState.QUEUED
                self._await_turn()
            return self._must_end()

    def _waits_for_step(self) -> bool:
        return self._paused and not self._steps and not self._must_end()

    def _must_end(self) -> bool:
        is_unseen = self._lane.clock() - self._last_seen > self._max_unseen
        if not self._cancelled and is_unseen and (self._paused or not self._goes_on_unseen):
            self._cancelled, self._reason = True, NEGLECTED
        if not self._cancelled and self._whole.seconds > self._max_seconds:
            most = duration(self._max_seconds)
            self._cancelled = True
            self._reason = f"It has computed for {most}, the most that this server allows."
        return self._cancelled

    def _await_turn(self) -> None:
        with self._lane.changed:
            # A job that must end has little left to do: it need not wait for its turn.
            while not self._lane.is_turn_of(self) and not self._must_end():
                self._lane.changed.wait(timeout=WAKE_SECONDS)
            self._state = JobState.RUNNING
            self._whole.start()
            self._phase.start()

    def _leave(self, state: JobState) -> None:
        with self._lane.changed:
            self._state = state
            self._whole.stop()
            self._phase.stop()
            self._lane.leave(self)


class Room:
    """The memory of all jobs that have begun, of which those that do not compute have a part.

    Args:
        max_bytes: Of all.
    """

    def __init__(self, max_bytes: float = math.inf) -> None:
        self._max_bytes = max_bytes
        self.jobs: dict[str, Job] = {}

    def check(self, job: Job, num_bytes: float) -> None:
        """Raises `InputError` where a job would take too much beside the others."""
        others = sum(j.num_bytes for j in self.jobs.values() if j.is_active and j is not job)
        if others and num_bytes + others > self._max_bytes:
            raise InputError(
                f"This would take about {size(num_bytes / 1e6)} of memory, and there is "
                f"{size(max(self._max_bytes - others, 0.0) / 1e6)} for it while others are "
                "paused or under way; try again once they have ended."
            )

    def has_aside(self, job: Job) -> bool:
        """Whether a job may keep what it has without computing."""
        aside = [j for j in self.jobs.values() if j.is_aside and j is not job]
        return job.num_bytes + sum(j.num_bytes for j in aside) <= self._max_bytes / 3


def new_id() -> str:
    """Returns a short random name for a job."""
    return token_hex(5)


class JobManager:
    """All jobs of the process: starts, shares, finds and forgets them.

    Args:
        max_long: Long jobs that one owner may have at a time; None for any number.
        max_short: Short ones, likewise.
        max_seconds: How long a job may compute, without waiting and pauses; then it ends with
            what it has, as though it were cancelled.
        max_unseen: Seconds after which a job is cancelled that no page shows.
        max_held: Bytes that all jobs under way may hold which are not small.
        max_taken: Bytes that the work of all jobs may take that have begun; those that wait or
            are paused may have a third of it.
        inline: Whether `submit` does the work itself before it returns, for tests.
        clock: Seconds, never decreasing.
    """

    def __init__(
        self,
        *,
        max_long: int | None = None,
        max_short: int | None = None,
        max_seconds: float = math.inf,
        max_unseen: float = ORPHAN_SECONDS,
        max_held: float = math.inf,
        max_taken: float = math.inf,
        inline: bool = False,
        clock: Clock = time.monotonic,
    ) -> None:
        self._max_long, self._max_short, self._max_held = max_long, max_short, max_held
        self._max_seconds, self._max_unseen = max_seconds, max_unseen
        self._inline = inline
        self._lane = Lane(clock)
        self._room = Room(max_taken)
        self._jobs = self._room.jobs

    def submit(
        self,
        kind: str,
        key: str,
        work: Work,
        label: str,
        owner: str,
        *,
        is_long: bool = False,
        is_private: bool = False,
        is_admitted: bool = False,
        job_id: str = "",
        on_end: Callable[[], None] = lambda: None,
        held: Held = NOTHING,
    ) -> Job:
        """Queues work and returns its job; equal work that is already active is shared.

        Args:
            kind: Kind of job.
            key: Equal keys of one kind mean equal work.
            work: Called with a `JobContext` on another thread; returns the result. Raises
                InputError with a sentence for people, or Cancelled.
            label: Title for people.
            owner: Who wants the result; the job is cancelled when all owners have released it.
            is_long: Whether it may take minutes: it gives way to short ones at its steps.
            is_private: Whether only the owner may see it.
            is_admitted: Whether it was in a queue before, so that no limit refuses it now.
            job_id: Its id, from `new_id`; a new one by default.
            on_end: Called once, on the thread of the work, before the job counts as ended.
            held: What the work holds until it ends.

        Raises:
            InputError: If the queue is full, or the owner has too many jobs of this length.
        """
        with self._lane.changed:
            self._forget()
            job = self._shareable(kind, key, owner)
            is_new = job is None
            if job is None:
                if not is_admitted:
                    self._check_room(owner, is_long)
                    self._check_held(held)
                job = Job(
                    kind,
                    key,
                    label,
                    work,
                    self._lane,
                    owner,
                    is_long=is_long,
                    is_private=is_private,
                    max_seconds=self._max_seconds,
                    max_unseen=self._max_unseen,
                    job_id=job_id,
                    on_end=on_end,
                    held=held,
                    room=self._room,
                )
                self._jobs[job.id] = job
            job.claim(owner)
        if is_new:
            log.note(owner, f"{kind} submitted", job.id)
        if is_new and self._inline:
            job.run()
        elif is_new:
            threading.Thread(target=job.run, name=f"job-{job.id}", daemon=True).start()
        return job

    def get(self, job_id: str | None) -> Job | None:
        """Returns a job by its id, None where it is unknown or forgotten."""
        with self._lane.changed:
            self._forget()
            return self._jobs.get(job_id) if job_id else None

    def claimed_by(self, owner: str) -> list[Job]:
        """Returns the active jobs whose result an owner wants, the oldest first."""
        with self._lane.changed:
            jobs = self._jobs.values()
            return [job for job in jobs if job.is_active and owner in job.claims]

    def num_ahead(self, owner: str, *, is_long: bool) -> int:
        """Returns how many jobs would be ahead of one that an owner submitted now."""
        return self._lane.next_place(owner, is_long=is_long)

    def close(self, patience: float = 0.0) -> None:
        """Cancels everything and waits at most `patience` seconds for it to end.

        A training that is cancelled saves what it has learned so far as a partial run.
        """
        for job in list(self._jobs.values()):
            job.cancel()
        with self._lane.changed:
            self._lane.changed.wait_for(
                lambda: not any(job.is_active for job in self._jobs.values()), patience
            )

    def _check_room(self, owner: str, is_long: bool) -> None:
        if sum(job.is_active for job in self._jobs.values()) >= MAX_ACTIVE:
            raise InputError(
                f"The queue is full ({MAX_ACTIVE} jobs); try again in a few minutes."
            )
        most = self._max_long if is_long else self._max_short
        own = sum(
            job.is_active and job.is_long == is_long and owner in job.claims
            for job in self._jobs.values()
        )
        if most is None or own < most:
            return
        what = "trainings" if is_long else "projections and measurements"
        raise InputError(
            f"You have {own} {what} in progress, the most that this server allows a visitor; "
            "stop one, or wait until it has ended."
        )

    def _check_held(self, held: Held) -> None:
        all_held = [held, *(job.held for job in self._jobs.values())]
        sizes = {id(h.content): h.num_bytes for h in all_held if h.num_bytes > SMALL_BYTES}
        total = sum(sizes.values())
        if held.num_bytes > SMALL_BYTES and total > self._max_held:
            raise InputError(
                f"With this one the jobs in the queue would hold {total / 2**20:.0f} MB of "
                "graphs and embeddings, more than this server allows; try again once some "
                "have ended, or with a smaller one."
            )

    def _shareable(self, kind: str, key: str, owner: str) -> Job | None:
        """Equal work under way; what somebody has paused is theirs alone."""
        for job in self._jobs.values():
            is_free = not job.is_held or owner in job.claims
            is_equal = (job.kind, job.key) == (kind, key)
            if is_equal and is_free and job.is_active and not job.is_ending:
                return job
        return None

    def _forget(self) -> None:
        finished = sorted(
            (j for j in self._jobs.values() if not j.is_active), key=lambda j: j.age
        )
        for rank, job in enumerate(finished):
            if rank >= KEEP_FINISHED or job.age > KEEP_SECONDS:
                del self._jobs[job.id]
