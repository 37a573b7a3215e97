"""Building a split: from a graph and a config to the operators of its bands."""

import time
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp
import torch
from numpy.typing import NDArray

from spgat.errors import InputError
from spgat.progress import Progress, ShouldStop
from spgat.spectral.bands import BandSplit as BandSplit
from spgat.spectral.bands import ColumnSplit, FrequencySplit, MatrixFreeColumnSplit
from spgat.spectral.bands import SplitInfo as SplitInfo
from spgat.spectral.cache import DiskCache
from spgat.spectral.chebyshev import ChebyshevSeries, series_of, step_series
from spgat.spectral.density import spectral_density
from spgat.spectral.eigen import full_spectrum, highest_eigenpairs, lowest_eigenpairs
from spgat.spectral.laplacian import eigenvalue_bound, laplacian, null_space
from spgat.spectral.operators import LowRankOperator, PolynomialOperator, SparseOperator
from spgat.spectral.response import (
    sharp_bands,
    smooth_series,
    unsplit_response,
    wavelet_responses,
    wavelet_series,
)
from spgat.spectral.spectrum import Spectrum
from spgat.spectral.split_config import SplitConfig as SplitConfig
from spgat.spectral.wavelets import heat_wavelets

#: "auto" takes eigenpairs up to here: some ten seconds on two cores. A rule of sizes alone, so
#: that the same graph and config are the same split on every machine.
_MAX_NODES_FULL_SPECTRUM = 5_000
_MAX_EIGENVECTOR_ENTRIES = 40_000_000
#: A matrix polynomial that fills up beyond this is refused.
_MAX_ENTRIES = 200_000_000


