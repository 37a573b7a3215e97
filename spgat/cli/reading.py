"""The flags that say how a graph file is read, the same for every command that takes one."""

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from spgat.datasets.meaning.options import DESCRIPTIONS, ReadOptions


def with_read_options(command: Callable[..., None]) -> Callable[..., None]:
    """Returns a command whose parameter `reading` is given by a flag for each of its fields."""
    hints = get_type_hints(ReadOptions)
    flags = {f.name: _flag(f.name, hints[f.name], f.default) for f in fields(ReadOptions)}
    own = {
        name: parameter
        for name, parameter in inspect.signature(command).parameters.items()
        if name != "reading"
    }

    @wraps(command)
    def wrapped(**arguments: Any) -> None:
        chosen = {name: arguments.pop(f"read_{name}") for name in flags}
        command(**arguments, reading=ReadOptions(**chosen))

    wrapped.__signature__ = inspect.Signature([*own.values(), *flags.values()])  # type: ignore[attr-defined]
    hints = get_type_hints(command, include_extras=True)
    wrapped.__annotations__ = {name: hints[name] for name in own} | {
        flag.name: flag.annotation for flag in flags.values()
    }
    return wrapped


def words(reading: ReadOptions) -> list[str]:
    """Returns the flags that choose a reading, to be typed."""
    found = []
    for name, value in reading.changed().items():
        found.append(_spelled(name, is_on=value is not False))
        found += [] if isinstance(value, bool) else [str(value)]
    return found


def _flag(name: str, kind: Any, default: Any) -> inspect.Parameter:
    spelled = _spelled(name)
    if default is True:  # else nothing would turn it off
        spelled += "/" + _spelled(name, is_on=False)
    option = typer.Option(spelled, help=DESCRIPTIONS[name], rich_help_panel="Reading a file")
    return inspect.Parameter(
        f"read_{name}",
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, option],
    )


def _spelled(name: str, *, is_on: bool = True) -> str:
    return ("--" if is_on else "--no-") + name.replace("_", "-")
