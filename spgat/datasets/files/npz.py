"""NumPy's .npz files, read without unpickling anything."""

import io
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.datasets.files.arrays import checked_csr, graph_of_arrays
from spgat.datasets.files.limits import check_counts, check_unpacked
from spgat.datasets.files.parsed import ParsedGraph
from spgat.errors import InputError

_MAX_ARRAYS = 64
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others unpack without bounds

_BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    ValueError,
    OverflowError,
    NotImplementedError,  # of some other compression
    RuntimeError,  # encrypted
    EOFError,
    OSError,
)
# What NumPy raises for headers made up at random.
_BROKEN_ARRAY = (
    ValueError,
    KeyError,
    TypeError,
    OverflowError,
    SyntaxError,
    RecursionError,
    MemoryError,
    tokenize.TokenError,
)

NO_PICKLES = (
    "The file holds pickled Python objects, which could run code when opened, and is not read; "
    "save plain arrays: numpy.savez('graph.npz', edge_index=…, x=…, y=…)."
)


def read_npz(data: bytes) -> ParsedGraph:
    """Returns the graph of an .npz file.

    Read are SciPy's `save_npz`, the layout of gnn-benchmark (`adj_data`, …), and plain arrays
    `edges` or `edge_index`, `features` or `x`, `labels` or `y`, `positions`.

    Raises:
        InputError: For pickles, a file that unpacks to too much, or no edges in it.
    """
    return graph_of_arrays(load_arrays(data), "NumPy .npz")


def load_arrays(data: bytes) -> dict[str, Any]:
    """Returns the arrays of an .npz file; sparse ones put together, nothing unpickled.

    A whole SciPy file is called "matrix".

    Raises:
        InputError: For pickles, or a file that unpacks to too much or is broken.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if any(
                entry.filename.endswith(("data.pkl", ".pickle", ".pkl")) for entry in entries
            ):
                raise InputError(NO_PICKLES)
            if len(entries) > _MAX_ARRAYS:
                raise InputError(
                    f"The archive has {len(entries)} entries; save at most {_MAX_ARRAYS} "
                    "arrays."
                )
            if any(entry.compress_type not in _PACKINGS for entry in entries):
                raise InputError("The archive is packed in an unusual way; save it with NumPy.")
            check_unpacked(len(data), sum(entry.file_size for entry in entries))
            arrays = {
                entry.filename.removesuffix(".npy"): _read_array(archive.read(entry))
                for entry in entries
                if entry.filename.endswith(".npy")
            }
    except InputError:
        raise
    except _BROKEN_ZIP as error:
        raise InputError(f"The .npz file is broken ({error}); save it again.") from error
    return _join_sparse(arrays)


def _read_array(data: bytes) -> NDArray[Any]:
    """An array in NumPy's file format; its header is checked before anything is allocated."""
    source = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(source)
        read_header = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }[version]
        shape, is_fortran, dtype = read_header(source)
        if dtype.hasobject:
            raise InputError(NO_PICKLES)
        # Fails unless the bytes are as many as the shape needs; no copy is made.
        array = np.frombuffer(data, dtype=dtype, offset=source.tell())
        return array.reshape(shape, order="F" if is_fortran else "C")
    except InputError:
        raise
    except _BROKEN_ARRAY as error:
        raise InputError(f"An array of the .npz file is broken ({error}).") from error


def _join_sparse(arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    joined: dict[str, Any] = dict(arrays)
    if "format" in arrays and "shape" in arrays:
        return {"matrix": _scipy_matrix(arrays)}
    for key in arrays:
        prefix = key.removesuffix("_indptr")
        names = [f"{prefix}_{part}" for part in ("data", "indices", "indptr", "shape")]
        if prefix != key and all(name in arrays for name in names):
            data, indices, indptr, shape = (arrays[name] for name in names)
            joined[prefix] = checked_csr(data, indices, indptr, _shape(shape))
    return joined


def _scipy_matrix(arrays: Mapping[str, NDArray[Any]]) -> sp.csr_array:
    kind = arrays["format"].item()
    kind = kind.decode("ascii", "replace") if isinstance(kind, bytes) else str(kind)
    shape = _shape(arrays["shape"])
    try:
        if kind in ("csr", "csc"):
            parts = (arrays["data"], arrays["indices"], arrays["indptr"])
            if kind == "csr":
                return checked_csr(*parts, shape)
            return sp.csr_array(checked_csr(*parts, shape[::-1]).T)
        if kind == "coo":
            ends = (arrays["row"].astype(np.int64), arrays["col"].astype(np.int64))
            return sp.csr_array(sp.coo_array((arrays["data"], ends), shape=shape))
    except (KeyError, ValueError, TypeError) as error:
        raise InputError(f"The sparse matrix is broken ({error}); save it again.") from error
    raise InputError(
        f"The sparse matrix is stored as {kind[:20]!r}; save it as CSR: "
        "scipy.sparse.save_npz('graph.npz', matrix.tocsr())."
    )


def _shape(array: NDArray[Any]) -> tuple[int, int]:
    if array.shape != (2,) or not np.issubdtype(array.dtype, np.integer) or (array < 0).any():
        raise InputError("The sparse matrix has no proper shape; save it again.")
    rows, columns = int(array[0]), int(array[1])
    check_counts(rows, 0)
    return rows, columns
