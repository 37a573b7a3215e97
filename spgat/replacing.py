"""Files that are whole whenever somebody reads them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from spgat.errors import InputError


@contextmanager
def replacing(path: Path, *, remedy: str = "name a folder that can") -> Iterator[Path]:
    """Yields a temporary name beside `path` that takes its place once the block has ended.

    Whoever reads meanwhile, or after an interrupt, sees the old file or none, never a part of
    the new one.

    Args:
        path: The file; its folder is made where it is missing.
        remedy: What the error tells to do.

    Raises:
        InputError: If the folder cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.touch(exist_ok=False)
    except OSError as error:
        raise InputError(
            f"The folder {path.parent} cannot be written ({error.strerror}); {remedy}."
        ) from error
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
