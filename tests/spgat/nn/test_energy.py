import numpy as np
import pytest
import scipy.sparse as sp
import torch

from spgat import datasets
from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig
from spgat.nn.energy import energy_shares
from spgat.nn.features import SparseFeatures


@pytest.fixture(scope="module")
def bands():
    graph = datasets.load("karate")
    return build_bands(graph.adjacency, BandConfig(low_fractions=(0.3,)))


def test_shares_sum_to_one_and_follow_the_signal(bands):
    noise = torch.randn(bands.apply(torch.ones(34, 1)).shape[1], 200)
    low, high = bands.apply(noise)
    assert sum(energy_shares(bands, noise)) == pytest.approx(1)
    assert energy_shares(bands, low)[0] == pytest.approx(1, abs=1e-5)
    assert energy_shares(bands, high)[1] == pytest.approx(1, abs=1e-5)


def test_combinations_stand_for_all_features(bands):
    noise = torch.randn(34, 500, generator=torch.Generator().manual_seed(1))
    exact = bands.apply(noise).square().sum(dim=(1, 2))
    exact = exact / exact.sum()
    assert energy_shares(bands, noise)[0] == pytest.approx(float(exact[0]), abs=0.05)


def test_sparse_features_have_the_energy_of_dense_ones(bands):
    matrix = sp.random_array((34, 40), density=0.1, rng=np.random.default_rng(0))
    sparse = SparseFeatures.from_scipy(sp.csr_array(matrix), torch.device("cpu"))
    dense = torch.from_numpy(matrix.toarray().astype(np.float32))
    np.testing.assert_allclose(
        energy_shares(bands, sparse), energy_shares(bands, dense), rtol=1e-5
    )
