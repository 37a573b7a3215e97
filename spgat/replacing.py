"""Files that are whole whenever somebody reads them."""

import errno
import glob
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from spgat.errors import InputError

if sys.platform != "win32":
    import fcntl

#: Errors of a disk that is full, over its quota, read-only or broken.
CANNOT_WRITE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO,
                          errno.EACCES, errno.EPERM})  # fmt: skip

_SETTLED_SECONDS = 60  # a temporary file is locked long before it is this old


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
    never a part of the new one. What a process that was killed here has left behind goes.

    Args:
        path: The file; its folder is made where it is missing.
        remedy: What the error tells to do.

    Raises:
        InputError: If the folder cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(path)
        descriptor = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    except OSError as error:
        raise InputError(
            f"The folder {path.parent} cannot be written ({error.strerror}); {remedy}."
        ) from error
    try:
        try:
            _lock(descriptor)
            yield temporary
        finally:
            os.close(descriptor)
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


def _remove_abandoned(path: Path) -> None:
    """Removes temporary files of `path` that no process has open to write."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*"):
        with suppress(OSError):  # another process was faster, or it is another user's
            if left.stat().st_mtime > time.time() - _SETTLED_SECONDS:
                continue
            descriptor = os.open(left, os.O_RDWR)
            try:
                if _lock(descriptor):
                    left.unlink()
            finally:
                os.close(descriptor)


def _lock(descriptor: int) -> bool:
    """Whether a file is this process's now: the system lets it go when the process ends."""
    if sys.platform == "win32":
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # another's, or the file system knows no locks
        return False
    return True
