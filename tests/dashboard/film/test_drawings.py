"""What the browser draws at each d is what the library computes there."""

import networkx as nx
import numpy as np
import pytest

from dashboard.film import drawings, packing
from dashboard.frequencies import shares
from dashboard.frequencies.graph_choice import LAPLACIANS
from spgat import datasets
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.reconstruction import (
    edge_shares,
    reconstruct_edges,
    sign_clusters,
    sweep_edges,
)
from spgat.words import percent

GRAPHS = ["barbell", "karate", "path", "sensor", "star", "florentine"]


def packed(graph, spectrum):
    sweep = sweep_edges(graph.adjacency, spectrum)
    return sweep, drawings.pack(
        sweep,
        np.random.default_rng(0).normal(size=(graph.num_nodes, 2)),
        graph.names,
        titles=[("low", "high")] * (graph.num_nodes + 1),
        alt="",
        key="num_low",
    )


@pytest.mark.parametrize("laplacian", LAPLACIANS)
@pytest.mark.parametrize("name", GRAPHS)
def test_every_d_is_drawn_as_the_library_has_it(name, laplacian):
    graph = datasets.load(name)
    spectrum = full_spectrum(graph.adjacency, LAPLACIANS[laplacian])
    sweep, content = packed(graph, spectrum)
    original, low, unit = drawings.unpack(content)
    assert unit < 1e-4 * np.abs(original).max()
    for num_low in range(graph.num_nodes + 1):
        bands = reconstruct_edges(graph.adjacency, spectrum, num_low)
        np.testing.assert_allclose(low[num_low], bands.low, rtol=0, atol=0.51 * unit)
        np.testing.assert_allclose(original - low[num_low], bands.high, atol=1.01 * unit)
        said = shares.caption(graph, spectrum, sweep, num_low)
        clusters = sign_clusters(spectrum) if graph.labels is None else graph.labels
        kept = edge_shares(bands, clusters)
        numbers = (bands.low_energy, kept.low_inside, kept.low_across)
        for text, number in zip(said.values, numbers, strict=False):
            assert text == percent(number, 0)


@pytest.fixture(scope="module")
def large():
    """As many nodes and edges as are drawn."""
    edges = np.array(nx.gnm_random_graph(1000, 6000, seed=0).edges)
    graph = Graph.build("large", 1000, edges)
    return graph, full_spectrum(graph.adjacency)


@pytest.mark.slow
def test_the_largest_graph_is_sent_in_less_than_two_megabytes(large):
    graph, spectrum = large
    sweep, content = packed(graph, spectrum)
    assert len(content) < 2e6
    original, low, unit = drawings.unpack(content)
    assert unit < 1 / 100
    np.testing.assert_allclose(low, sweep.low, rtol=0, atol=0.51 * unit)
    np.testing.assert_allclose(original, sweep.original, rtol=0, atol=0.51 * unit)


def test_weights_beyond_the_scale_of_colours_keep_their_sign():
    """The scale ends at three digits of the largest weight, which may be a little larger."""
    graph = datasets.load("barbell")
    spectrum = full_spectrum(graph.adjacency)
    sweep, content = packed(graph, spectrum)
    _, low, unit = drawings.unpack(content)
    assert sweep.low.max() > drawings.limit_of(sweep)
    assert low.max() == pytest.approx(sweep.low.max(), abs=unit)


def test_names_from_a_file_are_text_and_nothing_else():
    names = ["<img src=x onerror=alert(1)>", '"; drop', "Ω"]
    facts, arrays = packing.unpack(packing.pack({"names": names}, {"a": np.arange(3.0)}))
    assert facts["names"] == names
    assert arrays["a"].tolist() == [0, 1, 2]


def test_the_same_content_is_the_same_bytes():
    graph = datasets.load("karate")
    spectrum = full_spectrum(graph.adjacency)
    assert packed(graph, spectrum)[1] == packed(graph, spectrum)[1]
