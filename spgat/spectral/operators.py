"""Linear operators on node signals that torch can differentiate through.

On the CPU the products run in the numba kernel of `spgat.spectral.kernels`, on a GPU in
torch.sparse. A transpose is made once, when an operator is built, never inside a loop.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
import torch
from torch import Tensor

from spgat.arrays import Ints
from spgat.spectral.blocks import BLOCK, in_blocks, of_blocks
from spgat.spectral.chebyshev import ChebyshevSeries
from spgat.spectral.kernels import each_series, multiply, sum_series


@dataclass(frozen=True, slots=True, eq=False)
class SparseOperator:
    """x ↦ M x for a sparse M [num_rows, num_columns].

    Attributes:
        matrix: M, a scipy CSR matrix on the CPU, perhaps in blocks, a torch one on a GPU.
        transpose: Mᵀ, for the gradient.
    """

    matrix: sp.csr_array | Tensor
    transpose: sp.csr_array | Tensor

    @classmethod
    def of(cls, matrix: sp.csr_array, *, symmetric: bool = False) -> "SparseOperator":
        """Returns the operator of a matrix in its own precision, on the CPU."""
        indexed = _with_short_indices(matrix)
        return cls(indexed, indexed if symmetric else _with_short_indices(matrix.T.tocsr()))

    @classmethod
    def of_blocks(cls, matrix: sp.csr_array, block: int = BLOCK) -> "SparseOperator":
        """Returns the operator of a matrix of many entries, with its columns in blocks."""
        both = (in_blocks(part, block) for part in (matrix, matrix.T.tocsr()))
        return cls(*(_with_short_indices(part) for part in both))

    def __call__(self, x: Tensor) -> Tensor:
        """Returns M x, [num_rows, q], for x [num_columns, q]."""
        product: Tensor = _SparseProduct.apply(x, self.matrix, self.transpose)
        return product

    def to(self, device: torch.device) -> "SparseOperator":
        """Returns the operator on a device."""
        if device.type == "cpu":
            return self
        matrix = torch_csr(of_blocks(self.matrix, self.num_rows)).to(device)
        if self.transpose is self.matrix:
            return SparseOperator(matrix, matrix)
        transpose = of_blocks(self.transpose, self.matrix.shape[1])
        return SparseOperator(matrix, torch_csr(transpose).to(device))

    @property
    def num_rows(self) -> int:
        """Number of rows of M, of which each block has all."""
        return int(self.transpose.shape[1])

    @property
    def device(self) -> torch.device:
        """Where the operator works."""
        return self.matrix.device if isinstance(self.matrix, Tensor) else torch.device("cpu")

    @property
    def num_bytes(self) -> int:
        """Memory held."""
        matrices = (
            [self.matrix] if self.transpose is self.matrix else [self.matrix, self.transpose]
        )
        return sum(_num_bytes(matrix) for matrix in matrices)


@dataclass(frozen=True, slots=True, eq=False)
class LowRankOperator:
    """x ↦ U diag(g) Uᵀ x for a few eigenvectors U.

    Attributes:
        vectors: U, [num_nodes, k].
        gains: g, [k].
    """

    vectors: Tensor
    gains: Tensor

    def __call__(self, x: Tensor) -> Tensor:
        """Returns U diag(g) Uᵀ x, shaped like x [num_nodes, q]."""
        return self.vectors @ (self.gains[:, None] * (self.vectors.T @ x))

    def to(self, device: torch.device) -> "LowRankOperator":
        """Returns the operator on a device."""
        return LowRankOperator(self.vectors.to(device), self.gains.to(device))

    @property
    def num_bytes(self) -> int:
        """Memory held."""
        return self.vectors.numel() * self.vectors.element_size()


@dataclass(frozen=True, slots=True, eq=False)
class PolynomialOperator:
    """x ↦ p(L) x for a Chebyshev series p of a symmetric L, applied matrix-free.

    Attributes:
        laplacian: L.
        series: p.
    """

    laplacian: SparseOperator
    series: ChebyshevSeries

    def __call__(self, x: Tensor) -> Tensor:
        """Returns p(L) x, shaped like x [num_nodes, q]."""
        coefficients = torch.from_numpy(self.series.coefficients).to(x.device)
        return apply_series(self.laplacian, coefficients, self.series.upper, x)

    def to(self, device: torch.device) -> "PolynomialOperator":
        """Returns the operator on a device."""
        return PolynomialOperator(self.laplacian.to(device), self.series)

    @property
    def num_bytes(self) -> int:
        """Memory held."""
        return self.laplacian.num_bytes


def apply_series(
    laplacian: SparseOperator, coefficients: Tensor, upper: float, x: Tensor
) -> Tensor:
    """Returns Σ_k c_k T_k(2L/upper − I) x, [num_nodes, q], for c_k [order + 1].

    As `apply_each_series` for one series.
    """
    return apply_each_series(laplacian, coefficients[None], upper, x).squeeze(0)


def apply_each_series(
    laplacian: SparseOperator, coefficients: Tensor, upper: float, x: Tensor
) -> Tensor:
    """Returns p_b(L) x, differentiable in x and in the coefficients, by one recurrence.

    p_b(L) = Σ_k c_bk T_k(2L/upper − I) is symmetric, so the gradient by x is Σ_b p_b(L) g_b,
    for which one recurrence serves too; the one by c_bk is ⟨T_k x, g_b⟩ = ⟨T_k g_b, x⟩.

    Args:
        laplacian: A symmetric L with eigenvalues in [0, upper].
        coefficients: [num_series, order + 1], c_bk, the first ones not halved.
        upper: Upper bound of the eigenvalues.
        x: [num_nodes, q].

    Returns:
        [num_series, num_nodes, q].
    """
    series: Tensor = _Series.apply(x, coefficients, laplacian, upper)
    return series


def torch_csr(matrix: sp.csr_array) -> Tensor:
    """Returns a scipy CSR matrix as a torch one on the CPU."""
    return torch.sparse_csr_tensor(
        torch.from_numpy(matrix.indptr),
        torch.from_numpy(matrix.indices),
        torch.from_numpy(matrix.data),
        size=matrix.shape,
        check_invariants=False,
    )


def only_rows(matrix: sp.csr_array, rows: Ints) -> sp.csr_array:
    """Returns a CSR matrix of the same shape whose other rows are empty."""
    kept = np.zeros(matrix.shape[0], dtype=bool)
    kept[rows] = True
    lengths = np.diff(matrix.indptr)
    stored = np.repeat(kept, lengths)
    indptr = np.zeros_like(matrix.indptr)
    np.cumsum(lengths * kept, out=indptr[1:])
    return sp.csr_array((matrix.data[stored], matrix.indices[stored], indptr), matrix.shape)


def product(matrix: sp.csr_array | Tensor, x: Tensor, num_rows: int) -> Tensor:
    """Returns a sparse matrix, of so many rows, times a dense one; not seen by autograd."""
    if isinstance(matrix, Tensor):
        return matrix @ x
    num_blocks = matrix.shape[0] // num_rows if num_rows else 1
    signals = x.detach().contiguous().numpy()
    return torch.from_numpy(multiply(matrix, signals, num_blocks=num_blocks))


class _SparseProduct(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, matrix: Any, transpose: Any) -> Tensor:
        ctx.transpose, ctx.num_columns = transpose, matrix.shape[1]
        return product(matrix, x, transpose.shape[1])

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        return product(ctx.transpose, gradient, ctx.num_columns), None, None


class _Series(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, x: Tensor, coefficients: Tensor, laplacian: SparseOperator, upper: float
    ) -> Tensor:
        ctx.laplacian, ctx.upper = laplacian, upper
        ctx.save_for_backward(x if coefficients.requires_grad else None, coefficients)
        if len(coefficients) == 1:  # the faster way for one
            return _sum(laplacian.matrix, coefficients, upper, x[None])[None]
        return _each(laplacian.matrix, coefficients, upper, x, x[None][:0])[0]

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor | None, None, None]:
        x, coefficients = ctx.saved_tensors
        matrix, upper = ctx.laplacian.matrix, ctx.upper
        if x is not None and len(coefficients) == 1:
            summed, moments = _each(matrix, coefficients, upper, gradient[0], x[None])
            return summed[0], moments.to(coefficients.dtype), None, None
        summed = _sum(matrix, coefficients, upper, gradient)
        if x is None:
            return summed, None, None, None
        moments = _each(matrix, coefficients[:0], upper, x, gradient)[1]
        return summed, moments.to(coefficients.dtype), None, None


def _sum(
    matrix: sp.csr_array | Tensor, coefficients: Tensor, upper: float, x: Tensor
) -> Tensor:
    """Σ_b Σ_k c_bk T_k x_b."""
    if isinstance(matrix, Tensor):
        total, wide = torch.zeros_like(x[0]), x.transpose(0, 1)  # [num_nodes, num_series, q]
        terms = _chebyshev_terms(matrix, upper, wide.flatten(1))
        for weights, term in zip(coefficients.T, terms, strict=False):
            for c, part in zip(weights, term.view(wide.shape).unbind(1), strict=True):
                total.addcmul_(c, part)
        return total
    signals = x.detach().contiguous().numpy()
    out = np.empty_like(signals[0])
    single = matrix.astype(signals.dtype, copy=False)
    weights = coefficients.detach().numpy()
    sum_series(single, signals, out, 0, out.shape[1], weights, 2 / upper)
    return torch.from_numpy(out)


def _each(
    matrix: sp.csr_array | Tensor, coefficients: Tensor, upper: float, x: Tensor, others: Tensor
) -> tuple[Tensor, Tensor]:
    """Σ_k c_bk T_k x of each b, and the ⟨T_k x, y_r⟩."""
    if isinstance(matrix, Tensor):
        sums, moments = x.new_zeros(len(coefficients), *x.shape), []
        for weights, term in zip(
            coefficients.T, _chebyshev_terms(matrix, upper, x), strict=False
        ):
            sums.addcmul_(weights[:, None, None], term)
            moments.append(others.flatten(1) @ term.ravel())
        return sums, torch.stack(moments, dim=1)
    signals, ys = (part.detach().contiguous().numpy() for part in (x, others))
    single = matrix.astype(signals.dtype, copy=False)
    weights = coefficients.detach().numpy()
    found, dots = each_series(single, signals, weights, 2 / upper, others=ys)
    return torch.from_numpy(found), torch.from_numpy(dots)


def _chebyshev_terms(matrix: Tensor, upper: float, x: Tensor) -> Iterator[Tensor]:
    """T_0 x, T_1 x and so on, without end; few and large steps, as a GPU wants them."""
    factor = 2 / upper  # L̃ = (2 / λ_max) L − I
    previous = x.contiguous()
    current = torch.addmm(previous, matrix, previous, beta=-1, alpha=factor)
    yield previous
    while True:
        yield current
        rest = torch.add(previous, current, alpha=2)
        following = torch.addmm(rest, matrix, current, beta=-1, alpha=2 * factor)
        previous, current = current, following


def _with_short_indices(matrix: sp.csr_array) -> sp.csr_array:
    """The matrix with int32 indices where they suffice, which halves their traffic."""
    if max(matrix.nnz, *matrix.shape) >= np.iinfo(np.int32).max:
        return matrix
    indices, indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    return sp.csr_array((matrix.data, indices, indptr), shape=matrix.shape)


def _num_bytes(matrix: sp.csr_array | Tensor) -> int:
    if isinstance(matrix, Tensor):
        parts = [matrix.crow_indices(), matrix.col_indices(), matrix.values()]
        return sum(part.numel() * part.element_size() for part in parts)
    return int(matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes)
