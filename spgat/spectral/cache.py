"""Spectra and wavelets kept on disk between runs."""

import contextlib
import hashlib
import logging
import os
import time
import uuid
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

logger = logging.getLogger(__name__)

_FORMAT = 1  # part of every key: raise it where what is computed or stored changes
_STALE_SECONDS = 3600  # an unfinished file this old was left by a process that died


@dataclass(frozen=True)
class DiskCache:
    """A folder of .npz files, one per result, the least recently used of which are dropped.

    Two processes may use one folder: a file appears under its name only when it is complete.
    A damaged file is a miss and is removed; nothing is ever unpickled. Users may share a
    folder: what one of them may not read is a miss for them and stays.

    Attributes:
        folder: Made when first needed.
        max_bytes: The size the folder is kept below.
    """

    folder: Path
    max_bytes: int = 2_000_000_000

    def get(self, key: str) -> dict[str, NDArray[Any]] | None:
        """Returns the arrays kept under a key of `key_of`, or None."""
        path = self._path(key)
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
        except (FileNotFoundError, PermissionError):  # perhaps another user's: leave it alone
            return None
        except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
            logger.warning("dropped the unreadable cache file %s: %s", path, error)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        with contextlib.suppress(OSError):  # a read-only cache keeps no order
            os.utime(path)  # used now: the last to be dropped
        return arrays

    def put(self, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keeps arrays under a key; one that is larger than the whole cache is not kept."""
        if sum(array.nbytes for array in arrays.values()) > self.max_bytes:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # Not by tempfile, whose files no other user may read.
            part = self.folder / f"{uuid.uuid4().hex}.part"
            try:
                with part.open("xb") as file:
                    np.savez(file, allow_pickle=False, **arrays)
                part.replace(self._path(key))
            except BaseException:
                part.unlink(missing_ok=True)
                raise
            self._trim()
        except OSError as error:  # a full or read-only disk must not cost the result
            logger.warning("the cache in %s was not written: %s", self.folder, error)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.npz"

    def _trim(self) -> None:
        oldest_first = []
        for path in self.folder.iterdir():
            with contextlib.suppress(FileNotFoundError):  # another process was faster
                status = path.stat()
                if path.suffix == ".npz":
                    oldest_first.append((status.st_mtime_ns, status.st_size, path))
                elif path.suffix == ".part" and status.st_mtime < time.time() - _STALE_SECONDS:
                    path.unlink()
        excess = sum(size for _, size, _ in oldest_first) - self.max_bytes
        for _, size, path in sorted(oldest_first):
            if excess <= 0:
                return
            path.unlink(missing_ok=True)
            excess -= size


def default_cache() -> DiskCache:
    """Returns the cache in the user's data folder, see `spgat.datasets.fetch.data_folder`."""
    from spgat.datasets.fetch import data_folder  # the only tie to the data sets

    return DiskCache(data_folder() / "cache" / "spectra")


def key_of(what: str, *parts: Any) -> str:
    """Returns the key of a result: a digest of what it is and of everything it depends on.

    Args:
        what: The kind of result, readable in the file's name.
        parts: Sparse matrices and arrays, which count by content; dataclasses, numbers,
            strings, None and tuples of these.
    """
    hasher = hashlib.blake2b(str(_FORMAT).encode(), digest_size=16)
    for part in parts:
        _feed(hasher, part)
    return f"{what}-{hasher.hexdigest()}"


def _feed(hasher: "hashlib.blake2b", part: Any) -> None:
    if sp.issparse(part):
        matrix = sp.csr_array(part)
        _feed(hasher, repr(matrix.shape))
        # Index types differ by platform and history; the content counts.
        for array in (matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64)):
            _feed(hasher, array)
        _feed(hasher, matrix.data)
    elif isinstance(part, np.ndarray):
        hasher.update(f"{part.dtype.str}{part.shape}".encode())
        hasher.update(np.ascontiguousarray(part).tobytes())
    elif is_dataclass(part) and not isinstance(part, type):
        hasher.update(repr(sorted(asdict(part).items())).encode())
    else:
        hasher.update(f"{part!r};".encode())
