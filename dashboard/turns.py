"""Work within a page's own script that takes hundreds of MB for a moment: two at a time.

Whoever opens twenty pages at once would have twenty of them in memory. What takes long is a job
(`dashboard/jobs.py`); this is what a page waits for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

_turns, _files = BoundedSemaphore(2), BoundedSemaphore(2)


@contextmanager
def turn() -> Iterator[None]:
    """Waits for one of two turns.

    Only around work that asks for nothing that is kept: another page may be computing that,
    and wait for this turn.
    """
    with _turns:
        yield


@contextmanager
def file_turn() -> Iterator[None]:
    """Waits for one of two turns at making a file to save, which no page waits for.

    As with `turn`, nothing that is kept is asked for within.
    """
    with _files:
        yield
