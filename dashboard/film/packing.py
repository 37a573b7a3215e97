"""How a part of the page travels to the browser: a digest, then JSON and arrays, deflated.

The other side is `dashboard/film/component.js`.
"""

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: A film of more numbers than this has one byte for each, and two up to it.
MAX_FINE = 1_000_000
_DIGEST_BYTES = 16
_ALIGNMENT = 8
_LEVEL = 1  # of 9; a higher one takes ten times as long and saves a tenth


def pack(facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]] | None = None) -> bytes:
    """Returns facts and arrays as bytes.

    Args:
        facts: What JSON can hold, by name.
        arrays: Of any shape, little-endian, by name.
    """
    places: dict[str, tuple[str, int, int]] = {}
    body = b""
    for name, array in (arrays or {}).items():
        places[name] = (array.dtype.name, len(body), array.size)
        body += _padded(np.ascontiguousarray(array).tobytes())
    head = json.dumps({**facts, "arrays": places}).encode()
    size = struct.pack("<II", len(head), 0)
    packed = zlib.compress(size + _padded(head) + body, _LEVEL)
    return hashlib.blake2b(packed, digest_size=_DIGEST_BYTES).digest() + packed


def type_of(num_values: int) -> type[np.int8 | np.int16]:
    """Returns the type in which a film of so many numbers travels."""
    return np.int16 if num_values <= MAX_FINE else np.int8


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Returns the facts and the arrays, which are flat."""
    content = zlib.decompress(data[_DIGEST_BYTES:])
    size, _ = struct.unpack_from("<II", content)
    head, body = content[8 : 8 + size], content[8 + len(_padded(bytes(size))) :]
    facts = json.loads(head)
    arrays = {
        name: np.frombuffer(body, dtype, length, start)
        for name, (dtype, start, length) in facts.pop("arrays").items()
    }
    return facts, arrays


def _padded(block: bytes) -> bytes:
    """The block, with zeros up to where an array of any type may start."""
    return block + bytes(-len(block) % _ALIGNMENT)
