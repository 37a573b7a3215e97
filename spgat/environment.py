"""Settings of the server in variables of its environment."""

import math
import os

from spgat.errors import InputError


def positive(name: str, default: str) -> float:
    """Returns the number above 0 that a variable holds.

    Args:
        name: Of the variable.
        default: What it says where it is not set; "inf" for no bound.

    Raises:
        InputError: If it holds something else.
    """
    asked = os.environ.get(name, default)
    try:
        number = float(asked)
    except ValueError:
        number = math.nan
    if not number > 0:
        raise InputError(f"{name} is {asked!r}; set it to a number above 0.")
    return number
