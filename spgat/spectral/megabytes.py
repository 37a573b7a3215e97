"""How much memory spectral work needs, before it is started, and how much there is."""

import os
from collections.abc import Sequence
from pathlib import Path

from spgat.spectral.subspace import block_width

_DOUBLE = 8  # bytes


def full_spectrum_megabytes(component_sizes: Sequence[int]) -> float:
    """Returns the memory for all eigenpairs: the result, and LAPACK's matrix and workspace."""
    entries = sum(component_sizes) ** 2 + 3.0 * max(component_sizes) ** 2
    return entries * _DOUBLE / 1e6


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
