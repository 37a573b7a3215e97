"""Parallel sparse × dense products, the one inner loop of all spectral work on a CPU.

Importing this module compiles nothing: numba specialises a kernel at its first call, for
float32 or float64 values and int32 or int64 indices, and keeps the machine code on disk.
"""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs

from collections.abc import Sequence
from types import FunctionType
from typing import Any

import numba
import numpy as np
import scipy.sparse as sp
from numba import njit, prange
from numpy.typing import NDArray

from spgat.arrays import Floats, Ints
from spgat.spectral.lanes import add_entries

# Two threads that call kernels at once abort the process under numba's own "workqueue".
numba.config.THREADING_LAYER = "threadsafe"  # type: ignore[attr-defined]

_CHUNKS_PER_THREAD = 8
#: Of a row of a panel of columns, which is copied into a block of its own: a recurrence that
#: reads its rows at their distance in a wide block waits for memory at every one of them.
_PANEL_BYTES = 256
#: From so many rows on, panels of half the width lose less by leaving the caches.
_HALF_FROM = 32_768
_FEW_ROWS, _MANY_ROWS = 32, 2_048
#: Products of fewer multiplications are over before a second thread wakes up, which on a busy
#: machine takes milliseconds.
_PARALLEL_FROM = 200_000

#: float32 or float64, one row per node and one column per signal.
Block = NDArray[np.floating]


def multiply(
    matrix: sp.csr_array, x: Block, out: Block | None = None, *, num_blocks: int = 1
) -> Block:
    """Returns the product of a sparse matrix and a dense block.

    Args:
        matrix: float32 or float64 CSR [num_blocks · num_rows, num_cols]; its product is the
            sum of its blocks' products.
        x: [num_cols, num_signals] or [num_cols], of the same dtype.
        out: [num_rows, num_signals], C-contiguous, to be overwritten; not x. New where None.
        num_blocks: Of the matrix, each with its own part of the columns, see
            `spgat.spectral.blocks`.

    Returns:
        `out`.
    """
    num_rows = matrix.shape[0] // num_blocks
    if out is None:
        out = np.empty((num_rows, *x.shape[1:]), dtype=x.dtype)
    return _run_step(matrix, x, out, (1.0, 0.0, 0.0), num_blocks)


def chebyshev_step(
    matrix: sp.csr_array, x: Block, out: Block, a: float, b: float, c: float
) -> Block:
    """Overwrites `out` by a·(matrix @ x) + b·x + c·out and returns it.

    With T_{k-1} in `out` and T_k in `x` this is one step of a Chebyshev recurrence on a
    shifted and scaled matrix, with no temporary array.

    Args:
        matrix: float32 or float64 CSR [n, n]; any shape where b is 0.
        x: [n, num_signals] or [n], of the same dtype.
        out: Like x, C-contiguous, not x itself; not read where c is 0.
        a: Factor of the product.
        b: Factor of x.
        c: Factor of the old `out`.
    """
    return _run_step(matrix, x, out, (a, b, c), 1)


def _run_step(
    matrix: sp.csr_array,
    x: Block,
    out: Block,
    factors: tuple[float, float, float],
    num_blocks: int,
) -> Block:
    x, scalar = _checked(matrix, x, out, num_blocks)
    rows = out.reshape(out.shape[0], -1)
    step = _step if _is_large(matrix, x) else _step_alone
    a, b, c = (scalar(factor) for factor in factors)
    step(*_arrays(matrix), x, rows, a, b, c, balanced_chunks(matrix, num_blocks))
    return out


def sum_series(
    matrix: sp.csr_array,
    x: Block,
    out: Block,
    start: int,
    stop: int,
    coefficients: NDArray,
    factor: float,
) -> None:
    """Overwrites columns of `out` by Σ_b Σ_k c_bk T_k x_b, with T_k = T_k(factor·L − I).

    One recurrence serves all series, as the signals are added up on the way. Each thread takes
    panels of columns through all of it, so that it never waits for another one; there are
    enough panels to keep all threads busy.

    Args:
        matrix: float32 or float64 CSR [n, n], the L above.
        x: [num_series, n, num_signals], C-contiguous, of the same dtype.
        out: [n, num_signals], shares no memory with x.
        start: First column to compute.
        stop: Column after the last one.
        coefficients: [num_series, order + 1], c_bk.
        factor: 2 over the upper end of the interval that L's eigenvalues lie in.
    """
    _check_dtypes(matrix, x, out)
    is_large = _is_large(matrix, out)
    edges = _panels(out, start, stop, is_large)
    weights = np.asarray(coefficients, dtype=x.dtype)
    run = _sum_series if is_large else _sum_series_alone
    run(*_arrays(matrix), x, out, edges, weights, x.dtype.type(factor))


