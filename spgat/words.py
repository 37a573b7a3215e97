"""Numbers as the library and the command line write them for a reader."""


def plural(count: int, noun: str, many: str | None = None) -> str:
    """Returns "1 node", "2 nodes"; `many` is the plural that is not made by an s."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"


def percent(fraction: float | None, digits: int = 1) -> str:
    """Returns "80.8%" for 0.808, and "n/a" for None."""
    return "n/a" if fraction is None else f"{fraction:.{digits}%}"


def number(value: float | None) -> str:
    """Returns four significant digits, "0.01235", and "n/a" for None."""
    return "n/a" if value is None else f"{value:.4g}"


def duration(seconds: float) -> str:
    """Returns "0.4 s", "12 s", "3 min 5 s" or "2 h 10 min"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes == 0:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{minutes} min {rest} s" if hours == 0 else f"{hours} h {minutes} min"


def size(megabytes: float) -> str:
    """Returns "450 MB" or "12.4 GB"; at least 1 MB."""
    return f"{megabytes / 1000:.1f} GB" if megabytes >= 1000 else f"{max(megabytes, 1):.0f} MB"
