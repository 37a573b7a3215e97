"""Functions of a Laplacian as sparse matrices, with a certified error, without a spectrum.

Own choice, not in the paper, which sparsifies dense matrices made from the spectrum.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.csgraph import reverse_cuthill_mckee

from spgat.progress import Progress, ShouldStop, report
from spgat.spectral.column_expansion import Chunk, Rule, plan_expansion
from spgat.spectral.laplacian import DEFAULT, LaplacianConfig
from spgat.spectral.power_series import PowerSeries


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
    functions: tuple[PowerSeries, PowerSeries],
    threshold: float,
    config: LaplacianConfig = DEFAULT,
    *,
    rule: Rule = "magnitude",
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> SparseFunctions:
    """Returns the entries that reach the threshold, of two functions in one pass.

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
    # Neighbours close to each other in memory, and in successive columns: fewer cache misses.
    order = reverse_cuthill_mckee(adjacency, symmetric_mode=True)
    plan = plan_expansion(adjacency[order][:, order], functions, threshold, config, rule)
    plan.check_size()
    text = "expanding the columns"
    report(0.0, text, progress, should_stop)
    chunks: list[Chunk] = []
    num_columns = 0
    with closing(plan.run()) as results:
        for chunk in results:
            chunks.append(chunk)
            num_columns += len(chunk.counts)
            report(0.95 * num_columns / plan.walk.num_nodes, text, progress, should_stop)
    with ThreadPoolExecutor() as pool:
        numbers = range(len(functions))
        matrices = tuple(pool.map(lambda j: _assembled(chunks, j, order), numbers))
    report(1.0, text, progress)
    return SparseFunctions(
        matrices,
        tuple(np.max([chunk.bounds for chunk in chunks], axis=0).tolist()),
        plan.method,
    )


def _assembled(chunks: Sequence[Chunk], series: int, order: NDArray[np.int32]) -> sp.csr_array:
    """The symmetric matrix whose pairs of entries the chunks hold once, in the old order."""
    kept = [chunk.values[:, series] != 0 for chunk in chunks]
    rows = np.concatenate([chunk.nodes[k] for chunk, k in zip(chunks, kept, strict=True)])
    data = np.concatenate(
        [chunk.values[k, series] for chunk, k in zip(chunks, kept, strict=True)]
    )
    counts = np.concatenate([chunk.counts[:, series] for chunk in chunks])
    rows, columns = order[rows], np.repeat(order, counts)
    off = rows != columns
    places = (
        np.concatenate([rows, columns[off]]),
        np.concatenate([columns, rows[off]]),
    )
    values = np.concatenate([data, data[off]])
    matrix = sp.coo_array((values, places), shape=(len(order), len(order)))
    matrix.has_canonical_format = True  # no pair occurs twice
    return matrix.tocsc().tocsr()  # the second conversion sorts each row
