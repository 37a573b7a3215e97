"""Independent tasks on local processes or a Dask cluster."""

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import joblib

from spgat.errors import InputError
from spgat.extras import needs_extra

Task = TypeVar("Task")
Result = TypeVar("Result")


def results_of(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    processes: int = 1,
    scheduler: str | None = None,
) -> Generator[Result, None, None]:
    """Yields function(task) of each task as it ends, in any order.

    To be closed where it is not read to its end; what was not begun then is not done.

    Args:
        function: Of a module, so that another process finds it.
        tasks: What it takes; tasks are asked for a few ahead.
        processes: Local processes; each computes with its share of the cores. With 1 it is
            this process.
        scheduler: Address of a Dask scheduler to use instead, such as "tcp://host:8786".

    Raises:
        InputError: If no scheduler answers at the address.
    """
    with _workers(scheduler), warnings.catch_warnings():
        # A worker whose memory has grown is replaced by a fresh one: expected, and harmless.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
        parallel = joblib.Parallel(
            n_jobs=processes if scheduler is None else -1, return_as="generator_unordered"
        )
        yield from parallel(joblib.delayed(function)(task) for task in tasks)


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
