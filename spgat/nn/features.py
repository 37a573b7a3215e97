"""Input features that stay sparse: transform and drop only what is stored."""

# numba infers the types of compiled functions, which therefore carry none here.
# ruff: noqa: ANN001, ANN202
# mypy: allow-untyped-defs

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import scipy.sparse as sp
import torch
from numba import njit, prange
from torch import Tensor

from spgat.arrays import Ints
from spgat.graph import Graph
from spgat.nn import random_drop
from spgat.nn.random_drop import limit_of, mix, new_seed, upper_bits
from spgat.spectral.kernels import balanced_chunks
from spgat.spectral.lanes import add_entries
from spgat.spectral.operators import SparseOperator, only_rows

#: Above this share of non-zeros a dense product is the faster one.
_DENSE_ABOVE = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class SparseFeatures:
    """A float32 matrix of few entries, multiplied by dense weights.

    Of its entries a random part may be left out; see `spgat.nn.random_drop`. The product and
    its gradient skip those without storing, permuting or transposing anything.

    Attributes:
        operator: The matrix with its transpose, [num_nodes, num_features].
        shape: (num_nodes, num_features).
        drop_probability: Probability of leaving out an entry; the kept ones are scaled.
        drop_seed: Which entries.
    """

    operator: SparseOperator
    shape: tuple[int, int]
    drop_probability: float = 0.0
    drop_seed: int = 0

    @classmethod
    def from_scipy(cls, matrix: sp.csr_array, device: torch.device) -> "SparseFeatures":
        """Returns the features of a scipy matrix on a device."""
        rows = sp.csr_array(matrix, dtype=np.float32)
        return cls(SparseOperator.of(rows).to(device), rows.shape)

    def matmul(self, theta: Tensor) -> Tensor:
        """Returns XΘ, [num_nodes, q], for `theta` [num_features, q]."""
        if self.drop_probability == 0:
            return self.operator(theta)
        product: Tensor = _DroppedProduct.apply(theta, self)
        return product

    def dropped(self, probability: float) -> "SparseFeatures":
        """Returns the features with a fresh random part of the stored entries dropped.

        Of features that are dropped from already, as of dense ones, what was kept is dropped
        from; that needs a copy of the matrix.
        """
        if self.drop_probability == 0:
            return replace(self, drop_probability=probability, drop_seed=new_seed())
        kept = SparseOperator(_kept(self, transposed=False), _kept(self, transposed=True))
        return SparseFeatures(kept, self.shape, probability, new_seed())

    def at(self, nodes: Ints) -> "SparseFeatures":
        """Returns the features with the rows of some nodes alone, the others 0; on the CPU.

        An entry that is there is dropped by the same seeds as before.
        """
        kept = SparseOperator.of(only_rows(self.operator.matrix, nodes))
        return replace(self, operator=kept)

    @property
    def device(self) -> torch.device:
        """Where the matrix lives."""
        return self.operator.device

    def to_dense(self) -> Tensor:
        """Returns float32 [num_nodes, num_features], without dropout."""
        matrix = self.operator.matrix
        if isinstance(matrix, Tensor):
            return matrix.to_dense()
        return torch.from_numpy(matrix.toarray())


Features = Tensor | SparseFeatures


def feature_tensor(
    graph: Graph, normalize: Literal["row", "none"], device: torch.device
) -> Features:
    """Returns a graph's features, sparse where that is faster, on a device.

    A graph without features gets the identity: each node is its own feature.

    Args:
        graph: The graph.
        normalize: "row" divides each row by the sum of its absolute values; rows of zeros
            stay.
        device: Where the tensors shall live.
    """
    matrix: Any = graph.features
    if matrix is None:
        matrix = sp.eye_array(graph.num_nodes, dtype=np.float32, format="csr")
    if normalize == "row":
        matrix = scaled_rows(matrix)
    stored = matrix.nnz if sp.issparse(matrix) else np.count_nonzero(matrix)
    if stored > _DENSE_ABOVE * matrix.shape[0] * matrix.shape[1]:
        dense = matrix.toarray() if sp.issparse(matrix) else matrix
        return torch.from_numpy(np.asarray(dense, dtype=np.float32)).to(device)
    return SparseFeatures.from_scipy(sp.csr_array(matrix), device)


def scaled_rows(matrix: Any) -> Any:
    """Returns features, dense or sparse, with rows of absolute sum 1; rows of zeros stay."""
    sums = np.asarray(abs(matrix).sum(axis=1), dtype=np.float64).ravel()
    factors = 1 / np.where(sums > 0, sums, 1.0)
    return sp.diags_array(factors) @ matrix  # [n, n] @ [n, p]


