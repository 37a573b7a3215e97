"""How often pages that move by themselves are drawn: the less often, the more they cost."""

import time

from dashboard.lane import Clock

#: A page that is not drawn again in so many of its intervals has been left.
_PATIENCE = 2


class Pace:
    """What pages of one kind ask of the server, all visitors together.

    Args:
        shortest: Seconds between two drawings of a page, where few move.
        share: Of one core, that all drawings may take together.
        clock: Seconds, never decreasing.
    """

    def __init__(self, shortest: float, share: float, clock: Clock = time.monotonic) -> None:
        self._shortest, self._share, self._clock = shortest, share, clock
        #: Until when each page counts, and what its last drawing has cost.
        self._pages: dict[str, tuple[float, float]] = {}

    @property
    def num_moving(self) -> int:
        """Number of pages that move."""
        return len(self._costs())

    @property
    def seconds(self) -> float:
        """Seconds between two drawings of one page, as things are."""
        return max(self._shortest, sum(self._costs()) / self._share)

    def suits(self, seconds: float) -> bool:
        """Whether a page may go on with these seconds between its drawings.

        A new timer has the whole page drawn, so it is worth no small change.
        """
        return seconds / 2 <= self.seconds <= 2 * seconds

    def drawn(self, page: str, seconds: float, cost: float) -> None:
        """Notes that a page has been drawn, and will be again.

        Args:
            page: Tells it from others.
            seconds: Until it is drawn again.
            cost: Seconds of a core that the drawing took.
        """
        now = self._clock()
        for other, (until, _) in list(self._pages.items()):
            if until < now:
                self._pages.pop(other, None)
        self._pages[page] = now + _PATIENCE * seconds, cost

    def _costs(self) -> list[float]:
        now = self._clock()
        return [cost for until, cost in list(self._pages.values()) if until >= now]
