"""Files that a command writes: where one cannot be, this is said before the work."""

import os
from pathlib import Path

import typer

from spgat.errors import InputError


def checked_file(parameter: typer.CallbackParam, file: Path | None) -> Path | None:
    """Returns the file an option or argument names, links followed; call it back by Typer.

    Raises:
        InputError: If no file can be written there.
    """
    if file is None:
        return None
    named = f"{parameter.opts[0]} is {str(file)!r}"
    target = file.resolve()
    if target.exists() and not target.is_file():
        raise InputError(f"{named}, which is no file; name one.")
    if not target.parent.is_dir():
        raise InputError(f"{named}, whose folder is not there; make it or name another.")
    if not os.access(target.parent, os.W_OK):
        raise InputError(f"{named}, whose folder cannot be written; name another.")
    return target
