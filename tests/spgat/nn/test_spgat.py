from dataclasses import replace

import numpy as np
import pytest
import torch

from spgat import datasets, presets
from spgat.band_ablation import evaluate_bands, restore
from spgat.bands.build import BandConfig
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.nn.build import build_model
from spgat.nn.model import Preparation
from spgat.spectral.laplacian import LaplacianConfig
from spgat.training import fit


@pytest.fixture(scope="module")
def graph() -> Graph:
    return datasets.load("karate")


def permuted(graph: Graph, order: np.ndarray) -> Graph:
    adjacency = graph.adjacency[order][:, order]
    return Graph.from_adjacency("permuted", adjacency, features=np.eye(graph.num_nodes)[order])


def logits(model, graph: Graph) -> torch.Tensor:
    return model.eval()(model.prepare(Preparation(graph))).logits


@pytest.mark.parametrize(("kind", "equivariant"), [("frequency", True), ("column", False)])
def test_permuting_nodes_permutes_outputs_only_with_true_frequencies(graph, kind, equivariant):
    config = TrainConfig(
        bands=BandConfig(
            cut_by=kind, basis="wavelet", sparsification="none", low_fractions=(0.25,)
        )
    )
    order = np.random.default_rng(0).permutation(graph.num_nodes)
    torch.manual_seed(0)
    model = build_model(config, graph.num_nodes, 2)
    torch.nn.init.normal_(model.first.band_scalars, std=2.0)
    plain = permuted(graph, np.arange(graph.num_nodes))
    expected = logits(model, plain)[order]
    same = torch.allclose(logits(model, permuted(graph, order)), expected, atol=1e-4)
    assert same == equivariant


def test_sparse_and_dense_features_give_the_same(graph):
    torch.manual_seed(0)
    model = build_model(TrainConfig(), graph.num_nodes, 2)
    inputs = model.prepare(Preparation(graph.with_(features=None)))
    dense = replace(inputs, features=inputs.features.to_dense())
    torch.testing.assert_close(model.eval()(inputs).logits, model(dense).logits)


def test_dropout_is_active_in_training_only(graph):
    model = build_model(TrainConfig(), graph.num_nodes, 2)
    inputs = model.prepare(Preparation(graph.with_(features=None)))
    assert not torch.equal(model(inputs).logits, model(inputs).logits)
    model.eval()
    assert torch.equal(model(inputs).logits, model(inputs).logits)


def test_the_papers_number_of_parameters():
    # p·q + 2 per layer: section 3.4, with Θ shared by both bands.
    model = build_model(presets.get("paper", "cora"), 1433, 7)
    assert sum(p.numel() for p in model.parameters()) == 1433 * 64 + 2 + 64 * 7 + 2


@pytest.fixture(scope="module")
def trained(graph):
    config = TrainConfig(epochs=30, bands=BandConfig(low_fractions=(0.3,)))
    return fit(graph, config)


def test_a_restored_model_gives_the_same_logits(graph, trained):
    model, inputs = restore(graph, trained)
    with torch.no_grad():
        np.testing.assert_array_equal(model(inputs).logits.numpy(), trained.logits)


def test_each_band_alone_over_the_labelled_nodes(graph, trained):
    model, inputs = restore(graph, trained)
    test = graph.splits[0].test
    for band, alone in enumerate(evaluate_bands(graph, trained)):
        with torch.no_grad():
            predictions = model(inputs, torch.eye(2)[band]).logits.argmax(dim=1).numpy()
        right = predictions == graph.labels
        assert alone == pytest.approx(right[test].mean())
        unknown = graph.with_(labels=np.where(test & ~right, -1, graph.labels))
        assert evaluate_bands(unknown, trained)[band] == 1


def test_a_model_without_bands_has_none_to_switch_off(graph):
    result = fit(graph, TrainConfig(model="mlp", epochs=2))
    with pytest.raises(InputError, match="no bands"):
        evaluate_bands(graph, result)


