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
