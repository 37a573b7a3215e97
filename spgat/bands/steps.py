"""The damped steps of polynomial bands as functions of their cutoffs, which torch derives.

A cutoff is held as its angle θ = arccos(2 cutoff / upper − 1), which falls from π at 0 to 0 at
the upper end of the spectrum: in θ the coefficients of a step are closed forms.
"""

import math

import numpy as np
import torch
from torch import Tensor

from spgat.spectral.chebyshev import jackson_factors

#: Two cutoffs, or a cutoff and an end of the spectrum, are at least this far apart in θ before
#: training moves them: from a gap of 0 no gradient leads away.
_LEAST_GAP = 1e-3


def angles_of(cutoffs: tuple[float, ...], upper: float) -> Tensor:
    """Returns θ of each cutoff, float64 [num_cuts], descending, in [0, π].

    Args:
        cutoffs: Ascending eigenvalues in [0, upper].
        upper: Upper bound of the eigenvalues.
    """
    return torch.from_numpy(np.arccos(np.clip(2 * np.asarray(cutoffs) / upper - 1, -1, 1)))


def cutoffs_of(angles: Tensor, upper: float) -> Tensor:
    """Returns the cutoffs of angles θ: the inverse of `angles_of`."""
    return upper * (1 + torch.cos(angles)) / 2


def moved_angles(angles: Tensor, shifts: Tensor) -> Tensor:
    """Returns the angles of cutoffs that a model has moved, float64 [num_cuts].

    The gaps between neighbouring angles, from π down to 0, are multiplied by e^shift and scaled
    to the sum π again. So cutoffs stay in their order and inside the spectrum whatever the
    shifts are, shifts of 0 move nothing, and the same shifts make sense on another graph.

    Args:
        angles: float64 [num_cuts], as of `angles_of`.
        shifts: [num_cuts + 1], one for each band.
    """
    ends = angles.new_tensor([math.pi]), angles.new_zeros(1)
    gaps = -torch.cat([ends[0], angles, ends[1]]).diff()
    weights = torch.softmax(gaps.clamp_min(_LEAST_GAP).log() + shifts.double(), dim=0)
    return math.pi - math.pi * weights.cumsum(dim=0)[:-1]


def step_coefficients(angles: Tensor, order: int) -> Tensor:
    """Returns the coefficients of Jackson-damped steps, float64 [num_cuts, order + 1].

    They are those of `step_series`, differentiable: c_0 = 1 − θ/π and c_k = −2 sin(kθ) / (kπ),
    so dc_0/dθ = −1/π and dc_k/dθ = −2 cos(kθ)/π, times Jackson's factors.

    Args:
        angles: θ, float64 [num_cuts].
        order: Degree of the polynomials.
    """
    degrees = torch.arange(1, order + 1, dtype=angles.dtype, device=angles.device)
    constant = 1 - angles[:, None] / math.pi
    rest = -2 * torch.sin(degrees * angles[:, None]) / (math.pi * degrees)
    factors = torch.from_numpy(jackson_factors(order)).to(angles.device)
    return factors * torch.cat([constant, rest], dim=1)


def band_coefficients(angles: Tensor, order: int, whole: Tensor) -> Tensor:
    """Returns the coefficients of all bands, float64 [num_bands, order + len(whole)].

    Band b passes what the step at its upper cutoff lets through and the one below does not,
    times the whole operator; the highest band is what the others leave of that.

    Args:
        angles: θ of the cutoffs, float64 [num_cuts], descending.
        order: Degree of the steps.
        whole: float64 [degree + 1], the coefficients of Σ_b Φ_b.
    """
    steps = step_coefficients(angles, order)
    passes = torch.cat([torch.zeros_like(steps[:1]), steps]).diff(dim=0)
    bands = passes @ _products_with(whole, order)
    rest = torch.nn.functional.pad(whole, (0, order)) - bands.sum(dim=0)
    return torch.cat([bands, rest[None]])


def _products_with(series: Tensor, order: int) -> Tensor:
    """The coefficients of T_i · series in row i, as T_i T_j = (T_{i+j} + T_{|i−j|}) / 2."""
    i = torch.arange(order + 1, device=series.device)[:, None]
    j = torch.arange(len(series), device=series.device)
    products = series.new_zeros(order + 1, order + len(series))
    for degrees in (i + j, (i - j).abs()):
        products.scatter_add_(1, degrees, (series / 2).expand(order + 1, -1))
    return products
