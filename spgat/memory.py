"""Memory of this process: kept while a training runs, and the most so far.

An epoch makes the same large arrays again and again. By default the C library takes each from
the system and gives it back, and the system clears every page anew: on a million nodes a third
of an epoch's time (`python -m benchmarks epoch_growth`). Kept memory is cleared once.
"""

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# Parameters of glibc's mallopt(3).
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _MMAP_MAX = -1, -3, -4
_WHILE_KEPT = {_MMAP_MAX: 0, _TRIM_THRESHOLD: -1}  # -1: never trim
#: glibc's defaults; the two thresholds where it would have moved them after large arrays.
_AFTERWARDS = {_MMAP_MAX: 65_536, _MMAP_THRESHOLD: 32 * 2**20, _TRIM_THRESHOLD: 64 * 2**20}

_lock = threading.Lock()
_users = 0


@contextmanager
def kept_memory() -> Iterator[None]:
    """Keeps freed memory in the process until the last user leaves, then gives it back.

    Without glibc (macOS, Windows, musl) nothing happens.
    """
    global _users
    with _lock:
        _users += 1
        if _users == 1:
            _set(_WHILE_KEPT)
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                _set(_AFTERWARDS)
                _trim()


def peak_megabytes() -> float:
    """Returns the most memory that this process has held, with what it has mapped.

    NaN where the system does not say, which is anywhere but on Linux.
    """
    # Not ru_maxrss: it starts at what the parent process held at the fork.
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return float("nan")


def _set(parameters: dict[int, int]) -> None:
    if _glibc is not None:
        for parameter, value in parameters.items():
            _glibc.mallopt(parameter, value)


def _trim() -> None:
    if _glibc is not None:
        _glibc.malloc_trim(ctypes.c_size_t(0))


def _find_glibc() -> ctypes.CDLL | None:
    try:
        library = ctypes.CDLL("libc.so.6")
    except OSError:
        return None
    return library if hasattr(library, "malloc_trim") else None


_glibc = _find_glibc()
