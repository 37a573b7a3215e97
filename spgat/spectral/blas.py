"""Dense linear algebra that keeps its speed on a busy machine.

OpenBLAS cuts each operation into one part per core and lets the parts wait for each other,
spinning. Beside other work, such as a training run, that multiplies its time by ten. Here
every thread calls a BLAS that is limited to one thread, on rows of its own, and nobody waits
before the end; on an idle machine that is as fast.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

import numpy as np
import scipy.linalg
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from spgat.arrays import Floats

Result = TypeVar("Result")

_ROWS = 2048  # of a tall block at once: a temporary of some megabytes
_COLUMNS = 128  # of a triangle at once; what is above it within them is computed too
#: Up to this size a second thread gains a third at best: LAPACK's eigensolvers spend half
#: their time in products of a matrix and a vector, which memory limits.
_ALONE_UP_TO = 3000


def eigh(matrix: Floats, gram: Floats | None = None) -> tuple[Floats, Floats]:
    """Returns all eigenpairs of a symmetric matrix, in a basis that may be inexact.

    Args:
        matrix: float64 [k, k], A, of which the lower triangle counts; overwritten.
        gram: float64 [k, k], G, the inner products of the basis, as above; the identity
            where None.

    Returns:
        The λ, ascending, and the V of A V = G V diag(λ) with Vᵀ G V = I.

    Raises:
        numpy.linalg.LinAlgError: If G is not positive definite.
    """

    def solve() -> tuple[Floats, Floats]:
        values, vectors = scipy.linalg.eigh(
            matrix,
            gram,
            driver="evd" if gram is None else "gvd",
            overwrite_a=True,
            overwrite_b=True,
            check_finite=False,
        )
        return values, vectors

    if len(matrix) > _ALONE_UP_TO:
        return solve()
    with one_thread():
        return solve()


def eigvalsh(matrices: Floats) -> Floats:
    """Returns the eigenvalues, ascending, of symmetric matrices, float64 [k, n, n]: [k, n]."""
    if matrices.shape[1] > _ALONE_UP_TO:
        return np.asarray(np.linalg.eigvalsh(matrices), dtype=np.float64)
    with one_thread():
        return np.asarray(np.linalg.eigvalsh(matrices), dtype=np.float64)


def gram(block: Floats) -> Floats:
    """Returns XᵀX, float64 [k, k], of a tall block X, float64 [n, k]."""

    def add(total: Floats, rows: slice) -> None:
        total += block[rows].T @ block[rows]  # numpy sees that half of it is enough

    return _summed(add, block)


def symmetric_product(block: Floats, other: Callable[[slice], Floats]) -> Floats:
    """Returns the lower triangle of XᵀY, float64 [k, k], where that is symmetric.

    Args:
        block: float64 [n, k], C-contiguous: X.
        other: Makes the rows of Y, float64 [n, k], for a slice; called from several threads.
    """

    def add(total: Floats, rows: slice) -> None:
        left, right = block[rows], other(rows)
        for start in range(0, len(total), _COLUMNS):
            own, up_to = slice(start, start + _COLUMNS), slice(start + _COLUMNS)
            total[own, up_to] += left[:, own].T @ right[:, up_to]

    return np.tril(_summed(add, block))


def rotate(block: Floats, rotation: Floats) -> None:
    """Overwrites a tall block X by X @ rotation, float64 [k, k]."""

    def part(panels: list[slice]) -> None:
        for rows in panels:
            block[rows] = block[rows] @ rotation

    list(_in_threads(part, block.shape[0]))


def divide(block: Floats, factor: Floats) -> None:
    """Overwrites a tall block X by X R⁻¹, where Rᵀ = factor is lower triangular.

    By the inverse: scipy calls BLAS's solver with Python's lock held, that is on one thread,
    which takes longer than two threads that multiply.
    """
    inverse, _ = scipy.linalg.lapack.dtrtri(factor, lower=True)
    starts = range(0, len(factor), _COLUMNS)
    # Some columns of R⁻¹ each, down to the diagonal.
    parts = [inverse[start : start + _COLUMNS, : start + _COLUMNS].T.copy() for start in starts]

    def part(panels: list[slice]) -> None:
        for rows in panels:
            own = block[rows]
            for some in reversed(parts):  # what is to the left is still needed as it was
                start = len(some) - some.shape[1]
                own[:, start : len(some)] = own[:, : len(some)] @ some

    list(_in_threads(part, block.shape[0]))


def _summed(add: Callable[[Floats, slice], None], block: Floats) -> Floats:
    """The sum, float64 [k, k], of what a function adds to a total for some rows at a time."""

    def part(panels: list[slice]) -> Floats:
        total = np.zeros((block.shape[1], block.shape[1]))
        for rows in panels:
            add(total, rows)
        return total

    parts = _in_threads(part, block.shape[0])
    total = next(parts)
    for more in parts:  # in a fixed order: the same sum every time
        total += more
    return total


def _in_threads(part: Callable[[list[slice]], Result], num_rows: int) -> Iterator[Result]:
    """The results of a function over panels of rows, which the threads share out."""
    panels = [slice(start, start + _ROWS) for start in range(0, num_rows, _ROWS)]
    with one_thread() as num_threads, ThreadPoolExecutor(num_threads) as pool:
        yield from pool.map(part, [panels[i::num_threads] for i in range(num_threads)])


class _Limit:
    """The one limit on BLAS's threads; several users at once lift it only when all are done."""

    lock = threading.Lock()
    num_users = 0
    num_threads = 1
    lift: Callable[[], None]


@cache
def _libraries() -> ThreadpoolController:
    """All BLAS here, looked for once: that takes as long as a spectrum of 100 nodes."""
    return ThreadpoolController().select(user_api="blas")


@contextmanager
def one_thread() -> Iterator[int]:
    """Limits BLAS to one thread in this process; yields how many it had."""
    with _Limit.lock:
        if _Limit.num_users == 0:
            libraries = _libraries()
            _Limit.num_threads = max((b["num_threads"] for b in libraries.info()), default=1)
            _Limit.lift = libraries.limit(limits=1).restore_original_limits
        _Limit.num_users += 1
    try:
        yield _Limit.num_threads
    finally:
        with _Limit.lock:
            _Limit.num_users -= 1
            if _Limit.num_users == 0:
                _Limit.lift()