LEARNING = TrainConfig(
    hidden=8,
    views=3,
    bands=BandConfig(
        method="polynomial", low_fractions=(0.2, 0.6), step_order=8, learn_cutoffs=True
    ),
)


@pytest.mark.parametrize("pooling", ["sum", "max"])
def test_views_are_columns_of_one_product(graph, pooling):
    config = replace(LEARNING, pooling=pooling, dropout=0.0, bias=True)
    torch.manual_seed(0)
    model = build_model(config, graph.num_nodes, 2)
    inputs = model.prepare(Preparation(graph.with_(features=None)))
    views = model.views(inputs, 3)
    assert views.shape == (3, 34, 2)
    for view in views:  # nothing is dropped
        torch.testing.assert_close(view, model(inputs).logits)


def test_each_view_drops_whole_nodes_of_its_own(graph):
    config = replace(LEARNING, dropout=0.0, node_dropout=0.5)
    model = build_model(config, graph.num_nodes, 2)
    inputs = model.prepare(Preparation(graph.with_(features=None)))
    torch.manual_seed(0)
    views = torch.stack([model._view(inputs) for _ in range(200)])  # features: the identity
    whole = model.eval()._view(inputs)
    is_dropped = (views == 0).all(dim=2)
    torch.testing.assert_close(views[~is_dropped], (2 * whole).expand(200, -1, -1)[~is_dropped])
    assert is_dropped.float().mean().item() == pytest.approx(0.5, abs=0.03)
    assert not torch.equal(is_dropped[0], is_dropped[1])


def test_training_moves_the_cutoffs_and_records_them(graph):
    result = fit(graph, replace(LEARNING, epochs=20, consistency=1.0, node_dropout=0.3))
    first, last = result.history[0].cutoffs, result.history[-1].cutoffs
    assert len(last) == 2
    assert 0 < last[0] < last[1] < 2
    assert last != first
    assert result.cutoffs == result.history[result.best_epoch - 1].cutoffs
    model, inputs = restore(graph, result)
    np.testing.assert_allclose(model.cutoffs(inputs).detach(), result.cutoffs, rtol=1e-6)
    with torch.no_grad():
        np.testing.assert_array_equal(model(inputs).logits.numpy(), result.logits)


def test_fixed_cutoffs_are_no_parameters_and_not_recorded(graph):
    bands = replace(LEARNING.bands, learn_cutoffs=False)
    result = fit(graph, replace(LEARNING, bands=bands, epochs=3))
    assert result.cutoffs == ()
    assert result.num_parameters == 34 * 8 + 3 + 8 * 2 + 3
    learned = fit(graph, replace(LEARNING, epochs=3))
    assert learned.num_parameters == result.num_parameters + 3


def test_a_rate_of_its_own_holds_alpha_and_cutoffs_back(graph):
    def path(rate: float | None, warmup: int = 0) -> float:
        changed = replace(LEARNING, band_learning_rate=rate, band_warmup=warmup, epochs=10)
        result = fit(graph, changed)
        alpha = np.asarray([record.alpha for record in result.history])
        cutoffs = np.asarray([record.cutoffs for record in result.history])
        return float(np.ptp(alpha, axis=0).max() + np.ptp(cutoffs, axis=0).max())

    assert path(1e-6) < 1e-3 < path(None)
    assert path(None, warmup=10**6) < 1e-3


@pytest.mark.parametrize("exponent", [0.0, 0.3, 1.0])
def test_the_exponent_turns_bands_into_those_of_the_shifted_normalisation(graph, exponent):
    config = replace(LEARNING, exponent=exponent, hidden=3)
    model = build_model(config, graph.num_nodes, 2).eval()
    inputs = model.prepare(Preparation(graph.with_(features=None)))
    degrees = (graph.adjacency + np.eye(graph.num_nodes)).sum(axis=1)
    shifted = torch.from_numpy(degrees ** (exponent - 0.5)).float()[:, None]
    x = torch.randn(graph.num_nodes, 3)
    bands = model.bands(inputs).apply(x / shifted) * shifted
    expected = (model.first.alpha()[:, None, None] * bands).sum(dim=0)
    found = model.first.propagate(x, model.bands(inputs), balance=inputs.balance)
    torch.testing.assert_close(found, expected)


