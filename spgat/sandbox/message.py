"""Messages between processes: JSON and plain arrays, nothing that could run code."""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BufferedIOBase
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

_LENGTH = struct.Struct("<Q")
_TYPES = ("<i8", "<i4", "<f8", "<f4", "|u1", "|b1")
_MAX_ARRAYS = 32


class BrokenMessage(Exception):
    """The other side closed early, or sent what no message can be."""


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent.

    Attributes:
        header: Anything that JSON can hold.
        arrays: By name; int64, int32, float64, float32, uint8 or bool, of one or two
            dimensions.
    """

    header: dict[str, Any]
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)


def send(stream: BufferedIOBase, message: Message) -> None:
    """Writes a message."""
    arrays = {name: np.ascontiguousarray(array) for name, array in message.arrays.items()}
    described = [[name, array.dtype.str, array.shape] for name, array in arrays.items()]
    head = orjson.dumps({"header": message.header, "arrays": described})
    stream.write(_LENGTH.pack(len(head)))
    stream.write(head)
    for array in arrays.values():
        stream.write(array.reshape(-1).view(np.uint8).data)
    stream.flush()


def receive(stream: BufferedIOBase, max_bytes: int) -> Message:
    """Returns the next message; sizes are checked before anything is allocated.

    Raises:
        BrokenMessage: If it ends early, is larger than `max_bytes`, or is no message.
    """
    (length,) = _LENGTH.unpack(_exactly(stream, _LENGTH.size, max_bytes))
    left = max_bytes - length
    try:
        head = orjson.loads(_exactly(stream, length, max_bytes))
        header, described = dict(head["header"]), list(head["arrays"])[:_MAX_ARRAYS]
        plans = [
            (str(name), np.dtype(_TYPES[_TYPES.index(kind)]), tuple(int(n) for n in shape))
            for name, kind, shape in described
        ]
    except (ValueError, TypeError, KeyError) as error:
        raise BrokenMessage(str(error)) from error
    arrays = {}
    for name, dtype, shape in plans:
        if len(shape) not in (1, 2) or min(shape) < 0:
            raise BrokenMessage(f"an array of shape {shape}")
        size = math.prod(shape) * dtype.itemsize
        content = _exactly(stream, size, left)
        left -= size
        arrays[name] = np.frombuffer(content, dtype=dtype).reshape(shape)
    return Message(header, arrays)


def _exactly(stream: BufferedIOBase, size: int, max_bytes: int) -> bytes:
    if size > max_bytes:
        raise BrokenMessage(f"{size} bytes, of which {max_bytes} are allowed")
    content = stream.read(size)
    if len(content) < size:
        raise BrokenMessage("it ends early")
    return content