def num_inputs(graph: Graph) -> int:
    """Returns the number of columns `feature_tensor` gives."""
    return graph.num_nodes if graph.features is None else graph.num_features


def dropout(features: Features, probability: float, training: bool) -> Features:
    """Returns the features with dropout; of sparse ones only stored entries are dropped."""
    if isinstance(features, Tensor):
        return random_drop.dropout(features, probability, training)
    if not training or probability == 0:
        return features
    return features.dropped(probability)


def transform(features: Features, theta: Tensor) -> Tensor:
    """Returns the feature transformation X = HΘ of Eq. (3), [num_nodes, q]."""
    if isinstance(features, SparseFeatures):
        return features.matmul(theta)
    return features @ theta


class _DroppedProduct(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, theta: Tensor, features: SparseFeatures) -> Tensor:
        ctx.features = features
        return dropped_product(features, theta, transposed=False)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        return dropped_product(ctx.features, gradient, transposed=True), None


def dropped_product(features: SparseFeatures, x: Tensor, *, transposed: bool) -> Tensor:
    """Returns XΘ, or the transposed product XᵀG, less what is dropped of X."""
    probability = features.drop_probability
    matrix = features.operator.transpose if transposed else features.operator.matrix
    if isinstance(matrix, Tensor):
        return _kept(features, transposed=transposed) @ x
    strides = _strides(features, transposed)
    out = np.empty((matrix.shape[0], x.shape[1]), dtype=np.float32)
    _multiply_kept(
        matrix.indptr,
        matrix.indices,
        matrix.data,
        x.detach().contiguous().numpy(),
        out,
        np.uint64(features.drop_seed),
        np.uint64(limit_of(probability)),
        np.float32(1 / (1 - probability)),
        np.uint64(strides[0]),
        np.uint64(strides[1]),
        balanced_chunks(matrix),
    )
    return torch.from_numpy(out)


def _strides(features: SparseFeatures, transposed: bool) -> tuple[int, int]:
    """Entry (row, column) of X has the position row · num_columns + column in both products."""
    return (1, features.shape[1]) if transposed else (features.shape[1], 1)


def _kept(features: SparseFeatures, *, transposed: bool) -> Any:
    """X or its transpose as a matrix of its own, with 0 for what is dropped."""
    matrix = features.operator.transpose if transposed else features.operator.matrix
    if not isinstance(matrix, Tensor):
        values = torch.from_numpy(matrix.data) * _scales(
            features,
            torch.from_numpy(matrix.indptr),
            torch.from_numpy(matrix.indices),
            transposed,
        )
        return sp.csr_array((values.numpy(), matrix.indices, matrix.indptr), matrix.shape)
    indptr, indices = matrix.crow_indices(), matrix.col_indices()
    values = matrix.values() * _scales(features, indptr, indices, transposed)
    return torch.sparse_csr_tensor(
        indptr, indices, values, matrix.shape, check_invariants=False
    )


def _scales(
    features: SparseFeatures, indptr: Tensor, indices: Tensor, transposed: bool
) -> Tensor:
    """0 for each stored entry that is dropped, 1 / (1 − probability) for each that is kept."""
    strides = _strides(features, transposed)
    rows = torch.repeat_interleave(indptr.diff(), output_size=len(indices))
    keys = features.drop_seed + rows.long() * strides[0] + indices.long() * strides[1]
    is_kept = upper_bits(keys) >= limit_of(features.drop_probability)
    return is_kept / (1 - features.drop_probability)


@njit(parallel=True, fastmath=True, nogil=True, cache=True)
def _multiply_kept(
    indptr, indices, data, x, out, seed, limit, scale, row_stride, column_stride, chunks
):
    for chunk in prange(chunks.shape[0] - 1):
        longest = 0
        for i in range(chunks[chunk], chunks[chunk + 1]):
            longest = max(longest, indptr[i + 1] - indptr[i])
        columns = np.empty(longest, dtype=indices.dtype)
        values = np.empty(longest, dtype=data.dtype)
        for i in range(chunks[chunk], chunks[chunk + 1]):
            key = seed + np.uint64(i) * row_stride
            count = 0
            for k in range(indptr[i], indptr[i + 1]):
                bits = mix(key + np.uint64(indices[k]) * column_stride) >> np.uint64(32)
                columns[count], values[count] = indices[k], data[k]
                count += int(bits >= limit)  # no branch: half of them would be mispredicted
            row = out[i]
            row[:] = 0
            add_entries(columns[:count], values, x, 0, count, scale, row)
