"""Eigenpairs as a result: with signs fixed, quality measured and what is arbitrary flagged."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
import scipy.sparse as sp

from spgat.arrays import Bools, Floats
from spgat.spectral.cache import DiskCache
from spgat.spectral.laplacian import LaplacianConfig, eigenvalue_bound

if TYPE_CHECKING:
    from spgat.drawing import Drawing

End = Literal["lowest", "highest"]


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Some or all eigenpairs of a Laplacian, L u = λ u.

    Attributes:
        eigenvalues: float64 [k], ascending; those of the null space are exactly 0.
        eigenvectors: float64 [num_nodes, k], orthonormal columns, in each the first entry
            of largest magnitude positive.
        num_nodes: Number of nodes n.
        laplacian: Which Laplacian.
        method: "dense", "chebyshev", or "analytic" where the null space alone was requested.
        seconds: Time it took to compute.
        max_residual: Largest ‖L u − λ u‖₂ over the pairs.
        null_dimension: Number of zero eigenvalues of L, whether or not all are included.
        degenerate_groups: Ranges (first, last + 1) of eigenvalues that cannot be distinguished;
            within a group the basis is arbitrary.
        end: "lowest" if these are the eigenpairs 0 … k − 1, "highest" if n − k … n − 1.
        gap: Distance to the nearest eigenvalue that is not included, where it is known; if it
            is 0 the span of the eigenvectors is arbitrary too.
    """

    eigenvalues: Floats
    eigenvectors: Floats
    num_nodes: int
    laplacian: LaplacianConfig
    method: str
    seconds: float
    max_residual: float
    null_dimension: int
    degenerate_groups: tuple[tuple[int, int], ...] = ()
    end: End = "lowest"
    gap: float | None = None

    def plot(self, *, num_low: int | None = None) -> "Drawing":
        """Returns a drawing of the eigenvalues, those of the `num_low` lowest in blue."""
        from spgat.drawing import draw_spectrum  # most spectra are not looked at

        return draw_spectrum(self, num_low=num_low)

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()


def finished(
    matrix: sp.csr_array,
    config: LaplacianConfig,
    values: Floats,
    vectors: Floats,
    start: float,
    method: str,
    null_dimension: int,
    end: End = "lowest",
    gap: float | None = None,
) -> Spectrum:
    """Returns a spectrum with signs fixed, residuals measured and near-equal values flagged.

    Args:
        matrix: float64 CSR [num_nodes, num_nodes], the Laplacian.
        config: Which Laplacian it is.
        values: float64 [k], ascending; what rounding puts outside of the range that theory
            gives is set on its end, and the residual is of what is set.
        vectors: float64 [num_nodes, k], orthonormal; may be overwritten.
        start: `time.perf_counter()` when the work began.
        method: How they were found.
        null_dimension: Number of zero eigenvalues of the matrix.
        end: Which end of the spectrum these are.
        gap: Distance to the nearest eigenvalue left out.
    """
    vectors = np.ascontiguousarray(vectors)
    values = np.clip(values, 0, eigenvalue_bound(matrix, config))
    worst = 0.0
    for first in range(0, len(values), 256):  # in panels: the temporaries stay small
        part = slice(first, first + 256)
        vectors[:, part] *= _signs(vectors[:, part])
        residual = matrix @ vectors[:, part] - vectors[:, part] * values[part]
        worst = max(worst, float(np.linalg.norm(residual, axis=0).max()))
    same = np.diff(values) <= max(worst, 1e-10 * max(float(values[-1]), 1.0))
    return Spectrum(
        eigenvalues=values,
        eigenvectors=vectors,
        num_nodes=matrix.shape[0],
        laplacian=config,
        method=method,
        seconds=time.perf_counter() - start,
        max_residual=worst,
        null_dimension=null_dimension,
        degenerate_groups=_runs(same),
        end=end,
        gap=gap,
    )


def _signs(vectors: Floats) -> Floats:
    """±1 per column, so that the first entry of largest magnitude becomes positive."""
    magnitude = np.abs(vectors)
    # Entries that differ by rounding only count as equal, or the sign would hang on it.
    first = np.argmax(magnitude >= (1 - 1e-6) * magnitude.max(axis=0), axis=0)
    return np.where(vectors[first, np.arange(vectors.shape[1])] < 0, -1.0, 1.0)


def _runs(same: Bools) -> tuple[tuple[int, int], ...]:
    """Maximal runs of equal neighbours, as ranges (first, last + 1)."""
    borders = np.flatnonzero(np.diff(np.concatenate([[False], same, [False]]).astype(np.int8)))
    return tuple((int(a), int(b) + 1) for a, b in borders.reshape(-1, 2))


def truncated(spectrum: Spectrum, num: int, end: End) -> Spectrum:
    """Returns the `num` pairs at one end of a full spectrum."""
    total = spectrum.num_nodes
    first, last = (0, num) if end == "lowest" else (total - num, total)
    values = spectrum.eigenvalues
    border = num if end == "lowest" else first
    gap = float(values[border] - values[border - 1]) if num < total else None
    groups = ((max(a, first), min(b, last)) for a, b in spectrum.degenerate_groups)
    return replace(
        spectrum,
        eigenvalues=values[first:last].copy(),
        eigenvectors=spectrum.eigenvectors[:, first:last].copy(),
        degenerate_groups=tuple((a - first, b - first) for a, b in groups if b - a > 1),
        end=end,
        gap=gap,
    )


def kept(
    cache: DiskCache | None, key: str, config: LaplacianConfig, compute: Callable[[], Spectrum]
) -> Spectrum:
    """Returns the cached spectrum, or the one computed now, which is then cached."""
    found = None if cache is None else cache.get(key)
    if found is not None:
        facts = json.loads(str(found["facts"]))
        groups = tuple((a, b) for a, b in facts.pop("degenerate_groups"))
        return Spectrum(
            found["eigenvalues"],
            found["eigenvectors"],
            laplacian=config,
            degenerate_groups=groups,
            **facts,
        )
    spectrum = compute()
    if cache is not None:
        facts = {
            field.name: getattr(spectrum, field.name)
            for field in fields(spectrum)
            if field.name not in ("eigenvalues", "eigenvectors", "laplacian")
        }
        arrays = {
            "eigenvalues": spectrum.eigenvalues,
            "eigenvectors": spectrum.eigenvectors,
            "facts": np.array(json.dumps(facts)),
        }
        cache.put(key, arrays)
    return spectrum
