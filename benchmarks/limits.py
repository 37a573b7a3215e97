"""What the machine can do at most, measured in the same run as the rows."""

import time
from collections.abc import Callable

import torch

from benchmarks.scope import Scope

_SECONDS = 0.3  # of trying; the best try counts


def limits(scope: Scope) -> dict[str, float]:
    """Returns the bandwidth of memory and the rate of float32 arithmetic, of all threads."""
    numbers, side = scope.amount((2**24, 1024), (2**12, 32))
    a, b, c = torch.zeros(3, numbers)
    square = torch.ones(side, side)
    product = torch.empty_like(square)
    return {
        "gigabytes_per_second": 12e-9
        * numbers
        / _best(lambda: torch.add(b, c, alpha=2, out=a)),
        "gigaflops": 2e-9 * side**3 / _best(lambda: torch.mm(square, square, out=product)),
    }


def _best(work: Callable[[], object]) -> float:
    """Seconds of the quickest of several tries."""
    times, end = [], time.perf_counter() + _SECONDS
    while not times or time.perf_counter() < end:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)
