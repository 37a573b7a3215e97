"""Writing a store of bands: a task for each chunk, on local processes or a Dask cluster."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.bands.config import BandConfig
from spgat.chunks.arrays import mapped, write_array
from spgat.chunks.chunk import LAPLACIAN, Place, WrittenChunk, write_chunk
from spgat.chunks.info import StoreInfo
from spgat.chunks.plan import checked_features, planned
from spgat.chunks.store import FEATURES, LABELS, SETS, SPLIT, chunk_path
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.parallel import results_of
from spgat.progress import Progress, ShouldStop, report


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
    values = checked_features(graph, features)
    info = planned(graph, config, folder, values, features is not None, columns, parts)
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


def _lay_out(graph: Graph, folder: Path, info: StoreInfo, values: Any) -> None:
    """Writes what the workers read and what a training needs, where it is not there."""
    from spgat.spectral.laplacian import laplacian

    info.write(folder)
    if not all((folder / name).exists() for name in LAPLACIAN):
        matrix = laplacian(graph.adjacency, info.bands.laplacian)
        kinds: tuple[Any, ...] = np.float32, info.index_dtype, info.index_dtype
        arrays = matrix.data, matrix.indices, matrix.indptr
        for name, kind, array in zip(LAPLACIAN, kinds, arrays, strict=True):
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
