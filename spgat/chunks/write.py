"""Writing a store of bands: a task for each chunk, on local processes or a Dask cluster."""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.bands.config import BandConfig
from spgat.chunks.arrays import mapped, write_array
from spgat.chunks.info import NAME, StoreInfo
from spgat.chunks.rows import bands_of_rows
from spgat.chunks.store import FEATURES, LABELS, SETS, SPLIT, chunk_path
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.parallel import results_of
from spgat.progress import Progress, ShouldStop, report

_LAPLACIAN = ("laplacian-data.npy", "laplacian-indices.npy", "laplacian-indptr.npy")
_HASHED_ROWS = 100_000  # at a time

Place = tuple[Path, int, int]  # folder, part of the rows, chunk of the columns


@dataclass(frozen=True, slots=True)
class WrittenChunk:
    """What computing one chunk took.

    Attributes:
        seconds: On the clock.
        process: Number of the process, on its machine.
        peak_megabytes: The most memory the process has held so far, with what it has mapped;
            NaN where the system does not say.
    """

    seconds: float
    process: int
    peak_megabytes: float


def write_bands(
    graph: Graph,
    config: BandConfig,
    folder: Path,
    *,
    features: NDArray[Any] | None = None,
    columns: int = 64,
    parts: int = 1,
    processes: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> list[WrittenChunk]:
    """Writes Φ_b X of a graph into a folder and returns what each chunk took.

    The folder gets the Laplacian and the features too, which all workers map: those of one
    machine share one copy, those of a cluster need the folder under the same path. Chunks that
    are there are not computed again, so a run that was interrupted goes on where it ended.
    A worker holds the Laplacian and num_bands + 3 times a chunk.

    Args:
        graph: With features, unless others are given. Labels and its first split go along.
        config: How the spectrum is cut; by the method "polynomial".
        folder: New, empty, or begun with the same arguments.
        features: float [num_nodes, num_features] to take as they are, a mapped file for
            instance; where None, those of the graph, with rows scaled to absolute sum 1.
        columns: Features in a chunk, at least 1.
        parts: Ranges of rows, each computed with its halo, see `bands_of_rows`; at least 1.
        processes: As for `results_of`.
        scheduler: As for `results_of`.
        progress: Called after each chunk.
        should_stop: Polled after each chunk.

    Raises:
        InputError: For a config that is no polynomial, features that do not fit, a folder of
            something else, a disk without room, or a scheduler that does not answer.
        Cancelled: If `should_stop` turns true; what was written stays.
    """
    values = _checked_features(graph, features)
    info = _info(graph, config, folder, values, features is not None, columns, parts)
    missing = [place for place in info.chunks if not _is_whole(folder, info, *place)]
    _check_room(folder, info, missing)
    _lay_out(graph, folder, info, values)
    done: list[WrittenChunk] = []
    tasks: list[Place] = [(folder.resolve(), *place) for place in missing]
    report(1 - len(missing) / len(info.chunks), "computing bands", progress, should_stop)
    with closing(
        results_of(write_chunk, tasks, processes=processes, scheduler=scheduler)
    ) as results:
        for chunk in results:
            done.append(chunk)
            left = len(missing) - len(done)
            text = f"{left} of {len(info.chunks)} chunks left"
            report(1 - left / len(info.chunks), text, progress, should_stop)
    return done


def write_chunk(place: Place) -> WrittenChunk:
    """Computes and writes one chunk of a folder that has been laid out."""
    started = time.perf_counter()
    folder, part, chunk = place
    info = StoreInfo.read(folder)
    index, size = info.index_dtype, info.num_entries
    kinds: tuple[Any, ...] = np.float32, index, index
    shapes = (size,), (size,), (info.num_nodes + 1,)
    arrays = [
        mapped(folder / name, kind, shape)
        for name, kind, shape in zip(_LAPLACIAN, kinds, shapes, strict=True)
    ]
    laplacian = sp.csr_array(tuple(arrays), shape=(info.num_nodes, info.num_nodes))
    x = mapped(folder / FEATURES, np.float32, (info.num_features, info.num_nodes))
    bands = bands_of_rows(
        laplacian,
        x[slice(*info.column_borders[chunk : chunk + 2])].T,
        info.matrix,
        info.upper,
        *info.row_borders[part : part + 2],
    )
    write_array(chunk_path(folder, part, chunk), np.float32, bands.shape, bands)
    return WrittenChunk(time.perf_counter() - started, os.getpid(), _peak_megabytes())


def _checked_features(graph: Graph, features: NDArray[Any] | None) -> Any:
    """The features, dense or sparse by columns."""
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


def _info(
    graph: Graph,
    config: BandConfig,
    folder: Path,
    values: Any,
    is_given: bool,
    columns: int,
    parts: int,
) -> StoreInfo:
    """The description of the store: that of the folder where there is one, or a new one."""
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


def _lay_out(graph: Graph, folder: Path, info: StoreInfo, values: Any) -> None:
    """Writes what the workers read and what a training needs, where it is not there."""
    from spgat.spectral.laplacian import laplacian

    info.write(folder)
    if not all((folder / name).exists() for name in _LAPLACIAN):
        matrix = laplacian(graph.adjacency, info.bands.laplacian)
        kinds: tuple[Any, ...] = np.float32, info.index_dtype, info.index_dtype
        arrays = matrix.data, matrix.indices, matrix.indptr
        for name, kind, array in zip(_LAPLACIAN, kinds, arrays, strict=True):
            write_array(folder / name, kind, array.shape, [array])
    if not (folder / FEATURES).exists():
        shape = info.num_features, info.num_nodes
        write_array(folder / FEATURES, np.float32, shape, _columns(values, info))
    nodes = (info.num_nodes,)
    if graph.labels is not None:
        write_array(folder / LABELS, np.int64, nodes, [graph.labels])
    if graph.splits:
        sets = sum(getattr(graph.splits[0], name) * number for name, number in SETS.items())
        write_array(folder / SPLIT, np.int8, nodes, [np.asarray(sets)])


def _columns(values: Any, info: StoreInfo) -> Iterator[NDArray[np.float32]]:
    """The transposed features, a chunk of columns at a time."""
    for first, last in zip(info.column_borders, info.column_borders[1:], strict=False):
        block = values[:, first:last]
        dense = np.asarray(block.toarray() if sp.issparse(block) else block, dtype=np.float32)
        if not np.isfinite(dense).all():
            raise InputError(
                f"Some of the features {first} to {last - 1} are NaN or infinite; replace "
                "them, by 0 for instance."
            )
        yield dense.T


def _digest(features: NDArray[Any]) -> str:
    hasher = hashlib.blake2b(f"{features.dtype.str}{features.shape}".encode(), digest_size=16)
    for first in range(0, len(features), _HASHED_ROWS):
        hasher.update(np.ascontiguousarray(features[first : first + _HASHED_ROWS]).tobytes())
    return hasher.hexdigest()


def _is_whole(folder: Path, info: StoreInfo, part: int, chunk: int) -> bool:
    try:
        mapped(chunk_path(folder, part, chunk), np.float32, info.shape(part, chunk))
    except InputError:
        return False
    return True


def _check_room(folder: Path, info: StoreInfo, missing: list[tuple[int, int]]) -> None:
    """Says before the work that it will not fit, as far as the disk knows."""
    needed = sum(4 * int(np.prod(info.shape(*place))) for place in missing)
    if not (folder / FEATURES).exists():
        needed += 4 * info.num_features * info.num_nodes
    existing = next(f for f in (folder.resolve(), *folder.resolve().parents) if f.exists())
    free = shutil.disk_usage(existing).free
    if needed > free:
        raise InputError(
            f"The bands need {needed / 1e9:.3g} GB in {folder}, which has {free / 1e9:.3g} GB "
            "left; name a folder on a larger disk."
        )


def _peak_megabytes() -> float:
    # Not ru_maxrss on Linux: it starts at what the parent process held at the fork.
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return float("nan")
