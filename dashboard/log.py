"""What the server writes down of its visitors: a line for what each starts, imports or deletes.

No line has a text from outside, such as the name of a graph or a file.
"""

import logging

logger = logging.getLogger("spgat.dashboard")
#: Signs of a visitor's name that are enough to tell lines of one from those of another.
_SHORT = 6


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
