import json

import pytest
import torch

from spgat import training
from spgat.config import TrainConfig
from spgat.errors import Cancelled, InputError
from spgat.experiments import tune as tuning
from spgat.experiments.tune import Tuned, save_preset, tune
from spgat.graph import Graph, NodeSplit
from spgat.nn.model import Inputs, ModelOutput, NodeClassifier
from spgat.training import fit

PEAK, BEST = 3, 8


class Planted(NodeClassifier):
    """Right on all test nodes at epoch PEAK alone, on all validation nodes from epoch BEST."""

    def __init__(self, config, num_features, num_classes):
        super().__init__(config)
        self.weight = torch.nn.Parameter(torch.zeros(1))
        self.register_buffer("epoch", torch.tensor(0))

    def prepare(self, preparation):
        graph = preparation.graph
        return Inputs(features=torch.eye(graph.num_nodes), structure=graph)

    def penalised(self):
        return [self.weight]

    def forward(self, inputs):
        if self.training:
            self.epoch += 1
        graph = inputs.structure
        split = graph.splits[0]
        right = torch.from_numpy(split.train.copy())
        if self.epoch == PEAK:
            right |= torch.from_numpy(split.test)
        if self.epoch >= BEST:
            right |= torch.from_numpy(split.val)
        labels = torch.from_numpy(graph.labels)
        answers = torch.where(right, labels, 1 - labels)
        logits = torch.nn.functional.one_hot(answers, 2).float() + self.weight
        return ModelOutput(logits, logits)


@pytest.fixture
def graph():
    masks = [torch.arange(30).numpy() // 10 == part for part in range(3)]
    labels = torch.arange(30).numpy() % 2
    edges = [(node, node + 1) for node in range(29)]
    return Graph.build("planted", 30, edges, labels=labels, splits=[NodeSplit(*masks)])


@pytest.fixture(autouse=True)
def _planted(monkeypatch):
    monkeypatch.setattr(training, "build_model", Planted)


def test_an_early_peak_of_the_test_curve_is_ignored(graph):
    result = fit(graph, TrainConfig(model="gcn", epochs=10, patience=None))
    assert [record.test_accuracy for record in result.history].index(1.0) == PEAK - 1
    assert result.oracle_test_accuracy == 1.0  # reported, and selects nothing
    assert result.best_epoch >= BEST
    assert result.val_accuracy == 1.0
    assert result.test_accuracy == 0.0


def test_tuning_follows_validation_and_never_the_test(monkeypatch):
    """The validation accuracy prefers small scales, a planted test accuracy large ones."""
    seen = []

    def val_accuracy(_dataset, config, _run, _should_stop):
        seen.append(config)
        return 1.0 - config.bands.scale / 10

    monkeypatch.setattr(tuning, "_val_accuracy", val_accuracy)
    best = tune("cora", family="cheby", trials=12, runs=1)
    assert best.trials == 12
    assert best.config.bands.scale == min(config.bands.scale for config in seen)
    assert best.config.preset == "tuned"
    assert best.val_accuracy == pytest.approx(1.0 - best.config.bands.scale / 10)


def test_tuning_reads_validation_alone(graph, monkeypatch):
    monkeypatch.setattr(tuning.TrainCell, "graph", lambda _cell: graph)
    config = TrainConfig(model="gcn", epochs=10, patience=None)
    assert tuning._val_accuracy("planted", config, 0, None) == 1.0


@pytest.mark.parametrize("family", ["frequency", "cheby", "wavelet"])
def test_a_search_is_repeatable(family, monkeypatch):
    monkeypatch.setattr(tuning, "_val_accuracy", lambda *_: 0.5)
    first, second = (tune("cora", family=family, trials=3, runs=1) for _ in range(2))
    assert first == second


def test_an_interrupted_search_goes_on_with_other_configs(tmp_path, monkeypatch):
    tried = []
    monkeypatch.setattr(
        tuning, "_val_accuracy", lambda _dataset, config, *_: tried.append(config) or 0.5
    )
    storage = tmp_path / "trials.db"
    tune("cora", trials=2, runs=1, storage=storage)
    tune("cora", trials=4, runs=1, storage=storage)
    assert len(tried) == len(set(tried)) == 4


def test_means_over_other_numbers_of_runs_are_another_search(tmp_path, monkeypatch):
    monkeypatch.setattr(tuning, "_val_accuracy", lambda *_: 0.9)
    storage = tmp_path / "trials.db"
    tune("cora", trials=2, runs=1, storage=storage)
    monkeypatch.setattr(tuning, "_val_accuracy", lambda *_: 0.5)
    tuned = tune("cora", trials=1, runs=2, storage=storage)
    assert (tuned.val_accuracy, tuned.trials) == (0.5, 1)


def test_a_trial_that_was_cut_off_does_not_count(tmp_path, monkeypatch):
    def stopped(*_):
        raise Cancelled("stopped on request")

    monkeypatch.setattr(tuning, "_val_accuracy", stopped)
    storage = tmp_path / "trials.db"
    with pytest.raises(Cancelled):
        tune("cora", trials=1, runs=1, storage=storage)
    monkeypatch.setattr(tuning, "_val_accuracy", lambda *_: 0.5)
    tuned = tune("cora", trials=1, runs=1, storage=storage)
    assert (tuned.val_accuracy, tuned.trials) == (0.5, 1)


def test_presets_are_kept_per_data_set(tmp_path):
    file = tmp_path / "tuned.json"
    for dataset in ("cora", "citeseer"):
        tuned = Tuned(
            dataset=dataset, config=TrainConfig(hidden=32), val_accuracy=0.8, trials=2, runs=1
        )
        save_preset(tuned, file)
    content = json.loads(file.read_text())
    assert set(content) == {"cora", "citeseer"}
    assert TrainConfig.from_dict(content["cora"]["config"]) == TrainConfig(hidden=32)


def test_bad_numbers_are_named():
    with pytest.raises(InputError, match="0 trials of 1 runs"):
        tune("cora", trials=0, runs=1)
    with pytest.raises(InputError, match="no family 'magic'"):
        tune("cora", family="magic")
