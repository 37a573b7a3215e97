"""Bands of columns of a basis: B M_b B⁻¹ with a mask M_b, as the paper and its code have it."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp
import torch
from torch import Tensor

from spgat.arrays import Floats, Ints
from spgat.bands.config import BandConfig
from spgat.bands.operators import BandInfo, BandOperators
from spgat.bands.response import error_growth, wavelet_responses, wavelet_series
from spgat.bands.task import BandTask
from spgat.errors import InputError
from spgat.spectral.blocks import of_blocks
from spgat.spectral.chebyshev import ChebyshevSeries
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.max_pool import max_of_bands
from spgat.spectral.operators import PolynomialOperator, SparseOperator, only_rows
from spgat.spectral.wavelets import heat_wavelets

#: A matrix polynomial that fills up beyond this is refused.
_MAX_ENTRIES = 200_000_000
#: The largest part of a signal that rounding may change between B⁻¹ and B.
_MAX_ROUNDING = 1e-3


@dataclass(frozen=True, eq=False)
class ColumnBands(BandOperators):
    """Φ_b = B M_b B⁻¹ with M_b the mask of the columns in band b.

    Attributes:
        basis: B, [num_nodes, num_columns].
        analysis: B⁻¹, [num_columns, num_nodes]; None for the identity.
        band_of: int64 [num_columns], each column's band.
    """

    basis: sp.csr_array
    analysis: SparseOperator | None
    band_of: Tensor

    @classmethod
    def of(
        cls,
        config: BandConfig,
        info: BandInfo,
        pair: tuple[sp.csr_array, sp.csr_array],
        band_of: Ints,
    ) -> "ColumnBands":
        """Returns the bands of a basis pair (B, B⁻¹), one per column, on the CPU.

        A diagonal B⁻¹ is multiplied into B, which saves its product.
        """
        basis, inverse = pair
        analysis: SparseOperator | None = SparseOperator.of_blocks(inverse)
        if _is_diagonal(inverse):
            basis, analysis = sp.csr_array(basis @ inverse), None
        return cls(config, info, basis, analysis, torch.from_numpy(band_of))

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band."""
        stacked = self._masked(self.analyse(x))  # [num_bands · num_nodes, q]
        return stacked.unflatten(0, (self.num_bands, -1))

    def weighted_sum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns B (α ⊙ (B⁻¹ x)), α by the band of the column: no band by itself."""
        return self.synthesise(self.analyse(x) * alpha[self.band_of, None])

    def maximum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns max_b α_b Φ_b x; on the CPU in one pass, without storing the bands."""
        if x.is_cuda:
            return super().maximum(x, alpha)
        return max_of_bands(self.analyse(x), alpha, self._masked, self.band_of)

    def to(self, device: torch.device) -> "ColumnBands":
        """Returns the operators on a device."""
        analysis = None if self.analysis is None else self.analysis.to(device)
        return replace(self, analysis=analysis, band_of=self.band_of.to(device))

    def at(self, nodes: Ints) -> tuple["ColumnBands", Ints]:
        """Returns the bands with rows of some nodes alone, and the nodes whose x these read.

        The Φ_b x are the same at `nodes` and 0 elsewhere. On the CPU only.

        Args:
            nodes: int64 [k].
        """
        basis = only_rows(self.basis, nodes)
        read = np.unique(basis.indices).astype(np.int64)
        if self.analysis is None:
            return replace(self, basis=basis), read
        inverse = only_rows(of_blocks(self.analysis.matrix, self.analysis.num_rows), read)
        analysis = SparseOperator.of_blocks(inverse)
        read = np.unique(inverse.indices).astype(np.int64)
        return replace(self, basis=basis, analysis=analysis), read

    def responses(self, eigenvalues: Floats) -> None:
        """Returns None: a band of columns has no transfer function."""
        return None

    @property
    def num_bytes(self) -> int:
        """Memory held by the operators, B with its transpose."""
        analysis = 0 if self.analysis is None else self.analysis.num_bytes
        return analysis + 2 * int(self.basis.data.nbytes + self.basis.indices.nbytes)

    @property
    def num_columns(self) -> int:
        """Number of columns of the basis."""
        return int(self.basis.shape[1])

    def analyse(self, x: Tensor) -> Tensor:
        """Returns B⁻¹ x, [num_columns, q]."""
        return x if self.analysis is None else self.analysis(x)

    def synthesise(self, y: Tensor) -> Tensor:
        """Returns B y, [num_nodes, q], for y [num_columns, q]."""
        return self._whole(y)

    @cached_property
    def _masked(self) -> SparseOperator:
        """The B M_b one below the other, [num_bands · num_nodes, num_columns]."""
        entries = self.basis.tocoo()
        num_nodes, num_columns = self.basis.shape
        rows = self.band_of.cpu().numpy()[entries.col] * num_nodes + entries.row
        shape = (self.num_bands * num_nodes, num_columns)
        stacked = sp.csr_array((entries.data, (rows, entries.col)), shape=shape)
        return SparseOperator.of_blocks(stacked).to(self.band_of.device)

    @cached_property
    def _whole(self) -> SparseOperator:
        return SparseOperator.of_blocks(self.basis).to(self.band_of.device)


