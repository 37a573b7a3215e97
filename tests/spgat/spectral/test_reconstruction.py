import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from spgat.datasets.toy import barbell
from spgat.errors import InputError
from spgat.spectral import reconstruction
from spgat.spectral.eigen import full_spectrum, lowest_eigenpairs
from spgat.spectral.laplacian import LaplacianConfig, normalized_adjacency, with_self_loops
from spgat.spectral.signals import cut_signal

CONFIGS = [
    LaplacianConfig(),
    LaplacianConfig(self_loops=False),
    LaplacianConfig(self_loops=False, isolated=1),
    LaplacianConfig(kind="combinatorial", self_loops=False),
]


@pytest.fixture(scope="module")
def weighted():
    graph = nx.disjoint_union(nx.karate_club_graph(), nx.empty_graph(2))
    return sp.csr_array(nx.to_scipy_sparse_array(graph, dtype=np.float64))


@pytest.mark.parametrize("config", CONFIGS)
@pytest.mark.parametrize("num_low", [0, 1, 9, 36])
def test_low_and_high_part_add_up_to_the_edge_weights(weighted, config, num_low):
    spectrum = full_spectrum(weighted, config)
    bands = reconstruction.reconstruct_adjacency(weighted, spectrum, num_low)
    original = with_self_loops(weighted) if config.self_loops else weighted
    assert np.allclose(bands.original, original.toarray())
    assert np.allclose(bands.low + bands.high, bands.original, atol=1e-13)
    assert np.array_equal(bands.low, bands.low.T)
    if num_low == 0:
        assert np.array_equal(bands.low, np.zeros_like(bands.low))
    if num_low == 36:
        assert np.allclose(bands.high, 0, atol=1e-12)


@pytest.mark.parametrize("config", CONFIGS)
def test_a_sweep_has_every_d(weighted, config):
    spectrum = full_spectrum(weighted, config)
    sweep = reconstruction.sweep_edges(weighted, spectrum)
    for num_low in range(spectrum.num_nodes + 1):
        bands, one = (
            sweep.at(num_low),
            reconstruction.reconstruct_edges(weighted, spectrum, num_low),
        )
        np.testing.assert_array_equal(bands.edges, one.edges)
        for part in ("original", "low", "high", "low_energy"):
            np.testing.assert_allclose(getattr(bands, part), getattr(one, part), atol=1e-12)


def test_a_sweep_needs_every_frequency(weighted):
    with pytest.raises(InputError):
        reconstruction.sweep_edges(weighted, lowest_eigenpairs(weighted, 5))


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 14), st.floats(0, 1), st.sampled_from(CONFIGS))
def test_low_and_high_part_of_any_graph_and_signal_add_up(seed, num_nodes, density, config):
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.uniform(0.1, 5, (num_nodes, num_nodes)), 1)
    upper[rng.random(upper.shape) > density] = 0
    adjacency = sp.csr_array(upper + upper.T)
    num_low = int(rng.integers(0, num_nodes + 1))
    spectrum = full_spectrum(adjacency, config)
    edges = reconstruction.reconstruct_adjacency(adjacency, spectrum, num_low)
    assert np.allclose(edges.low + edges.high, edges.original, atol=1e-9)
    x = rng.standard_normal(num_nodes)
    parts = cut_signal(spectrum, x, num_low)
    assert np.allclose(parts.low + parts.high, x)
    assert parts.low @ parts.high == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("config", CONFIGS)
def test_the_edges_are_entries_of_the_matrices(weighted, config):
    spectrum = lowest_eigenpairs(weighted, 7, config)
    edges = reconstruction.reconstruct_edges(weighted, spectrum, 7)
    full = reconstruction.reconstruct_adjacency(weighted, spectrum, 7)
    rows, columns = edges.edges.T
    assert np.all(rows < columns)
    assert len(rows) == weighted.nnz // 2
    for part in ("original", "low", "high"):
        assert np.allclose(getattr(edges, part), getattr(full, part)[rows, columns])


def test_the_normalized_low_part_is_the_low_spectrum_of_the_shift(weighted):
    spectrum = full_spectrum(weighted)
    values, vectors = spectrum.eigenvalues[:5], spectrum.eigenvectors[:, :5]
    low = (vectors * (1 - values)) @ vectors.T
    roots = np.sqrt(with_self_loops(weighted).sum(axis=1))
    bands = reconstruction.reconstruct_adjacency(weighted, spectrum, 5)
    assert np.allclose(bands.low, low * np.outer(roots, roots))
    edges = reconstruction.reconstruct_edges(weighted, spectrum, 5)
    shift = normalized_adjacency(weighted).toarray()
    assert edges.low_energy == pytest.approx((low**2).sum() / (shift**2).sum())
    assert reconstruction.reconstruct_edges(weighted, spectrum, 36).low_energy == (
        pytest.approx(1)
    )


@pytest.mark.parametrize("config", CONFIGS)
def test_the_barbell_keeps_its_bells_in_the_low_and_its_bridge_in_the_high_part(config):
    graph = barbell()
    spectrum = full_spectrum(graph.adjacency, config)
    bands = reconstruction.reconstruct_edges(graph.adjacency, spectrum, 2)
    shares = reconstruction.edge_shares(bands, graph.labels)
    assert (shares.num_inside, shares.num_across) == (90, 3)
    assert shares.low_inside > 0.85
    assert shares.low_across < 0.3


def test_shares_without_such_edges_are_undefined():
    graph = barbell()
    bands = reconstruction.reconstruct_edges(graph.adjacency, full_spectrum(graph.adjacency), 2)
    together = reconstruction.edge_shares(bands, np.zeros(graph.num_nodes, dtype=np.int64))
    assert together.low_across is None
    unknown = reconstruction.edge_shares(bands, np.full(graph.num_nodes, -1))
    assert unknown.low_inside is None
    assert unknown.num_across == 93


def test_the_sign_of_the_first_varying_eigenvector_finds_the_bells():
    graph = barbell()
    clusters = reconstruction.sign_clusters(full_spectrum(graph.adjacency))
    known = graph.labels >= 0
    agreement = np.mean(clusters[known] == graph.labels[known])
    assert agreement in (0, 1)


def test_a_graph_too_large_for_matrices_is_refused_with_the_alternative(monkeypatch, weighted):
    monkeypatch.setattr(reconstruction, "_MAX_NODES", 30)
    spectrum = lowest_eigenpairs(weighted, 3)
    with pytest.raises(InputError, match=r"36 nodes take .* rebuild only the edges"):
        reconstruction.reconstruct_adjacency(weighted, spectrum, 3)