def each_series(
    matrix: sp.csr_array,
    x: Block,
    coefficients: NDArray,
    factor: float,
    *,
    others: Block | None = None,
) -> tuple[Block, Floats]:
    """Returns Σ_k c_bk T_k x of each b and the moments ⟨T_k x, y_r⟩, by one recurrence.

    Args:
        matrix: float32 or float64 CSR [n, n], the L of T_k = T_k(factor·L − I).
        x: [n, num_signals], C-contiguous, of the same dtype.
        coefficients: [num_series, order + 1], c_bk.
        factor: As for `sum_series`.
        others: [num_others, n, num_signals], the y_r; none where None.

    Returns:
        [num_series, n, num_signals], and float64 [num_others, order + 1].
    """
    if others is None:
        others = np.empty((0, *x.shape), dtype=x.dtype)
    _check_dtypes(matrix, x, others)
    is_large = _is_large(matrix, x)
    edges = _panels(x, 0, x.shape[1], is_large)
    weights = np.asarray(coefficients, dtype=x.dtype)
    out = np.empty((len(weights), *x.shape), dtype=x.dtype)
    moments = np.empty((len(edges) - 1, len(others), weights.shape[1]))
    run = _each_series if is_large else _each_series_alone
    run(*_arrays(matrix), x, others, out, moments, edges, weights, x.dtype.type(factor))
    return out, moments.sum(axis=0)


def filter_columns(
    matrix: sp.csr_array,
    block: Block,
    start: int,
    stop: int,
    a: Sequence[float],
    b: Sequence[float],
    c: Sequence[float],
) -> None:
    """Runs a whole recurrence on the columns start … stop of a block, in place.

    x_1 = a_0·L x_0 + b_0·x_0 and x_{k+1} = a_k·L x_k + b_k·x_k + c_k·x_{k-1}. Each thread
    takes narrow panels of columns through all steps while they are in its cache, and threads
    never wait for each other.

    Args:
        matrix: float32 or float64 CSR [n, n], the L above.
        block: [n, num_signals], C-contiguous, of the same dtype.
        start: First column to filter.
        stop: Column after the last one.
        a: Factors of the product, one per step.
        b: Factors of the current block.
        c: Factors of the one before; c_0 is not used.
    """
    if matrix.dtype != block.dtype or not block.flags.c_contiguous:
        raise TypeError(f"a C-contiguous block of dtype {matrix.dtype} is needed")
    edges = _panels(block, start, stop, is_large=True)
    factors = (np.asarray(f, dtype=block.dtype) for f in (a, b, c))
    _filter_columns(*_arrays(matrix), block, edges, *factors)


def _checked(matrix: sp.csr_array, x: Block, out: Block, num_blocks: int) -> tuple[Block, type]:
    if not matrix.dtype == x.dtype == out.dtype:
        raise TypeError(
            f"matrix, x and out have dtypes {matrix.dtype}, {x.dtype} and {out.dtype}; "
            "cast them to one, float32 or float64"
        )
    if not out.flags.c_contiguous or np.may_share_memory(x, out):
        raise ValueError("out must be C-contiguous and must not share memory with x")
    num_rows = matrix.shape[0] // num_blocks
    if x.shape[0] != matrix.shape[1] or out.shape != (num_rows, *x.shape[1:]):
        raise ValueError(f"matrix {matrix.shape}, x {x.shape} and out {out.shape} do not fit")
    block: Block = np.ascontiguousarray(x).reshape(x.shape[0], -1)
    return block, x.dtype.type


def _check_dtypes(matrix: sp.csr_array, *blocks: Block) -> None:
    if not all(matrix.dtype == block.dtype for block in blocks):
        raise TypeError(f"the matrix and all signals must have one dtype, {matrix.dtype}")