@dataclass(frozen=True, eq=False)
class MatrixFreeColumnBands(BandOperators):
    """Φ_b = B M_b B⁻¹ with B and B⁻¹ polynomials of the Laplacian, no entry of them dropped.

    Attributes:
        basis: B.
        analysis: B⁻¹.
        band_of: int64 [num_nodes], each column's band.
    """

    basis: PolynomialOperator
    analysis: PolynomialOperator
    band_of: Tensor

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band, by one series over all bands' columns."""
        y = self.analyse(x)
        masked = [y * (self.band_of == band)[:, None] for band in range(self.num_bands)]
        stacked = self.basis(torch.cat(masked, dim=1))  # [num_nodes, num_bands · q]
        return stacked.unflatten(1, (self.num_bands, -1)).movedim(1, 0)

    def weighted_sum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns B (α ⊙ (B⁻¹ x)), α by the band of the column."""
        return self.synthesise(self.analyse(x) * alpha[self.band_of, None])

    @property
    def num_columns(self) -> int:
        """Number of columns of the basis, one per node."""
        return len(self.band_of)

    def analyse(self, x: Tensor) -> Tensor:
        """Returns B⁻¹ x, shaped like x [num_nodes, q]."""
        return self.analysis(x)

    def synthesise(self, y: Tensor) -> Tensor:
        """Returns B y, shaped like y [num_nodes, q]."""
        return self.basis(y)

    def to(self, device: torch.device) -> "MatrixFreeColumnBands":
        """Returns the operators on a device."""
        return replace(
            self,
            basis=self.basis.to(device),
            analysis=self.analysis.to(device),
            band_of=self.band_of.to(device),
        )

    def responses(self, eigenvalues: Floats) -> None:
        """Returns None: a band of columns has no transfer function."""
        return None

    @property
    def num_bytes(self) -> int:
        """Memory held by the operators."""
        return self.basis.num_bytes + self.analysis.num_bytes


def _is_diagonal(matrix: sp.csr_array) -> bool:
    entries = matrix.tocoo()
    return matrix.shape[0] == matrix.shape[1] and bool((entries.row == entries.col).all())


def wavelet_bands(task: BandTask) -> ColumnBands | MatrixFreeColumnBands:
    """Returns the bands of wavelets, one per node, by the nodes' order."""
    config = task.config
    order = np.arange(task.num_nodes)
    notes: tuple[str, ...] = (
        "A wavelet's column belongs to a node: this cuts nodes, not frequencies.",
    )
    if config.node_order_seed is not None:
        order = np.random.default_rng(config.node_order_seed).permutation(task.num_nodes)
        notes += (f"The nodes were shuffled first (seed {config.node_order_seed}).",)
    band_of = np.searchsorted(task.cut.num_low, order, side="right").astype(np.int64)
    info = task.info("wavelets" if config.series == "exact" else "series", task.cut, notes)
    if config.sparsification == "none":
        pair = _wavelet_polynomials(task)
        return MatrixFreeColumnBands(config, info, *pair, torch.from_numpy(band_of))
    matrices = _exact_wavelets(task) if config.series == "exact" else _series_wavelets(task)
    basis, inverse = (matrix.astype(task.dtype) for matrix in matrices)
    return ColumnBands.of(config, info, (basis, inverse), band_of)


