"""Input features that stay sparse: transform, transpose and drop only what is stored."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numba
import numpy as np
import scipy.sparse as sp
import torch
from torch import Tensor

from spgat.graph import Graph

#: Above this share of non-zeros a dense product is the faster one.
_DENSE_ABOVE = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class SparseFeatures:
    """A float32 CSR matrix with its transpose, multiplied by dense weights.

    Dropout is a hash of (seed, row, column) compared with the probability: the product and
    its transposed product in the backward pass agree on it without storing or permuting
    anything, and skip what was dropped.

    Attributes:
        rows: (indptr, indices, values) of the matrix.
        columns: (indptr, indices, values) of its transpose.
        shape: (num_nodes, num_features).
        drop_probability: Probability of dropping a stored entry; the kept ones are scaled.
        drop_seed: Which entries.
    """

    rows: tuple[Tensor, Tensor, Tensor]
    columns: tuple[Tensor, Tensor, Tensor]
    shape: tuple[int, int]
    drop_probability: float = 0.0
    drop_seed: int = 0

    @classmethod
    def from_scipy(cls, matrix: sp.csr_array, device: torch.device) -> "SparseFeatures":
        """Returns the features of a scipy matrix on a device."""
        rows = sp.csr_array(matrix, dtype=np.float32)
        rows.sort_indices()
        return cls(_tensors(rows, device), _tensors(rows.T.tocsr(), device), rows.shape)

    def matmul(self, theta: Tensor) -> Tensor:
        """Returns XΘ, [num_nodes, q], for `theta` [num_features, q]."""
        product: Tensor = _SparseTimesDense.apply(theta, self)
        return product

    def dropped(self, probability: float) -> "SparseFeatures":
        """Returns the features with a fresh random part of the stored entries dropped."""
        seed = int(torch.randint(2**62, ()))  # from the CPU generator, so that no GPU waits
        return replace(self, drop_probability=probability, drop_seed=seed)

    def to_dense(self) -> Tensor:
        """Returns float32 [num_nodes, num_features], without dropout."""
        indptr, indices, values = self.rows
        dense = values.new_zeros(self.shape)
        dense[torch.repeat_interleave(indptr.diff()), indices] = values
        return dense


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
        sums = np.asarray(abs(matrix).sum(axis=1), dtype=np.float64).ravel()
        factors = 1 / np.where(sums > 0, sums, 1.0)
        matrix = sp.diags_array(factors) @ matrix  # [n, n] @ [n, p]
    stored = matrix.nnz if sp.issparse(matrix) else np.count_nonzero(matrix)
    if stored > _DENSE_ABOVE * matrix.shape[0] * matrix.shape[1]:
        dense = matrix.toarray() if sp.issparse(matrix) else matrix
        return torch.from_numpy(np.asarray(dense, dtype=np.float32)).to(device)
    return SparseFeatures.from_scipy(sp.csr_array(matrix), device)


def num_inputs(graph: Graph) -> int:
    """Returns the number of columns `feature_tensor` gives."""
    return graph.num_nodes if graph.features is None else graph.num_features


def dropout(features: Features, probability: float, training: bool) -> Features:
    """Returns the features with dropout; of sparse ones only stored entries are dropped."""
    if not training or probability == 0:
        return features
    if isinstance(features, SparseFeatures):
        return features.dropped(probability)
    return torch.nn.functional.dropout(features, probability)


def transform(features: Features, theta: Tensor) -> Tensor:
    """Returns the feature transformation X = HΘ of Eq. (3), [num_nodes, q]."""
    if isinstance(features, SparseFeatures):
        return features.matmul(theta)
    return features @ theta


class _SparseTimesDense(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, theta: Tensor, features: SparseFeatures) -> Tensor:
        ctx.features = features
        return _multiply(features, theta, transposed=False)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        return _multiply(ctx.features, gradient, transposed=True), None


def _multiply(features: SparseFeatures, x: Tensor, *, transposed: bool) -> Tensor:
    """XΘ or its transposed product XᵀG, with the dropout of these features."""
    num_rows, num_columns = features.shape
    height = num_columns if transposed else num_rows
    if x.is_cuda:
        return multiply_on_torch(features, x, transposed=transposed)
    indptr, indices, values = features.columns if transposed else features.rows
    out = x.new_empty(height, x.shape[1])
    _multiply_kept(
        indptr.numpy(),
        indices.numpy(),
        values.numpy(),
        x.detach().contiguous().numpy(),
        out.numpy(),
        np.uint64(features.drop_seed),
        np.uint64(int(features.drop_probability * 2**32)),
        np.float32(1 / (1 - features.drop_probability)),
        np.uint64(1 if transposed else num_columns),
        np.uint64(num_columns if transposed else 1),
    )
    return out


def multiply_on_torch(features: SparseFeatures, x: Tensor, *, transposed: bool) -> Tensor:
    """Returns XΘ or XᵀG by torch.sparse, as a GPU needs it, with the CPU's very dropout."""
    indptr, indices, values = features.columns if transposed else features.rows
    num_rows, num_columns = features.shape
    shape = (num_columns, num_rows) if transposed else (num_rows, num_columns)
    if features.drop_probability > 0:
        rows = torch.repeat_interleave(indptr.diff())
        row, column = (indices, rows) if transposed else (rows, indices)
        key = features.drop_seed + row.long() * num_columns + column
        kept = _hash_on_torch(key) >= int(features.drop_probability * 2**32)
        values = values * kept / (1 - features.drop_probability)
    matrix = torch.sparse_csr_tensor(indptr, indices, values, shape, check_invariants=False)
    return matrix @ x


