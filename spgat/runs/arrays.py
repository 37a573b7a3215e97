"""Arrays in .npz files, read without trusting them: no pickles, no memory before a check."""

import io
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

from spgat.errors import InputError, reason

#: Arrays that come to more are refused; those of a decompression bomb do, and no run's here do.
MAX_BYTES = 2**28

#: Ways of packing whose stream can be read in bounded pieces; no other is written here.
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0}  # fmt: skip


def packed_arrays(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Returns a compressed file of arrays, none of them of Python objects."""
    target = io.BytesIO()
    np.savez_compressed(target, allow_pickle=False, **arrays)
    return target.getvalue()


def unpacked_bytes(path: Path, *, without: str = "") -> int:
    """Returns what the arrays of a file come to in memory, as the file says itself.

    `read_arrays` unpacks no more than that.

    Args:
        path: The file.
        without: The name of an array that does not count.

    Raises:
        InputError: If it is no archive.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return sum(
                info.file_size
                for info in archive.infolist()
                if info.filename.removesuffix(".npy") != without
            )
    except (zipfile.BadZipFile, EOFError, ValueError, RuntimeError) as error:
        raise InputError(
            f"{path.name} is damaged ({reason(error)}); take the file from its source again."
        ) from error


def read_arrays(path: Path, *names: str) -> dict[str, NDArray[Any]]:
    """Returns those of the named arrays that the file holds; they are read-only.

    Unlike `numpy.load` it compares what a header promises with the size of the data before it
    asks for memory, and unpacks no more than that, whatever the data holds.

    Raises:
        InputError: If the file is not such an archive, is damaged, or holds pickled objects or
            arrays of more than `MAX_BYTES` together.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            present = {info.filename.removesuffix(".npy"): info for info in archive.infolist()}
            chosen = {name: present[name] for name in names if name in present}
            num_bytes = sum(info.file_size for info in chosen.values())
            if num_bytes > MAX_BYTES:
                raise InputError(
                    f"{path.name} unpacks to {num_bytes / 2**20:.0f} MB; at most "
                    f"{MAX_BYTES / 2**20:.0f} MB are read."
                )
            return {name: _array(archive, info) for name, info in chosen.items()}
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
            f"{path.name} is damaged ({reason(error)}); take the file from its source again."
        ) from error


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray[Any]:
    if info.compress_type not in PACKED:
        raise ValueError(f"{info.filename} is packed in a way that NumPy has not")
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
        if num_bytes != info.file_size - member.tell():
            raise ValueError(f"{info.filename} has not the size its header promises")
        # A plain `read` would unpack all there is before it looks at the stated size.
        flat = np.frombuffer(member.read(num_bytes + 1), dtype=dtype)
    return flat.reshape(shape, order="F" if is_fortran else "C")
