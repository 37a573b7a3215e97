"""Published graphs, kept parsed so that the second load takes a moment and no torch."""

import logging
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from spgat.datasets.fetch import ELSEWHERE, RawFile, data_folder, fetch
from spgat.errors import InputError
from spgat.graph import Graph, NodeSplit
from spgat.progress import Progress
from spgat.replacing import replacing

_LOG = logging.getLogger(__name__)
# What reading a damaged or foreign .npz file raises.
_DAMAGED = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error)
_FORMAT = 2  # part of the file name: raise it when the content changes its meaning


def stored_graph(
    name: str,
    files: Sequence[RawFile],
    parse: Callable[[Path], Graph],
    *,
    digest: str | None = None,
    progress: Progress | None = None,
) -> Graph:
    """Returns a published graph from its parsed copy, or else parses its raw files.

    Args:
        name: Name in the catalogue, which names the copy.
        files: The raw files, verified before they are parsed.
        parse: Given the data folder, reads them.
        digest: `Graph.digest` of the published content; None where checksums of the files
            have settled that.
        progress: Called while files are downloaded.

    Raises:
        InputError: If the files are not to be had, or hold something else.
    """
    path = _path(name)
    source = " ".join([digest or "", *(file.sha256 or "" for file in files)])
    graph = _read(path, source)
    if graph is not None:
        return graph
    fetch(files, progress)
    other_content = (
        f"{data_folder() / files[0].path} does not hold the published data; delete it and load "
        f"again, or replace it by {files[0].url}."
    )
    try:
        graph = parse(data_folder())
    except _DAMAGED as error:
        raise InputError(other_content) from error
    if digest is not None and graph.digest != digest:
        raise InputError(other_content)
    count = int(connected_components(graph.adjacency, directed=False)[0])
    if count > 1:  # worth a word, since some authors keep only the largest
        graph = graph.with_(notes=(*graph.notes, f"All {count} connected components are kept."))
    try:
        _write(path, graph, source)
    except (
        OSError,
        InputError,
    ) as error:  # the graph is still good: only the next load is slower
        _LOG.warning("the parsed copy of %s could not be kept: %s", name, error)
    return graph


def is_stored(name: str) -> bool:
    """Tells whether a parsed copy exists."""
    return _path(name).is_file()


def _path(name: str) -> Path:
    return data_folder() / "graphs" / f"{name}-{_FORMAT}.npz"


def _write(path: Path, graph: Graph, source: str) -> None:
    upper = sp.triu(graph.adjacency, format="coo")
    arrays: dict[str, NDArray[Any]] = {
        "source": np.array(source),
        "digest": np.array(graph.digest),
        "name": np.array(graph.name),
        "num_nodes": np.array(graph.num_nodes),
        "edges": np.stack([upper.row, upper.col], axis=1).astype(np.int32),
        "weights": upper.data,
        "class_names": np.array(graph.class_names, dtype=str),
        "notes": np.array(graph.notes, dtype=str),
        "split_names": np.array([split.name for split in graph.splits], dtype=str),
        "masks": np.array([(s.train, s.val, s.test) for s in graph.splits], dtype=bool),
    }
    if graph.labels is not None:
        arrays["labels"] = graph.labels
    features = graph.features
    if isinstance(features, np.ndarray):
        arrays["features"] = features
    elif features is not None:
        arrays["feature_shape"] = np.array(features.shape)
        for part in ("data", "indices", "indptr"):
            arrays[f"feature_{part}"] = getattr(features, part)
    with replacing(path, remedy=ELSEWHERE) as temporary, temporary.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


def _read(path: Path, source: str) -> Graph | None:
    """The graph in a parsed copy of files with these checksums; None where none is whole."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = dict(archive)
        graph = _from_arrays(arrays)
        if (str(arrays["source"]), str(arrays["digest"])) == (source, graph.digest):
            return graph
        _LOG.warning("the parsed copy %s is of other files and made again", path)
    except FileNotFoundError:
        pass
    except _DAMAGED as error:
        _LOG.warning("the parsed copy %s is damaged and made again: %s", path, error)
    return None


def _from_arrays(arrays: dict[str, NDArray[Any]]) -> Graph:
    features: Any = arrays.get("features")
    if "feature_data" in arrays:
        parts = tuple(arrays[f"feature_{part}"] for part in ("data", "indices", "indptr"))
        features = sp.csr_array(parts, shape=tuple(arrays["feature_shape"]))
    return Graph.build(
        str(arrays["name"]),
        int(arrays["num_nodes"]),
        arrays["edges"],
        arrays["weights"],
        features=features,
        labels=arrays.get("labels"),
        splits=[
            NodeSplit(train, val, test, name=str(name))
            for (train, val, test), name in zip(
                arrays["masks"], arrays["split_names"], strict=True
            )
        ],
        class_names=[str(name) for name in arrays["class_names"]],
        notes=[str(note) for note in arrays["notes"]],
    )