def _wavelet_polynomials(task: BandTask) -> tuple[PolynomialOperator, PolynomialOperator]:
    """B and B⁻¹, each so exact that they still cancel."""
    pair = wavelet_responses(task.config, task.upper)
    growth = error_growth(pair, task.upper)
    if not growth * task.rounding <= _MAX_ROUNDING:
        largest = 0.99 * np.log(_MAX_ROUNDING / task.rounding) / task.upper
        raise InputError(
            f"At scale {task.config.scale:g} the inverse wavelets magnify the rounding of "
            f"{np.dtype(task.dtype).name} until wavelets no longer cancel them; take a scale "
            f"of at most {largest:.3g}, or cut by frequency, where no scale does harm."
        )
    basis, inverse = (task.polynomial(task.smooth(response, growth)) for response in pair)
    return basis, inverse


def _exact_wavelets(task: BandTask) -> tuple[sp.csr_array, sp.csr_array]:
    config = task.config
    assert config.sparsification != "none"
    wavelets = heat_wavelets(
        task.adjacency,
        config.scale,
        config.threshold,
        config.laplacian,
        rule=config.sparsification,
        inverse=config.inverse,
        **task.work,
    )
    if config.inverse == "reference-code":  # its B is the "inverse", its B⁻¹ is Ψ_s
        return wavelets.inverse, wavelets.forward
    return wavelets.forward, wavelets.inverse


def _series_wavelets(task: BandTask) -> tuple[sp.csr_array, sp.csr_array]:
    basis, inverse = wavelet_series(task.config, task.upper)
    return (
        _sparsified(_matrix_polynomial(task, basis), task.config),
        _sparsified(_matrix_polynomial(task, inverse), task.config),
    )


def _matrix_polynomial(task: BandTask, series: ChebyshevSeries) -> sp.csr_array:
    """p(L) with its entries, for a degree so low that it stays sparse."""
    identity = sp.eye_array(task.num_nodes, format="csr")
    shifted = task.laplacian * (2 / task.upper) - identity  # L̃
    previous, current = identity, shifted
    total = series.coefficients[0] * identity
    for power, coefficient in enumerate(series.coefficients[1:], start=1):
        if power > 1:  # the last product is the largest: none is made that is not added
            previous, current = current, 2 * (shifted @ current) - previous
        if current.nnz > _MAX_ENTRIES:
            raise InputError(
                f"A series of degree {series.order} fills a matrix of {task.num_nodes} nodes "
                "with too many entries to keep; take a lower order, or no sparsification, "
                "which needs no matrix."
            )
        total = total + coefficient * current
    return total


def sparsified_bands(task: BandTask) -> ColumnBands:
    """Returns the bands by frequency of a sparsified basis.

    The Fourier basis has one column per eigenvector. Wavelets are made of each band's own
    eigenvectors, B_b = U_b g(Λ_b) U_bᵀ, and stand side by side: n columns per band.
    """
    config, num_bands = task.config, task.config.num_bands
    spectrum = full_spectrum(task.adjacency, config.laplacian, **task.work)
    values, vectors = spectrum.eigenvalues, spectrum.eigenvectors
    heat = np.exp(-config.scale * values) if config.response == "heat" else np.ones_like(values)
    if config.basis == "fourier":
        basis = _sparsified(vectors, config)
        inverse = sp.diags_array(heat) @ basis.T
        band_of = np.repeat(np.arange(num_bands), np.diff(task.borders))
    else:
        first, last = wavelet_responses(config, task.upper)
        parts = [slice(start, end) for start, end in pairwise(task.borders)]
        bases, inverses = (
            [_sparsified((vectors[:, p] * gain[p]) @ vectors[:, p].T, config) for p in parts]
            for gain in (first(values), last(values) * heat)
        )
        basis, inverse = sp.hstack(bases), sp.vstack(inverses)
        band_of = np.repeat(np.arange(num_bands), task.num_nodes)
    info = task.info("eigenpairs", task.cut_between(values))
    pair = (sp.csr_array(basis, dtype=task.dtype), sp.csr_array(inverse, dtype=task.dtype))
    return ColumnBands.of(config, info, pair, band_of)


def _sparsified(matrix: Any, config: BandConfig) -> sp.csr_array:
    entries = sp.coo_array(matrix)
    size = entries.data if config.sparsification == "positive" else abs(entries.data)
    kept = size >= config.threshold
    parts = (entries.data[kept], (entries.row[kept], entries.col[kept]))
    return sp.csr_array(parts, shape=entries.shape)
