"""What a training is said to take, against what trainings took."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spgat import datasets, presets
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.cost import training_cost
from spgat.graph import Graph
from spgat.published import published
from spgat.runs import RunStore
from spgat.training import fit

CELLS = Path(__file__).parents[2] / "results" / "cells"
SMALL = ("spgat", "gcn", "gat", "mlp", "sgc")


def test_it_grows_with_seeds_and_epochs_and_not_with_what_does_not_matter():
    graph = datasets.load("iris")
    once = training_cost(graph, TrainConfig(epochs=100), 1).seconds
    assert training_cost(graph, TrainConfig(epochs=100), 7).seconds == pytest.approx(7 * once)
    assert training_cost(graph, TrainConfig(epochs=1000), 1).seconds > 9 * once
    assert training_cost(graph, TrainConfig(epochs=100, dropout=0.1), 1).seconds == once
    large = datasets.load("csbm", num_nodes=4000)
    assert training_cost(large, TrainConfig(epochs=100), 1).seconds > 10 * once


def test_the_memory_of_a_training_is_that_of_its_layers_and_weights():
    graph = datasets.load("csbm", num_nodes=2000)
    bands = BandConfig(method="polynomial")
    config = TrainConfig(hidden=400, epochs=1, bands=bands)
    wide = training_cost(graph, config, 1).num_bytes
    layers = 4 * 2000 * 400  # float32 [num_nodes, hidden]
    assert 4 * layers < wide < 12 * layers
    views = replace(config, views=8)
    assert 6 < training_cost(graph, views, 1).num_bytes / wide < 8
    assert training_cost(graph, replace(config, epochs=999), 9).num_bytes == wide
    deep = replace(published("gcnii", ""), hidden=400)
    assert training_cost(graph, deep, 1).num_bytes > 64 * layers


def test_the_weights_of_nodes_without_features_are_counted():
    """20,000 nodes on a path held 359, 317 and 229 MB at the peak of three trainings."""
    ends = np.arange(20_000)
    path = Graph.build("path", len(ends), np.stack([ends[:-1], ends[1:]], axis=1))
    for model, measured in (("mlp", 359), ("gcn", 317), ("spgat", 229)):
        megabytes = training_cost(path, TrainConfig(model=model, hidden=200), 1).num_bytes / 1e6
        assert measured / 2 < megabytes < measured * 2


def test_eigenvectors_are_counted_with_what_computes_them():
    """3000 nodes with 15,000 edges held 216 MB at the peak of a training on two bands."""
    graph = datasets.load("csbm", num_nodes=3000)
    megabytes = training_cost(graph, TrainConfig(hidden=64, epochs=1), 1).num_bytes / 2**20
    assert 216 / 2 < megabytes < 216 * 2


def test_exact_wavelets_are_counted_with_what_computes_them():
    """3000 nodes with 15,000 edges held 91 and 310 MB at the peak of two trainings."""
    graph = datasets.load("csbm", num_nodes=3000)
    for name, measured in (("paper", 91), ("gwnn", 310)):
        megabytes = training_cost(graph, presets.get(name), 1).num_bytes / 2**20
        assert measured / 3 < megabytes < measured * 3
    fewer_dropped = presets.get("gwnn", "pubmed")
    assert training_cost(graph, fewer_dropped, 1).num_bytes > 1.5 * megabytes * 2**20


def test_a_learned_filter_costs_what_its_degree_says_and_no_wavelets():
    graph = datasets.load("csbm", num_nodes=4000)
    config = replace(published("bernnet", ""), epochs=1)
    seconds = [
        training_cost(graph, replace(config, options=(("order", order),)), 1).seconds
        for order in (1, 11, 21)
    ]
    assert seconds[2] - seconds[1] == pytest.approx(seconds[1] - seconds[0])
    wavelets = replace(config, model="gwnn", options=())
    assert seconds[1] < training_cost(graph, wavelets, 1).seconds


def test_earlier_runs_of_the_same_network_on_the_same_graph_say_it(tmp_path):
    graph, config = datasets.load("iris"), TrainConfig(epochs=3, hidden=8)
    store = RunStore(tmp_path)
    result = fit(graph, config)
    store.save(result, graph)
    cost = training_cost(graph, replace(config, epochs=50, patience=None), 2, store.list())
    expected = 2 * (result.setup_seconds + 50 * result.seconds_per_epoch)
    assert (cost.seconds, cost.is_measured) == (pytest.approx(expected), True)
    assert not training_cost(graph, replace(config, hidden=9), 1, store.list()).is_measured
    assert not training_cost(datasets.load("karate"), config, 1, store.list()).is_measured


@pytest.mark.parametrize("name", ["cora", "citeseer", "pubmed"])
def test_without_runs_the_guess_has_the_size_of_what_was_measured(name, mirror):
    """Within a factor of five for three quarters of the cells, and of twenty for nearly all."""
    graph = datasets.load(name)
    ratios = []
    for line in (CELLS / f"{name}.jsonl").read_text().splitlines():
        cell = json.loads(line)
        if "config" not in cell["cell"] or "seconds_per_epoch" not in cell["measured"]:
            continue
        if "shared" in cell["machine"]:  # with other work: its times are of both
            continue
        config = TrainConfig.from_dict(cell["cell"]["config"])
        if config.model in SMALL:
            guess = training_cost(graph, replace(config, epochs=10**6), 1).seconds / 10**6
            ratios.append(guess / cell["measured"]["seconds_per_epoch"])
    close = [1 / 5 < ratio < 5 for ratio in ratios]
    assert sum(close) > 0.75 * len(ratios) > 20
    assert sum(1 / 20 < ratio < 20 for ratio in ratios) > 0.95 * len(ratios)