def build_split(
    adjacency: sp.csr_array,
    config: SplitConfig,
    *,
    dtype: type[np.floating] = np.float32,
    cache: DiskCache | None = None,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> BandSplit:
    """Returns the operators Φ_b of a graph's bands, on the CPU.

    Args:
        adjacency: float64 CSR [num_nodes, num_nodes], symmetric, non-negative.
        config: The split.
        dtype: Precision of the operators; spectra and wavelets are made in float64 first.
        cache: Where spectra and wavelets are kept between runs.
        progress: Told of the fraction done.
        should_stop: Asked in between.

    Raises:
        InputError: For a graph too large for the dense matrices that a config asks for.
        Cancelled: If `should_stop` turns true.
    """
    started = time.perf_counter()
    matrix = laplacian(adjacency, config.laplacian)
    task = _Task(
        adjacency=adjacency,
        config=config,
        dtype=dtype,
        matrix=matrix,
        upper=eigenvalue_bound(matrix, config.laplacian),
        null_dimension=null_space(adjacency, config.laplacian).shape[1],
        work={"cache": cache, "progress": progress, "should_stop": should_stop},
    )
    split: BandSplit
    if not config.cuts_frequencies:
        split = task.wavelet_columns()
    elif config.sparsification != "none":
        split = task.sparsified_frequencies()
    elif task.affords_eigenpairs():
        split = task.eigenpairs()
    else:
        split = task.polynomial()
    seconds = time.perf_counter() - started
    info = replace(split.info, seconds=seconds, megabytes=split.num_bytes / 1e6)
    return replace(split, info=info)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """One split to be built: what all ways of building it share."""

    adjacency: sp.csr_array
    config: SplitConfig
    dtype: type[np.floating]
    matrix: sp.csr_array
    upper: float
    null_dimension: int
    work: dict[str, Any]

    @property
    def num_nodes(self) -> int:
        return int(self.adjacency.shape[0])

    @property
    def cuts(self) -> tuple[int, ...]:
        """Number of frequencies, or columns, below each inner cut."""
        return self.config.num_below(self.num_nodes, self.null_dimension)

    @property
    def _edges(self) -> tuple[int, ...]:
        """Where each band begins and ends, from 0 to num_nodes."""
        return (0, *self.cuts, self.num_nodes)

    @property
    def _rest(self) -> int:
        """The largest band: it is what the others leave, and needs no eigenvector."""
        return int(np.argmax(np.diff(self._edges)))

    def affords_eigenpairs(self) -> bool:
        if self.config.method != "auto":
            return self.config.method == "eigenpairs"
        needed = self.num_nodes - max(np.diff(self._edges))
        few = self.num_nodes * needed <= _MAX_EIGENVECTOR_ENTRIES
        return self.num_nodes <= _MAX_NODES_FULL_SPECTRUM or bool(few)

    def eigenpairs(self) -> FrequencySplit:
        """Bands of eigenvectors, of all but the largest band."""
        config, edges, rest = self.config, self._edges, self._rest
        response = unsplit_response(config, self.upper)
        values = np.full(self.num_nodes, np.nan)
        explicit: dict[int, LowRankOperator | PolynomialOperator] = {}
        notes: list[str] = []
        for first, spectrum in self._ends(edges[rest], self.num_nodes - edges[rest + 1]):
            known = spectrum.eigenvalues
            values[first : first + len(known)] = known
            gains = np.ones_like(known) if response is None else response(known)
            for band, (a, b) in enumerate(pairwise(edges)):
                if band != rest and first <= a and b <= first + len(known):
                    part = slice(a - first, b - first)
                    vectors = spectrum.eigenvectors[:, part]
                    explicit[band] = LowRankOperator(
                        torch.from_numpy(np.ascontiguousarray(vectors, dtype=self.dtype)),
                        torch.from_numpy(gains[part].astype(self.dtype)),
                    )
            notes.extend(
                f"The cut at {cut} falls among {b - a} equal eigenvalues (λ = {known[a]:.3g}): "
                "which of their vectors count as low is arbitrary."
                for a, b in spectrum.degenerate_groups
                for cut in self.cuts
                if first + a < cut < first + b
            )
        info = self._info("eigenpairs", _cutoffs(values, self.cuts, self.upper), notes)
        return FrequencySplit(config, info, explicit, rest, self._whole(), self.upper)

    def polynomial(self) -> FrequencySplit:
        """Bands by Jackson-damped steps, matrix-free; their cutoffs by the spectral density."""
        config = self.config
        density = spectral_density(self.adjacency, config.laplacian, **self.work)
        found = [density.cutoff_for_fraction(cut / self.num_nodes) for cut in self.cuts]
        cutoffs = tuple(cutoff for cutoff, _ in found)
        # Differences of steps: band b passes what cut b lets through and cut b − 1 does not.
        steps = [step_series(c, config.step_order, self.upper).coefficients for c in cutoffs]
        passes = np.diff(np.stack([np.zeros_like(steps[0]), *steps]), axis=0)
        series = [ChebyshevSeries(coefficients, self.upper) for coefficients in passes]
        operator = self._laplacian_operator()
        explicit: dict[int, LowRankOperator | PolynomialOperator] = {
            band: PolynomialOperator(operator, self._weighed(step))
            for band, step in enumerate(series)
        }
        shares = np.diff(density.cumulative, prepend=0.0)
        bands = np.stack([step.evaluate(density.grid) for step in series])
        bands = np.vstack([bands, 1 - bands.sum(axis=0)])  # [num_bands, k]
        right = (bands * sharp_bands(cutoffs, density.grid)).sum(axis=0)
        wrong = float(shares @ (1 - right) / shares.sum())
        notes = (
            f"A polynomial of degree {config.step_order} replaces the eigenvectors: "
            f"{wrong:.1%} of the spectrum's mass lies on the wrong side of a cut, and the cuts "
            f"are known to ± {max(width for _, width in found):.2g}.",
        )
        info = self._info("polynomial", cutoffs, notes, wrong)
        last = config.num_bands - 1
        return FrequencySplit(config, info, explicit, last, self._whole(), self.upper)

    def sparsified_frequencies(self) -> ColumnSplit:
        """Eigenvectors, or wavelets of each band, with their small entries dropped."""
        config, edges = self.config, self._edges
        spectrum = full_spectrum(self.adjacency, config.laplacian, **self.work)
        values, vectors = spectrum.eigenvalues, spectrum.eigenvectors
        sizes = np.diff(edges)
        if config.basis == "fourier":
            gains = np.exp(-config.scale * values) if config.response == "heat" else 1.0
            basis = self._sparsified(vectors)
            inverse = self._sparsified(vectors.T) * np.reshape(gains, (-1, 1))
            band_of = np.repeat(np.arange(config.num_bands), sizes)
        else:
            pair = wavelet_responses(config, self.upper)
            parts = [
                [
                    self._sparsified((vectors[:, a:b] * gain(values[a:b])) @ vectors[:, a:b].T)
                    for a, b in pairwise(edges)
                ]
                for gain in pair
            ]
            # [S_1 | S_2 …] times the A_b one below the other is Σ_b S_b A_b.
            basis, inverse = sp.hstack(parts[0]), sp.vstack(parts[1])
            band_of = np.repeat(np.arange(config.num_bands), self.num_nodes)
        info = self._info("eigenpairs", _cutoffs(values, self.cuts, self.upper))
        return ColumnSplit.of(config, info, self._csr(basis), self._csr(inverse), band_of)

    def wavelet_columns(self) -> ColumnSplit | MatrixFreeColumnSplit:
        """Wavelets, one per node, split by the nodes' order."""
        config = self.config
        order = np.arange(self.num_nodes)
        notes = [
            "A wavelet's column belongs to a node: this split cuts nodes, not frequencies."
        ]
        if config.node_order_seed is not None:
            order = np.random.default_rng(config.node_order_seed).permutation(self.num_nodes)
            notes.append(f"The nodes were shuffled first (seed {config.node_order_seed}).")
        band_of = np.searchsorted(self.cuts, order, side="right").astype(np.int64)
        if config.sparsification == "none":
            info = self._info("series", (), notes)
            last, first = (
                PolynomialOperator(self._laplacian_operator(), self._smooth(response))
                for response in wavelet_responses(config, self.upper)
            )
            return MatrixFreeColumnSplit(config, info, last, first, torch.from_numpy(band_of))
        if config.series == "exact":
            wavelets = heat_wavelets(
                self.adjacency,
                config.scale,
                config.threshold,
                config.laplacian,
                rule=config.sparsification,
                inverse=config.inverse,
                **self.work,
            )
            basis, inverse = wavelets.forward, wavelets.inverse
            if config.inverse == "reference-code":  # its B is the "inverse", its B⁻¹ is Ψ_s
                basis, inverse = inverse, basis
        else:
            basis, inverse = (
                self._sparsified(self._polynomial_matrix(series))
                for series in wavelet_series(config, self.upper)
            )
        info = self._info("wavelets" if config.series == "exact" else "series", (), notes)
        return ColumnSplit.of(config, info, self._csr(basis), self._csr(inverse), band_of)

    def _info(
        self,
        method: str,
        cutoffs: tuple[float, ...],
        notes: Any = (),
        wrong_side_mass: float | None = None,
    ) -> SplitInfo:
        cuts, null_dimension = self.cuts, self.null_dimension
        inside = self.config.cuts_frequencies and cuts[0] <= null_dimension
        if inside:
            notes = (
                *notes,
                f"The cut at {cuts[0]} lies inside the null space, whose {null_dimension} "
                "vectors only say in which component a node lies; take a larger fraction, or "
                "count from the null space's end.",
            )
        return SplitInfo(
            num_low=cuts,
            cutoffs=cutoffs,
            null_dimension=null_dimension,
            inside_null_space=inside,
            method=method,
            seconds=0.0,
            megabytes=0.0,
            wrong_side_mass=wrong_side_mass,
            notes=tuple(notes),
        )

    def _ends(self, num_lowest: int, num_highest: int) -> list[tuple[int, Spectrum]]:
        """Spectra with the number of their first eigenpair: all of it, or its two ends.

        One pair more than asked for at each end gives the eigenvalue beyond the cut.
        """
        convention = self.config.laplacian
        lowest = num_lowest + 1 if num_lowest else 0
        highest = num_highest + 1 if num_highest else 0
        if self.num_nodes <= _MAX_NODES_FULL_SPECTRUM:
            return [(0, full_spectrum(self.adjacency, convention, **self.work))]
        ends = []
        if lowest:
            pairs = lowest_eigenpairs(self.adjacency, lowest, convention, **self.work)
            ends.append((0, pairs))
        if highest:
            pairs = highest_eigenpairs(self.adjacency, highest, convention, **self.work)
            ends.append((self.num_nodes - highest, pairs))
        return ends

    def _laplacian_operator(self) -> SparseOperator:
        return SparseOperator.of(self.matrix.astype(self.dtype), symmetric=True)

    def _whole(self) -> PolynomialOperator | None:
        response = unsplit_response(self.config, self.upper)
        if response is None:
            return None
        return PolynomialOperator(self._laplacian_operator(), self._smooth(response))

    def _smooth(self, response: Any) -> ChebyshevSeries:
        return smooth_series(response, self.upper, 100 * float(np.finfo(self.dtype).eps))

    def _weighed(self, step: ChebyshevSeries) -> ChebyshevSeries:
        """The step times the unsplit operator's response."""
        response = unsplit_response(self.config, self.upper)
        if response is None:
            return step
        order = step.order + self._smooth(response).order
        return series_of(
            lambda values: response(values) * step.evaluate(values), order, self.upper
        )

    def _polynomial_matrix(self, series: ChebyshevSeries) -> sp.csr_array:
        """p(L) with its entries, for a degree so low that it stays sparse."""
        identity = sp.eye_array(self.num_nodes, format="csr")
        shifted = self.matrix * (2 / self.upper) - identity  # L̃
        previous, current = identity, shifted
        total = series.coefficients[0] * identity
        for coefficient in series.coefficients[1:]:
            total = total + coefficient * current
            if current.nnz > _MAX_ENTRIES:
                raise InputError(
                    f"A series of degree {series.order} fills a matrix of {self.num_nodes} "
                    "nodes with too many entries to keep; take a lower order, or no "
                    "sparsification, which needs no matrix."
                )
            previous, current = current, 2 * (shifted @ current) - previous
        return total

    def _sparsified(self, matrix: Any) -> sp.csr_array:
        entries = sp.coo_array(matrix)
        size = entries.data if self.config.sparsification == "positive" else abs(entries.data)
        kept = size >= self.config.threshold
        parts = (entries.data[kept], (entries.row[kept], entries.col[kept]))
        return sp.csr_array(parts, shape=entries.shape)

    def _csr(self, matrix: Any) -> sp.csr_array:
        return sp.csr_array(matrix, dtype=self.dtype)


def _cutoffs(
    eigenvalues: NDArray[np.float64], cuts: tuple[int, ...], upper: float
) -> tuple[float, ...]:
    """The middle between the eigenvalues on both sides of each cut."""
    padded = np.concatenate([[-1.0], eigenvalues, [upper + 1.0]])
    return tuple(float(padded[cut] + padded[cut + 1]) / 2 for cut in cuts)
