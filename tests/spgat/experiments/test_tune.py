import json
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
import torch

from spgat import training
from spgat.config import TrainConfig
from spgat.errors import Cancelled, InputError
from spgat.experiments import Family
from spgat.experiments import tune as tuning
from spgat.experiments.tune import Tuned, report_cells, save_preset, tune
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


@pytest.fixture
def _planted(monkeypatch):
    monkeypatch.setattr(training, "build_model", Planted)


@pytest.mark.usefixtures("_planted")
def test_an_early_peak_of_the_test_curve_is_ignored(graph):
    result = fit(graph, TrainConfig(model="gcn", epochs=10, patience=None))
    assert [record.test_accuracy for record in result.history].index(1.0) == PEAK - 1
    assert result.oracle_test_accuracy == 1.0  # reported, and selects nothing
    assert result.best_epoch >= BEST
    assert result.val_accuracy == 1.0
    assert result.test_accuracy == 0.0


def scored(score):
    """A search's cell whose validation accuracy is a function of its config and seed."""

    def measure(cell):
        return {"val_accuracy": score(cell), "num_val": 500}

    return measure


@pytest.fixture
def score(monkeypatch):
    """Sets the validation accuracies that a search sees; returns the cells that it ran."""

    def set_score(function):
        cells = []
        measure = scored(lambda cell: cells.append(cell) or function(cell))
        monkeypatch.setattr(tuning.SearchCell, "measure", measure)
        return cells

    return set_score


def test_tuning_follows_validation(score):
    cells = score(lambda cell: 1.0 - cell.config.bands.scale / 10)
    best = tune("cora", family="cheby", trials=12, runs=1)
    assert len(best.trace) == 12
    assert best.config.bands.scale == min(cell.config.bands.scale for cell in cells)
    assert best.config.preset == "tuned"
    assert best.val_accuracy == pytest.approx(1.0 - best.config.bands.scale / 10)


@pytest.mark.usefixtures("_planted")
def test_a_search_reads_validation_alone(graph, monkeypatch):
    monkeypatch.setattr(tuning.SearchCell, "graph", lambda _cell: graph)
    config = TrainConfig(model="gcn", epochs=10, patience=None)
    measured = tuning.SearchCell(dataset="planted", config=config).measure()
    assert measured == {"val_accuracy": 1.0, "num_val": 10}


def test_the_seeds_are_halved(score):
    """Every config has one seed; those with more were better on the seeds before."""
    cells = score(lambda cell: 1.0 - cell.config.bands.scale / 10)
    tuned = tune("cora", family="cheby", trials=24, runs=8)
    seeds = [len(trial.val_accuracies) for trial in tuned.trace]
    assert set(seeds) <= {1, 2, 4, 8}
    assert seeds.count(1) >= 6  # about half
    assert sum(seeds) == len(cells) == len(set(cells)) < 24 * 8 / 2
    assert {cell.seed for cell in cells} == set(range(8))
    best = max(tuned.trace, key=lambda trial: trial.val_accuracy)
    assert best.is_whole
    assert best.config == tuned.config
    assert all(trial.is_whole == (len(trial.val_accuracies) == 8) for trial in tuned.trace)


def test_a_lucky_seed_does_not_win(score):
    """The first seed ranks the configs the wrong way round, all eight the right way."""
    lucky = score(
        lambda cell: 0.5 + cell.config.bands.scale / 10 * (1 if cell.seed == 0 else -0.1)
    )
    tuned = tune("cora", family="cheby", trials=8, runs=8)
    whole = [trial for trial in tuned.trace if trial.is_whole]
    assert lucky
    assert tuned.val_accuracy == max(trial.val_accuracy for trial in whole)
    means = [sum(trial.val_accuracies) / 8 for trial in whole]
    assert [trial.val_accuracy for trial in whole] == pytest.approx(means)


@pytest.mark.parametrize("runs", [1, 3, 5, 8])
def test_the_best_has_exactly_the_seeds_asked_for(score, runs):
    score(lambda cell: 0.5 + cell.seed / 100)
    tuned = tune("cora", trials=1, runs=runs)
    accuracies = [0.5 + seed / 100 for seed in range(runs)]
    assert list(tuned.trace[0].val_accuracies) == accuracies
    assert tuned.val_accuracy == pytest.approx(sum(accuracies) / runs)


@pytest.mark.parametrize("family", get_args(Family))
def test_a_search_is_repeatable(family, score):
    score(lambda _cell: 0.5)
    first, second = (tune("cora", family=family, trials=3, runs=1) for _ in range(2))
    assert first == second
    assert len({trial.config for trial in first.trace}) == 3


