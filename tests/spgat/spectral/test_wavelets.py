import networkx as nx
import numba
import numpy as np
import pytest
import scipy.sparse as sp
import scipy.sparse.linalg
from hypothesis import given, settings
from hypothesis import strategies as st

from spgat.datasets.lookup import load
from spgat.errors import Cancelled, InputError
from spgat.spectral import column_expansion
from spgat.spectral.cache import DiskCache
from spgat.spectral.laplacian import DEFAULT, LaplacianConfig, laplacian
from spgat.spectral.power_series import heat
from spgat.spectral.wavelets import heat_wavelets

CONFIGS = [
    LaplacianConfig(),
    LaplacianConfig(self_loops=False, isolated=0),
    LaplacianConfig(self_loops=False, isolated=1),
]


def _adjacency(graph):
    return sp.csr_array(nx.to_scipy_sparse_array(graph, dtype=np.float64))


def _weighted(seed):
    graph = nx.gnm_random_graph(40, 90, seed=seed)
    rng = np.random.default_rng(seed)
    for _, _, data in graph.edges(data=True):
        data["weight"] = rng.lognormal()
    return graph


GRAPHS = {
    "single": nx.empty_graph(1),
    "no edges": nx.empty_graph(4),
    "star": nx.star_graph(12),
    "complete": nx.complete_graph(9),
    "bipartite": nx.complete_bipartite_graph(4, 7),
    "ring": nx.cycle_graph(16),
    "barbell": nx.barbell_graph(6, 3),
    "disconnected": nx.disjoint_union_all(
        [nx.path_graph(5), nx.empty_graph(3), nx.star_graph(6), nx.karate_club_graph()]
    ),
    "weighted": _weighted(0),
}


def _exact(adjacency, scale, config, inverse="exact"):
    eigenvalues, eigenvectors = np.linalg.eigh(laplacian(adjacency, config).toarray())
    forward = np.exp(-scale * eigenvalues)
    other = np.exp(scale * eigenvalues) if inverse == "exact" else np.exp(scale * forward)
    return [(eigenvectors * values) @ eigenvectors.T for values in (forward, other)]


def _check(wavelets, exact, threshold):
    """The certificate holds, large entries are all there, and stored ones are accurate."""
    bounds = wavelets.error_bound_forward, wavelets.error_bound_inverse
    for matrix, expected, bound in zip(
        (wavelets.forward, wavelets.inverse), exact, bounds, strict=True
    ):
        stored = matrix.toarray()
        rounding = 1e-13 * np.abs(expected).max()  # of the reference
        assert bound <= threshold
        assert np.abs(stored - expected).max() <= bound + rounding
        kept = stored != 0
        assert np.all(kept[np.abs(expected) >= threshold + rounding])
        assert np.all(np.abs(stored - expected)[kept] <= threshold / 10)
        assert np.array_equal(stored, stored.T)
        assert matrix.has_canonical_format
        assert matrix.nnz == kept.sum()


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("config", CONFIGS, ids=["loops", "isolated 0", "isolated 1"])
@pytest.mark.parametrize("scale", [0.5, 1, 2, 5])
def test_both_wavelets_equal_the_dense_ones_within_their_certificate(name, config, scale):
    adjacency = _adjacency(GRAPHS[name])
    exact = _exact(adjacency, scale, config)
    for threshold in (1e-2, 1e-6):
        _check(heat_wavelets(adjacency, scale, threshold, config), exact, threshold)


@settings(deadline=None, max_examples=40)
@given(
    st.integers(1, 60),
    st.floats(0, 4),
    st.floats(0.05, 4),
    st.floats(1e-6, 0.2),
    st.sampled_from(CONFIGS),
    st.integers(0, 2**32 - 1),
)
def test_the_certificate_holds_on_random_graphs(size, degree, scale, threshold, config, seed):
    rng = np.random.default_rng(seed)
    upper = sp.triu(sp.random_array((size, size), density=min(1, degree / size), rng=rng), 1)
    adjacency = sp.csr_array(upper + upper.T)
    wavelets = heat_wavelets(adjacency, scale, threshold, config)
    _check(wavelets, _exact(adjacency, scale, config), threshold)


