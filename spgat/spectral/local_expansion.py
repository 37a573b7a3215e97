"""Columns of a power series in a stochastic matrix, expanded only where they are not small.

The columns of Σ_k a_k X^k are wanted, for two series at once, where X is symmetric and
non-negative and X w = w for a positive w (or ≤, at isolated nodes). With W = diag(w) the matrix
P = W^{-1} X W is row-stochastic, so for p_k = P^k e_i

* every entry of p_k lies in [0, 1], and (X^k)[u, i] = (w_u / w_i) p_k[u];
* an error made in p_k by leaving out entries of at most ε spreads, but never grows: it is at
  most ε everywhere in p_{k+1}, p_{k+2}, … and so at most ε Σ_{m>k} |a_m| in the sum.

That makes the error of each column known as it is computed. The factor w_u / w_i is harmless
for w_u ≤ w_i; as the result is symmetric, each pair of nodes is taken from the column of the
one with the larger w and written to both places.
"""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN201, ANN202
# mypy: allow-untyped-defs

import numba
import numpy as np
from numba import njit

#: Series summed up in one expansion. Known when compiled, it lets the inner loops unroll.
NUM_SERIES = 2
# Signed indices would cost a test for "counted from the end" at every access.
_index = numba.uint64


@njit(nogil=True, cache=True)
def expand(
    indptr, indices, data, weights, rank, coefficients, tails, negligible, base, threshold,
    signed, columns,
):  # fmt: skip
    """Returns the large entries of some columns, and what was left out of them.

    Args:
        indptr: uint64 [n + 1], CSR of the transpose of P, with
        indices: uint32 [nnz] and
        data: float64 [nnz].
        weights: float64 [n], w.
        rank: int64 [n], the place of each node when sorted by w (ties in any fixed order).
        coefficients: float64 [2, order + 1], a_k.
        tails: float64 [2, order + 1], Σ_{m>k} |a_m|.
        negligible: float64 [order + 1]: entries of p_k up to this are not carried on.
        base: float64 [2], bound of the errors of truncation and rounding.
        threshold: t. An entry is kept where, given its error, it may reach t.
        signed: Whether reaching t is meant of the entry itself, not of its absolute value.
        columns: uint32 [num_columns], the columns wanted.

    Returns:
        nodes: int32 [m], the rows u with rank[u] ≤ rank[i] where some series has a large
            entry, column after column, in any order within a column.
        values: float64 [m, 2], 0 where this series' entry is not kept.
        counts: int64 [num_columns, 2], kept entries of each column.
        bounds: float64 [2], bound of the error of any entry, kept or dropped.
    """
    num_nodes = weights.shape[0]
    width = coefficients.shape[1]
    sums = np.zeros((num_nodes, NUM_SERIES))
    following = np.zeros(num_nodes)
    seen = np.zeros(num_nodes, np.bool_)
    # One place more than there are nodes: the loops below write first and count after.
    touched = np.empty(num_nodes + 1, np.uint32)
    reached = np.empty(num_nodes + 1, np.uint32)
    active = np.empty(num_nodes + 1, np.uint32)
    strength = np.empty(num_nodes + 1)

    nodes = np.empty(columns.shape[0] * 64 + num_nodes, np.int32)
    values = np.empty((nodes.shape[0], NUM_SERIES))
    counts = np.zeros((columns.shape[0], NUM_SERIES), np.int64)
    bounds = np.zeros(NUM_SERIES)
    error = np.empty(NUM_SERIES)
    size = 0

    for column in range(columns.shape[0]):
        centre = columns[column]
        error[:] = base
        active[0], strength[0], num_active = centre, 1.0, _index(1)
        touched[0], seen[centre], num_touched = centre, True, _index(1)
        for j in range(NUM_SERIES):
            sums[centre, j] = coefficients[j, 0]

        for k in range(1, width):
            num_reached = _index(0)
            for a in range(num_active):
                node, value = active[a], strength[a]
                for e in range(indptr[node], indptr[node + _index(1)]):
                    other = indices[e]
                    before = following[other]
                    reached[num_reached] = other
                    num_reached += _index(before == 0.0)
                    following[other] = before + value * data[e]
            num_active, left_out, limit = _index(0), 0.0, negligible[k]
            for a in range(num_reached):
                node = reached[a]
                value = following[node]
                following[node] = 0.0
                touched[num_touched] = node
                num_touched += _index(not seen[node])
                seen[node] = True
                for j in range(NUM_SERIES):
                    sums[node, j] += coefficients[j, k] * value
                carried = value > limit
                active[num_active], strength[num_active] = node, value
                num_active += _index(carried)
                left_out = max(left_out, 0.0 if carried else value)
            for j in range(NUM_SERIES):
                error[j] += tails[j, k] * left_out
            if num_active == 0:
                break

        if size + num_touched > nodes.shape[0]:
            nodes = _grown(nodes, size, 2 * size + num_touched)
            values = _grown(values, size, nodes.shape[0])
        for a in range(num_touched):
            node = touched[a]
            seen[node] = False
            kept = False
            if rank[node] <= rank[centre]:
                factor = weights[node] / weights[centre]
                for j in range(NUM_SERIES):
                    value = sums[node, j] * factor
                    reach = value if signed else abs(value)
                    if reach + error[j] >= threshold:
                        kept = True
                        values[size, j] = value
                        counts[column, j] += 1
                    else:
                        values[size, j] = 0.0
                        bounds[j] = max(bounds[j], abs(value) + error[j])
                nodes[size] = node
            size += kept
            for j in range(NUM_SERIES):
                sums[node, j] = 0.0
        for j in range(NUM_SERIES):
            bounds[j] = max(bounds[j], error[j])
    # Copies, as a view would keep the whole of a grown array alive.
    return nodes[:size].copy(), values[:size].copy(), counts, bounds


@njit(nogil=True, cache=True)
def _grown(array, size, capacity):
    larger = np.empty((capacity,) + array.shape[1:], array.dtype)  # noqa: RUF005
    larger[:size] = array[:size]
    return larger
