"""Runs the cells of a sweep: in local processes, or on a Dask cluster."""

import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import joblib

from spgat.errors import InputError
from spgat.experiments.cell import Cell, Measured
from spgat.experiments.store import CellStore
from spgat.extras import needs_extra
from spgat.progress import Progress, ShouldStop, report


def run_cells(
    cells: Sequence[Cell],
    store: CellStore,
    *,
    processes: int = 1,
    scheduler: str | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> dict[str, dict[str, Any]]:
    """Measures the cells that are not recorded yet and returns all records of the store.

    Each finished cell is written at once, so that a sweep which was interrupted goes on where
    it ended.

    Args:
        cells: What to measure, in order; a cell named twice is measured once.
        store: Where finished cells are recorded.
        processes: Local processes; each computes with its share of the cores.
        scheduler: Address of a Dask scheduler to use instead, such as "tcp://host:8786".
        fresh: Measure also what is recorded already.
        progress: Told after each cell what is left and about how long it takes.
        should_stop: Polled after each cell.

    Raises:
        Cancelled: If `should_stop` answers true; what was finished is recorded.
        InputError: If no scheduler answers at the address.
    """
    done: dict[str, Any] = {} if fresh else store.read()
    waiting = list({cell.key: cell for cell in cells if cell.key not in done}.values())
    total = len({cell.key for cell in cells})
    started = time.perf_counter()
    report(1 - len(waiting) / max(total, 1), f"{len(waiting)} of {total} runs left", progress)
    with _workers(scheduler), warnings.catch_warnings():
        # A worker that has grown is replaced by a fresh one; that is no news to anybody.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
        parallel = joblib.Parallel(
            n_jobs=processes if scheduler is None else -1, return_as="generator_unordered"
        )
        results = parallel(joblib.delayed(_timed)(cell) for cell in waiting)
        for count, (cell, measured, seconds) in enumerate(results, 1):
            store.append(cell, measured, seconds)
            left = len(waiting) - count
            seconds = (time.perf_counter() - started) / count * left
            report(1 - left / total, _what_is_left(left, total, seconds), progress, should_stop)
    return store.read()


def _what_is_left(left: int, total: int, seconds: float) -> str:
    time_left = f"{seconds / 60:.0f} minutes" if seconds > 90 else f"{seconds:.0f} seconds"
    return f"{left} of {total} runs left, about {time_left}"


def _timed(cell: Cell) -> tuple[Cell, Measured, float]:
    started = time.perf_counter()
    measured = cell.measure()
    return cell, measured, time.perf_counter() - started


@contextmanager
def _workers(scheduler: str | None) -> Iterator[None]:
    """Points joblib at the Dask cluster, where one is named."""
    if scheduler is None:
        yield
        return
    with needs_extra("lab"):
        from distributed import Client

    try:
        client = Client(scheduler, timeout="10s")
    except (OSError, ValueError) as error:
        raise InputError(
            f"No Dask scheduler answers at {scheduler!r}; start one with 'dask scheduler' and "
            "give its address, for instance tcp://127.0.0.1:8786."
        ) from error
    with client, joblib.parallel_config(backend="dask"):
        yield
