"""The large entries of two functions of a Laplacian, column by column, in several threads."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, cast

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from spgat.arrays import Floats, Ints
from spgat.errors import InputError
from spgat.spectral.laplacian import LaplacianConfig, eigenvalue_bound, laplacian, null_space
from spgat.spectral.power_series import PowerSeries, TruncatedSeries, truncated

Rule = Literal["magnitude", "positive"]

# The share of the threshold by which the computation may err; dropping has the rest.
_ERROR_SHARE = 0.1
_DENSE_BLOCK = 64
_SAMPLE_SIZE = 128
# Stored entries of all matrices together: 1.2 GB, and 4 GB while they are put together.
_MAX_ENTRIES = 100_000_000


class Chunk(NamedTuple):
    """The kept entries of some columns, and what bounds the error of all.

    Of each pair of nodes (u, i) only the entry of one column is there.

    Attributes:
        nodes: int32 [m], the row of each entry, column after column.
        values: float64 [m, 2], 0 where a series' entry is not kept.
        counts: int64 [num_columns, 2], kept entries of each column.
        bounds: float64 [2], bound of the error of any entry, kept or dropped.
    """

    nodes: NDArray[np.int32]
    values: Floats
    counts: Ints
    bounds: Floats


@dataclass(frozen=True, eq=False)
class Walk:
    """X = I − L/c as the step of a walk that keeps a positive vector w, X w = w.

    Attributes:
        matrix: float64 CSR [n, n], X, with eigenvalues in [−1, 1].
        weights: float64 [n], w; at isolated nodes X w may be less.
    """

    matrix: sp.csr_array
    weights: Floats

    @classmethod
    def around(cls, laplacian: sp.csr_array, weights: Floats, centre: float) -> "Walk":
        """Returns I − L/centre, which has no negative entry if no L_ii exceeds the centre."""
        identity = sp.eye_array(laplacian.shape[0], format="csr")
        matrix = sp.csr_array(identity - laplacian / centre)
        matrix.eliminate_zeros()
        matrix.sort_indices()
        return cls(matrix, weights)

    @property
    def num_nodes(self) -> int:
        """Number of nodes n."""
        return len(self.weights)

    @cached_property
    def stochastic(self) -> sp.csr_array:
        """The transpose of P = W^{-1} X W, whose rows sum to 1."""
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
class Expansion:
    """All that decides the entries of Σ_k a_k X^k that are kept, and how to find them.

    Attributes:
        walk: X.
        series: The a_k of each function.
        threshold: t.
        rule: Which entries are compared with it, and how; see `sparse_functions`.
        is_dense: Whether by products with dense blocks of columns, which loses fewer digits
            but reaches every node, instead of by `local_expansion`.
    """

    walk: Walk
    series: TruncatedSeries
    threshold: float
    rule: Rule
    is_dense: bool

    @property
    def method(self) -> str:
        """How the entries are found, in words."""
        return "dense blocks" if self.is_dense else "local expansion"

    @property
    def num_workers(self) -> int:
        """Columns computed at a time; a product of dense blocks has its own threads."""
        import numba  # loads slowly

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
        """Refuses a result of too many entries.

        Raises:
            InputError: With the number to expect and what to do instead.
        """
        if 2 * self.walk.num_nodes**2 <= _MAX_ENTRIES:
            return
        if sum(self.entries) > _MAX_ENTRIES:
            raise InputError(
                f"At the threshold {self.threshold:g} about {sum(self.entries) / 1e6:.0f} "
                f"million entries would be stored, more than {_MAX_ENTRIES / 1e6:.0f} million; "
                "raise the threshold, lower the scale, or apply the functions to signals as "
                "Chebyshev series."
            )

    def run(self) -> Generator[Chunk]:
        """Yields the entries of all columns, in order; closing it cancels what is left."""
        num_nodes = self.walk.num_nodes
        # A local expansion clears its working memory, of num_nodes, once per chunk.
        size = _DENSE_BLOCK if self.is_dense else min(max(num_nodes // 64, 64), 4096)
        columns = np.arange(num_nodes, dtype=np.uint32)
        pieces = [columns[first : first + size] for first in range(0, num_nodes, size)]
        with (
            ThreadPoolExecutor(self.num_workers) as pool,
            # The iterator of `map` is a generator, which cancels what is left when closed.
            closing(cast(Generator[Chunk], pool.map(self.expand, pieces))) as results,
        ):
            yield from results

    def expand(self, columns: NDArray[np.uint32]) -> Chunk:
        """Returns the entries of some columns, the same whatever else is computed."""
        return self._expand_dense(columns) if self.is_dense else self._expand_local(columns)

    def _expand_local(self, columns: NDArray[np.uint32]) -> Chunk:
        from spgat.spectral.local_expansion import expand  # numba loads slowly

        matrix = self.walk.stochastic
        return Chunk(
            *expand(
                matrix.indptr.astype(np.uint64),
                matrix.indices.astype(np.uint32),
                matrix.data,
                self.walk.weights,
                self.walk.rank,
                self.series.coefficients,
                self.series.tails,
                self.series.negligible,
                self.series.base,
                self.threshold,
                self.rule == "positive",
                columns,
            )
        )

    def _expand_dense(self, columns: NDArray[np.uint32]) -> Chunk:
        from spgat.spectral.kernels import multiply  # numba loads slowly

        coefficients, base = self.series.coefficients, self.series.base
        power: NDArray = np.zeros((self.walk.num_nodes, len(columns)))
        power[columns, np.arange(len(columns))] = 1.0
        following, scaled = np.empty_like(power), np.empty_like(power)
        sums = coefficients[:, 0, None, None] * power  # [2, num_nodes, num_columns]
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
        values = np.where(kept, sums, 0.0)[:, node, column].T  # [m, 2]
        return Chunk(
            node.astype(np.int32),
            np.ascontiguousarray(values),
            kept.sum(axis=1).T,
            base + left_out,
        )


def plan_expansion(
    adjacency: sp.csr_array,
    functions: tuple[PowerSeries, PowerSeries],
    threshold: float,
    config: LaplacianConfig,
    rule: Rule,
) -> Expansion:
    """Returns the expansion that keeps the error within a tenth of the threshold.

    Raises:
        InputError: If the threshold is not above 0 or double precision is not enough.
    """
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
        walk = Walk.around(matrix, weights, centre)
        series = truncated(functions, centre, _ERROR_SHARE * threshold, walk.rounding)
        if series is not None:
            return Expansion(walk, series, threshold, rule, is_dense)
    raise InputError(
        f"An error of at most {threshold:g} is out of reach of double precision, as the "
        "functions grow too large over the spectrum; lower the scale or raise the threshold."
    )
