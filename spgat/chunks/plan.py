"""What a store of a graph's bands will hold, before any of it is computed."""

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.bands.config import BandConfig
from spgat.chunks.info import NAME, StoreInfo
from spgat.errors import InputError
from spgat.graph import Graph

_HASHED_ROWS = 100_000  # at a time


def checked_features(graph: Graph, features: NDArray[Any] | None) -> Any:
    """Returns the features to take, dense or sparse by columns.

    Args:
        graph: Whose own features, with rows scaled to absolute sum 1, are taken
        features: unless there are others, float [num_nodes, num_features].

    Raises:
        InputError: If there are none, or they do not fit.
    """
    from spgat.nn.features import scaled_rows  # with torch, which workers do without

    if features is None and graph.features is None:
        raise InputError(
            f"{graph.name!r} has no features, and bands are of features; give some with "
            "--signals or --features."
        )
    if features is None:
        scaled = scaled_rows(graph.features)
        return scaled.tocsc() if sp.issparse(scaled) else scaled
    if features.ndim != 2 or len(features) != graph.num_nodes or features.shape[1] == 0:
        raise InputError(
            f"The features have the shape {features.shape}; give a row for each of the "
            f"{graph.num_nodes} nodes and at least one column."
        )
    if features.dtype.kind not in "fiu":
        raise InputError(f"The features are of type {features.dtype}; give real numbers.")
    return features


def planned(
    graph: Graph,
    config: BandConfig,
    folder: Path,
    values: Any,
    is_given: bool,
    columns: int,
    parts: int,
) -> StoreInfo:
    """Returns the description of a store: that of the folder where there is one, or a new one.

    Args:
        graph: As for `write_bands`, and so all that follow.
        config: How the spectrum is cut.
        folder: Of the store.
        values: Its features, of `checked_features`.
        is_given: Whether they are others than the graph's own.
        columns: Features in a chunk.
        parts: Ranges of rows.

    Raises:
        InputError: If one of them does not fit, or the folder holds something else.
    """
    if columns < 1 or not 1 <= parts <= graph.num_nodes:
        raise InputError(
            f"There are {columns} columns to a chunk and {parts} parts of the rows; take at "
            "least 1 of each, and no more parts than nodes."
        )
    if config.method != "polynomial":
        raise InputError(
            f"Bands are written by the method 'polynomial', not {config.method!r}."
        )
    num_features = int(values.shape[1])
    blank = StoreInfo(
        dataset=graph.name,
        graph_digest=graph.digest,
        features_digest=_digest(values) if is_given else "",
        num_nodes=graph.num_nodes,
        num_entries=0,
        num_features=num_features,
        num_classes=graph.num_classes,
        has_split=bool(graph.splits),
        bands=config,
        cutoffs=(),
        upper=1.0,
        coefficients=((0.0,),) * config.num_bands,
        row_borders=tuple(graph.num_nodes * part // parts for part in range(parts + 1)),
        column_borders=(*range(0, num_features, columns), num_features),
    )
    if (folder / NAME).exists():
        there = StoreInfo.read(folder)
        if there.identity != blank.identity:
            raise InputError(
                f"The folder {folder} holds other bands, of {there.dataset[:60]!r}; name "
                "another folder, or give the arguments that they were made with."
            )
        return there
    if folder.is_dir() and any(not f.name.startswith(".") for f in folder.iterdir()):
        raise InputError(f"The folder {folder} holds other files; name a new one.")
    return _with_coefficients(blank, graph)


def _with_coefficients(blank: StoreInfo, graph: Graph) -> StoreInfo:
    from spgat.bands.build import build_bands
    from spgat.bands.polynomial import PolynomialBands

    bands = build_bands(graph.adjacency, blank.bands)
    if not isinstance(bands, PolynomialBands):
        raise InputError(
            f"The cut at {bands.info.cut.num_low[0]} parts the null space of "
            f"{bands.info.cut.null_dimension} vectors, which takes all nodes at once; take a "
            "larger --low-fraction, or --count-from null-space."
        )
    matrix: Any = bands.laplacian.matrix
    return replace(
        blank,
        num_entries=matrix.nnz,
        cutoffs=tuple(bands.cutoffs.tolist()),
        upper=bands.upper,
        coefficients=tuple(map(tuple, bands.coefficients.tolist())),
    )


def _digest(features: NDArray[Any]) -> str:
    hasher = hashlib.blake2b(f"{features.dtype.str}{features.shape}".encode(), digest_size=16)
    for first in range(0, len(features), _HASHED_ROWS):
        hasher.update(np.ascontiguousarray(features[first : first + _HASHED_ROWS]).tobytes())
    return hasher.hexdigest()
