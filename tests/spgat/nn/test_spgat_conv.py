import networkx as nx
import numpy as np
import pytest
import torch
from torch_geometric.data import Data
from torch_geometric.nn import Sequential
from torch_geometric.utils import from_networkx

from spgat.bands.build import BandConfig, build_bands
from spgat.errors import InputError
from spgat.nn import SpGATConv
from spgat.spectral.laplacian import LaplacianConfig


@pytest.fixture
def data() -> Data:
    """Two cliques of ten: twenty nodes in two classes that features do not tell apart."""
    torch.manual_seed(0)
    edge_index = from_networkx(nx.barbell_graph(10, 0)).edge_index
    return Data(x=torch.randn(20, 6), edge_index=edge_index, y=torch.arange(20) // 10)


def test_it_describes_itself():
    assert (
        str(SpGATConv(6, 4))
        == "SpGATConv(6, 4, num_bands=2, pooling='max', bias=False, residual=False)"
    )


def test_attention_starts_even_and_sums_to_one():
    conv = SpGATConv(6, 4, num_bands=3)
    torch.testing.assert_close(conv.alpha(), torch.full((3,), 1 / 3))
    torch.nn.init.normal_(conv.band_scalars, std=5.0)
    assert conv.alpha().sum().item() == pytest.approx(1.0)
    assert (conv.alpha() > 0).all()


@pytest.mark.parametrize("pooling", ["max", "mean", "sum"])
@pytest.mark.parametrize("num_bands", [2, 3, 5])
def test_the_layer_is_the_papers_equation(data, pooling, num_bands):
    conv = SpGATConv(6, 4, num_bands=num_bands, pooling=pooling, bias=True)
    torch.nn.init.normal_(conv.band_scalars)
    torch.nn.init.normal_(conv.bias)
    bands = conv._bands_of(data.edge_index, data.x)
    weighed = conv.alpha()[:, None, None] * bands.apply(data.x @ conv.theta)
    pool = {"max": lambda b: b.amax(0), "mean": lambda b: b.mean(0), "sum": lambda b: b.sum(0)}
    expected = pool[pooling](weighed) + conv.bias
    torch.testing.assert_close(conv(data.x, data.edge_index), expected)
    torch.testing.assert_close(conv(data.x, bands), expected)


def test_the_edge_list_may_be_one_way_or_repeated(data):
    conv = SpGATConv(6, 4)
    expected = conv(data.x, data.edge_index)
    one_way = data.edge_index[:, data.edge_index[0] < data.edge_index[1]]
    for edge_index in (one_way, torch.cat([one_way, data.edge_index], dim=1)):
        again = SpGATConv(6, 4)
        again.load_state_dict(conv.state_dict())
        torch.testing.assert_close(again(data.x, edge_index), expected)


def test_a_cached_split_is_built_once(data, monkeypatch):
    built = []

    def counting(*args, **kwargs):
        built.append(args)
        return build_bands(*args, **kwargs)

    monkeypatch.setattr("spgat.nn.spgat_conv.build_bands", counting)
    for cached, expected in ((True, 1), (False, 2)):
        built.clear()
        conv = SpGATConv(6, 4, cached=cached)
        conv(data.x, data.edge_index)
        conv(data.x, data.edge_index)
        assert len(built) == expected


def test_another_graph_of_equal_size_has_bands_of_its_own(data):
    ring = from_networkx(nx.cycle_graph(20)).edge_index
    conv = SpGATConv(6, 4)
    first = conv(data.x, data.edge_index)
    second = conv(data.x, ring)
    assert not torch.allclose(first, second, atol=1e-3)
    torch.testing.assert_close(conv(data.x, data.edge_index), first)


def test_cached_bands_follow_the_layers_precision(data):
    conv = SpGATConv(6, 4, cached=True)
    single = conv(data.x, data.edge_index)
    double = conv.double()(data.x.double(), data.edge_index)
    assert double.dtype == torch.float64
    torch.testing.assert_close(double.float(), single)


def test_gradients_in_double_precision(data):
    conv = SpGATConv(3, 2, num_bands=3, pooling="max", bias=True).double()
    x = torch.randn(20, 3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(
        lambda x, theta, scalars: torch.func.functional_call(
            conv, {"theta": theta, "band_scalars": scalars}, (x, data.edge_index)
        ),
        (x, conv.theta, conv.band_scalars),
    )


def test_a_pyg_model_with_it_overfits_twenty_nodes(data):
    torch.manual_seed(1)
    model = Sequential(
        "x, edge_index",
        [
            (SpGATConv(6, 16, bias=True, cached=True), "x, edge_index -> x"),
            torch.nn.ReLU(inplace=True),
            (SpGATConv(16, 2, pooling="sum", bias=True, cached=True), "x, edge_index -> x"),
        ],
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for _ in range(100):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(data.x, data.edge_index), data.y)
        loss.backward()
        optimizer.step()
    assert loss < 0.01
    assert (model(data.x, data.edge_index).argmax(dim=1) == data.y).all()


def test_equivariance_of_the_layer(data):
    order = torch.from_numpy(np.random.default_rng(0).permutation(20))
    inverse = torch.argsort(order)
    bands = BandConfig(low_fractions=(0.1,))  # the two smooth vectors of the barbell
    conv = SpGATConv(6, 4, bands=bands)
    expected = conv(data.x, data.edge_index)[order]
    torch.testing.assert_close(
        conv(data.x[order], inverse[data.edge_index]), expected, atol=1e-5, rtol=1e-4
    )


def test_a_band_can_be_switched_off(data):
    conv = SpGATConv(6, 4, pooling="sum")
    low, high = (conv(data.x, data.edge_index, kept) for kept in torch.eye(2))
    torch.testing.assert_close(low + high, conv(data.x, data.edge_index))


def test_bands_and_split_must_agree():
    with pytest.raises(InputError, match="3 bands and its config 2"):
        SpGATConv(6, 4, num_bands=3, bands=BandConfig())
    with pytest.raises(InputError, match="at least 2"):
        SpGATConv(6, 4, num_bands=1)


def test_an_isolated_node_keeps_its_finite_output():
    """A degree of 0 in a denominator gives NaN."""
    x = torch.randn(4, 3)
    edge_index = torch.tensor([[0, 1], [1, 2]])  # node 3 has no edge
    for loops in (True, False):
        config = BandConfig(laplacian=LaplacianConfig(self_loops=loops))
        assert SpGATConv(3, 2, bands=config)(x, edge_index).isfinite().all()
