"""Arrays in .npy files that are mapped, not loaded, and written in pieces."""

from collections.abc import Iterable
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from spgat.errors import InputError
from spgat.replacing import replacing

_UNREADABLE = (OSError, ValueError, EOFError, SyntaxError, TokenError, OverflowError)


def mapped(
    path: Path, dtype: DTypeLike | None = None, shape: tuple[int, ...] | None = None
) -> NDArray[Any]:
    """Returns the array of a file, of which only what is read comes into memory.

    Nothing is unpickled. The array may be written to, which changes memory alone: compiled
    kernels know a read-only array for another type and would be compiled once more.

    Args:
        path: A .npy file.
        dtype: What it must hold, anything but Python objects where None.
        shape: What it must hold, in the order of rows; anything where None.

    Raises:
        InputError: If it is no such file, or holds something else.
    """
    try:
        array = np.lib.format.open_memmap(path, mode="c")
    except _UNREADABLE as error:
        raise InputError(
            f"The file {path} cannot be read as an array ({error}); take it from its source "
            "again, or write it again."
        ) from error
    is_as_said = dtype is None or array.dtype == np.dtype(dtype)
    if shape is not None:
        is_as_said &= array.shape == shape and array.flags.c_contiguous
    if not is_as_said:
        raise InputError(
            f"The file {path} does not hold {np.dtype(dtype)} numbers of shape {shape} in the "
            "order of rows; write it again."
        )
    return np.asarray(array)


def write_array(
    path: Path, dtype: DTypeLike, shape: tuple[int, ...], parts: Iterable[NDArray[Any]]
) -> None:
    """Writes an array of C order that comes in parts; the file is there once it is whole.

    Args:
        path: The .npy file.
        dtype: Of the array.
        shape: Of the array.
        parts: Its rows, one block after the other.

    Raises:
        InputError: If it cannot be written, for instance on a full disk.
    """
    header = {"descr": np.dtype(dtype).str, "fortran_order": False, "shape": shape}
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.lib.format.write_array_header_2_0(file, header)
        for part in parts:
            # Not by `tofile`, whose error on a full disk has no number.
            file.write(np.ascontiguousarray(part, dtype=dtype).reshape(-1).data)
