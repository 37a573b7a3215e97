"""The filter that a stored run has learned, over the frequencies of its graph."""

from dataclasses import dataclass

import numpy as np

from spgat.bands.response import (
    LearnedResponse,
    learned_response,
    sharp_bands,
    whole_response,
)
from spgat.runs.run import Run
from spgat.spectral.cache import DiskCache
from spgat.spectral.chebyshev import step_series
from spgat.spectral.density import SpectralDensity, spectral_density


@dataclass(frozen=True, slots=True, eq=False)
class RunResponse:
    """g(λ) of a run.

    Attributes:
        density: Where the frequencies of its graph lie.
        cuts: The frequencies between neighbouring bands.
        learned: g of each layer, None where there is none.
        reason: Why there is none, as one sentence.
    """

    density: SpectralDensity
    cuts: tuple[float, ...]
    learned: LearnedResponse | None
    reason: str = ""


def run_response(
    run: Run, *, num_values: int = 401, cache: DiskCache | None = None
) -> RunResponse:
    """Returns the learned filter Σ_b α_b g_b(λ) of each layer, Eq. (2), of a stored run.

    Polynomial bands are drawn with their own slopes, at the learned cuts where cuts were
    learned. Where the method was left open, bands are drawn with sharp edges, although a
    polynomial may have made them a little soft.

    Args:
        run: Its α, config and graph are read.
        num_values: Size of the grid of eigenvalues.
        cache: Where an exact spectrum is looked for and kept.
    """
    summary, bands = run.summary, run.summary.config.bands
    adjacency = run.graph.adjacency
    density = spectral_density(adjacency, bands.laplacian, num_values=num_values, cache=cache)
    if not summary.alpha:
        model = summary.config.model
        return RunResponse(density, (), None, f"{model} has no attention over frequencies.")
    if not bands.is_matrix_free:
        reason = "Its bands are columns or have entries dropped: no function of the frequency."
        return RunResponse(density, (), None, reason)
    num_nodes = run.graph.num_nodes
    below = bands.num_low(num_nodes, density.null_dimension)
    given = tuple(density.cutoff_for_fraction(number / num_nodes)[0] for number in below)
    cuts, upper = summary.cutoffs or given, float(density.grid[-1])
    whole = whole_response(bands, upper)
    if bands.method == "polynomial":
        order = bands.step_order
        steps = [step_series(cut, order, upper).evaluate(density.grid) for cut in cuts]
        gains = np.diff([0 * density.grid, *steps, 0 * density.grid + 1], axis=0)
    else:
        gains = sharp_bands(cuts, density.grid)
    if whole is not None:
        gains = gains * whole(density.grid)
    alpha = np.asarray(summary.alpha).tolist()
    learned = learned_response(alpha, gains, density.grid, summary.config.pooling)
    return RunResponse(density, cuts, learned)
