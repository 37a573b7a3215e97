"""Building bands: from a graph and a config to the operators of its bands."""

import time
from dataclasses import replace

import numpy as np
import scipy.sparse as sp

from spgat.bands.column import sparsified_bands, wavelet_bands
from spgat.bands.config import BandConfig as BandConfig
from spgat.bands.frequency import frequency_bands, is_affordable
from spgat.bands.operators import BandInfo as BandInfo
from spgat.bands.operators import BandOperators as BandOperators
from spgat.bands.polynomial import polynomial_bands
from spgat.bands.task import BandTask
from spgat.progress import Progress, ShouldStop
from spgat.spectral.cache import DiskCache


def build_bands(
    adjacency: sp.csr_array,
    config: BandConfig,
    *,
    dtype: type[np.floating] = np.float32,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> BandOperators:
    """Returns the operators Φ_b of a graph's bands, on the CPU.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric, non-negative.
        config: How the spectrum is cut.
        dtype: Precision of the operators; spectra and wavelets are made in float64 first.
        cache: Where spectra and wavelets are kept between runs.
        progress: Called with the fraction done.
        should_stop: Polled during long work.

    Raises:
        InputError: For a graph too large for the dense matrices that a config asks for, or a
            scale at which wavelets no longer cancel their inverse.
        Cancelled: If `should_stop` turns true.
    """
    started = time.perf_counter()
    task = BandTask(
        adjacency=adjacency,
        config=config,
        dtype=dtype,
        cache=cache,
        progress=progress,
        should_stop=should_stop,
    )
    bands: BandOperators
    if config.is_matrix_free:
        with_vectors = config.method == "eigenpairs" or (
            config.method == "auto" and is_affordable(task)
        )
        bands = frequency_bands(task) if with_vectors else polynomial_bands(task)
    elif config.cuts_frequencies:
        bands = sparsified_bands(task)
    else:
        bands = wavelet_bands(task)
    seconds = time.perf_counter() - started
    info = replace(bands.info, seconds=seconds, megabytes=bands.num_bytes / 1e6)
    return replace(bands, info=info)
