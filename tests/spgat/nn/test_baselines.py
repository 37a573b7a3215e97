from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
import torch
from torch_geometric import nn as pyg

from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.graph import Graph, NodeSplit
from spgat.models import BASELINES
from spgat.nn.baselines.coarsen import coarsen, fuse
from spgat.nn.baselines.walks import random_walks
from spgat.nn.build import build_model
from spgat.nn.features import SparseFeatures, scaled_rows
from spgat.nn.model import Preparation
from spgat.published import published
from spgat.spectral.laplacian import normalized_adjacency
from spgat.training import fit

NUM_NODES, NUM_FEATURES, NUM_CLASSES = 40, 30, 3

#: Small settings for the methods that embed before they classify.
SMALL = {
    "gcnii": {"layers": 3},
    "deepwalk": {"num_walks": 2, "walk_length": 5},
    "dgi": {"infomax_epochs": 3},
    "graphzoom": {"infomax_epochs": 3, "num_neighbors": 3},
    "planetoid": {"label_steps": 3},
    "planetoid-i": {"label_steps": 3},
}


@pytest.fixture(scope="module")
def graph() -> Graph:
    """A random graph with an isolated node and sparse features."""
    rng = np.random.default_rng(0)
    edges = rng.integers(0, NUM_NODES - 1, (90, 2))
    labels = np.arange(NUM_NODES) % NUM_CLASSES
    masks = [np.arange(NUM_NODES) // 14 == part for part in range(3)]
    return Graph.build(
        "random",
        NUM_NODES,
        edges,
        features=sp.random_array((NUM_NODES, NUM_FEATURES), density=0.2, rng=rng),
        labels=labels,
        splits=[NodeSplit(*masks)],
    )


def test_an_option_that_a_model_does_not_have_is_named():
    config = TrainConfig(model="gat", options=(("head", 8),))
    with pytest.raises(
        InputError, match=r"'gat' has no option 'head'; it has .*heads, out_heads"
    ):
        build_model(config, NUM_FEATURES, NUM_CLASSES)
    with pytest.raises(InputError, match="'spgat' has no option 'heads'; it has none"):
        build_model(TrainConfig(options=(("heads", 8),)), NUM_FEATURES, NUM_CLASSES)


def prepared(graph: Graph, model: str, **changes):
    """A model in evaluation mode, its inputs, and dense features with both edge directions."""
    config = replace(published(model, "cora"), hidden=16, normalize_features="none", **changes)
    torch.manual_seed(0)
    network = build_model(config, NUM_FEATURES, NUM_CLASSES).eval()
    inputs = network.prepare(Preparation(graph, train=graph.splits[0].train))
    assert isinstance(inputs.features, SparseFeatures)
    edges = torch.from_numpy(np.stack(graph.adjacency.tocoo().coords).astype(np.int64))
    return network, inputs, inputs.features.to_dense(), edges


def assert_same(network, inputs, logits):
    with torch.no_grad():
        torch.testing.assert_close(network(inputs).logits, logits, rtol=1e-4, atol=1e-5)


def test_gcn_is_pyg_gcn(graph):
    network, inputs, x, edges = prepared(graph, "gcn")
    first = pyg.GCNConv(NUM_FEATURES, 16)
    first.lin.weight.data = network.linear.weight.data.T
    second = pyg.GCNConv(16, NUM_CLASSES)
    second.load_state_dict(network.second.state_dict())
    assert_same(network, inputs, second(first(x, edges).relu(), edges))


def test_gat_is_pyg_gat(graph):
    network, inputs, x, edges = prepared(graph, "gat")
    first = pyg.GATConv(NUM_FEATURES, 2, heads=8)
    first.load_state_dict(
        network.first.state_dict() | {"lin.weight": network.linear.weight.data.T}
    )
    second = pyg.GATConv(16, NUM_CLASSES, concat=False)
    second.load_state_dict(network.second.state_dict())
    assert_same(network, inputs, second(torch.nn.functional.elu(first(x, edges)), edges))


@pytest.mark.parametrize("order", [0, 1, 2, 4])
def test_chebynet_is_pyg_cheb(graph, order):
    network, inputs, x, edges = prepared(graph, "chebynet", options=(("order", order),))
    first = pyg.ChebConv(NUM_FEATURES, 16, order + 1)
    second = pyg.ChebConv(16, NUM_CLASSES, order + 1)
    for k in range(order + 1):
        first.lins[k].weight.data = network.first.weight.data[:, 16 * k : 16 * (k + 1)].T
        rows = slice(NUM_CLASSES * k, NUM_CLASSES * (k + 1))
        second.lins[k].weight.data = network.second.weight.data[rows]
    assert_same(network, inputs, second(first(x, edges).relu(), edges))


def test_arma_is_pyg_arma(graph):
    network, inputs, x, edges = prepared(graph, "arma")
    elu = torch.nn.ELU()
    first = pyg.ARMAConv(NUM_FEATURES, 16, num_stacks=2, act=elu)
    for stack in range(2):
        columns = slice(16 * stack, 16 * (stack + 1))
        first.init_weight.data[stack] = network.first.weight.data[:, columns]
        first.root_weight.data[0, stack] = network.skip.weight.data[:, columns]
    second = pyg.ARMAConv(16, NUM_CLASSES, act=None)
    second.init_weight.data[0] = network.second.weight.data.T
    second.root_weight.data[0, 0] = network.second_skip.weight.data.T
    assert_same(network, inputs, second(elu(first(x, edges)), edges))


@pytest.mark.parametrize(("batch_norm", "rate"), [(False, 0.5), (True, 0.5), (False, 0.0)])
def test_grand_is_an_mlp_of_the_mean_of_propagations(graph, batch_norm, rate):
    options = (("batch_norm", batch_norm), ("steps", 3))
    config = replace(published("grand", "cora"), hidden=16, dropout=rate, options=options)
    network = build_model(config, NUM_FEATURES, NUM_CLASSES).eval()
    inputs = network.prepare(Preparation(graph))
    step = torch.from_numpy(normalized_adjacency(graph.adjacency).toarray()).float()
    power, total = torch.from_numpy(scaled_rows(graph.features).toarray()).float(), 0
    for _ in range(4):
        total, power = total + power / 4, step @ power
    hidden = network.first(network.norms[0](total)).relu()
    assert_same(network, inputs, network.second(network.norms[1](hidden)))


def test_grand_drops_nodes_before_it_propagates(graph):
    config = replace(published("grand", "cora"), hidden=16, dropout=0.0, hidden_dropout=0.0)
    config = replace(config, node_dropout=0.95)
    torch.manual_seed(0)
    network = build_model(config, NUM_FEATURES, NUM_CLASSES)
    inputs = network.prepare(Preparation(graph))
    with torch.no_grad():
        views = network.views(inputs, 2)
        blank = network.second(network.first.bias.relu())
    assert not torch.equal(*views)
    # With hardly a node left most nodes hear of none, and say what no features say.
    silent = torch.isclose(views, blank, atol=1e-5).all(dim=2).float().mean().item()
    assert 0.3 < silent < 1


def test_sgc_is_pyg_sgc(graph):
    network, inputs, x, edges = prepared(graph, "sgc")
    conv = pyg.SGConv(NUM_FEATURES, NUM_CLASSES, K=2)
    conv.lin.weight.data = network.linear.weight.data.T
    torch.nn.init.zeros_(conv.lin.bias)
    assert_same(network, inputs, conv(x, edges))


@pytest.mark.parametrize(
    ("model", "conv", "neighbours", "itself"),
    [
        ("graphsage", pyg.SAGEConv, "lin_l", "lin_r"),
        ("high-order", pyg.GraphConv, "lin_rel", "lin_root"),
    ],
)
def test_neighbour_sums_are_pygs(graph, model, conv, neighbours, itself):
    network, inputs, x, edges = prepared(graph, model)
    first, second = conv(NUM_FEATURES, 16), conv(16, NUM_CLASSES)
    getattr(first, neighbours).weight.data = network.neighbours.weight.data.T
    torch.nn.init.zeros_(getattr(first, neighbours).bias)
    getattr(first, itself).weight.data = network.itself.weight.data.T
    second.load_state_dict(network.second.state_dict())
    assert_same(network, inputs, second(first(x, edges).relu(), edges))


def test_graphsage_takes_the_mean_whatever_the_weights(graph):
    weighted = Graph.from_adjacency(
        "weighted", graph.adjacency * 3, features=graph.features, splits=graph.splits
    )
    network, inputs, _, _ = prepared(graph, "graphsage")
    same = network.prepare(Preparation(weighted))
    with torch.no_grad():
        torch.testing.assert_close(network(same).logits, network(inputs).logits)


@pytest.mark.parametrize(
    ("model", "halves"),
    [
        ("graphsage", ("neighbours", "itself")),
        ("high-order", ("neighbours", "itself")),
        ("arma", ("first", "skip")),
    ],
)
def test_both_halves_of_a_first_layer_are_penalised(graph, model, halves):
    network, *_ = prepared(graph, model, penalty="first-layer", weight_decay=0.1)
    weights = [getattr(network, half).weight for half in halves]
    squares = sum(weight.square().sum() for weight in weights)
    torch.testing.assert_close(network.penalty(), 0.05 * squares)


def test_hidden_units_that_heads_cannot_share_are_refused(graph):
    for hidden in (4, 20):
        config = replace(published("gat", "cora"), hidden=hidden)
        with pytest.raises(InputError, match=f"{hidden} hidden units.* 8 heads.*multiple of 8"):
            fit(graph, config)


def test_hypergraph_is_pyg_hypergraph(graph):
    network, inputs, x, edges = prepared(graph, "hypergraph")
    loops = torch.arange(NUM_NODES).expand(2, -1)
    memberships = torch.cat([edges, loops], dim=1)
    first = pyg.HypergraphConv(NUM_FEATURES, 16)
    first.lin.weight.data = network.linear.weight.data.T
    second = pyg.HypergraphConv(16, NUM_CLASSES)
    second.load_state_dict(network.second.state_dict())
    assert_same(network, inputs, second(first(x, memberships).relu(), memberships))


def test_appnp_spreads_by_personalised_pagerank(graph):
    network, inputs, _, _ = prepared(graph, "appnp", options=(("steps", 200),))
    with torch.no_grad():
        predictions = network.second(network.first(inputs.features).relu())
        matrix = torch.eye(NUM_NODES) - 0.9 * inputs.structure.to_dense()
        assert_same(network, inputs, 0.1 * torch.linalg.solve(matrix, predictions))


@pytest.mark.parametrize("model", BASELINES)
def test_every_baseline_trains_and_repeats(graph, model):
    """One node has no neighbours, and an attention over none is NaN."""
    options = dict(published(model, "cora").options) | SMALL.get(model, {})
    config = replace(
        published(model, "cora"), hidden=16, epochs=3, options=tuple(sorted(options.items()))
    )
    first, second = (fit(graph, config, seed=1) for _ in range(2))
    assert first.logits.shape == (NUM_NODES, NUM_CLASSES)
    assert first.hidden.shape[0] == NUM_NODES
    assert np.isfinite(first.logits).all()
    np.testing.assert_array_equal(first.logits, second.logits)
    assert first.alpha == ()


@pytest.mark.parametrize("model", ["deepwalk", "dgi", "graphzoom", "planetoid", "planetoid-i"])
def test_preparing_never_reads_labels_outside_training(graph, model):
    options = dict(published(model, "cora").options) | SMALL[model]
    config = replace(
        published(model, "cora"), hidden=16, epochs=1, options=tuple(sorted(options.items()))
    )
    train = graph.splits[0].train
    altered = graph.with_(labels=np.where(train, graph.labels, (graph.labels + 1) % 3))
    outputs = []
    for version in (graph, altered):
        torch.manual_seed(0)
        network = build_model(config, NUM_FEATURES, NUM_CLASSES)
        inputs = network.prepare(Preparation(version, train=train))
        with torch.no_grad():
            outputs.append(network.eval()(inputs).hidden)
    torch.testing.assert_close(*outputs, rtol=0, atol=0)


def test_published_configs_name_their_model_and_reject_others():
    assert published("gcn", "cora") == replace(
        TrainConfig(model="gcn", hidden=16, monitor="val_loss"), preset="published"
    )
    with pytest.raises(ValueError, match="'spgat' is no baseline"):
        published("spgat", "cora")


def test_walks_follow_edges_and_rest_on_isolated_nodes(graph):
    walks = random_walks(graph.adjacency, num_walks=3, length=6, seed=0)
    assert walks.shape == (3 * NUM_NODES, 6)
    moved = walks[:, :-1] != walks[:, 1:]
    ends = graph.adjacency[walks[:, :-1][moved], walks[:, 1:][moved]]
    assert (ends > 0).all()
    isolated = np.flatnonzero(np.diff(graph.adjacency.indptr) == 0)
    starts = np.isin(walks[:, 0], isolated)
    assert starts.any()
    assert not moved[starts].any()
    assert moved[~starts].all()


def test_coarsening_assigns_every_node_once_and_keeps_components(graph):
    assignment = coarsen(graph.adjacency, seed=0)
    np.testing.assert_array_equal(assignment.sum(axis=1), 1)
    assert assignment.shape[1] < NUM_NODES
    before, _ = sp.csgraph.connected_components(graph.adjacency)
    after, _ = sp.csgraph.connected_components(assignment.T @ graph.adjacency @ assignment)
    assert after == before


def test_fusing_adds_feature_neighbours_by_similarity(graph):
    fused = fuse(graph.adjacency, graph.features, num_neighbors=3)
    assert (abs(fused - fused.T) > 1e-12).nnz == 0
    assert ((fused - graph.adjacency).data >= -1e-12).all()
    assert fused.nnz > graph.adjacency.nnz
