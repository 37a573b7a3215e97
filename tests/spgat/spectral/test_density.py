import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

from spgat.errors import Cancelled, InputError
from spgat.spectral import kpm
from spgat.spectral.density import spectral_density
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.known import KnownPairs
from spgat.spectral.laplacian import LaplacianConfig

COMBINATORIAL = LaplacianConfig(kind="combinatorial")


def adjacency(graph):
    return nx.to_scipy_sparse_array(graph, dtype=float, format="csr")


@pytest.fixture(scope="module")
def scattered():
    """A large component and forty small ones, isolated nodes among them."""
    small = [nx.cycle_graph(3 + i % 5) for i in range(30)] + [nx.empty_graph(10)]
    return adjacency(nx.disjoint_union_all([nx.barabasi_albert_graph(600, 2, seed=0), *small]))


@pytest.fixture(scope="module", params=[LaplacianConfig(), COMBINATORIAL], ids=lambda c: c.kind)
def both(request, scattered):
    """The exact density and the estimated one."""
    return [spectral_density(scattered, request.param, method=m) for m in ("exact", "kpm")]


def test_exact_cuts_part_the_eigenvalues(scattered):
    density = spectral_density(scattered)
    eigenvalues = density.eigenvalues
    assert density.method == "exact"
    np.testing.assert_allclose(eigenvalues, full_spectrum(scattered).eigenvalues, atol=1e-12)
    assert density.null_dimension == 41
    num_nodes = scattered.shape[0]
    for below in (0, 41, 100, num_nodes):
        cutoff, half_width = density.cutoff_for_fraction(below / num_nodes)
        assert half_width == 0
        assert (eigenvalues < cutoff).sum() <= below <= (eigenvalues <= cutoff).sum()


def test_the_null_space_is_an_exact_atom(both):
    for density in both:
        assert density.grid[0] == 0
        assert density.cumulative[0] * density.num_nodes == pytest.approx(41, abs=0.5)
        assert density.cutoff_for_fraction(0.04)[0] == 0
        mass = np.trapezoid(density.density, density.grid)
        assert mass == pytest.approx(1 - 41 / density.num_nodes, rel=1e-3)


def test_the_cut_at_the_end_of_the_null_space_lies_above_it(both):
    for density in both:
        cutoff, _ = density.cutoff_for_fraction(41 / density.num_nodes)
        assert 0 < cutoff < np.interp(46 / density.num_nodes, density.cumulative, density.grid)


def test_cumulative_rises_from_the_atom_to_one(both):
    for density in both:
        assert (np.diff(density.cumulative) >= 0).all()
        assert density.cumulative[-1] == pytest.approx(1)
        assert (density.density >= 0).all()


def test_the_estimate_agrees_with_the_truth_as_far_as_it_says(both):
    exact, estimated = both
    assert (exact.confidence == 0).all()
    assert 0 < estimated.confidence.max() < 0.02
    # The blur moves eigenvalues by a few widths at most; the sampling error adds to that.
    blur, grid = 3 * estimated.resolution, estimated.grid
    low = np.interp(grid - blur, grid, exact.cumulative, left=0)
    high = np.interp(grid + blur, grid, exact.cumulative)
    outside = (estimated.cumulative + 2 * estimated.confidence < low - 1e-3) | (
        estimated.cumulative - 2 * estimated.confidence > high + 1e-3
    )
    assert outside.mean() < 0.02


def test_cutoffs_carry_their_uncertainty(both):
    exact, estimated = both
    for fraction in (0.1, 0.3, 0.5, 0.7):
        truth, _ = exact.cutoff_for_fraction(fraction)
        value, half_width = estimated.cutoff_for_fraction(fraction)
        assert abs(value - truth) <= 1.5 * half_width
        assert half_width < 0.05 * estimated.grid[-1]


def test_smoothing_is_the_same_for_both_methods(both):
    exact, estimated = both
    distance = np.abs(exact.density - estimated.density).mean()
    assert distance < 0.15 * exact.density.mean()


def test_moments_are_unbiased_traces(scattered):
    spectrum = full_spectrum(scattered, LaplacianConfig())
    from spgat.spectral.laplacian import laplacian, null_space

    null = null_space(scattered)
    exact = kpm.moments_of(spectrum.eigenvalues[41:], 2.0, 20)[0]
    drawn = kpm.stochastic_moments(laplacian(scattered), 2.0, 20, 400, KnownPairs(null))
    error = drawn.std(axis=0, ddof=1) / np.sqrt(400)
    assert drawn[:, 0] == pytest.approx(exact[0])
    assert (np.abs(drawn.mean(axis=0) - exact) <= 5 * error + 1e-3).all()


def test_the_same_seed_gives_the_same_estimate(scattered):
    first, second, other = (
        spectral_density(scattered, method="kpm", num_probes=4, seed=s) for s in (0, 0, 1)
    )
    np.testing.assert_array_equal(first.cumulative, second.cumulative)
    assert (first.cumulative != other.cumulative).any()


def test_large_graphs_are_estimated():
    ring = adjacency(nx.cycle_graph(20_000))
    density = spectral_density(ring, LaplacianConfig(self_loops=False), num_probes=8)
    assert density.method == "kpm"
    # λ = 1 − cos θ with θ even on the circle.
    for value in (0.2, 1.0, 1.7):
        found = np.interp(value, density.grid, density.cumulative)
        assert found == pytest.approx(np.arccos(1 - value) / np.pi, rel=0.02)


def test_a_large_graph_of_small_components_is_exact():
    nodes = np.arange(120_000)
    pairs = sp.csr_array((np.ones(len(nodes)), (nodes, nodes ^ 1)), shape=(len(nodes),) * 2)
    density = spectral_density(pairs, LaplacianConfig(self_loops=False))
    assert density.method == "exact"
    assert density.null_dimension == len(nodes) // 2
    assert density.cumulative[0] == density.cumulative[-2] == 0.5
    assert density.cutoff_for_fraction(0.5) == (pytest.approx(1), 0)


def test_a_graph_without_edges_is_all_atom():
    for method in ("exact", "kpm"):
        density = spectral_density(adjacency(nx.empty_graph(5)), method=method)
        assert density.cumulative[0] == 1
        assert density.cutoff_for_fraction(0.6)[0] == 0


def test_bad_fractions_and_cancelling(scattered):
    with pytest.raises(InputError, match=r"\[0, 1\], got 1.5"):
        spectral_density(scattered).cutoff_for_fraction(1.5)
    with pytest.raises(Cancelled):
        spectral_density(scattered, method="kpm", should_stop=lambda: True)


def test_counts_below_a_value_carry_their_uncertainty(both):
    exact, estimated = both
    for value in np.linspace(0.1, 0.9, 9) * exact.grid[-1]:
        truth, error = exact.count_below(value)
        assert (truth, error) == ((exact.eigenvalues < value).sum(), 0)
        count, half_width = estimated.count_below(value)
        assert abs(count - truth) <= 1.5 * half_width + 0.5
        assert half_width < 0.1 * exact.num_nodes
