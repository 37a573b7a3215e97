"""How much memory work needs, before it is started, and how much there is."""

import os
from collections.abc import Sequence
from pathlib import Path

from spgat.environment import positive
from spgat.spectral.subspace import block_width

_MAX_MEMORY = "SPGAT_MAX_MEMORY_GB"

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
    """Returns the memory that one piece of work may take.

    That is what the machine has left without swapping, and at most `SPGAT_MAX_MEMORY_GB`.

    Raises:
        InputError: If that is set and not a number above 0.
    """
    return min(_of_machine(), 1000 * positive(_MAX_MEMORY, "inf"))


def _of_machine() -> float:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass  # not Linux
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2e6