def test_families_search_what_they_are_named_for(score):
    score(lambda _cell: 0.5)
    configs = {
        family: [trial.config for trial in tune("cora", family=family, trials=3, runs=1).trace]
        for family in ("frequency", "learned-cuts", "views")
    }
    assert not any(c.bands.learn_cutoffs or c.consistency for c in configs["frequency"])
    assert all(c.bands.learn_cutoffs and not c.consistency for c in configs["learned-cuts"])
    assert all(c.bands.learn_cutoffs and c.consistency for c in configs["views"])


def test_an_interrupted_search_goes_on_with_other_configs(tmp_path, score):
    cells = score(lambda _cell: 0.5)
    storage = tmp_path / "trials.db"
    tune("cora", trials=2, runs=1, storage=storage)
    tuned = tune("cora", trials=4, runs=1, storage=storage)
    assert len({cell.config for cell in cells}) == len(cells) == len(tuned.trace) == 4
    assert {cell.config for cell in cells} == {trial.config for trial in tuned.trace}


def test_another_question_is_another_search(tmp_path, score):
    storage = tmp_path / "trials.db"
    score(lambda _cell: 0.9)
    tune("cora", trials=2, runs=1, storage=storage)
    score(lambda _cell: 0.5)
    for other in ({"runs": 2}, {"split_index": 1}, {"family": "cheby"}):
        tuned = tune("cora", storage=storage, trials=1, **{"runs": 1, **other})
        assert (tuned.val_accuracy, len(tuned.trace)) == (0.5, 1)


def test_a_trial_that_was_cut_off_does_not_count(tmp_path, score):
    """Not even where it was so good on its first seed that no later one compares with it."""

    def stopped(cell):
        if cell.seed == 1:
            raise Cancelled("stopped on request")
        return 0.9

    score(stopped)
    storage = tmp_path / "trials.db"
    with pytest.raises(Cancelled):
        tune("cora", trials=1, runs=2, storage=storage)
    score(lambda _cell: 0.5)
    tuned = tune("cora", trials=1, runs=2, storage=storage)
    assert tuned.val_accuracy == 0.5
    assert all(set(trial.val_accuracies) == {0.5} for trial in tuned.trace)


def test_a_search_can_be_stopped_between_runs(score):
    cells = score(lambda _cell: 0.5)
    with pytest.raises(Cancelled):
        tune("cora", trials=8, runs=1, should_stop=lambda: len(cells) >= 3)
    assert len(cells) < 8


def test_a_dask_cluster_finds_the_same(score):
    distributed = pytest.importorskip("distributed")
    score(lambda cell: 1.0 - cell.config.bands.scale / 10 - cell.seed / 100)
    settings = {"dataset": "karate", "family": "cheby", "trials": 6, "runs": 4}
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp",
        dashboard_address=None,
    ) as cluster:  # fmt: skip
        there = tune(**settings, scheduler=cluster.scheduler_address)
    assert there == tune(**settings)


@pytest.mark.parametrize("split", [0, 3])
def test_no_label_that_is_reported_on_was_searched_on(score, split):
    """The graph's splits are drawn anew for each index, so one split's nodes are another's."""
    cells = score(lambda _cell: 0.5)
    tuned = tune("karate", trials=3, runs=2, split_index=split)
    searched = np.logical_or.reduce([cell.graph().splits[0].val for cell in cells])
    reports = report_cells(tuned)
    assert len(reports) == 2
    for cell in reports:
        assert not (searched & cell.graph().splits[0].test).any()
    assert not {cell.seed for cell in cells} & {cell.seed for cell in reports}
    other = replace(tuned, split_index=split + 1)
    assert any((searched & c.graph().splits[0].test).any() for c in report_cells(other))


def tuned_for(dataset):
    return Tuned(
        dataset=dataset,
        split_index=0,
        config=TrainConfig(hidden=32),
        val_accuracy=0.8,
        num_val=500,
        runs=1,
    )


def test_presets_are_kept_per_data_set(tmp_path, graph, monkeypatch):
    """For sets of one split, which they share here with the planted graph."""
    monkeypatch.setattr(tuning.TrainCell, "graph", lambda _cell: graph)
    file = tmp_path / "tuned.json"
    for dataset in ("cora", "citeseer"):
        save_preset(tuned_for(dataset), file)
    content = json.loads(file.read_text())
    assert set(content) == {"cora", "citeseer"}
    assert TrainConfig.from_dict(content["cora"]["config"]) == TrainConfig(hidden=32)


def test_no_preset_for_all_splits_is_made_of_one(tmp_path):
    with pytest.raises(InputError, match="'karate' has more than one split"):
        save_preset(tuned_for("karate"), tmp_path / "tuned.json")
    assert list(tmp_path.iterdir()) == []


def test_bad_numbers_are_named():
    with pytest.raises(InputError, match="0 trials of 1 runs"):
        tune("cora", trials=0, runs=1)
    with pytest.raises(InputError, match="split is -1"):
        tune("cora", split_index=-1)
    with pytest.raises(InputError, match="no family 'magic'"):
        tune("cora", family="magic")