def _panels(x: Block, start: int, stop: int, is_large: bool) -> Ints:
    """Borders of panels of columns, as many for each thread."""
    num_threads = numba.get_num_threads() if is_large else 1
    width = stop - start
    row_bytes = _PANEL_BYTES if len(x) < _HALF_FROM else _PANEL_BYTES // 2
    rounds = -(-width * x.itemsize // (row_bytes * num_threads))
    num_panels = min(rounds * num_threads, width)
    return np.linspace(start, stop, num_panels + 1).astype(np.int64)


def _arrays(matrix: sp.csr_array) -> tuple[NDArray, NDArray, NDArray]:
    return matrix.indptr, matrix.indices, matrix.data


def _is_large(matrix: sp.csr_array, x: Block) -> bool:
    return matrix.nnz * x.shape[1] > _PARALLEL_FROM


def balanced_chunks(matrix: sp.csr_array, num_blocks: int = 1) -> Ints:
    """Returns the borders of row ranges of equal cost: stored entries, plus one per row.

    Args:
        matrix: [num_blocks · n, k].
        num_blocks: Blocks of n rows one below the other; row i of each belongs to range i.
    """
    num_chunks = numba.get_num_threads() * _CHUNKS_PER_THREAD
    return np.asarray(_balanced(matrix.indptr, num_blocks, num_chunks))


def _on_one_thread(kernel: Any) -> Any:
    """The kernel compiled without threads, under a name of its own.

    numba's files of machine code are named by a function's name and line, not by its options:
    the one of two kernels that came first would be run for both.
    """
    python = kernel.py_func
    alone = FunctionType(python.__code__, python.__globals__, f"{python.__name__}_alone")
    alone.__qualname__ = alone.__name__
    return njit(fastmath=True, nogil=True, cache=True)(alone)


@njit(nogil=True, cache=True)
def _balanced(indptr, num_blocks, num_chunks):
    num_rows = (len(indptr) - 1) // num_blocks
    total = np.int64(indptr[-1]) + num_rows
    borders = np.empty(num_chunks + 1, dtype=np.int64)
    for chunk in range(num_chunks + 1):
        low, high = 0, num_rows
        while low < high:  # the first row before which the cost of so many chunks is spent
            middle = (low + high) // 2
            cost = np.int64(middle)
            for block in range(num_blocks):
                start = block * num_rows
                cost += np.int64(indptr[start + middle]) - np.int64(indptr[start])
            if cost * num_chunks < total * chunk:
                low = middle + 1
            else:
                high = middle
        borders[chunk] = low
    return borders


@njit(fastmath=True, inline="always")
def add_rows(indptr, indices, data, x, first, last, num_rows, a, out):
    """Adds a · M x to out, [last − first, q], of the rows first … last of M.

    M is in blocks of columns, of `num_rows` rows each.
    """
    for block in range(0, len(indptr) - 1, num_rows):
        for i in range(first, last):
            start, end = indptr[block + i], indptr[block + i + 1]
            add_entries(indices, data, x, start, end, a, out[i - first])


@njit(inline="always")
def rows_at_once(indptr, num_rows):
    """Returns how many rows to take through all blocks before the next ones."""
    # Without blocks a few rows, which stay in the nearest cache.
    return _FEW_ROWS if len(indptr) - 1 == num_rows else _MANY_ROWS


@njit(fastmath=True, inline="always")
def _begin_row(x, out, i, b, c):
    row = out[i]
    if c == 0:  # out may hold anything, NaN too
        row[:] = 0
    else:
        for q in range(row.shape[0]):
            row[q] *= c
    if b != 0:
        own = x[i]
        for q in range(row.shape[0]):
            row[q] += b * own[q]


@njit(parallel=True, fastmath=True, nogil=True, cache=True)
def _step(indptr, indices, data, x, out, a, b, c, chunks):
    num_rows = out.shape[0]
    group = rows_at_once(indptr, num_rows)
    for chunk in prange(chunks.shape[0] - 1):
        for first in range(chunks[chunk], chunks[chunk + 1], group):
            last = min(first + group, chunks[chunk + 1])
            for i in range(first, last):
                _begin_row(x, out, i, b, c)
            add_rows(indptr, indices, data, x, first, last, num_rows, a, out[first:last])


_step_alone = _on_one_thread(_step)


@njit(inline="always")
def _take(block, begin, own):
    """Overwrites `own` by as many columns of a block, the first of them `begin`."""
    for i in range(own.shape[0]):
        for q in range(own.shape[1]):
            own[i, q] = block[i, begin + q]


@njit(inline="always")
def _put_back(own, block, begin):
    for i in range(own.shape[0]):
        for q in range(own.shape[1]):
            block[i, begin + q] = own[i, q]


@njit(parallel=True, fastmath=True, nogil=True, cache=True)
def _filter_columns(indptr, indices, data, block, edges, a, b, c):
    for panel in prange(edges.shape[0] - 1):
        begin, width = edges[panel], edges[panel + 1] - edges[panel]
        now = np.empty((block.shape[0], width), block.dtype)
        before = np.zeros_like(now)
        _take(block, begin, now)
        for k in range(a.shape[0]):
            for i in range(now.shape[0]):
                start, end = indptr[i], indptr[i + 1]
                _begin_row(now, before, i, b[k], c[k])
                add_entries(indices, data, now, start, end, a[k], before[i])
            now, before = before, now
        _put_back(now, block, begin)


@njit(parallel=True, fastmath=True, nogil=True, cache=True)
def _sum_series(indptr, indices, data, x, out, edges, coefficients, factor):
    # Clenshaw: b_k = Σ c_k x + 2 (factor·L − I) b_{k+1} − b_{k+2} from the top down, and at the
    # end Σ c_0 x + (factor·L − I) b_1 − b_2. It writes one array, a running sum two.
    one = coefficients.dtype.type(1)
    two = one + one  # a plain 2 would make float32 sums float64 ones
    top = coefficients.shape[1] - 1
    for panel in prange(edges.shape[0] - 1):
        begin, width = edges[panel], edges[panel + 1] - edges[panel]
        now = np.zeros((out.shape[0], width), x.dtype)
        before = np.zeros_like(now)
        signals = np.empty((x.shape[0], out.shape[0], width), x.dtype)
        for b in range(x.shape[0]):
            _take(x[b], begin, signals[b])
        for step in range(top + 1):
            k = top - step
            twice = one if k == 0 else two
            for i in range(now.shape[0]):
                row, own, signal = before[i], now[i], signals[0, i]
                for q in range(width):
                    row[q] = coefficients[0, k] * signal[q] - twice * own[q] - row[q]
                for b in range(1, x.shape[0]):
                    signal = signals[b, i]
                    for q in range(width):
                        row[q] += coefficients[b, k] * signal[q]
                if step > 0:  # b above the top is 0
                    start, end = indptr[i], indptr[i + 1]
                    add_entries(indices, data, now, start, end, twice * factor, row)
            now, before = before, now
        _put_back(now, out, begin)


_sum_series_alone = _on_one_thread(_sum_series)


@njit(parallel=True, fastmath=True, nogil=True, cache=True)
def _each_series(indptr, indices, data, x, others, out, moments, edges, coefficients, factor):
    # The recurrence upwards, T_{k+1} = 2 (factor·L − I) T_k − T_{k−1}: all need each T_k.
    one = coefficients.dtype.type(1)
    two = one + one
    top = coefficients.shape[1] - 1
    for panel in prange(edges.shape[0] - 1):
        begin, width = edges[panel], edges[panel + 1] - edges[panel]
        now = np.zeros((x.shape[0], width), x.dtype)
        before = np.zeros_like(now)
        totals = np.zeros((out.shape[0], x.shape[0], width), x.dtype)
        rights = np.empty((others.shape[0], x.shape[0], width), x.dtype)
        for r in range(others.shape[0]):
            _take(others[r], begin, rights[r])
        for k in range(top + 1):
            moments[panel, :, k] = 0
            times = one if k == 1 else two
            for i in range(now.shape[0]):
                row, own = before[i], now[i]
                if k == 0:
                    for q in range(width):
                        row[q] = x[i, begin + q]
                else:
                    for q in range(width):
                        row[q] = -times * own[q] - row[q]
                    start, end = indptr[i], indptr[i + 1]
                    add_entries(indices, data, now, start, end, times * factor, row)
                for r in range(others.shape[0]):
                    dot = 0 * one
                    for q in range(width):
                        dot += row[q] * rights[r, i, q]
                    moments[panel, r, k] += dot  # float64, of partial sums of a row
                if k % 2 == 1 or k == top:  # half as many passes over out
                    for b in range(out.shape[0]):
                        earlier = coefficients[b, k - 1] if k % 2 == 1 else 0 * one
                        latest = coefficients[b, k]
                        total = totals[b, i]
                        for q in range(width):
                            total[q] += earlier * own[q] + latest * row[q]
            now, before = before, now
        for b in range(out.shape[0]):
            _put_back(totals[b], out[b], begin)


_each_series_alone = _on_one_thread(_each_series)
