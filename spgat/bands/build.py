"""Building bands: from a graph and a config to the operators of its bands."""

import time
from dataclasses import replace

import numpy as np
import scipy.sparse as sp

from spgat.bands.column import sparsified_bands, wavelet_bands
from spgat.bands.config import BandConfig as BandConfig
from spgat.bands.cut import cut_of
from spgat.bands.frequency import frequency_bands, is_affordable
from spgat.bands.operators import BandInfo as BandInfo
from spgat.bands.operators import BandOperators as BandOperators
from spgat.bands.polynomial import polynomial_bands
from spgat.bands.record import NUM_VALUES, BandRecord
from spgat.bands.response import sharp_responses
from spgat.bands.task import BandTask
from spgat.progress import Progress, ShouldStop
from spgat.spectral.cache import DiskCache
from spgat.spectral.density import spectral_density


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
        bands = frequency_bands(task) if _takes_vectors(task) else polynomial_bands(task)
    elif config.cuts_frequencies:
        bands = sparsified_bands(task)
    else:
        bands = wavelet_bands(task)
    seconds = time.perf_counter() - started
    info = replace(bands.info, seconds=seconds, megabytes=bands.num_bytes / 1e6)
    return replace(bands, info=info)


def record_of(
    adjacency: sp.csr_array, config: BandConfig, *, cache: DiskCache | None = None
) -> BandRecord:
    """Returns what `build_bands` would leave of a graph's bands, without any eigenvector.

    Bands of eigenvectors have their cutoffs from the spectral density here, which estimates
    them where the graph has a large component.

    Args:
        adjacency: As for `build_bands`.
        config: How the spectrum is cut.
        cache: Where exact eigenvalues are looked for and kept.
    """
    task = BandTask(
        adjacency=adjacency,
        config=config,
        dtype=np.float32,
        cache=cache,
        progress=None,
        should_stop=None,
    )
    if config.is_matrix_free and not _takes_vectors(task):
        return BandRecord.of(polynomial_bands(task))
    eigenvalues = np.linspace(0.0, task.upper, NUM_VALUES)
    if not config.cuts_frequencies:
        return BandRecord(task.cut, eigenvalues, None)
    density = spectral_density(adjacency, config.laplacian, cache=cache)
    cut = cut_of(adjacency, config, density)
    if not config.is_matrix_free:
        return BandRecord(cut, eigenvalues, None)
    return BandRecord(
        cut, eigenvalues, sharp_responses(config, cut.cutoffs, task.upper, eigenvalues)
    )


def _takes_vectors(task: BandTask) -> bool:
    method = task.config.method
    return method == "eigenpairs" or (method == "auto" and is_affordable(task))
