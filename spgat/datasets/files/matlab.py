"""MATLAB 5 files: the plain and sparse matrices in them, and nothing else.

SciPy's reader is compiled and crashes on some damaged files (a segmentation fault ends the
server), so the few element types that matter are read here.
"""

import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spgat.datasets.files.arrays import checked_csr, graph_of_arrays
from spgat.datasets.files.limits import check_counts, check_unpacked, max_unpacked
from spgat.datasets.files.parsed import ParsedGraph
from spgat.errors import InputError

_HEADER_BYTES = 128
_MATRIX, _COMPRESSED = 14, 15  # element types
_SPARSE, _NUMERIC = 5, range(6, 16)  # array classes
_OTHERS = {1: "cell array", 2: "struct", 3: "object", 4: "text"}
# NumPy's names of the element types that hold numbers.
_TYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8"}
_TYPES |= {12: "i8", 13: "u8"}


def read_mat(data: bytes) -> ParsedGraph:
    """Returns the graph of a MATLAB 5 file (`save` without options, or -v6, -v7).

    Raises:
        InputError: For a version 7.3 file, one that is broken or unpacks to too much, or none
            of whose variables is an adjacency matrix.
    """
    if b"MATLAB 7.3" in data[:_HEADER_BYTES] or data.startswith(b"\x89HDF"):
        raise InputError(
            "The .mat file has version 7.3; save it again with save('graph.mat', 'A', '-v7')."
        )
    try:
        arrays, others = _variables(data)
    except InputError:
        raise
    except (struct.error, zlib.error, IndexError, ValueError) as error:
        raise InputError(f"The .mat file is broken ({error}); save it again.") from error
    if not arrays:
        raise InputError(
            f"The .mat file has no numeric matrix, only {', '.join(others[:8]) or 'nothing'}; "
            "save the adjacency matrix itself as a variable 'A'."
        )
    return graph_of_arrays(arrays, "MATLAB .mat")


def _variables(data: bytes) -> tuple[dict[str, Any], list[str]]:
    """The numeric and sparse matrices by name, and descriptions of all other variables."""
    order = "<" if data[126:128] == b"IM" else ">"
    arrays: dict[str, Any] = {}
    others: list[str] = []
    unpacked = 0
    at = _HEADER_BYTES
    while at + 8 <= len(data):
        kind, body, at = _element(data, at, order)
        if kind == _COMPRESSED:
            room = max_unpacked(len(data)) + 1 - unpacked
            element = zlib.decompressobj().decompress(body, room)
            unpacked += len(element)
            check_unpacked(len(data), unpacked)
            kind, body, _ = _element(element, 0, order)
        if kind == _MATRIX:
            name, array = _matrix(body, order)
            if isinstance(array, str):
                others.append(f"{name!r} ({array})")
            else:
                arrays[name] = array
    return arrays, others


def _element(data: bytes, at: int, order: str) -> tuple[int, bytes, int]:
    """The type and content of the element at a place, and where the next one begins."""
    kind, size = struct.unpack_from(f"{order}II", data, at)
    if kind >> 16:  # a small element: up to four bytes stand inside the tag
        return kind & 0xFFFF, data[at + 4 : at + 4 + min(kind >> 16, 4)], at + 8
    body = data[at + 8 : at + 8 + size]
    if len(body) < size:
        raise InputError("The .mat file is cut off; save it again.")
    padding = 0 if kind == _COMPRESSED else -size % 8
    return kind, body, at + 8 + size + padding


def _matrix(body: bytes, order: str) -> tuple[str, Any]:
    """Name and value of a variable; for one that is no real matrix, what it is instead."""
    _, flags, at = _element(body, 0, order)
    class_number, is_complex = struct.unpack(f"{order}II", flags)[0] & 0xFF, flags[1] & 8
    dimensions, at = _numbers(body, at, order)
    _, name_bytes, at = _element(body, at, order)
    name = name_bytes.decode("latin-1")
    is_numeric = class_number == _SPARSE or class_number in _NUMERIC
    if not is_numeric or is_complex or len(dimensions) != 2:
        kind = _OTHERS.get(class_number, "complex numbers" if is_complex else "other")
        return name, kind
    rows, columns = (int(length) for length in dimensions)
    if class_number != _SPARSE:
        values, at = _numbers(body, at, order)
        return name, values.reshape((rows, columns), order="F")
    check_counts(max(rows, columns), 0)
    row_numbers, at = _numbers(body, at, order)
    starts, at = _numbers(body, at, order)
    values, at = _numbers(body, at, order)
    stored = int(starts[-1])  # the arrays may be longer: MATLAB allocates ahead
    by_column = checked_csr(values[:stored], row_numbers[:stored], starts, (columns, rows))
    return name, by_column.T.tocsr()


def _numbers(body: bytes, at: int, order: str) -> tuple[NDArray[Any], int]:
    kind, content, at = _element(body, at, order)
    if kind not in _TYPES:
        raise InputError(f"The .mat file has numbers of an unknown type {kind}; save it again.")
    return np.frombuffer(content, dtype=order + _TYPES[kind]), at
