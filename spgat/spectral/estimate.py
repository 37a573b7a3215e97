"""What spectral work will cost, in seconds and megabytes, before it is started.

The rates of this machine are measured once per process, in about half a second. A figure is
meant to be right within a factor of two on an idle machine.
"""

import functools
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from spgat.spectral import blas
from spgat.spectral.subspace import block_width

_DOUBLE = 8  # bytes


@dataclass(frozen=True)
class Estimate:
    """The expected cost of some work.

    Attributes:
        seconds: Time, on this machine while it is idle.
        megabytes: Peak memory on top of the input.
        sentence: Both for a reader, "about 12 s and 450 MB".
    """

    seconds: float
    megabytes: float

    @property
    def sentence(self) -> str:
        """Time and memory in words."""
        return f"about {_duration(self.seconds)} and {_size(self.megabytes)}"


@dataclass(frozen=True)
class Rates:
    """What this machine does per second, see `rates`."""

    multiply: float  # float64 operations of a dense matrix product
    eigen: float  # n³ of a dense symmetric eigendecomposition
    sparse: float  # stored entries × columns of a sparse times a wide dense float64 block


@functools.cache
def rates() -> Rates:
    """Returns this machine's rates, measured at the first call."""
    from spgat.spectral.kernels import filter_columns  # numba: not at import

    generator = np.random.default_rng(0)
    dense = generator.standard_normal((700, 700))
    tall = generator.standard_normal((4000, 500))
    num_nodes, num_columns, num_steps = 20_000, 128, 4
    columns = generator.integers(0, num_nodes, 6 * num_nodes)
    rows = np.repeat(np.arange(num_nodes), 6)
    near = np.clip(rows + (columns - rows) // 100, 0, num_nodes - 1)
    matrix = sp.csr_array((np.ones(len(rows)), (rows, near)), shape=(num_nodes, num_nodes))
    block = np.zeros((num_nodes, num_columns))
    factors = [0.0] * num_steps

    multiply = _fastest(lambda: blas.product(tall, lambda rows: tall[rows, ::-1]))
    eigen = _fastest(lambda: blas.eigh(dense + dense.T))
    sparse = _fastest(
        lambda: filter_columns(matrix, block, 0, num_columns, factors, factors, factors)
    )
    return Rates(
        multiply=2.0 * tall.shape[0] * tall.shape[1] ** 2 / multiply,
        eigen=dense.shape[0] ** 3 / eigen,
        sparse=matrix.nnz * num_columns * num_steps / sparse,
    )


def estimate_full_spectrum(component_sizes: Sequence[int]) -> Estimate:
    """Returns the cost of all eigenpairs of a graph with these connected components."""
    cubes = sum(float(size) ** 3 for size in component_sizes)
    return Estimate(cubes / rates().eigen, full_spectrum_megabytes(component_sizes))


def full_spectrum_megabytes(component_sizes: Sequence[int]) -> float:
    """Returns the memory for all eigenpairs: the result, and LAPACK's matrix and workspace."""
    entries = sum(component_sizes) ** 2 + 3.0 * max(component_sizes) ** 2
    return entries * _DOUBLE / 1e6


def estimate_eigenpairs(num_nodes: int, num_entries: int, num: int) -> Estimate:
    """Returns the cost of the lowest `num` eigenpairs by filtered subspace iteration.

    Args:
        num_nodes: Number of nodes n.
        num_entries: Stored entries of the Laplacian.
        num: Number of eigenpairs outside the null space.
    """
    width = block_width(num, num_nodes)
    # Measured on citation graphs, trees and grids. The fewer eigenvalues are wanted the
    # nearer to each other, in units of the whole range, lie those on both sides of the cut.
    degree = 75.0 * max(1.0, 0.05 * num_nodes / num) ** 0.2
    # Tall products: to make the block orthonormal five times, to project L and to rotate.
    operations = 14.0 * num_nodes * width**2
    speed = rates()
    seconds = (
        degree * width * num_entries / speed.sparse
        + operations / speed.multiply
        + width**3 / speed.eigen
    )
    return Estimate(seconds, eigenpairs_megabytes(num_nodes, num))


def eigenpairs_megabytes(num_nodes: int, num: int) -> float:
    """Returns the memory for the lowest `num` eigenpairs: blocks, and the projected matrix."""
    width = block_width(num, num_nodes)
    panels = 3 * min(width, 256)  # columns of temporaries
    entries = num_nodes * (width + num + panels) + 6.0 * width**2
    return entries * _DOUBLE / 1e6


def available_megabytes() -> float:
    """Returns the memory that a process may still take without swapping."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass  # not Linux
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2e6


def _fastest(work: Callable[[], object]) -> float:
    work()  # compiles, and wakes the threads
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _duration(seconds: float) -> str:
    if seconds < 1:
        return "1 s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h"


def _size(megabytes: float) -> str:
    return f"{megabytes / 1000:.1f} GB" if megabytes >= 1000 else f"{max(megabytes, 1):.0f} MB"
