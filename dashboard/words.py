"""Numbers in sentences: counts with their nouns, and shares."""

from spgat import words


def count(number: int, noun: str, plural: str = "") -> str:
    """Returns a number with its noun: "1 run", "1,234 runs".

    Args:
        number: How many.
        noun: For one of them.
        plural: For several; the noun with an s by default.
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def percent(share: float | None, digits: int = 0) -> str:
    """Returns a share in [0, 1] as "5%", and "n/a" where there is none.

    What is less than all is never shown as 100%, nor what is more than nothing as 0%.
    """
    return words.percent(share, digits)


def ago(seconds: float) -> str:
    """Returns "just now", "3 minutes ago", "5 hours ago" or "2 days ago"."""
    for size, noun in ((24 * 3600, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"{count(int(seconds // size), noun)} ago"
    return "just now"
