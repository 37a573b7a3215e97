import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import functional

from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig
from spgat.chunks.store import BandStore
from spgat.chunks.train import fit_in_batches
from spgat.chunks.write import write_bands
from spgat.cli.main import main
from spgat.config import TrainConfig
from spgat.datasets import with_split
from spgat.datasets.random_graphs import csbm
from spgat.errors import Cancelled, InputError

BANDS = BandConfig(low_fractions=(0.2,), method="polynomial", step_order=8, response="heat")
CONFIG = TrainConfig(hidden=6, dropout=0.0, epochs=15, patience=None, learning_rate=0.05)
SEED = 3


@pytest.fixture(scope="module")
def graph():
    return with_split(csbm(num_nodes=120))


@pytest.fixture(scope="module")
def store(graph, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bands") / "store"
    write_bands(graph, BANDS, folder, columns=10, parts=2)
    return BandStore.open(folder)


def trained_at_once(graph):
    """The same model by the operators of the graph, all nodes in each step, torch's Adam."""
    features = np.asarray(graph.features, dtype=np.float64)
    scaled = torch.tensor(features / np.abs(features).sum(axis=1, keepdims=True))
    bands = build_bands(graph.adjacency, BANDS, dtype=np.float64)
    torch.manual_seed(SEED)
    sizes = (graph.num_classes, 6), (6, graph.num_features)
    scalars = torch.ones(2, dtype=torch.float64, requires_grad=True)
    theta = [torch.empty(6, graph.num_features), torch.empty(*sizes[0])]
    for layer in theta:  # torch's own layers draw before they are drawn anew
        torch.nn.init.kaiming_uniform_(layer, a=5**0.5)
    for layer in theta:
        torch.nn.init.xavier_uniform_(layer)
    first, second = (layer.double().requires_grad_() for layer in theta)
    optimizer = torch.optim.Adam([scalars, first, second], lr=CONFIG.learning_rate)
    labels, split = torch.tensor(graph.labels), graph.splits[0]
    train, val = torch.tensor(split.train), torch.tensor(split.val)
    best, kept = -1.0, None
    for _ in range(CONFIG.epochs):
        optimizer.zero_grad()
        pooled = bands.weighted_sum(scaled, torch.softmax(scalars, 0))
        logits = torch.relu(pooled @ first.T) @ second.T
        loss = functional.cross_entropy(logits[train], labels[train])
        (loss + 0.5 * CONFIG.weight_decay * first.square().sum()).backward()
        optimizer.step()
        with torch.no_grad():
            pooled = bands.weighted_sum(scaled, torch.softmax(scalars, 0))
            logits = torch.relu(pooled @ first.T) @ second.T
            accuracy = (logits.argmax(1) == labels)[val].double().mean().item()
        if accuracy >= best:
            best, kept = accuracy, torch.softmax(scalars, 0).tolist()
    return best, kept


def test_a_batch_of_all_nodes_is_training_at_once(graph, store):
    result = fit_in_batches(store, CONFIG, batch_size=120, seed=SEED)
    val_accuracy, alpha = trained_at_once(graph)
    assert result.alpha == pytest.approx(alpha, abs=1e-4)
    assert result.alpha != pytest.approx((0.5, 0.5), abs=1e-3)
    assert result.val_accuracy == pytest.approx(val_accuracy)


def test_a_warm_up_is_counted_in_epochs_of_batches(store):
    """The band's first steps are so small that a long warm-up leaves α where it begins."""
    held, half = (
        fit_in_batches(store, replace(CONFIG, band_warmup=epochs), batch_size=16, seed=SEED)
        for epochs in (10**6, 1)
    )
    assert held.alpha == pytest.approx((0.5, 0.5), abs=1e-3)
    assert half.alpha != pytest.approx((0.5, 0.5), abs=1e-3)


def test_small_batches_learn_too_and_the_best_epoch_is_kept(graph, store):
    result = fit_in_batches(store, CONFIG, batch_size=16)
    assert result.test_accuracy > 0.8
    nodes = np.flatnonzero(graph.splits[0].val)
    with torch.no_grad():
        guesses = result.model(torch.from_numpy(store.rows(nodes))).argmax(dim=1).numpy()
    assert (guesses == graph.labels[nodes]).mean() == pytest.approx(result.val_accuracy)
    assert fit_in_batches(store, CONFIG, batch_size=16).alpha == result.alpha


def test_a_training_ends_where_it_shall(store):
    short = fit_in_batches(store, replace(CONFIG, epochs=50, patience=1, learning_rate=1.0))
    assert short.epochs == short.best_epoch + 1 < 50
    with pytest.raises(Cancelled):
        fit_in_batches(store, CONFIG, should_stop=lambda: True)


@pytest.mark.parametrize("changes", [{"batch_size": 0}, {"rate": 1e30}])
def test_what_cannot_be_trained_is_refused(store, changes):
    rate = changes.pop("rate", 0.01)
    with pytest.raises(InputError):
        fit_in_batches(store, TrainConfig(learning_rate=rate, epochs=5), **changes)


def test_a_store_without_labels_is_refused(graph, tmp_path):
    unlabelled = graph.with_(labels=None, class_names=(), splits=())
    write_bands(unlabelled, BANDS, tmp_path / "store")
    with pytest.raises(InputError):
        fit_in_batches(BandStore.open(tmp_path / "store"), CONFIG)


def test_the_commands_write_and_train(tmp_path, capsys):
    folder = str(tmp_path / "store")
    write = ("bands", "-d", "csbm", "--output", folder, "--step-order", "4", "--json")
    assert main(write) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["chunks_computed"] == facts["chunks"] > 0
    assert main(write) == 0
    assert json.loads(capsys.readouterr().out)["chunks_computed"] == 0
    assert main(("train-bands", folder, "--epochs", "3", "--hidden", "4", "--json")) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["epochs"] == 3
    assert sum(facts["alpha"]) == pytest.approx(1)
    assert main(("train-bands", str(tmp_path))) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
