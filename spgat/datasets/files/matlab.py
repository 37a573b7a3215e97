"""MATLAB 5 files: looked through before SciPy reads the plain matrices in them."""

import io
import struct
import zlib
from dataclasses import dataclass
from typing import Any

import scipy.sparse as sp

from spgat.datasets.files.arrays import graph_of_arrays
from spgat.datasets.files.limits import check_unpacked
from spgat.datasets.files.parsed import ParsedGraph
from spgat.errors import InputError

_HEADER_BYTES = 128
_COMPRESSED, _MATRIX = 15, 14
_SPARSE, _NUMERIC = 5, range(6, 16)
_CLASSES = {1: "cell array", 2: "struct", 3: "object", 4: "text", 16: "function"}
_BROKEN = (ValueError, TypeError, KeyError, IndexError, OSError, MemoryError, zlib.error)
_PEEK = 512  # enough for a variable's class, dimensions and name
_CHUNK = 2**20


@dataclass(frozen=True, slots=True)
class _Variable:
    name: str
    class_number: int


def read_mat(data: bytes) -> ParsedGraph:
    """Returns the graph of a MATLAB 5 file (`save` without options, or -v6, -v7).

    Only numeric and sparse variables are handed to SciPy: cells and structs may nest without
    end. What they unpack to is measured first.

    Raises:
        InputError: For a version 7.3 file, one that is broken or unpacks to too much, or none
            of whose variables is an adjacency matrix.
    """
    if b"MATLAB 7.3" in data[:_HEADER_BYTES] or data.startswith(b"\x89HDF"):
        raise InputError(
            "The .mat file has version 7.3; save it again with save('graph.mat', 'A', '-v7')."
        )
    try:
        variables = _variables(data)
    except (struct.error, zlib.error, IndexError) as error:
        raise InputError(f"The .mat file is broken ({error}); save it again.") from error
    wanted = [v.name for v in variables if v.class_number in (_SPARSE, *_NUMERIC)]
    if not wanted:
        there = ", ".join(
            f"{v.name!r} ({_CLASSES.get(v.class_number, 'unknown')})" for v in variables[:8]
        )
        raise InputError(
            f"The .mat file has no numeric matrix, only {there or 'nothing'}; save the "
            "adjacency matrix itself as a variable 'A'."
        )
    return graph_of_arrays(_load(data, wanted), "MATLAB .mat")


def _load(data: bytes, names: list[str]) -> dict[str, Any]:
    from scipy.io import loadmat  # not needed for any other format

    try:
        content = loadmat(io.BytesIO(data), variable_names=names, spmatrix=False)
        arrays = {name: content[name] for name in names if name in content}
        for array in arrays.values():
            if sp.issparse(array):  # wrong indices in compiled code would read foreign memory
                array.check_format(full_check=True)
    except _BROKEN as error:
        raise InputError(f"The .mat file is broken ({error}); save it again.") from error
    return arrays


def _variables(data: bytes) -> list[_Variable]:
    """Name and class of each variable, from the headers alone."""
    order = "<" if data[126:128] == b"IM" else ">"
    variables = []
    unpacked = 0
    at = _HEADER_BYTES
    while at + 8 <= len(data):
        kind, size = struct.unpack_from(f"{order}II", data, at)
        body = data[at + 8 : at + 8 + size]
        if len(body) < size:
            raise InputError("The .mat file is cut off; save it again.")
        head, length = (body[:_PEEK], size)
        if kind == _COMPRESSED:
            packed, length = _unpacked(body, unpacked, len(data))
            kind, head = struct.unpack_from(f"{order}I", packed)[0], packed[8:]
        unpacked += length
        check_unpacked(len(data), unpacked)
        if kind == _MATRIX:
            variables.append(_variable(head, order))
        at += 8 + size
    return variables


def _unpacked(body: bytes, before: int, file_bytes: int) -> tuple[bytes, int]:
    """The beginning and the length of a compressed element, without keeping the rest."""
    stream = zlib.decompressobj()
    head = stream.decompress(body, _PEEK)
    length = len(head)
    while not stream.eof:
        part = stream.decompress(stream.unconsumed_tail, _CHUNK)
        if not part:
            break
        length += len(part)
        check_unpacked(file_bytes, before + length)
    return head, length


def _variable(head: bytes, order: str) -> _Variable:
    # Three elements come first: flags (8 + 8 bytes), dimensions and the name.
    flags = struct.unpack_from(f"{order}I", head, 8)[0]
    num_bytes = struct.unpack_from(f"{order}I", head, 20)[0]
    at = 24 + (num_bytes + 7) // 8 * 8
    tag, size = struct.unpack_from(f"{order}II", head, at)
    start = at + 8
    if tag >> 16:  # a small element: size and up to four bytes of data inside the tag
        size, start = tag >> 16, at + 4
    return _Variable(head[start : start + size].decode("latin-1"), flags & 0xFF)
