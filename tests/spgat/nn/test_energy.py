import numpy as np
import pytest
import scipy.sparse as sp
import torch

from spgat import datasets
from spgat.nn.energy import energy_shares
from spgat.nn.features import SparseFeatures
from spgat.spectral.split import build_split
from spgat.spectral.split_config import SplitConfig


@pytest.fixture(scope="module")
def split():
    graph = datasets.load("karate")
    return build_split(graph.adjacency, SplitConfig(fractions=(0.3,)))


def test_shares_sum_to_one_and_follow_the_signal(split):
    noise = torch.randn(split.apply(torch.ones(34, 1)).shape[1], 200)
    low, high = split.apply(noise)
    assert sum(energy_shares(split, noise)) == pytest.approx(1)
    assert energy_shares(split, low)[0] == pytest.approx(1, abs=1e-5)
    assert energy_shares(split, high)[1] == pytest.approx(1, abs=1e-5)


def test_combinations_stand_for_all_features(split):
    noise = torch.randn(34, 500, generator=torch.Generator().manual_seed(1))
    exact = split.apply(noise).square().sum(dim=(1, 2))
    exact = exact / exact.sum()
    assert energy_shares(split, noise)[0] == pytest.approx(float(exact[0]), abs=0.05)


def test_sparse_features_have_the_energy_of_dense_ones(split):
    matrix = sp.random_array((34, 40), density=0.1, rng=np.random.default_rng(0))
    sparse = SparseFeatures.from_scipy(sp.csr_array(matrix), torch.device("cpu"))
    dense = torch.from_numpy(matrix.toarray().astype(np.float32))
    np.testing.assert_allclose(
        energy_shares(split, sparse), energy_shares(split, dense), rtol=1e-5
    )
