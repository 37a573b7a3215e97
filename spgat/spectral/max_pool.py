"""MAX pooling of scaled bands in one pass over the basis, for a column split on the CPU."""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs

from typing import Any

import numba
import numpy as np
import scipy.sparse as sp
import torch
from numba import njit, prange
from torch import Tensor

from spgat.spectral.operators import SparseOperator, product


def max_of_bands(
    y: Tensor, attention: Tensor, bands: SparseOperator, band_of: Tensor
) -> Tensor:
    """Returns max_b α_b S_b y, elementwise, [num_nodes, q]; a tie goes to the lower band.

    The bands themselves are never stored: the forward pass keeps the winner of each entry, and
    the backward pass needs only that, because ∂/∂α_b = Σ_j∈b ⟨z_j, y_j⟩ with z the transposed
    product that gives the gradient of y anyway.

    Args:
        y: [num_columns, q].
        attention: α, [num_bands], at least 0.
        bands: The S_b one below the other, [num_bands · num_nodes, num_columns].
        band_of: int64 [num_columns], the one band in which a column has entries.
    """
    pooled: Tensor = _MaxOfBands.apply(y, attention, bands, band_of)
    return pooled


class _MaxOfBands(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, y: Tensor, attention: Tensor, bands: SparseOperator, band_of: Tensor
    ) -> Tensor:
        matrix: sp.csr_array = bands.matrix
        num_nodes = matrix.shape[0] // len(attention)
        out = y.new_empty(num_nodes, y.shape[1])
        winner = torch.empty(out.shape, dtype=torch.uint8)
        _forward(
            matrix.indptr,
            matrix.indices,
            matrix.data,
            y.contiguous().numpy(),
            attention.numpy(),
            out.numpy(),
            winner.numpy(),
            _node_chunks(matrix.indptr, num_nodes),
        )
        ctx.bands, ctx.band_of = bands, band_of
        ctx.save_for_backward(y, attention, winner)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor, None, None]:
        y, attention, winner = ctx.saved_tensors
        of_bands = torch.stack([gradient * (winner == b) for b in range(len(attention))])
        z = product(ctx.bands.transpose, of_bands.flatten(0, 1))  # [num_columns, q]
        of_columns = (z * y).sum(dim=1)  # [num_columns]
        of_attention = torch.zeros_like(attention).index_add_(0, ctx.band_of, of_columns)
        return z * attention[ctx.band_of, None], of_attention, None, None


def _node_chunks(indptr: np.ndarray, num_nodes: int) -> np.ndarray:
    """Node ranges of equal cost: stored entries in all bands, plus one for writing a row."""
    cost = np.cumsum(np.diff(indptr).reshape(-1, num_nodes).sum(axis=0) + 1)
    targets = np.linspace(0, cost[-1], 8 * numba.get_num_threads() + 1)
    chunks = np.searchsorted(cost, targets)
    chunks[-1] = num_nodes
    return chunks


@njit(fastmath=True, inline="always")
def _accumulate(indptr, indices, data, y, row, i):
    k, end = indptr[i], indptr[i + 1]
    while k + 4 <= end:  # as in spgat.spectral.kernels: fewer loads and stores of the row
        v0, v1, v2, v3 = data[k], data[k + 1], data[k + 2], data[k + 3]
        y0, y1 = y[indices[k]], y[indices[k + 1]]
        y2, y3 = y[indices[k + 2]], y[indices[k + 3]]
        for q in range(row.shape[0]):
            row[q] += v0 * y0[q] + v1 * y1[q] + v2 * y2[q] + v3 * y3[q]
        k += 4
    while k < end:
        value, other = data[k], y[indices[k]]
        for q in range(row.shape[0]):
            row[q] += value * other[q]
        k += 1


@njit(parallel=True, fastmath=True, nogil=True, cache=True)
def _forward(indptr, indices, data, y, attention, out, winner, chunks):
    num_nodes, width = out.shape
    for chunk in prange(chunks.shape[0] - 1):
        band_row = np.empty(width, dtype=y.dtype)
        for i in range(chunks[chunk], chunks[chunk + 1]):
            best, winner_row = out[i], winner[i]
            for band in range(attention.shape[0]):
                band_row[:] = 0
                _accumulate(indptr, indices, data, y, band_row, band * num_nodes + i)
                alpha = attention[band]
                if band == 0:
                    for q in range(width):
                        best[q] = alpha * band_row[q]
                        winner_row[q] = 0
                    continue
                for q in range(width):
                    value = alpha * band_row[q]
                    if value > best[q]:
                        best[q] = value
                        winner_row[q] = band