@pytest.mark.parametrize("name", GRAPHS)
def test_the_product_of_the_pair_is_the_identity_within_the_bounds(name):
    adjacency = _adjacency(GRAPHS[name])
    num_nodes = adjacency.shape[0]
    wavelets = heat_wavelets(adjacency, 1.0, 1e-5)
    # |ΨΨ⁻¹ − I| ≤ ‖Ψ‖ ε' + ε ‖Ψ⁻¹‖ + ε ε', in the norm of the largest row sum.
    forward, inverse = (abs(m).sum(axis=1).max() for m in (wavelets.forward, wavelets.inverse))
    allowed = wavelets.error_bound_inverse * forward + wavelets.error_bound_forward * (
        inverse + num_nodes * wavelets.error_bound_inverse
    )
    product = (wavelets.forward @ wavelets.inverse).toarray()
    assert np.abs(product - np.eye(num_nodes)).max() <= allowed + 1e-12


@pytest.mark.parametrize("scale", [0.5, 1, 2])
@pytest.mark.parametrize("name", GRAPHS)
def test_the_published_codes_inverse(name, scale):
    adjacency = _adjacency(GRAPHS[name])
    config = LaplacianConfig(self_loops=False, isolated=1)
    wavelets = heat_wavelets(adjacency, scale, 1e-4, config, inverse="reference-code")
    _check(wavelets, _exact(adjacency, scale, config, "reference-code"), 1e-4)


def test_the_published_codes_inverse_at_a_large_degree():
    """Where e^{−sc}, the first coefficient's exponent, is tiny."""
    adjacency = _adjacency(nx.star_graph(90))
    config = LaplacianConfig(kind="combinatorial")
    wavelets = heat_wavelets(adjacency, 1.0, 1e-4, config, inverse="reference-code")
    _check(wavelets, _exact(adjacency, 1.0, config, "reference-code"), 1e-4)


def test_the_positive_rule_drops_negative_entries_and_says_how_large_they_were():
    adjacency = _adjacency(GRAPHS["barbell"])
    wavelets = heat_wavelets(adjacency, 1.0, 1e-4, rule="positive")
    exact = _exact(adjacency, 1.0, LaplacianConfig())[1]
    assert wavelets.inverse.data.min() > 0
    assert np.all(wavelets.inverse.toarray()[exact >= 1e-4] > 0)
    assert wavelets.error_bound_inverse == pytest.approx(-exact.min(), abs=2e-5)


@pytest.mark.parametrize("name", ["ring", "star", "barbell", "disconnected", "no edges"])
def test_the_combinatorial_laplacian_works_as_long_as_double_precision_does(name):
    adjacency = _adjacency(GRAPHS[name])
    config = LaplacianConfig(kind="combinatorial")
    _check(heat_wavelets(adjacency, 0.1, 1e-4, config), _exact(adjacency, 0.1, config), 1e-4)
    if name != "no edges":
        with pytest.raises(InputError, match=r"double precision.*lower the scale"):
            heat_wavelets(adjacency, 30.0, 1e-4, config)


def test_dense_blocks_take_over_where_the_series_would_lose_its_digits():
    adjacency = _adjacency(nx.star_graph(24))
    config = LaplacianConfig(kind="combinatorial")
    wavelets = heat_wavelets(adjacency, 0.6, 1e-3, config)
    assert wavelets.method == "dense blocks"
    _check(wavelets, _exact(adjacency, 0.6, config), 1e-3)


def test_real_data_and_any_number_of_threads(mirror):
    adjacency = load("cora").adjacency
    wavelets = heat_wavelets(adjacency, 1.0, 1e-4)
    columns = np.arange(0, adjacency.shape[0], 100)
    generator = laplacian(adjacency, LaplacianConfig())
    deltas = np.eye(adjacency.shape[0])[:, columns]
    for matrix, sign in ((wavelets.forward, -1), (wavelets.inverse, 1)):
        exact = scipy.sparse.linalg.expm_multiply(sign * generator, deltas, traceA=0)
        stored = matrix[:, columns].toarray()
        assert np.abs(stored - exact).max() <= 1e-4
        assert np.all(stored[np.abs(exact) >= 1e-4] != 0)
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    single = heat_wavelets(adjacency, 1.0, 1e-4)
    numba.set_num_threads(threads)
    for matrix, same in (
        (wavelets.forward, single.forward),
        (wavelets.inverse, single.inverse),
    ):
        assert np.array_equal(matrix.data, same.data)
        assert np.array_equal(matrix.indices, same.indices)


