from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
import torch

from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig
from spgat.chunks.rows import bands_of_rows, nodes_within

FRACTIONS = (0.1, 0.4)


def grid(width=12):
    return sp.csr_array(nx.to_scipy_sparse_array(nx.grid_2d_graph(width, width), dtype=float))


def bands_of(adjacency, order, response="projector"):
    config = BandConfig(
        low_fractions=FRACTIONS, method="polynomial", step_order=order, response=response
    )
    return build_bands(adjacency, config)


def parts_of(bands, x, borders):
    found = [
        bands_of_rows(bands.laplacian.matrix, x, bands.coefficients.numpy(), bands.upper, *ends)
        for ends in pairwise(borders)
    ]
    return np.concatenate(found, axis=1)


@pytest.mark.parametrize("response", ["projector", "heat"])
@pytest.mark.parametrize("borders", [(0, 144), (0, 1, 70, 143, 144), tuple(range(0, 145, 16))])
def test_parts_with_their_halo_make_the_whole(borders, response):
    adjacency = grid()
    x = np.random.default_rng(0).standard_normal((144, 5)).astype(np.float32)
    bands = bands_of(adjacency, 6, response)
    whole = bands.apply(torch.from_numpy(x)).numpy()
    np.testing.assert_allclose(parts_of(bands, x, borders), whole, rtol=0, atol=5e-6)


def test_a_part_reads_its_halo_alone():
    """Elsewhere the signal may hold anything, NaN too."""
    adjacency = grid()
    x = np.ones((144, 1), dtype=np.float32)
    bands = bands_of(adjacency, 3)
    degree = bands.coefficients.shape[1] - 1
    near = nodes_within(adjacency, 0, 5, degree)
    assert len(near) < 144
    whole = parts_of(bands, x, (0, 144))
    x[np.setdiff1d(np.arange(144), near)] = np.nan
    np.testing.assert_allclose(parts_of(bands, x, (0, 5)), whole[:, :5], rtol=0, atol=5e-6)


def test_the_bands_of_a_constant_are_its_low_band_on_a_regular_graph():
    adjacency = sp.csr_array(nx.to_scipy_sparse_array(nx.cycle_graph(60), dtype=float))
    bands = bands_of(adjacency, 40)
    found = parts_of(bands, np.ones((60, 1), dtype=np.float32), (0, 60))
    np.testing.assert_allclose(found.sum(axis=0), 1, atol=1e-5)
    assert (found[0] > 0.9).all()


@pytest.mark.parametrize("hops", [0, 1, 4, 50])
def test_the_halo_is_what_so_many_steps_reach(hops):
    graph = nx.disjoint_union(nx.path_graph(20), nx.cycle_graph(30))
    adjacency = sp.csr_array(nx.to_scipy_sparse_array(graph, dtype=float))
    reached = set()
    for node in range(5, 8):
        reached |= set(nx.single_source_shortest_path_length(graph, node, cutoff=hops))
    assert nodes_within(adjacency, 5, 8, hops).tolist() == sorted(reached)
