from dataclasses import replace

import numpy as np

from spgat import presets
from spgat.config import TrainConfig
from spgat.experiments.cell import TrainCell, compact
from spgat.graph import Graph, NodeSplit
from spgat.published import published


def test_defaults_are_left_out_and_come_back():
    assert compact(TrainConfig()) == {}
    for config in (published("gat", "pubmed"), presets.get("reference-code", "cora")):
        back = TrainConfig.from_dict(compact(config))
        assert replace(back, preset=config.preset) == config


def test_what_does_not_decide_a_result_is_not_recorded():
    config = TrainConfig(preset="paper", device="cpu", record_embedding_every=5)
    assert compact(config) == {}


def cell(**changes):
    values = {"dataset": "csbm", "parameters": (("num_nodes", 60),)} | changes
    return TrainCell(**values)


def test_a_spgat_run_is_measured_with_each_band_alone():
    measured = cell(config=TrainConfig(epochs=3)).measure()
    assert measured["epochs"] == 3
    assert measured["last_alpha_1_1"] + measured["last_alpha_1_2"] == 1.0
    for name in ("test_accuracy", "low_only_accuracy", "high_only_accuracy"):
        assert 0 <= measured[name] <= 1
    assert -1 <= measured["silhouette_hidden"] <= 1


def test_a_baseline_has_no_bands():
    measured = cell(config=published("gcn", "cora")).measure()
    assert "low_only_accuracy" not in measured
    assert not [name for name in measured if "alpha" in name]


def test_the_draw_decides_graph_and_split_of_a_random_set():
    graphs = [cell(config=TrainConfig(), split_index=draw).graph() for draw in (0, 1)]
    assert graphs[0].digest != graphs[1].digest
    assert [len(graph.splits) for graph in graphs] == [1, 1]


def test_a_run_sees_its_own_published_split_alone(monkeypatch):
    one, two = (NodeSplit(*(np.arange(4) % 3 == (i + k) % 3 for i in range(3))) for k in (0, 1))
    graph = Graph.build("square", 4, [[0, 1]], labels=[0, 1, 0, 1], splits=[one, two])
    monkeypatch.setattr("spgat.experiments.cell.dataset_graph", lambda *_: graph)
    for split_index, expected in ((0, one), (1, two), (2, one)):
        [split] = cell(config=TrainConfig(), split_index=split_index).graph().splits
        np.testing.assert_array_equal(split.train, expected.train)


def test_keys_tell_runs_apart_and_ignore_what_decides_nothing():
    base = cell(config=TrainConfig())
    assert base.key == cell(config=TrainConfig(preset="paper", device="cpu")).key
    others = (
        cell(config=TrainConfig(hidden=32)),
        cell(config=TrainConfig(), seed=1),
        cell(config=TrainConfig(), split_index=1),
        cell(config=TrainConfig(), parameters=()),
    )
    assert len({base.key, *(other.key for other in others)}) == 5