def test_a_permutation_of_the_nodes_permutes_the_wavelets():
    adjacency = _adjacency(GRAPHS["disconnected"])
    order = np.random.default_rng(0).permutation(adjacency.shape[0])
    shuffled = sp.csr_array(adjacency[order][:, order])
    plain = heat_wavelets(adjacency, 1.0, 1e-3).inverse.toarray()
    assert np.allclose(
        heat_wavelets(shuffled, 1.0, 1e-3).inverse.toarray(), plain[order][:, order], atol=1e-4
    )


def test_a_sample_tells_the_number_of_entries_beforehand():
    adjacency = _adjacency(nx.barabasi_albert_graph(3000, 3, seed=0))
    wavelets = heat_wavelets(adjacency, 1.0, 1e-3)
    functions = (heat(1.0), heat(1.0, 1))
    plan = column_expansion.plan_expansion(adjacency, functions, 1e-3, DEFAULT, "magnitude")
    for sampled, matrix in zip(plan.entries, (wavelets.forward, wavelets.inverse), strict=True):
        assert 0.7 < sampled / matrix.nnz < 1.4


def test_a_cache_gives_the_same_again(tmp_path):
    adjacency = _adjacency(GRAPHS["barbell"])
    cache = DiskCache(tmp_path)
    first = heat_wavelets(adjacency, 1.0, 1e-3, cache=cache)
    untouched = heat_wavelets(adjacency, 1.0, 1e-3, cache=cache, should_stop=lambda: True)
    for name in ("forward", "inverse"):
        assert (getattr(first, name) != getattr(untouched, name)).nnz == 0
    assert untouched.error_bound_inverse == first.error_bound_inverse
    assert untouched.method == first.method
    with pytest.raises(Cancelled):  # other parameters are another result
        heat_wavelets(adjacency, 1.5, 1e-3, cache=cache, should_stop=lambda: True)


def test_bad_arguments_are_named(monkeypatch):
    adjacency = _adjacency(GRAPHS["star"])
    with pytest.raises(InputError, match="scale of a wavelet is 0"):
        heat_wavelets(adjacency, 0.0, 1e-4)
    with pytest.raises(InputError, match="threshold is 0"):
        heat_wavelets(adjacency, 1.0, 0.0)
    with pytest.raises(InputError, match="double precision"):
        heat_wavelets(adjacency, 1.0, 1e-15)
    with pytest.raises(InputError, match="double precision"):
        heat_wavelets(adjacency, 40.0, 1e-4, rule="positive", inverse="reference-code")
    for scale in (900.0, 1e9, np.inf, np.nan):
        with pytest.raises(InputError, match=r"scale of a wavelet is .* at most 50"):
            heat_wavelets(adjacency, scale, 1e-4)
    monkeypatch.setattr(column_expansion, "_MAX_ENTRIES", 100)
    with pytest.raises(InputError, match="raise the threshold"):
        heat_wavelets(adjacency, 1.0, 1e-4)


def test_a_stop_is_heeded_between_chunks():
    adjacency = _adjacency(nx.barabasi_albert_graph(2000, 3, seed=0))
    seen = []
    with pytest.raises(Cancelled):
        heat_wavelets(
            adjacency,
            1.0,
            1e-4,
            progress=lambda fraction, _: seen.append(fraction),
            should_stop=lambda: len(seen) == 3,
        )
    assert len(seen) == 3
    heat_wavelets(adjacency, 1.0, 1e-2, progress=lambda fraction, _: seen.append(fraction))
    assert seen[3:] == sorted(seen[3:])
    assert seen[-1] == 1.0
