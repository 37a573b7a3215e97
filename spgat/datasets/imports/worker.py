"""What the reading process does: a file in, plain arrays and sentences out."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import networkx  # noqa: F401  (imported here once, for every worker that is forked)
import numpy as np
import pyarrow.parquet  # noqa: F401
import pydot  # noqa: F401
import python_calamine  # noqa: F401
import scipy.sparse as sp
from defusedxml import ElementTree  # noqa: F401
from PIL import Image

from spgat.datasets.files.array_files import is_npy, load_array
from spgat.datasets.files.kinds import read_any, read_cells
from spgat.datasets.files.others import refuse_others
from spgat.datasets.files.packed import unpack
from spgat.datasets.imports import vectors
from spgat.datasets.imports.joining import Nodes, join_features, join_labels
from spgat.datasets.limits import check_names
from spgat.datasets.meaning.notes import Notes, whole
from spgat.datasets.meaning.options import ReadOptions
from spgat.datasets.meaning.records import Parsed
from spgat.datasets.meaning.series import of_array, of_series
from spgat.errors import InputError
from spgat.sandbox.message import Message
from spgat.spectral.images import decode_image
from spgat.words import visible

Image.init()  # its decoders, likewise


def handle(request: Message) -> Message:
    """Returns what is in a file: a graph, an embedding, a picture, facts of a graph's nodes.

    Raises:
        InputError: If the file is refused.
    """
    try:
        return _handle(request)
    except UnicodeEncodeError as error:
        raise InputError(
            "The file holds half a character (a lone surrogate); save it as UTF-8."
        ) from error


def _handle(request: Message) -> Message:
    header, notes = request.header, Notes()
    data = request.arrays["data"].tobytes()
    if header["task"] == "picture":
        pixels = np.round(255 * decode_image(data)).astype(np.uint8)
        return Message({}, {"rows": pixels.reshape(len(pixels), -1)})
    data, filename = unpack(data, header.get("filename", ""), header["most"], notes)
    if header["task"] == "embedding":
        table = None
        if "table" in request.arrays:
            packed = request.arrays["table"].tobytes()
            table = unpack(packed, header["table_name"], header["most"], notes)
        return vectors.read(header, (data, filename), table, notes)
    if header["task"] == "series":
        return _series(data, header["names"], notes)
    if header["task"] == "graph":
        options = ReadOptions(**header["options"])
        parsed = read_any(data, filename, options, notes)
    else:
        join = {"features": join_features, "labels": join_labels}[header["task"]]
        parsed = join(data, Nodes(**header["nodes"]), notes)
    return _packed(parsed, notes)


def _series(data: bytes, names: list[str], notes: Notes) -> Message:
    refuse_others(data, "")
    if is_npy(data):
        values, times = of_array(load_array(data), len(names), notes)
    else:
        values, times = of_series(read_cells(data, ReadOptions(), notes), names, notes)
    check_names("time", times)
    return Message({"times": times, **notes.packed()}, {"values": values})


def _packed(parsed: Parsed, notes: Notes) -> Message:
    if parsed.names is not None:
        shown = [visible(name) for name in parsed.names]
        _check_different(parsed.names, shown)
        parsed.names = shown
    parsed.class_names = [visible(name) for name in parsed.class_names]
    check_names("node", parsed.names or ())
    check_names("class", parsed.class_names)
    arrays: dict[str, Any] = {
        "edges": parsed.edges,
        "weights": parsed.weights,
        "positions": parsed.positions,
        "labels": parsed.labels,
    }
    features = parsed.features
    if sp.issparse(features):
        features = sp.csr_array(features)
        arrays |= {
            "values": features.data.astype(np.float32),
            "indices": features.indices.astype(np.int64),
            "starts": features.indptr.astype(np.int64),
        }
    else:
        arrays["features"] = features
    if parsed.splits:
        arrays["splits"] = np.stack([*parsed.splits.values()])
    signals = parsed.signals or {}
    if signals:
        arrays["signals"] = np.stack([*signals.values()])
    header = {
        "format": parsed.format,
        "num_nodes": int(parsed.num_nodes),
        "is_directed": bool(parsed.is_directed),
        "names": None if parsed.names is None else list(parsed.names),
        "class_names": list(parsed.class_names),
        "num_features": 0 if features is None else int(features.shape[1]),
        "signals": [whole(name) for name in signals],
        "splits": [whole(name) for name in parsed.splits],
        "columns": [whole(name) for name in parsed.columns],
        "attributes": [whole(name) for name in parsed.attributes],
        **notes.packed(),
    }
    return Message(header, {name: array for name, array in arrays.items() if array is not None})


def _check_different(names: Sequence[str], shown: Sequence[str]) -> None:
    if len(set(shown)) == len(set(names)):
        return
    twice = next(name for name, count in Counter(shown).items() if count > 1)
    raise InputError(
        f"Two nodes are called {twice[:60]!r} but for signs that nobody sees; give them "
        "different names."
    )
