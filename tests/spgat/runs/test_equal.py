"""A training that is done already, and what makes another of it."""

import json
from dataclasses import replace

import pytest

from spgat import datasets
from spgat.config import TrainConfig
from spgat.runs import RunStore, equal_runs, is_of_today
from spgat.runs import files as run_files
from spgat.training import fit

CONFIG = TrainConfig(hidden=4, epochs=2)


@pytest.fixture(scope="module")
def graph():
    return datasets.load("karate")


@pytest.fixture
def store(tmp_path, graph):
    store = RunStore(tmp_path)
    for seed in (0, 1, 0):
        splits = len(graph.splits)
        result = fit(
            graph, replace(CONFIG, preset="paper"), seed=seed, split_index=seed % splits
        )
        store.save(result, graph)
    return store


def found(store, graph, config=CONFIG, num_seeds=1):
    def is_current(run_id):
        return is_of_today(store.load(run_id).environment)

    return [r.run_id for r in equal_runs(graph, config, num_seeds, store.list(), is_current)]


def test_the_newest_run_of_each_seed_is_found_and_all_seeds_are_needed(store, graph):
    newest, one, _ = (run.run_id for run in store.list())
    assert found(store, graph) == [newest]
    assert found(store, graph, num_seeds=2) == [newest, one]
    assert found(store, graph, num_seeds=3) == []


def test_another_config_or_graph_is_another_training(store, graph):
    assert found(store, graph, replace(CONFIG, epochs=3)) == []
    assert found(store, datasets.load("iris")) == []


@pytest.mark.parametrize("change", [{"commit": "0" * 40}, {"packages": {"spgat": "0.0.1"}}, {}])
def test_what_another_revision_computed_does_not_count(store, graph, change):
    for run in store.list():
        path = store.root / run.run_id / run_files.ENVIRONMENT
        path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    assert bool(found(store, graph)) is (change == {})


def test_a_run_that_was_stopped_does_not_count(tmp_path, graph):
    store, asked = RunStore(tmp_path / "other"), iter([False, False, True])
    result = fit(graph, CONFIG, should_stop=lambda: next(asked, True))
    assert result.stop_reason == "cancelled"
    store.save(result, graph)
    assert found(store, graph) == []
