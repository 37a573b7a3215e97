"""Building a split: from a graph and a config to the operators of its bands."""

import time
from dataclasses import replace

import numpy as np
import scipy.sparse as sp

from spgat.progress import Progress, ShouldStop
from spgat.spectral.bands import BandSplit as BandSplit
from spgat.spectral.bands import SplitInfo as SplitInfo
from spgat.spectral.cache import DiskCache
from spgat.spectral.column_split import sparsified_split, wavelet_split
from spgat.spectral.frequency_split import frequency_split, is_affordable
from spgat.spectral.polynomial_split import polynomial_split
from spgat.spectral.split_config import SplitConfig as SplitConfig
from spgat.spectral.split_task import SplitTask


def build_split(
    adjacency: sp.csr_array,
    config: SplitConfig,
    *,
    dtype: type[np.floating] = np.float32,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> BandSplit:
    """Returns the operators Φ_b of a graph's bands, on the CPU.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric, non-negative.
        config: The split.
        dtype: Precision of the operators; spectra and wavelets are made in float64 first.
        cache: Where spectra and wavelets are kept between runs.
        progress: Told of the fraction done.
        should_stop: Asked in between.

    Raises:
        InputError: For a graph too large for the dense matrices that a config asks for, or a
            scale at which wavelets no longer cancel their inverse.
        Cancelled: If `should_stop` turns true.
    """
    started = time.perf_counter()
    task = SplitTask(
        adjacency=adjacency,
        config=config,
        dtype=dtype,
        cache=cache,
        progress=progress,
        should_stop=should_stop,
    )
    split: BandSplit
    if config.is_matrix_free:
        with_vectors = config.method == "eigenpairs" or (
            config.method == "auto" and is_affordable(task)
        )
        split = frequency_split(task) if with_vectors else polynomial_split(task)
    elif config.cuts_frequencies:
        split = sparsified_split(task)
    else:
        split = wavelet_split(task)
    seconds = time.perf_counter() - started
    info = replace(split.info, seconds=seconds, megabytes=split.num_bytes / 1e6)
    return replace(split, info=info)
