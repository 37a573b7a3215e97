from dataclasses import replace

import pytest

from dashboard import state
from dashboard.jobs import JobManager
from spgat import datasets, presets
from spgat.runs import RunStore
from spgat.training import fit


@pytest.fixture(scope="session")
def karate():
    """The karate club, and two networks trained on it for a moment, one with frames."""
    graph = datasets.load("karate")
    config = replace(presets.get("frequency", "karate"), epochs=6, patience=None)
    return graph, (
        fit(graph, config, seed=1),
        fit(graph, replace(config, record_embedding_every=1)),
    )


@pytest.fixture
def store(tmp_path):
    return RunStore(tmp_path / "runs")


@pytest.fixture
def run_ids(store, karate):
    """Two stored runs, the one with frames the newest."""
    graph, results = karate
    return [store.save(result, graph) for result in results]


@pytest.fixture(autouse=True)
def manager(monkeypatch, store):
    """Jobs are done at once, in the script itself."""
    manager = JobManager(inline=True)
    monkeypatch.setattr(state, "job_manager", lambda: manager)
    monkeypatch.setattr(state, "run_store", lambda: store)
    return manager
