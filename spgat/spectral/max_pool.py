"""MAX pooling of scaled bands in one pass over the basis, for a cut by column on the CPU."""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs

from typing import Any

import numpy as np
import scipy.sparse as sp
import torch
from numba import njit, prange
from torch import Tensor

from spgat.spectral.kernels import add_rows, balanced_chunks, rows_at_once
from spgat.spectral.operators import SparseOperator

_ROWS = 1_024  # that a thread takes at once
_FEW_ROWS = 64  # whose bands stay in its nearest cache
#: What fastmath allows but for the assumption that no number is NaN or infinite.
_FAST_WITH_NAN = {"reassoc", "nsz", "arcp", "contract", "afn"}


def max_of_bands(y: Tensor, alpha: Tensor, bands: SparseOperator, band_of: Tensor) -> Tensor:
    """Returns max_b α_b S_b y, elementwise, [num_nodes, q]; a tie goes to the lower band.

    The bands themselves are never stored: the forward pass keeps the winner of each entry, and
    the backward pass needs only that, because ∂/∂α_b = Σ_j∈b ⟨z_j, y_j⟩ with z the transposed
    product that gives the gradient of y anyway.

    Args:
        y: [num_columns, q].
        alpha: α, [num_bands], at least 0.
        bands: The S_b one below the other, [num_bands · num_nodes, num_columns].
        band_of: int64 [num_columns], the one band in which a column has entries.
    """
    pooled: Tensor = _MaxOfBands.apply(y, alpha, bands, band_of)
    return pooled


class _MaxOfBands(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, y: Tensor, alpha: Tensor, bands: SparseOperator, band_of: Tensor
    ) -> Tensor:
        matrix: sp.csr_array = bands.matrix
        num_nodes = bands.num_rows // len(alpha)
        y = y.contiguous()
        out = y.new_empty(num_nodes, y.shape[1])
        winner = torch.empty(out.shape, dtype=torch.uint8)
        _forward(
            matrix.indptr,
            matrix.indices,
            matrix.data,
            y.numpy(),
            alpha.numpy(),
            out.numpy(),
            winner.numpy(),
            balanced_chunks(matrix, matrix.shape[0] // num_nodes),
        )
        ctx.bands, ctx.band_of = bands, band_of
        ctx.save_for_backward(y, alpha, winner)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor, None, None]:
        y, alpha, winner = ctx.saved_tensors
        transpose: sp.csr_array = ctx.bands.transpose
        passed = gradient.new_empty(len(alpha), *gradient.shape)
        _pass_to_winners(gradient.contiguous().numpy(), winner.numpy(), passed.numpy())
        of_y = torch.empty_like(y)
        of_columns = y.new_empty(len(y))
        _backward(
            transpose.indptr,
            transpose.indices,
            transpose.data,
            passed.flatten(0, 1).numpy(),  # [num_bands · num_nodes, q]
            ctx.band_of.numpy(),
            alpha.numpy(),
            y.numpy(),
            of_y.numpy(),
            of_columns.numpy(),
            balanced_chunks(transpose, transpose.shape[0] // len(y)),
        )
        of_alpha = torch.zeros_like(alpha).index_add_(0, ctx.band_of, of_columns)
        return of_y, of_alpha, None, None


@njit(parallel=True, fastmath=_FAST_WITH_NAN, nogil=True, cache=True)
def _forward(indptr, indices, data, y, alpha, out, winner, chunks):
    num_nodes, width = out.shape
    num_rows = alpha.shape[0] * num_nodes
    for chunk in prange(chunks.shape[0] - 1):
        sums = np.empty((_FEW_ROWS, width), dtype=y.dtype)
        for start in range(chunks[chunk], chunks[chunk + 1], _FEW_ROWS):
            end = min(start + _FEW_ROWS, chunks[chunk + 1])
            best, best_band, band_sums = out[start:end], winner[start:end], sums[: end - start]
            best[:] = 0
            best_band[:] = 0
            add_rows(indptr, indices, data, y, start, end, num_rows, alpha[0], best)
            # As one row: narrow ones would spend their time on starting the loop.
            tops, numbers, values = best.ravel(), best_band.ravel(), band_sums.ravel()
            for band in range(1, alpha.shape[0]):
                first, last = band * num_nodes + start, band * num_nodes + end
                number = np.uint8(band)
                band_sums[:] = 0
                add_rows(
                    indptr, indices, data, y, first, last, num_rows, alpha[band], band_sums
                )
                for q in range(tops.shape[0]):  # no branch, so that it runs on many q at once
                    value, top, number_so_far = values[q], tops[q], numbers[q]
                    # A NaN wins, as in torch's maximum: the guard of the training must see it.
                    is_higher = (value > top) | (value != value)
                    tops[q] = value if is_higher else top
                    numbers[q] = number if is_higher else number_so_far


@njit(parallel=True, fastmath=True, nogil=True, cache=True)
def _pass_to_winners(gradient, winner, passed):
    """The gradient of each band: that of the pooled entry where the band won, else 0."""
    num_bands, num_nodes, width = passed.shape
    zero = gradient.dtype.type(0)
    num_chunks = 1 + num_nodes // _ROWS
    for chunk in prange(num_chunks):
        for i in range(chunk * _ROWS, min((chunk + 1) * _ROWS, num_nodes)):
            for band in range(num_bands):
                number = np.uint8(band)
                for q in range(width):
                    value = gradient[i, q]
                    passed[band, i, q] = value if winner[i, q] == number else zero


@njit(parallel=True, fastmath=True, nogil=True, cache=True)
def _backward(indptr, indices, data, passed, band_of, alpha, y, of_y, of_columns, chunks):
    num_rows = of_y.shape[0]
    group = rows_at_once(indptr, num_rows)
    one, zero = passed.dtype.type(1), passed.dtype.type(0)
    for chunk in prange(chunks.shape[0] - 1):
        for first in range(chunks[chunk], chunks[chunk + 1], group):
            last = min(first + group, chunks[chunk + 1])
            rows = of_y[first:last]
            rows[:] = 0
            add_rows(indptr, indices, data, passed, first, last, num_rows, one, rows)
            for j in range(first, last):
                row, product, weight = of_y[j], zero, alpha[band_of[j]]
                for q in range(row.shape[0]):
                    product += row[q] * y[j, q]
                    row[q] *= weight
                of_columns[j] = product
