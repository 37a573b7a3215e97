"""Bands of true graph frequencies, by eigenvectors."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor

from spgat.arrays import Floats
from spgat.bands.operators import BandOperators
from spgat.bands.response import sharp_responses, whole_response
from spgat.bands.task import BandTask
from spgat.spectral.eigen import full_spectrum, highest_eigenpairs, lowest_eigenpairs
from spgat.spectral.operators import LowRankOperator, PolynomialOperator
from spgat.spectral.spectrum import Spectrum

_MAX_NODES_FULL_SPECTRUM = 5_000
#: "auto" takes eigenpairs up to here: some ten seconds on two cores. A rule of sizes alone, so
#: that the same graph and config are the same bands on every machine.
_MAX_EIGENVECTOR_ENTRIES = 40_000_000

Explicit = dict[int, LowRankOperator]


@dataclass(frozen=True, eq=False)
class FrequencyBands(BandOperators):
    """Φ_b = U_b g(Λ_b) U_bᵀ over ascending eigenvalues: bands of true graph frequencies.

    One band, the rest, needs no eigenvectors: it is g(L) less the others.

    Attributes:
        explicit: The operators of all bands but the rest.
        rest: Number of the band that is the rest.
        whole: g(L), the whole operator; None for g = 1, the identity.
        upper: Upper bound of the eigenvalues.
    """

    explicit: Explicit
    rest: int
    whole: PolynomialOperator | None
    upper: float

    def apply(self, x: Tensor) -> Tensor:
        """Returns Φ_b x of each band."""
        bands = {band: operator(x) for band, operator in self.explicit.items()}
        bands[self.rest] = self._whole_of(x) - torch.stack(list(bands.values())).sum(dim=0)
        return torch.stack([bands[band] for band in range(self.num_bands)])

    def weighted_sum(self, x: Tensor, alpha: Tensor) -> Tensor:
        """Returns α_rest g(L) x + Σ_b (α_b − α_rest) Φ_b x over the explicit bands."""
        total = alpha[self.rest] * self._whole_of(x)
        for band, operator in self.explicit.items():
            total = total + (alpha[band] - alpha[self.rest]) * operator(x)
        return total

    def to(self, device: torch.device) -> "FrequencyBands":
        """Returns the operators on a device."""
        return replace(
            self,
            explicit={band: operator.to(device) for band, operator in self.explicit.items()},
            whole=None if self.whole is None else self.whole.to(device),
        )

    def responses(self, eigenvalues: Floats) -> Floats:
        """Returns g_b(λ): g within the band, 0 elsewhere."""
        cutoffs = self.info.cut.cutoffs
        return sharp_responses(self.config, cutoffs, self.upper, eigenvalues)

    @property
    def num_bytes(self) -> int:
        """Memory held by the operators."""
        whole = 0 if self.whole is None else self.whole.num_bytes
        return whole + sum(operator.num_bytes for operator in self.explicit.values())

    def _whole_of(self, x: Tensor) -> Tensor:
        return x if self.whole is None else self.whole(x)


def is_affordable(task: BandTask) -> bool:
    """Returns whether "auto" takes the eigenvectors of all bands but the largest."""
    needed = task.num_nodes - int(np.diff(task.borders).max())
    is_small = task.num_nodes <= _MAX_NODES_FULL_SPECTRUM
    return is_small or task.num_nodes * needed <= _MAX_EIGENVECTOR_ENTRIES


def frequency_bands(task: BandTask) -> FrequencyBands:
    """Returns the sharp bands; the largest band is the rest, what the others leave."""
    borders = task.borders
    rest = int(np.argmax(np.diff(borders)))
    response = whole_response(task.config, task.upper)
    values = np.full(task.num_nodes, np.nan)
    # No spectrum may reach to where an empty band lies, and none is needed for it.
    explicit: Explicit = {
        band: _low_rank(np.empty((task.num_nodes, 0)), np.empty(0), task.dtype)
        for band, size in enumerate(np.diff(borders))
        if size == 0
    }
    notes: tuple[str, ...] = ()
    for first, spectrum in _ends(task, borders[rest], task.num_nodes - borders[rest + 1]):
        known, vectors = spectrum.eigenvalues, spectrum.eigenvectors
        values[first : first + len(known)] = known
        gains = np.ones_like(known) if response is None else response(known)
        for band, (start, end) in enumerate(pairwise(borders)):
            if band != rest and first <= start and end <= first + len(known):
                part = slice(start - first, end - first)
                explicit[band] = _low_rank(vectors[:, part], gains[part], task.dtype)
        notes += _ties(task.cut.num_low, first, spectrum)
    info = task.info("eigenpairs", task.cut_between(values), notes)
    return FrequencyBands(task.config, info, explicit, rest, _whole(task), task.upper)


def _low_rank(vectors: Floats, gains: Floats, dtype: type[np.floating]) -> LowRankOperator:
    return LowRankOperator(
        torch.from_numpy(np.ascontiguousarray(vectors, dtype)),
        torch.from_numpy(gains.astype(dtype)),
    )


def _ends(task: BandTask, lowest: int, highest: int) -> list[tuple[int, Spectrum]]:
    """Spectra with the number of their first eigenpair: all of it, or what is needed.

    One pair more than needed at each end gives the eigenvalue beyond the cut.
    """
    arguments = (task.config.laplacian,)
    if task.num_nodes <= _MAX_NODES_FULL_SPECTRUM:
        return [(0, full_spectrum(task.adjacency, *arguments, **task.work))]
    ends = []
    if lowest > 0:
        pairs = lowest_eigenpairs(task.adjacency, lowest + 1, *arguments, **task.work)
        ends.append((0, pairs))
    if highest > 0:
        pairs = highest_eigenpairs(task.adjacency, highest + 1, *arguments, **task.work)
        ends.append((task.num_nodes - highest - 1, pairs))
    return ends


def _ties(num_low: tuple[int, ...], first: int, spectrum: Spectrum) -> tuple[str, ...]:
    """Says which cuts fall among equal eigenvalues."""
    values = spectrum.eigenvalues
    return tuple(
        f"The cut at {number} falls among {end - start} equal eigenvalues (λ = "
        f"{values[start]:.3g}): which of their vectors count as low is arbitrary."
        for start, end in spectrum.degenerate_groups
        for number in num_low
        if first + start < number < first + end
    )


def _whole(task: BandTask) -> PolynomialOperator | None:
    response = whole_response(task.config, task.upper)
    return None if response is None else task.polynomial(task.smooth(response))
