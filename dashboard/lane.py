"""A queue that lets one job compute at a time, and a stopwatch that can be paused."""

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class _Place:
    member: object
    owner: str
    is_long: bool


class Lane:
    """A queue in which the first member may compute.

    Behind it come the short ones and then the long ones. Within each kind owners take turns:
    nobody's second comes before another's first.

    Attributes:
        changed: The lock of the queue and of everything its members change; it wakes the
            threads that wait for a change.
        clock: Seconds, never decreasing.
    """

    def __init__(self, clock: Clock) -> None:
        self.changed = threading.Condition()
        self.clock = clock
        self._queue: list[_Place] = []

    def join(self, member: object, owner: str = "", *, is_long: bool = False) -> None:
        """Queues `member` for an owner's turn."""
        with self.changed:
            place = self.next_place(owner, is_long=is_long)
            self._queue.insert(place, _Place(member, owner, is_long))

    def next_place(self, owner: str, *, is_long: bool) -> int:
        """Returns how many would be ahead of a member of an owner that joined now."""
        with self.changed:
            at = self._num_first_and_short()
            before: Counter[str] = Counter(place.owner for place in self._queue[:1])
            start, end = (at, len(self._queue)) if is_long else (min(1, at), at)
            mine = before[owner] + sum(p.owner == owner for p in self._queue[start:end])
            while start < end and before[self._queue[start].owner] <= mine:
                before[self._queue[start].owner] += 1
                start += 1
            return start

    def give_way(self, member: object) -> bool:
        """Lets waiting short members go before a long first one; whether there were any."""
        with self.changed:
            at = self._num_first_and_short()
            if at < 2 or self._queue[0].member is not member or not self._queue[0].is_long:
                return False
            self._queue.insert(at - 1, self._queue.pop(0))
            self.changed.notify_all()
            return True

    def _num_first_and_short(self) -> int:
        """The first, and the short ones right behind it."""
        waiting = self._queue[1:]
        short = takewhile(lambda place: not place.is_long, waiting)
        return min(1, len(self._queue)) + sum(1 for _ in short)

    def leave(self, member: object) -> None:
        """Takes `member` out of the queue; does nothing if it is not in it."""
        with self.changed:
            self._queue = [place for place in self._queue if place.member is not member]
            self.changed.notify_all()

    def place(self, member: object) -> int:
        """Returns how many are ahead of `member`: 0 if it is first or not in the queue."""
        with self.changed:
            ahead = takewhile(lambda place: place.member is not member, self._queue)
            number = sum(1 for _ in ahead)
            return number if number < len(self._queue) else 0

    def is_turn_of(self, member: object) -> bool:
        """Whether `member` is first."""
        with self.changed:
            return bool(self._queue) and self._queue[0].member is member


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
