"""Files of arrays: .npy, .npz and .mat, with nothing unpickled."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pandas as pd
import scipy.io
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.errors import InputError

NO_PICKLES = (
    "The file holds pickled Python objects, which could run code when opened, and is not read; "
    "save plain arrays: numpy.savez('graph.npz', edge_index=…, x=…, y=…)."
)

#: How a zip begins, which .npz files and workbooks are too.
ZIP = b"PK\x03\x04"
MAT_73 = "The .mat file has version 7.3; save it again with save('graph.mat', 'A', '-v7')."


def load_npz(data: bytes) -> dict[str, Any]:
    """Returns the arrays of an .npz file; sparse ones put together, nothing unpickled.

    A whole SciPy file is called "matrix".

    Raises:
        InputError: For pickles.
    """
    with _no_pickles(), np.load(io.BytesIO(data), allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files if not name.endswith(".pkl")}
    if {"format", "shape"} <= set(arrays):
        if arrays["format"].size != 1:
            raise InputError(
                f"The array 'format' has {arrays['format'].size} entries where SciPy writes "
                "one; save the matrix again by scipy.sparse.save_npz."
            )
        matrix = sp.load_npz(io.BytesIO(data))
        if hasattr(matrix, "check_format"):
            matrix.check_format(full_check=True)
        return {"matrix": matrix}
    for key in [key for key in arrays if key.endswith("_indptr")]:
        prefix = key.removesuffix("_indptr")
        parts = [f"{prefix}_{part}" for part in ("data", "indices", "indptr", "shape")]
        if set(parts) <= set(arrays):
            values, indices, indptr, shape = (arrays.pop(part) for part in parts)
            matrix = sp.csr_array((values, indices, indptr), shape=tuple(shape))
            matrix.check_format(full_check=True)
            arrays[prefix] = matrix
    return arrays


def is_npy(data: bytes) -> bool:
    """Whether a file is a .npy array, by its first bytes."""
    return data.startswith(b"\x93NUMPY")


def is_npz(data: bytes) -> bool:
    """Whether a file is a .npz of arrays, by the names in its first bytes."""
    return data.startswith(ZIP) and b".npy" in data[:4096]


@contextmanager
def _no_pickles() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        if "allow_pickle" in str(error):
            raise InputError(NO_PICKLES) from error
        raise


def load_array(data: bytes) -> NDArray[Any]:
    """Returns the array of an .npy file.

    Raises:
        InputError: For pickles.
    """
    with _no_pickles():
        array: NDArray[Any] = np.load(io.BytesIO(data), allow_pickle=False)
    return array


def load_text(data: bytes) -> pd.DataFrame | None:
    """Returns the cells of an .npy file of text or of named fields, else None.

    Raises:
        InputError: For pickles.
    """
    array = load_array(data)
    if array.dtype.names and array.ndim == 1:
        return pd.DataFrame(
            {name: usual(array[name]).astype(str) for name in array.dtype.names}
        )
    if array.dtype.kind in "SU" and array.ndim == 2:
        return pd.DataFrame(usual(array))
    return None


def load_npy(data: bytes) -> dict[str, Any]:
    """Returns the one array of an .npy file, called "matrix", "edges" or "x" by its shape.

    Raises:
        InputError: For pickles.
    """
    array = load_array(data)
    if array.ndim == 2 and array.shape[0] == array.shape[1]:
        return {"matrix": array}
    are_edges = array.dtype.kind in "iu" and 2 in array.shape
    if array.dtype.kind == "f" and array.ndim == 2 and array.shape[1] in (2, 3):
        is_whole = (array == np.floor(array)).all(axis=0)
        are_edges = is_whole[:2].all() and not is_whole[2:].any()  # the third are weights
    if array.ndim > 2:
        raise InputError(
            f"The array has shape {array.shape}; save a matrix, or two columns of edges."
        )
    return {"edges" if are_edges else "x": array}


def load_mat(data: bytes) -> dict[str, Any]:
    """Returns the variables of a MATLAB 5 file, those inside structs by their own names.

    Raises:
        InputError: For version 7.3.
    """
    if b"MATLAB 7.3" in data[:128]:
        raise InputError(MAT_73)
    try:
        found = scipy.io.loadmat(io.BytesIO(data), simplify_cells=True)
    except MemoryError:
        raise
    except Exception as error:  # of any kind, since SciPy believes the lengths in the file
        said = f"{type(error).__name__}: {error}".replace("\n", " ")[:120]
        raise InputError(
            f"The .mat file is broken ({said}); save it again with save('graph.mat', 'A', "
            "'-v7')."
        ) from error
    variables: dict[str, Any] = {}
    waiting = [(name, value) for name, value in found.items() if not name.startswith("__")]
    while waiting:
        name, value = waiting.pop(0)
        if isinstance(value, dict):
            waiting += value.items()
        else:
            variables.setdefault(str(name), value)
    return variables


def usual(array: NDArray[Any]) -> NDArray[Any]:
    """Returns the same in this machine's byte order: bytes as text, and halves as float32."""
    if array.dtype.kind == "S":
        return np.char.decode(array, "utf-8", "replace")
    kind = np.dtype(np.float32) if array.dtype == np.float16 else array.dtype
    return array.astype(kind.newbyteorder("="), copy=False)
