"""Laws of bands on any graph, however its spectrum is cut."""

import numpy as np
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from spgat.bands.build import BandConfig, build_bands
from spgat.graph import Graph
from spgat.spectral.laplacian import LaplacianConfig, laplacian


@st.composite
def graphs(draw) -> Graph:
    """Up to twelve nodes, any edges and weights: loose parts, isolated nodes, none at all."""
    num_nodes = draw(st.integers(2, 12))
    node = st.integers(0, num_nodes - 1)
    pairs = draw(st.sets(st.tuples(node, node).filter(lambda p: p[0] < p[1]), max_size=30))
    weights = draw(st.lists(st.floats(0.1, 10), min_size=len(pairs), max_size=len(pairs)))
    return Graph.build("drawn", num_nodes, sorted(pairs), weights)


@st.composite
def band_configs(draw) -> BandConfig:
    """Fourier or wavelet bands by frequency, or columns of a matrix-free or sparse basis."""
    cut_by = draw(st.sampled_from(["frequency", "column"]))
    basis = "wavelet" if cut_by == "column" else draw(st.sampled_from(["fourier", "wavelet"]))
    # Wavelets of a band of frequencies are sparsified band by band: they have no common whole.
    dense_only = (cut_by, basis) == ("frequency", "wavelet")
    return BandConfig(
        cut_by=cut_by,
        basis=basis,
        low_fractions=tuple(sorted(draw(st.lists(st.floats(0, 1), min_size=1, max_size=3)))),
        scale=draw(st.floats(0.2, 2)),
        sparsification="none" if dense_only else draw(st.sampled_from(["none", "magnitude"])),
        threshold=0.01,
        laplacian=LaplacianConfig(self_loops=draw(st.booleans())),
    )


def signals_on(graph: Graph) -> torch.Tensor:
    return torch.from_numpy(np.random.default_rng(0).standard_normal((graph.num_nodes, 3)))


@settings(max_examples=40, deadline=None)
@given(graphs(), band_configs())
def test_the_bands_sum_to_the_whole(graph, config):
    bands = build_bands(graph.adjacency, config, dtype=np.float64)
    x = signals_on(graph)
    # One band of everything, by the same operators, is what the bands must sum to.
    whole = build_bands(
        graph.adjacency,
        BandConfig.from_dict({**config.to_dict(), "low_fractions": [1.0]}),
        dtype=np.float64,
    )
    expected = whole.apply(x).sum(dim=0)
    torch.testing.assert_close(bands.apply(x).sum(dim=0), expected, rtol=1e-7, atol=1e-9)


@settings(max_examples=40, deadline=None)
@given(graphs(), band_configs(), st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_pooling_by_sum_is_the_alpha_weighted_sum(graph, config, drawn):
    bands = build_bands(graph.adjacency, config, dtype=np.float64)
    alpha, x = torch.tensor(drawn[: config.num_bands], dtype=torch.float64), signals_on(graph)
    expected = torch.einsum("b,bnk->nk", alpha, bands.apply(x))
    torch.testing.assert_close(bands.pool(x, alpha, "sum"), expected, rtol=1e-7, atol=1e-9)


@settings(max_examples=40, deadline=None)
@given(graphs(), st.floats(0, 1), st.data())
def test_any_order_of_the_nodes_gives_the_same_frequency_bands(graph, low_fraction, data):
    order = np.array(data.draw(st.permutations(range(graph.num_nodes))))
    config = BandConfig(low_fractions=(low_fraction,))
    values = np.linalg.eigvalsh(laplacian(graph.adjacency, config.laplacian).toarray())
    (num_low,) = config.num_low(graph.num_nodes, 0)
    # Of equal eigenvalues on both sides of a cut the solver chooses which vectors are low.
    assume(num_low in (0, graph.num_nodes) or values[num_low] - values[num_low - 1] > 1e-3)
    x = signals_on(graph)
    plain = build_bands(graph.adjacency, config, dtype=np.float64).apply(x)
    permuted = graph.adjacency[order][:, order]
    again = build_bands(permuted, config, dtype=np.float64).apply(x[order])
    torch.testing.assert_close(again, plain[:, order], rtol=1e-7, atol=1e-9)
