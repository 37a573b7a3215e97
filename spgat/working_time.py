"""Seconds of work, without those in which it was held."""

import time

from spgat.progress import ShouldStop


class WorkingTime:
    """A clock that stands still while the work asks whether to stop.

    The answer may take as long as somebody pauses the work.

    Args:
        should_stop: Polled between steps; None never stops.
    """

    def __init__(self, should_stop: ShouldStop | None) -> None:
        self._ask = should_stop
        self._held = 0.0

    @property
    def now(self) -> float:
        """Seconds from some moment on, of use as differences only."""
        return time.perf_counter() - self._held

    def should_stop(self) -> bool:
        """Returns the answer, however long it takes."""
        if self._ask is None:
            return False
        asked = time.perf_counter()
        answer = self._ask()
        self._held += time.perf_counter() - asked
        return answer
