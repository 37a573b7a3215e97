"""Faults put into a series on purpose, to see whether they are found."""

from typing import Literal, get_args

import numpy as np

from spgat.arrays import Floats
from spgat.errors import InputError

Fault = Literal["noise", "stuck", "shift"]
FAULTS: tuple[Fault, ...] = get_args(Fault)


def with_fault(values: Floats, node: int, fault: Fault, seed: int = 0) -> Floats:
    """Returns the readings with one node's sensor broken, float64 [num_times, num_nodes].

    The size of a fault is measured by s, the standard deviation of all readings, 13 miles per
    hour for the speeds in Los Angeles:

    - "noise": white noise of standard deviation s is added at all times, as by a loose contact.
    - "stuck": the reading of a random time is repeated from then on, for at least the last
      quarter of the series.
    - "shift": from a random time in the middle half on, 2 s is added or taken away, as after a
      wrong calibration.

    A reading that was missing stays missing. No reading falls below the smallest one of the
    whole series, so that no speed gets negative.

    Args:
        values: float64 [num_times, num_nodes], NaN where missing.
        node: Whose sensor.
        fault: Which fault.
        seed: Of the noise, the time and the direction.

    Raises:
        InputError: If there is no such node or fault, or the node has no reading.
    """
    num_times, num_nodes = values.shape
    if not 0 <= node < num_nodes:
        raise InputError(f"There is no node {node}; choose one from 0 to {num_nodes - 1}.")
    if fault not in FAULTS:
        raise InputError(f"There is no fault {fault!r}; choose one of {', '.join(FAULTS)}.")
    before = values[:, node]
    known = np.flatnonzero(np.isfinite(before))
    if not len(known):
        raise InputError(f"Node {node} has no reading; choose another.")
    rng = np.random.default_rng(seed)
    size = float(np.nanstd(values))
    readings = before.copy()
    match fault:
        case "noise":
            readings += rng.normal(0.0, size, num_times)
        case "stuck":
            early = known[known <= 3 * num_times // 4]
            start = int(rng.choice(early if len(early) else known))
            readings[start:] = np.where(np.isnan(before[start:]), np.nan, before[start])
        case "shift":
            start = int(rng.integers(num_times // 4, max(3 * num_times // 4, 1)))
            readings[start:] += rng.choice([-2.0, 2.0]) * size
    broken = values.copy()
    broken[:, node] = np.maximum(readings, np.nanmin(values))
    return broken
