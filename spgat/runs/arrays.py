"""Arrays in .npz files, read without trusting them: no pickles, no memory before a check."""

import lzma
import math
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat.errors import InputError

#: An array larger than this is refused; a decompression bomb is, and no run here is.
MAX_ARRAY_BYTES = 2**29

_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0}  # fmt: skip


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Writes arrays, none of them of Python objects, into one compressed file."""
    np.savez_compressed(path, allow_pickle=False, **arrays)


def read_arrays(path: Path, *names: str) -> dict[str, NDArray[Any]]:
    """Returns the named arrays that the file holds, or all of them; they are read-only.

    Unlike `numpy.load` it compares what a header promises with the size of the data before it
    asks for memory.

    Raises:
        InputError: If the file is not such an archive, is damaged, or holds pickled objects or
            an array of more than 512 MB.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            present = {Path(info.filename).stem: info for info in archive.infolist()}
            chosen = [name for name in names or present if name in present]
            return {name: _array(archive, present[name]) for name in chosen}
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        EOFError,
        ValueError,
        RuntimeError,  # a password, or a way of packing that is not known
        SyntaxError,  # in a header, which is Python
        TokenError,
    ) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"{path.name} is damaged ({error}); take the file from its source again."
        ) from error


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray[Any]:
    with archive.open(info) as member:
        version = np.lib.format.read_magic(member)
        if version not in _HEADERS:
            raise ValueError(f"array format {version} of {info.filename}")
        shape, is_fortran, dtype = _HEADERS[version](member)
        if dtype.hasobject:
            raise InputError(
                f"{info.filename} holds Python objects, which may run code when read; store "
                "plain numbers instead."
            )
        num_bytes = math.prod(shape) * dtype.itemsize
        if num_bytes > MAX_ARRAY_BYTES:
            raise InputError(
                f"{info.filename} unpacks to {num_bytes / 2**20:.0f} MB; at most "
                f"{MAX_ARRAY_BYTES / 2**20:.0f} MB are read."
            )
        if num_bytes != info.file_size - member.tell():
            raise ValueError(f"{info.filename} has not the size its header promises")
        flat = np.frombuffer(member.read(), dtype=dtype)
    return flat.reshape(shape, order="F" if is_fortran else "C")
