"""Numbers and names as the library and the command line write them for a reader."""

import re

#: Signs that control a terminal, and those that turn the direction of what follows them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def visible(text: str) -> str:
    """Returns a text without signs that nobody sees but that change how others are seen."""
    return _INVISIBLE.sub("", text)


def plural(count: int, noun: str, many: str | None = None) -> str:
    """Returns "1 node", "2 nodes"; `many` is the plural that is not made by an s."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"


#: A share that misses 0 or 1 by less is that, but for rounding.
_ROUNDING = 1e-9


def percent(fraction: float | None, digits: int = 1) -> str:
    """Returns "80.8%" for 0.808, "> 99.9%" for what is not quite all, and "n/a" for None."""
    if fraction is None:
        return "n/a"
    shown = f"{fraction:.{digits}%}"
    if _ROUNDING < fraction < 1 - _ROUNDING:
        least = 10.0**-digits
        if float(shown[:-1]) == 0:
            return f"< {least:.{digits}f}%"
        if float(shown[:-1]) == 100:
            return f"> {100 - least:.{digits}f}%"
    return shown


def significant(value: float) -> str:
    """Returns three significant digits, "0.00617" and "1.20", however small the value is."""
    return f"{value:#.3g}".rstrip(".")


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
