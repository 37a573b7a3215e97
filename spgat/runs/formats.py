"""The formats a run has been stored in, and how an older one is read as the one of today.

1: α at the last epoch alone, in `summary.json` and in a table named after attention; no record
   of the bands. Its `summary.json` has no number of a format.
2: α at the best validation epoch and at the last, the cut, and the bands' responses.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from spgat import retired
from spgat.errors import InputError
from spgat.results import EpochRecord

#: The format that runs are written in.
FORMAT = 2


def summary_of_today(
    stored: Mapping[str, Any], history: Callable[[], Sequence[EpochRecord]]
) -> dict[str, Any]:
    """Returns what `summary.json` would hold had it been written in the format of today.

    Args:
        stored: What it holds.
        history: Reads the run's epochs, which the first format needs for α at the best one.

    Raises:
        InputError: For a format that is not known here.
    """
    number = stored.get("format", 1)
    if type(number) is not int or not 1 <= number <= FORMAT:
        raise InputError(
            f"The run has the format {str(number)[:20]!r}, and this version of spgat reads "
            f"formats up to {FORMAT}; read it with a newer version."
        )
    if number == FORMAT:
        return dict(stored)
    values = retired.renamed(stored, retired.RUN_SUMMARY)
    if "alpha" not in values:
        at_best = [r.alpha for r in history() if r.epoch == values.get("best_epoch")]
        values["alpha"] = [list(a) for a in at_best[0]] if at_best else values.get("last_alpha")
    return {**values, "format": FORMAT, "cut": None}


def name_of_today(name: str) -> str:
    """Returns a file's name as it is today."""
    return retired.RUN_FILES.get(name, name)


def older_names(name: str) -> list[str]:
    """Returns the names that a file of today's name has had."""
    return [old for old, new in retired.RUN_FILES.items() if new == name]
