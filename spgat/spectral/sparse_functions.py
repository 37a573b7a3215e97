"""Functions of a Laplacian as sparse matrices, with a certified error and without a spectrum.

Own choice, not in the paper, which sparsifies dense matrices made from the spectrum.
"""

import time
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, cast

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.estimate import Estimate
from spgat.spectral.laplacian import (
    DEFAULT,
    LaplacianConfig,
    eigenvalue_bound,
    laplacian,
    null_space,
)
from spgat.spectral.power_series import CutSeries, PowerSeries, cut

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Rule = Literal["magnitude", "positive"]

# The share of the threshold by which the computation may err; dropping has the rest.
_ERROR_SHARE = 0.1
_DENSE_BLOCK = 64
_SAMPLE_SIZE = 128
# What a stored entry costs while the parts of a matrix are put together.
_ASSEMBLY_SECONDS = 5e-8
_ASSEMBLY_BYTES = 40
_MAX_ENTRIES = 100_000_000


@dataclass(frozen=True, eq=False)
class SparseFunctions:
    """Sparsified matrices of some functions of one Laplacian.

    Attributes:
        matrices: float64 CSR [num_nodes, num_nodes] per function; symmetric, sorted.
        error_bounds: Per function, a bound of |exact entry − stored entry| over all entries,
            the dropped ones included: dropping, cutting the series and rounding together.
        method: "local expansion"; or "dense blocks" where the functions grow so large that
            rounding allows no other way.
    """

    matrices: tuple[sp.csr_array, ...]
    error_bounds: tuple[float, ...]
    method: str


