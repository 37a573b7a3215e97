"""What the server writes down of its visitors: a line for what each starts, imports or deletes.

No line of ours has a text from outside, such as the name of a graph or a file. Streamlit's may,
as long and as often as a browser likes: they are cut, and counted where one comes again.
"""

import logging
from functools import cache

from spgat.words import visible

logger = logging.getLogger("spgat.dashboard")
#: Characters of a visitor's name that are enough to tell lines of one from those of another.
_SHORT = 6
#: Characters of one line and of a traceback, whose end says what was wrong.
MAX_LINE, MAX_TRACEBACK = 2000, 8000
#: Lines from one place in the code within so many seconds.
MAX_LINES, SECONDS = 100, 60.0

_handle = logging.Logger.handle
_written: dict[tuple[str, int], list[float]] = {}  # since when, and how many, by file and line


@cache
def bound() -> None:
    """Bounds what every logger of this process writes."""
    logging.Logger.handle = _handle_bounded  # type: ignore[method-assign, assignment]


def _handle_bounded(to: logging.Logger, record: logging.LogRecord) -> None:
    count = _written.setdefault((record.pathname, record.lineno), [record.created, 0])
    if record.created - count[0] > SECONDS:
        left_out = f"({count[1] - MAX_LINES:.0f} such lines left out) "
        before = left_out if count[1] > MAX_LINES else ""
        count[:] = [record.created, 0]
    else:
        before = ""
    count[1] += 1
    if count[1] > MAX_LINES:
        return
    text = before + record.getMessage()
    record.msg = visible(text if len(text) <= MAX_LINE else f"{text[:MAX_LINE]} …")
    record.args = None
    if record.exc_info:
        text = logging.Formatter().formatException(record.exc_info)
        start, end = text[: MAX_TRACEBACK // 4], text[-3 * MAX_TRACEBACK // 4 :]
        record.exc_text = visible(text if len(text) <= MAX_TRACEBACK else f"{start} … {end}")
    _handle(to, record)


def start() -> None:
    """Has the lines written to standard error, unless the host has set up logging."""
    logger.setLevel(logging.INFO)
    if not logger.hasHandlers():
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
        logger.addHandler(handler)


def note(visitor: str, event: str, name: str) -> None:
    """Writes a line.

    Args:
        visitor: Who did it, as `visitor.visitor_id` has it.
        event: What was done, in fixed words.
        name: The id that the server itself gave to what it was done to.
    """
    logger.info("%s %s by %s", event, name, visitor[:_SHORT])
