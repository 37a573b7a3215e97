"""The right to compute, held by one job at a time, and a clock that can be held."""

import threading
from collections import deque
from collections.abc import Callable

Clock = Callable[[], float]


class Lane:
    """A queue whose first member may compute.

    Attributes:
        changed: The lock of the queue and of everything its members change; it wakes whoever
            waits for a change.
        clock: Seconds, never going back.
        due: When pages that have looked at a member look again.
    """

    def __init__(self, clock: Clock) -> None:
        self.changed = threading.Condition()
        self.clock = clock
        self.due: deque[float] = deque(maxlen=512)
        self._queue: deque[object] = deque()

    def join(self, member: object) -> None:
        """Takes the last place."""
        with self.changed:
            self._queue.append(member)

    def leave(self, member: object) -> None:
        """Gives the place up; no harm where there is none."""
        with self.changed:
            if member in self._queue:
                self._queue.remove(member)
            self.changed.notify_all()

    def place(self, member: object) -> int:
        """Returns how many stand before `member`, 0 for whom it is the turn or who is away."""
        with self.changed:
            return self._queue.index(member) if member in self._queue else 0

    def is_turn_of(self, member: object) -> bool:
        """Whether `member` stands first."""
        with self.changed:
            return bool(self._queue) and self._queue[0] is member


class Stopwatch:
    """Adds up the seconds between starts and stops."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sum = 0.0
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds measured so far."""
        return self._sum + (0.0 if self._since is None else self._clock() - self._since)

    def start(self) -> None:
        """Goes on measuring."""
        if self._since is None:
            self._since = self._clock()

    def stop(self) -> None:
        """Holds the watch."""
        self._sum, self._since = self.seconds, None

    def restart(self) -> None:
        """Measures from now on, running or held as before."""
        self._sum = 0.0
        if self._since is not None:
            self._since = self._clock()
