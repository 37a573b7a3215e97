"""Files that are whole whenever somebody reads them."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from spgat.errors import InputError

#: Errors of a disk that is full, over its quota, read-only or broken.
CANNOT_WRITE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO,
                          errno.EACCES, errno.EPERM})  # fmt: skip


def sync(path: Path) -> None:
    """Waits until a file, or the list of names in a folder, is on the disk.

    A rename may get there before what it renames: after a power cut the new name would stand
    for an empty file.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def replacing(path: Path, *, remedy: str = "name a folder that can") -> Iterator[Path]:
    """Yields a temporary name beside `path` that takes its place once the block has ended.

    Whoever reads meanwhile, or after an interrupt or a power cut, sees the old file or none,
    never a part of the new one.

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
        sync(temporary)
        os.replace(temporary, path)
    except OSError as error:
        if error.errno not in CANNOT_WRITE:
            raise
        raise InputError(
            f"The file {path} cannot be written ({error.strerror}); {remedy}."
        ) from error
    finally:
        temporary.unlink(missing_ok=True)
