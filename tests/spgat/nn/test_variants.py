from dataclasses import replace

import numpy as np
import pytest
import torch

from spgat import presets
from spgat.bands.build import BandConfig
from spgat.errors import InputError
from spgat.graph import Graph, NodeSplit
from spgat.nn.build import build_model
from spgat.nn.model import Preparation
from spgat.training import fit


@pytest.fixture(scope="module")
def graph() -> Graph:
    rng = np.random.default_rng(0)
    turn = np.arange(40) % 4
    bands = NodeSplit(turn == 0, turn == 1, turn > 1)
    return Graph.build(
        "ring",
        40,
        [(i, (i + 1) % 40) for i in range(40)],
        features=rng.standard_normal((40, 6)),
        labels=np.arange(40) // 20,
        splits=[bands],
    )


@pytest.mark.parametrize("name", ["gwnn", "spectral-cnn", "spgat-na", "spgat-f"])
def test_variants_train_and_repeat(graph, name):
    config = replace(presets.get(name, "cora"), epochs=5)
    first, again = (fit(graph, config, seed=1) for _ in range(2))
    np.testing.assert_array_equal(first.logits, again.logits)
    assert first.logits.shape == (40, 2)
    assert first.hidden.shape == (40, config.hidden)


def test_the_layer_is_its_equation(graph):
    config = presets.get("gwnn", "cora")
    model = build_model(config, 6, 2)
    inputs = model.prepare(Preparation(graph))
    torch.nn.init.normal_(model.first.kernel)
    bands = inputs.structure
    dense = [side(torch.eye(40)) for side in (bands.synthesise, bands.analyse)]
    filtered = dense[0] @ torch.diag(model.first.kernel) @ dense[1]
    expected = torch.relu(filtered @ inputs.features @ model.first.theta)
    torch.testing.assert_close(model.eval()(inputs).hidden, expected, atol=1e-5, rtol=1e-4)


def test_spectral_cnn_starts_as_the_identity_filter(graph):
    model = build_model(presets.get("spectral-cnn", "cora"), 6, 2).eval()
    inputs = model.prepare(Preparation(graph))
    expected = torch.relu(inputs.features @ model.first.theta)
    torch.testing.assert_close(model(inputs).hidden, expected, atol=1e-5, rtol=1e-4)


def test_free_kernels_count_and_are_penalised(graph):
    model = build_model(presets.get("gwnn", "cora"), 6, 2)
    model.prepare(Preparation(graph))
    shapes = [tuple(parameter.shape) for parameter in model.parameters()]
    assert sorted(shapes) == [(6, 16), (16, 2), (40,), (40,)]
    expected = model.first.theta.square().sum() + model.first.kernel.square().sum()
    torch.testing.assert_close(model.penalty(), 5e-4 * expected / 2)


def test_a_free_kernel_serves_one_graph(graph):
    model = build_model(presets.get("gwnn", "cora"), 6, 2)
    model.prepare(Preparation(graph))
    other = Graph.build("path", 3, [(0, 1), (1, 2)], features=np.ones((3, 6)))
    with pytest.raises(InputError, match="each of 40 frequencies"):
        model.prepare(Preparation(other))


def test_attention_per_frequency_starts_even_and_averages_one(graph):
    model = build_model(presets.get("spgat-na", "cora"), 6, 2)
    y = torch.rand(40, 64) + 0.5
    torch.testing.assert_close(model.first.weigh(y), y)
    torch.nn.init.normal_(model.first.query)
    weights = (model.first.weigh(y) / y)[:, 0]
    assert weights.std().item() > 0.1
    assert weights.mean().item() == pytest.approx(1.0, rel=1e-4)


def test_a_split_without_columns_is_refused(graph):
    config = replace(presets.get("gwnn", "cora"), bands=BandConfig())
    with pytest.raises(InputError, match="single columns"):
        build_model(config, 6, 2).prepare(Preparation(graph))
