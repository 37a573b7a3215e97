"""There is one answer to where a spectrum is cut, whichever way it is asked for."""

import numpy as np
import pytest

from spgat import datasets
from spgat.bands.build import build_bands, record_of
from spgat.bands.config import BandConfig
from spgat.bands.cut import cut_of, cutoffs_between
from spgat.spectral.density import spectral_density
from spgat.spectral.laplacian import LaplacianConfig

FRACTIONS = [(0.0,), (0.1,), (0.5,), (1.0,), (0.2, 0.2, 0.9)]


@pytest.fixture(scope="module")
def graph():
    return datasets.load("karate")


@pytest.mark.parametrize("fractions", FRACTIONS)
@pytest.mark.parametrize("kind", ["normalized", "combinatorial"])
@pytest.mark.parametrize("method", ["eigenpairs", "polynomial"])
def test_operators_density_and_record_agree(graph, fractions, kind, method):
    laplacian = LaplacianConfig(kind=kind, self_loops=False)
    config = BandConfig(low_fractions=fractions, laplacian=laplacian, method=method)
    density = spectral_density(graph.adjacency, laplacian)
    cut = cut_of(graph.adjacency, config, density)
    built = build_bands(graph.adjacency, config).info.cut
    recorded = record_of(graph.adjacency, config).cut
    assert built.num_low == cut.num_low == recorded.num_low
    np.testing.assert_allclose(built.cutoffs, cut.cutoffs)
    np.testing.assert_allclose(recorded.cutoffs, cut.cutoffs)
    below = [int((density.eigenvalues <= cutoff).sum()) for cutoff in cut.cutoffs]
    if len(np.unique(density.eigenvalues.round(9))) == graph.num_nodes:
        assert tuple(below) == cut.num_low


def test_counts_need_no_density(graph):
    config = BandConfig(low_fractions=(0.3,), count_from="null-space")
    cut = cut_of(graph.adjacency, config)
    assert cut.num_low == (1 + int(0.3 * 33),)
    assert (cut.null_dimension, cut.cutoffs) == (1, ())


def test_an_estimate_holds_the_true_cutoff(graph):
    config = BandConfig(low_fractions=(0.4,))
    exact = cut_of(graph.adjacency, config, spectral_density(graph.adjacency, config.laplacian))
    density = spectral_density(graph.adjacency, config.laplacian, method="kpm")
    estimated = cut_of(graph.adjacency, config, density)
    assert exact.cutoff_error == 0 < estimated.cutoff_error
    assert abs(estimated.cutoffs[0] - exact.cutoffs[0]) <= estimated.cutoff_error


def test_a_cut_at_an_end_leaves_everything_on_one_side():
    eigenvalues = np.array([0.0, 0.0, 1.0, 2.0])
    low, high = cutoffs_between(eigenvalues, (0, 4), upper=2.0)
    assert low < 0
    assert high > 2
