"""How often somebody may try something within a time: guesses at a key."""

import time
from collections import Counter, deque
from collections.abc import Callable
from threading import Lock

from spgat.errors import InputError
from spgat.words import plural


class Tries:
    """The tries of all visitors within a time; safe from any thread.

    Args:
        each: How many one visitor has.
        together: How many all have: a visitor without cookies is a new one each time.
        seconds: Within this time.
        clock: Seconds that never go back.
    """

    def __init__(
        self,
        each: int,
        together: int,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._each, self._together, self._seconds = each, together, seconds
        self._clock, self._lock = clock, Lock()
        self._done: deque[tuple[float, str]] = deque()

    def take(self, visitor: str) -> None:
        """Counts a try.

        Raises:
            InputError: If it is one too many; that try does not count.
        """
        with self._lock:
            now = self._clock()
            while self._done and self._done[0][0] <= now - self._seconds:
                self._done.popleft()
            own = Counter(who for _, who in self._done)[visitor]
            if own < self._each and len(self._done) < self._together:
                self._done.append((now, visitor))
                return
        span = plural(round(self._seconds / 60), "minute")
        who = (
            f"You have tried {plural(own, 'key')}"
            if own >= self._each
            else "Too many were tried"
        )
        raise InputError(f"{who} within {span}; wait {span} before the next.")
