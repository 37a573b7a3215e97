"""What a lesson asks of the controls of a page: "2", "!= none", ">= 1, <= 10"."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from spgat.errors import InputError

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "": operator.eq,
}
_TEST = re.compile(r"\s*(<=|>=|!=|<|>|)\s*(\S.*?)\s*")


def holds(condition: str, value: object) -> bool:
    """Returns whether a value is as a condition asks.

    Args:
        condition: Tests with commas between, of which all have to hold: a value to be equal
            to, or one after `!=`, `<`, `<=`, `>` or `>=`.
        value: Of a control; None, which no condition holds for, where there is none.

    Raises:
        InputError: If the condition is none.
    """
    return value is not None and all(_holds(test, value) for test in condition.split(","))


def unmet(conditions: Mapping[str, str], values: Mapping[str, object]) -> list[str]:
    """Returns the names of the controls that are not as asked.

    Raises:
        InputError: If a condition is none.
    """
    return [name for name, asked in conditions.items() if not holds(asked, values.get(name))]


def _holds(test: str, value: object) -> bool:
    found = _TEST.fullmatch(test)
    if found is None:
        raise InputError(
            f"A check says {test[:40]!r}; it takes a value, or one after !=, <, <=, > or >=."
        )
    sign, text = found.groups()
    asked, given = _number(text), _number(str(value))
    if asked is not None and given is not None:
        return _COMPARISONS[sign](given, asked)
    if sign in ("", "!="):
        return _COMPARISONS[sign](str(value), text)
    if asked is None:
        raise InputError(f"A check compares with {text[:40]!r}, which is not a number.")
    return False


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
