"""How long work reports its progress and is asked to stop."""

from collections.abc import Callable

from spgat.errors import Cancelled

#: Called with the fraction done, in [0, 1], and a few words on the current phase.
Progress = Callable[[float, str], None]
#: Polled between steps; a true answer ends the work.
ShouldStop = Callable[[], bool]
#: Share of a training's progress that its setup takes.
SETUP_SHARE = 0.1


def report(
    fraction: float, text: str, progress: Progress | None, should_stop: ShouldStop | None = None
) -> None:
    """Passes progress on and ends the work where the caller wants it ended.

    Raises:
        Cancelled: If `should_stop` answers true.
    """
    if should_stop is not None and should_stop():
        raise Cancelled(f"stopped on request while {text or 'working'}")
    if progress is not None:
        progress(fraction, text)
