"""A queue that lets one job compute at a time, and a stopwatch that can be paused."""

import threading
from collections import deque
from collections.abc import Callable

Clock = Callable[[], float]


class Lane:
    """A queue in which the first member may compute.

    Attributes:
        changed: The lock of the queue and of everything its members change; it wakes the
            threads that wait for a change.
        clock: Seconds, never decreasing.
        due: When the pages that show a member will look at it again.
    """

    def __init__(self, clock: Clock) -> None:
        self.changed = threading.Condition()
        self.clock = clock
        self.due: deque[float] = deque(maxlen=512)
        self._queue: deque[object] = deque()

    def join(self, member: object) -> None:
        """Puts `member` at the end of the queue."""
        with self.changed:
            self._queue.append(member)

    def leave(self, member: object) -> None:
        """Takes `member` out of the queue; does nothing if it is not in it."""
        with self.changed:
            if member in self._queue:
                self._queue.remove(member)
            self.changed.notify_all()

    def place(self, member: object) -> int:
        """Returns how many are ahead of `member`: 0 if it is first or not in the queue."""
        with self.changed:
            return self._queue.index(member) if member in self._queue else 0

    def is_turn_of(self, member: object) -> bool:
        """Whether `member` is first."""
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
        """Starts or continues measuring."""
        if self._since is None:
            self._since = self._clock()

    def stop(self) -> None:
        """Pauses measuring."""
        self._sum, self._since = self.seconds, None

    def restart(self) -> None:
        """Sets the sum to 0; the watch runs or is paused as before."""
        self._sum = 0.0
        if self._since is not None:
            self._since = self._clock()
