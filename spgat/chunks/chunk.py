"""One chunk of a store: what a worker computes and writes, without torch."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from spgat.chunks.arrays import mapped, write_array
from spgat.chunks.info import StoreInfo
from spgat.chunks.rows import bands_of_rows
from spgat.chunks.store import FEATURES, chunk_path
from spgat.memory import peak_megabytes

#: The files of the Laplacian, as a CSR matrix has its arrays.
LAPLACIAN = ("laplacian-data.npy", "laplacian-indices.npy", "laplacian-indptr.npy")

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
        for name, kind, shape in zip(LAPLACIAN, kinds, shapes, strict=True)
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
    return WrittenChunk(time.perf_counter() - started, os.getpid(), peak_megabytes())
