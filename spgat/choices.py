"""Fields of a config that take one of a few values."""

from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from spgat.errors import InputError


def check_choices(config: Any) -> None:
    """Raises `InputError` where a field of a dataclass has no value of its `Literal`."""
    for name, choices in _choices_of(config.__class__).items():
        value = getattr(config, name)
        if value not in choices:
            listed = ", ".join(map(repr, choices))
            raise InputError(f"{name} is {value!r}; use one of {listed}.")


@cache
def _choices_of(kind: type) -> dict[str, tuple[Any, ...]]:
    hints = get_type_hints(kind).items()
    return {name: get_args(hint) for name, hint in hints if get_origin(hint) is Literal}