def _hash_on_torch(key: Tensor) -> Tensor:
    """The upper 32 bits of `_hash`, from int64, whose products wrap and whose shifts do not."""

    def shifted(value: Tensor, bits: int) -> Tensor:
        return (value >> bits) & ((1 << (64 - bits)) - 1)

    key = (key ^ shifted(key, 30)) * (0xBF58476D1CE4E5B9 - 2**64)
    key = (key ^ shifted(key, 27)) * (0x94D049BB133111EB - 2**64)
    return shifted(key ^ shifted(key, 31), 32)


@numba.njit(cache=True)
def _hash(key: Any) -> Any:
    """Splitmix64's finaliser (Steele, Lea and Flood 2014): 64 well-mixed bits."""
    key ^= key >> np.uint64(30)
    key *= np.uint64(0xBF58476D1CE4E5B9)
    key ^= key >> np.uint64(27)
    key *= np.uint64(0x94D049BB133111EB)
    return key ^ (key >> np.uint64(31))


@numba.njit(parallel=True, cache=True, fastmath={"contract"})
def _multiply_kept(
    indptr: Any,
    indices: Any,
    values: Any,
    x: Any,
    out: Any,
    seed: Any,
    limit: Any,
    scale: Any,
    row_stride: Any,
    column_stride: Any,
) -> None:
    """Out = (values ⊙ kept · scale) @ x, rows in parallel."""
    width = x.shape[1]
    for row in numba.prange(len(indptr) - 1):
        out[row] = 0
        for entry in range(indptr[row], indptr[row + 1]):
            column = indices[entry]
            key = seed + np.uint64(row) * row_stride + np.uint64(column) * column_stride
            if (_hash(key) >> np.uint64(32)) < limit:
                continue
            weight = values[entry] * scale
            for k in range(width):
                out[row, k] += weight * x[column, k]


def _tensors(matrix: sp.csr_array, device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    return (
        torch.from_numpy(matrix.indptr.astype(np.int32)).to(device),
        torch.from_numpy(matrix.indices.astype(np.int32)).to(device),
        torch.from_numpy(matrix.data).to(device),
    )
