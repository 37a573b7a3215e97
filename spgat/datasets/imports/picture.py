"""A picture from a file, decoded in the process with limits."""

from typing import Any

import numpy as np

from spgat.arrays import Floats
from spgat.datasets.imports.reading import ask
from spgat.datasets.limits import UPLOAD, ReadLimits


def read_picture(data: bytes, *, limits: ReadLimits = UPLOAD) -> Floats:
    """Returns an uploaded picture, float64 [height, width, 3] in [0, 1], scaled to fit.

    Decoders of pictures are old and written in C, so a file is hostile until one has ended: it
    runs in the process that reads graphs too, and `decode_image` says what it takes.

    Args:
        data: PNG, JPEG, WebP, GIF or BMP.
        limits: As for `read_graph`.

    Raises:
        InputError: If the file is too large, no picture or damaged.
    """
    answer = ask({"task": "picture"}, limits, data=data)
    rows: Any = answer.arrays["rows"]
    return np.asarray(rows.reshape(len(rows), -1, 3), dtype=np.float64) / 255