def test_a_row_of_averages_keeps_what_is_the_same_everywhere(graph):
    # ρ = 0 is a random walk, whose operator has rows of sum 1: the constant is its λ = 0.
    config = replace(LEARNING, exponent=0.0)
    model = build_model(config, graph.num_nodes, 2)
    inputs = model.prepare(Preparation(graph))
    ones = torch.ones(graph.num_nodes, 1)
    scaled = model.bands(inputs).apply(ones * inputs.balance) / inputs.balance
    torch.testing.assert_close(scaled.sum(dim=0), ones, atol=1e-5, rtol=0)


def test_a_residual_adds_each_nodes_own_features(graph):
    config = replace(LEARNING, residual=True, dropout=0.0)
    model = build_model(config, graph.num_nodes, 2).eval()
    inputs = model.prepare(Preparation(graph.with_(features=None)))
    plain = replace(LEARNING, dropout=0.0)
    without = build_model(plain, graph.num_nodes, 2).eval()
    state = {k: v for k, v in model.state_dict().items() if "residual" not in k}
    without.load_state_dict(state)
    hidden = without.first(inputs.features, without.bands(inputs)) + model.first.residual
    torch.testing.assert_close(model(inputs).hidden, hidden.relu())
    assert any(p is model.first.residual for p in model.first_layer())


def test_a_layer_norm_is_of_each_node(graph):
    config = replace(LEARNING, hidden_norm="layer", dropout=0.0)
    model = build_model(config, graph.num_nodes, 2).eval()
    inputs = model.prepare(Preparation(graph))
    before = model.first(inputs.features, model.bands(inputs))
    expected = torch.nn.functional.layer_norm(before, (config.hidden,)).relu()
    torch.testing.assert_close(model(inputs).hidden, expected)


def test_a_batch_norm_is_of_each_unit_over_the_nodes_of_all_views(graph):
    config = replace(LEARNING, hidden_norm="batch", dropout=0.0, node_dropout=0.0)
    model = build_model(config, graph.num_nodes, 2).train()
    inputs = model.prepare(Preparation(graph))
    before = model.first(inputs.features, model.bands(inputs))
    expected = torch.nn.functional.batch_norm(before, None, None, training=True)
    torch.testing.assert_close(model.norm(before[:, None])[:, 0], expected)
    assert sum(p.numel() for p in model.norm.parameters()) == 2 * config.hidden


@pytest.mark.parametrize("stored", [{"layer_norm": True}, {"layer_norm": False}, {}])
def test_a_config_of_before_keeps_its_layer_norm(stored):
    expected = "layer" if stored.get("layer_norm") else "none"
    assert TrainConfig.from_dict(stored).hidden_norm == expected


@pytest.mark.parametrize(
    "changes", [{"residual": True}, {"hidden_norm": "layer"}, {"hidden_norm": "batch"}]
)
def test_rows_left_out_of_matrices_change_no_logits_of_theirs(graph, changes):
    model = build_model(TrainConfig(**changes), graph.num_nodes, 2).eval()
    inputs = model.prepare(Preparation(graph))
    nodes = torch.tensor([0, 5])
    few = model.looking_at(inputs, nodes)
    torch.testing.assert_close(model(few).logits[nodes], model(inputs).logits[nodes])


@pytest.mark.parametrize("changes", [{"exponent": 1.5}, {"exponent": float("nan")}])
def test_an_exponent_outside_its_range_is_refused(changes):
    with pytest.raises(InputError, match="exponent"):
        TrainConfig(**changes)


def test_d_less_a_has_no_exponent():
    bands = BandConfig(laplacian=LaplacianConfig(kind="combinatorial"))
    with pytest.raises(InputError, match="normalized"):
        TrainConfig(bands=bands, exponent=0.0)