def sparse_functions(
    adjacency: sp.csr_array,
    functions: Sequence[PowerSeries],
    threshold: float,
    config: LaplacianConfig = DEFAULT,
    *,
    rule: Rule = "magnitude",
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> SparseFunctions:
    """Returns the entries that reach the threshold, of several functions in one pass.

    Every entry of an exact matrix that reaches t is stored, with an error of at most t/10;
    an entry that misses t by less than its error may be stored too. With the rule "magnitude"
    no entry is therefore wrong by more than t. The result does not depend on the number of
    threads.

    Args:
        adjacency: float [num_nodes, num_nodes], symmetric, non-negative.
        functions: The power series of each function.
        threshold: t, above 0.
        config: The Laplacian's conventions.
        rule: "magnitude" keeps entries of at least t in absolute value, "positive" entries of
            at least t, so it drops every negative one, however large.
        progress: Called after each chunk of columns.
        should_stop: Polled after each chunk of columns.

    Raises:
        InputError: If the threshold is not above 0, if double precision cannot keep the
            error, or if the result would not fit into memory.
        Cancelled: If `should_stop` answered true.
    """
    plan = _plan(adjacency, functions, threshold, config, rule)
    plan.check_size()
    text = "expanding the columns"
    report(0.0, text, progress, should_stop)
    chunks: list[_Chunk] = []
    num_columns = 0
    with closing(plan.run()) as results:
        for chunk in results:
            chunks.append(chunk)
            num_columns += len(chunk.counts)
            report(0.95 * num_columns / plan.walk.num_nodes, text, progress, should_stop)
    with ThreadPoolExecutor() as pool:
        matrices = tuple(pool.map(lambda j: _assembled(chunks, j), range(len(functions))))
    report(1.0, text, progress)
    return SparseFunctions(
        matrices,
        tuple(np.max([chunk.bounds for chunk in chunks], axis=0).tolist()),
        plan.method,
    )


def estimate(
    adjacency: sp.csr_array,
    functions: Sequence[PowerSeries],
    threshold: float,
    config: LaplacianConfig = DEFAULT,
    rule: Rule = "magnitude",
) -> Estimate:
    """Returns what `sparse_functions` would cost, from a timed sample of columns.

    Raises:
        InputError: As `sparse_functions`, except that a result too large is no error.
    """
    plan = _plan(adjacency, functions, threshold, config, rule)
    plan.expand(plan.sample[:1])  # compiles what is not compiled yet
    start = time.perf_counter()
    plan.expand(plan.sample)
    seconds = (time.perf_counter() - start) / plan.num_workers
    seconds *= plan.walk.num_nodes / len(plan.sample)
    entries = sum(plan.entries)
    return Estimate(seconds + entries * _ASSEMBLY_SECONDS, entries * _ASSEMBLY_BYTES / 1e6)


class _Chunk(NamedTuple):
    """The entries of some columns, as `local_expansion.expand` returns them."""

    nodes: NDArray[np.int32]
    values: Floats
    counts: Ints
    bounds: Floats


@dataclass(frozen=True, eq=False)
class _Walk:
    """X = I − L/centre with the positive vector w for which X w = w (≤ at isolated nodes)."""

    matrix: sp.csr_array
    weights: Floats
    centre: float

    @property
    def num_nodes(self) -> int:
        return len(self.weights)

    @cached_property
    def stochastic(self) -> sp.csr_array:
        """The transpose of P = W^{-1} X W."""
        transposed = self.matrix.copy()
        rows = np.repeat(np.arange(self.num_nodes), np.diff(transposed.indptr))
        transposed.data *= self.weights[rows] / self.weights[transposed.indices]
        return transposed

    @cached_property
    def rank(self) -> Ints:
        """The place of each node in ascending order of w."""
        rank = np.empty(self.num_nodes, dtype=np.int64)
        rank[np.argsort(self.weights, kind="stable")] = np.arange(self.num_nodes)
        return rank

    @property
    def rounding(self) -> float:
        """Bound of the relative error, in the norm that P does not increase, of one product."""
        longest = int(np.diff(self.matrix.indptr).max())
        spread = float(abs(self.stochastic).sum(axis=0).max())
        return (longest + 10) * max(spread, 1.0) * float(np.finfo(np.float64).eps)


@dataclass(frozen=True, eq=False)
class _Plan:
    """All that decides the result, and the way to it.

    Attributes:
        walk, series, threshold, rule: What to compute.
        is_dense: Whether by products with dense blocks of columns.
    """

    walk: _Walk
    series: CutSeries
    threshold: float
    rule: Rule
    is_dense: bool

    @property
    def method(self) -> str:
        return "dense blocks" if self.is_dense else "local expansion"

    @property
    def num_workers(self) -> int:
        """Columns computed at a time; a product of dense blocks has its own threads."""
        import numba

        return 1 if self.is_dense else int(numba.get_num_threads())

    @cached_property
    def sample(self) -> NDArray[np.uint32]:
        """Some columns, evenly spread over the order of w, which is that of the degrees."""
        num_nodes = self.walk.num_nodes
        size = min(num_nodes, _SAMPLE_SIZE)
        places = ((np.arange(size) + 0.5) * num_nodes / size).astype(np.int64)
        return np.argsort(self.walk.rank)[places].astype(np.uint32)

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """The number of stored entries of each matrix, extrapolated from the sample."""
        per_column = 2 * self.expand(self.sample).counts.mean(axis=0)
        return tuple((per_column * self.walk.num_nodes).astype(int).tolist())

    def check_size(self) -> None:
        if len(self.series.base) * self.walk.num_nodes**2 <= _MAX_ENTRIES:
            return
        if sum(self.entries) > _MAX_ENTRIES:
            raise InputError(
                f"At the threshold {self.threshold:g} about {sum(self.entries) / 1e6:.0f} "
                f"million entries would be stored, more than {_MAX_ENTRIES / 1e6:.0f} million; "
                "raise the threshold, lower the scale, or apply the functions to signals as "
                "Chebyshev series."
            )

    def run(self) -> Generator[_Chunk]:
        """Yields the entries of all columns, in order; closing it cancels what is left."""
        num_nodes = self.walk.num_nodes
        # A local expansion clears its working memory, of num_nodes, once per chunk.
        size = _DENSE_BLOCK if self.is_dense else min(max(num_nodes // 64, 64), 4096)
        columns = np.arange(num_nodes, dtype=np.uint32)
        pieces = [columns[first : first + size] for first in range(0, num_nodes, size)]
        with (
            ThreadPoolExecutor(self.num_workers) as pool,
            # The iterator of `map` is a generator, which cancels what is left when closed.
            closing(cast(Generator[_Chunk], pool.map(self.expand, pieces))) as results,
        ):
            yield from results

    def expand(self, columns: NDArray[np.uint32]) -> _Chunk:
        return self._expand_dense(columns) if self.is_dense else self._expand_local(columns)

    def _expand_local(self, columns: NDArray[np.uint32]) -> _Chunk:
        from spgat.spectral.local_expansion import expand  # numba loads slowly

        matrix = self.walk.stochastic
        return _Chunk(
            *expand(
                matrix.indptr.astype(np.uint64),
                matrix.indices.astype(np.uint32),
                matrix.data,
                self.walk.weights,
                self.walk.rank,
                self.series.coefficients,
                self.series.tails,
                self.series.cutoffs,
                self.series.base,
                self.threshold,
                self.rule == "positive",
                columns,
            )
        )

    def _expand_dense(self, columns: NDArray[np.uint32]) -> _Chunk:
        from spgat.spectral.kernels import multiply  # numba loads slowly

        coefficients, base = self.series.coefficients, self.series.base
        power: NDArray = np.zeros((self.walk.num_nodes, len(columns)))
        power[columns, np.arange(len(columns))] = 1.0
        following, scaled = np.empty_like(power), np.empty_like(power)
        sums = coefficients[:, 0, None, None] * power  # [num_series, num_nodes, num_columns]
        for k in range(1, self.series.order + 1):
            power, following = multiply(self.walk.matrix, power, following), power
            for total, coefficient in zip(sums, coefficients[:, k], strict=True):
                np.multiply(power, coefficient, out=scaled)
                total += scaled
        # Of each pair of nodes the entry is taken from one column, as a local expansion does.
        is_own = self.walk.rank[:, None] <= self.walk.rank[columns]
        reach = sums if self.rule == "positive" else np.abs(sums)
        kept = is_own & (reach + base[:, None, None] >= self.threshold)
        left_out = np.abs(np.where(is_own & ~kept, sums, 0.0)).max(axis=(1, 2))
        column, node = np.nonzero(kept.any(axis=0).T)
        values = np.where(kept, sums, 0.0)[:, node, column].T  # [m, num_series]
        return _Chunk(
            node.astype(np.int32),
            np.ascontiguousarray(values),
            kept.sum(axis=1).T,
            base + left_out,
        )


def _plan(
    adjacency: sp.csr_array,
    functions: Sequence[PowerSeries],
    threshold: float,
    config: LaplacianConfig,
    rule: Rule,
) -> _Plan:
    if not threshold > 0:
        raise InputError(
            f"The threshold is {threshold:g}; it must be above 0, as a matrix with every entry "
            "is dense: apply the function to signals as a Chebyshev series instead."
        )
    matrix = laplacian(adjacency, config)
    weights = np.asarray(null_space(adjacency, config).sum(axis=1)).ravel()
    weights[weights == 0] = 1.0
    # A local expansion needs I − L/c without negative entries. Half the largest eigenvalue is
    # enough for the powers to stay bounded, and lets the coefficients grow less.
    widest = float(matrix.diagonal().max()) or 1.0
    half = eigenvalue_bound(matrix, config) / 2
    for is_dense, centre in ((False, widest), (True, min(half, widest))):
        walk = _walk(matrix, weights, centre)
        series = cut(functions, centre, _ERROR_SHARE * threshold, walk.rounding)
        if series is not None:
            return _Plan(walk, series, threshold, rule, is_dense)
    raise InputError(
        f"An error of at most {threshold:g} is out of reach of double precision, as the "
        "functions grow too large over the spectrum; lower the scale or raise the threshold."
    )


def _walk(laplacian: sp.csr_array, weights: Floats, centre: float) -> _Walk:
    identity = sp.eye_array(laplacian.shape[0], format="csr")
    matrix = sp.csr_array(identity - laplacian / centre)
    matrix.eliminate_zeros()
    matrix.sort_indices()
    return _Walk(matrix, weights, centre)


def _assembled(chunks: Sequence[_Chunk], series: int) -> sp.csr_array:
    """The symmetric matrix whose pairs of entries the chunks hold once."""
    parts = [(chunk.nodes, chunk.values[:, series]) for chunk in chunks]
    kept = [(nodes[values != 0], values[values != 0]) for nodes, values in parts]
    rows = np.concatenate([nodes for nodes, _ in kept])
    data = np.concatenate([values for _, values in kept])
    counts = np.concatenate([chunk.counts[:, series] for chunk in chunks])
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    half = sp.csc_array((data, rows, starts), shape=(len(counts), len(counts))).tocsr()
    matrix = half + half.T.tocsr()
    on_diagonal = np.repeat(np.arange(len(counts)), np.diff(matrix.indptr)) == matrix.indices
    matrix.data[on_diagonal] /= 2
    return matrix
