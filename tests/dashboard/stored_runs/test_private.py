"""What two visitors of a shared server see of each other's runs on own graphs."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import streamlit as st

import dashboard
from dashboard import state
from dashboard.jobs import JobManager
from dashboard.stored_runs import history_of
from dashboard.training import job as training_job
from dashboard.training.ledger import Ledger
from spgat import presets
from spgat.errors import InputError
from spgat.graph import Graph, NodeSplit


@pytest.fixture(autouse=True)
def visitor(monkeypatch, _one_person):
    """Whose browser it is: a name that a test may change."""
    monkeypatch.delenv("SPGAT_PERSONAL")
    monkeypatch.delenv("SPGAT_TEACHER", raising=False)
    now = ["ada"]
    modules = ("rights", "state", "runs.actions", "training.controls", "embeddings.own")
    for module in modules:
        monkeypatch.setattr(f"dashboard.{module}.visitor_id", lambda: now[0])

    def become(name):
        now[0] = name

    return become


@pytest.fixture
def secret():
    """A graph that only its owner has."""
    nodes = np.arange(12)
    split = NodeSplit(nodes % 3 == 0, nodes % 3 == 1, nodes % 3 == 2)
    edges = np.stack([nodes, (nodes + 1) % 12], axis=1)
    names = [f"patient {node}" for node in nodes]
    return Graph.build(
        "secret ward", 12, edges, labels=nodes // 6, splits=(split,), node_names=names
    )


@pytest.fixture
def private(store, manager, secret):
    """The id of a run on it."""
    config = presets.get("frequency").__class__(hidden=4, epochs=2)
    job = training_job.submit(
        manager, secret, config, 1, store, "ada", ledger=Ledger(store.root), is_private=True
    )
    [run] = training_job.TrainingView.of(job.snapshot()).runs
    return job.id, run.run_id


def spelled(page):
    """Everything that the page sends to the browser."""
    return " ".join(str(element.proto) for element in page.main) + str(page.sidebar)


@pytest.mark.parametrize("door", ["runs", "embeddings", "train"])
def test_nobody_else_sees_a_private_run_by_list_or_link(open_page, private, run_ids, visitor,
                                                        door):  # fmt: skip
    job_id, run_id = private
    link = {"runs": {"run": run_id}, "embeddings": {"run": run_id},
            "train": {"pin": run_id, "job": job_id, "dataset": "iris"}}[door]  # fmt: skip
    for name, is_shown in (("bob", False), ("ada", True)):
        visitor(name)
        page = open_page(door, **link)
        shown = spelled(page)
        assert ("secret ward" in shown) is is_shown, name


def test_the_owner_shares_a_run_and_takes_it_back(open_page, private, visitor, store):
    _, run_id = private
    page = open_page("runs", run=run_id)
    for is_private in (False, True):
        page.get_by_key("share").click().run()
        assert store.load(run_id).is_private is is_private
        visitor("bob")
        other = open_page("runs", run=run_id)
        assert ("secret ward" in spelled(other)) is not is_private
        assert is_private or other.get_by_key("share").disabled
        visitor("ada")


def test_a_teacher_sees_private_runs(open_page, private, visitor, monkeypatch):
    monkeypatch.setenv("SPGAT_TEACHER", "key")
    visitor("eve")
    page = open_page("runs")
    assert "secret ward" not in spelled(page)
    page.text_input(key="teacher_key").set_value("key").run()
    assert "secret ward" in spelled(page)


def test_the_owner_alone_saves_a_private_run(open_page, private, visitor, store, monkeypatch):
    """A file is made where no visitor is known, perhaps after the run was taken back."""
    offered = {}
    monkeypatch.setattr(st, "download_button", lambda label, data, *_, **__: offered.update(
        {label: data}))  # fmt: skip

    def save(label):
        visitor("")
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(offered[label]).result()

    _, run_id = private
    open_page("runs", run=run_id)
    assert save("Export") == store.export(run_id)
    assert "secret ward" in save("Report")
    store.set_private(run_id, False)
    visitor("bob")
    open_page("runs", run=run_id)
    assert "secret ward" in save("Report")
    store.set_private(run_id, True)
    for label in ("Export", "Report"):
        with pytest.raises(InputError):
            save(label)


def test_a_private_run_is_not_loaded_for_others_even_where_it_is_kept(private, visitor):
    _, run_id = private
    assert state.load_run(run_id).graph.num_nodes == 12
    visitor("bob")
    with pytest.raises(InputError):
        state.load_run(run_id)


@pytest.mark.parametrize("erased", [False, True])
def test_nobody_is_shown_a_deleted_private_run_that_is_kept(private, visitor, store, erased):
    _, run_id = private
    content = store.export(run_id)
    assert state.load_run(run_id).graph.num_nodes == 12
    store.delete(run_id)
    if erased:
        store.erase(run_id)
    visitor("bob")
    for ask in (state.load_run, history_of):
        with pytest.raises(InputError):
            ask(run_id)
    if erased:  # a run of that name is another one now
        store.import_zip(content)
        assert state.load_run(run_id).graph is not None
        visitor("ada")
        assert state.load_run(run_id).owner == ""


def test_what_cannot_be_read_of_a_private_run_is_not_said_to_others(
    open_page, private, visitor, store
):
    _, run_id = private
    (store.root / run_id / "summary.json").write_text("{}")
    assert run_id in spelled(open_page("runs"))
    visitor("bob")
    assert run_id not in spelled(open_page("runs"))


def test_equal_trainings_on_equal_own_graphs_are_two(store, secret):
    manager = JobManager()
    config = presets.get("frequency").__class__(hidden=4, epochs=10**6)
    try:
        jobs = [
            training_job.submit(
                manager,
                secret,
                config,
                1,
                store,
                owner,
                ledger=Ledger(store.root),
                is_private=True,
            )
            for owner in ("ada", "bob")
        ]
        assert jobs[0] is not jobs[1]
        assert jobs[0].claims == {"ada"}
    finally:
        manager.close(10)


def test_an_import_is_private_and_does_not_meet_the_private_run_of_another(
    private, visitor, store
):
    _, run_id = private
    content = store.export(run_id)
    assert store.import_zip(content, owner="ada", is_private=True) == run_id
    other = store.import_zip(content, owner="bob", is_private=True)
    assert other != run_id
    assert {(r.run_id, r.owner) for r in store.list() if r.is_private} == {
        (run_id, "ada"), (other, "bob")
    }  # fmt: skip
    store.delete(run_id)
    assert store.import_zip(content, owner="eve", is_private=True) not in (run_id, other)
    assert [run.owner for run in store.list(deleted=True)] == ["ada"]


def test_pages_take_runs_only_from_what_their_visitor_sees():
    folder = Path(dashboard.__file__).parent
    asking = {
        path.name
        for path in folder.rglob("*.py")
        if re.search(r"store\(?\)?\.(list|contents)\(", path.read_text())
    }
    assert asking == {"stored_runs.py"}
