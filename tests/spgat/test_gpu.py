"""A GPU computes what the CPU does; skipped where there is none, as in CI."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from spgat import datasets, presets
from spgat.config import TrainConfig
from spgat.models import BASELINES, MODELS
from spgat.published import published
from spgat.training import fit

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")

#: Methods that draw at random on the device itself, so that two devices differ.
RANDOM = ("dgi", "graphzoom", "planetoid", "planetoid-i")
SMALL = {"infomax_epochs": 30, "context_steps": 30, "layers": 4, "skip_dropout": 0.0}


@pytest.fixture(scope="module")
def graph():
    return datasets.load("csbm", num_nodes=300, seed=1)


def config_of(name: str) -> TrainConfig:
    if name in BASELINES:
        config = published(name, "cora")
        options = {key: SMALL.get(key, value) for key, value in config.options}
        config = replace(config, options=tuple(sorted(options.items())), dropout=0.0)
        return replace(config, hidden=16, epochs=12)
    return replace(presets.get(name, "cora"), hidden=16, epochs=12)


def both(graph, config):
    return [fit(graph, replace(config, device=device), seed=3) for device in ("cpu", "cuda")]


@pytest.mark.parametrize("name", [*BASELINES, *presets.DESCRIPTIONS])
def test_every_model_trains_alike_on_both_devices(graph, name):
    if name == "deepwalk":
        pytest.importorskip("gensim")
    cpu, gpu = both(graph, config_of(name))
    assert gpu.device == "cuda"
    assert len(gpu.history) == len(cpu.history)
    if name in RANDOM:
        assert gpu.history[-1].train_loss < gpu.history[0].train_loss
        return
    losses = [[record.train_loss for record in run.history] for run in (cpu, gpu)]
    np.testing.assert_allclose(losses[1], losses[0], rtol=2e-3)
    alphas = [[record.alpha for record in run.history] for run in (cpu, gpu)]
    np.testing.assert_allclose(alphas[1], alphas[0], atol=2e-3)


@pytest.mark.parametrize("pooling", ["max", "mean", "sum"])
@pytest.mark.parametrize("preset", ["paper", "frequency", "tuned"])
def test_every_pooling_trains_alike_on_both_devices(graph, preset, pooling):
    cpu, gpu = both(graph, replace(config_of(preset), pooling=pooling))
    np.testing.assert_allclose(
        [record.train_loss for record in gpu.history],
        [record.train_loss for record in cpu.history],
        rtol=2e-3,
    )


def test_all_models_are_covered():
    presets_models = {presets.get(name).model for name in presets.DESCRIPTIONS}
    assert set(MODELS) == presets_models | set(BASELINES)
