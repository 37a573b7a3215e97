import errno
import json
import multiprocessing
import os
import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest

from spgat.bands.config import BandConfig
from spgat.errors import InputError
from spgat.runs import RunStore, RunSummary, zip_of
from spgat.runs import store as runs_store
from spgat.runs.checking import check
from spgat.runs.files import MAX_JSON_BYTES
from spgat.runs.formats import FORMAT
from tests.spgat.runs.older import as_first_format


def test_a_run_reads_back_to_the_same_bits(store, result, graph):
    run = store.load(store.save(result, graph))
    check(run)
    summary = run.summary
    for name in (
        "test_accuracy",
        "val_accuracy",
        "oracle_test_accuracy",
        "alpha",
        "last_alpha",
        "cutoffs",
        "config",
    ):
        assert getattr(summary, name) == getattr(result, name)
    assert repr(run.history) == repr(result.history)  # repr, as NaN is not equal to itself
    for name in ("hidden", "logits", "predictions"):
        np.testing.assert_array_equal(getattr(run, name), getattr(result, name), strict=True)
    for (epoch, frame), (expected_epoch, expected) in zip(
        run.frames, result.frames, strict=True
    ):
        assert epoch == expected_epoch
        np.testing.assert_array_equal(frame, expected, strict=True)
    np.testing.assert_array_equal(run.state["first.theta"], result.state["first.theta"])
    assert run.environment["packages"]["numpy"] == np.__version__


def test_a_list_reads_again_only_what_has_changed(store, result, graph, monkeypatch):
    ids, read, parsed = [store.save(result, graph) for _ in range(3)], [], RunSummary.parsed

    def parse(*args, **rest):
        read.append(rest["run_id"])
        return parsed(*args, **rest)

    monkeypatch.setattr(RunSummary, "parsed", parse)
    first = store.list()
    assert sorted(read) == sorted(ids)
    assert store.list() == first
    assert len(read) == 3
    changes = [partial(store.annotate, star=True), partial(store.annotate, note="seen"),
               partial(store.annotate, star=False), partial(store.set_private, is_private=True),
               store.delete]  # fmt: skip
    for change in changes:
        change(ids[0])
        assert store.list() == RunStore(store.root).list()
    assert read.count(ids[1]) == 1 + len(changes)  # once here, once for each new store
    assert read.count(ids[0]) == len(changes)  # what its owner changes is read by itself


@pytest.fixture
def with_cutoffs(result):
    history = [replace(r, cutoffs=(0.1 * r.epoch,)) for r in result.history]
    bands = BandConfig(method="polynomial", learn_cutoffs=True)
    return replace(
        result,
        history=history,
        config=replace(result.config, bands=bands),
        state=result.state | {"shifts": np.zeros(2, np.float32)},
    )


def test_many_who_ask_at_once_have_each_run_read_once(store, result, graph, monkeypatch):
    for _ in range(8):
        store.save(result, graph)
    fresh, read, together = RunStore(store.root), [], Barrier(4)
    summary_of = runs_store.Run.summary.func

    def reads(run):
        read.append(run.run_id)
        return summary_of(run)

    def ask(_):
        together.wait()
        return fresh.list()

    monkeypatch.setattr(runs_store.Run, "summary", property(reads))
    with ThreadPoolExecutor(4) as pool:
        lists = list(pool.map(ask, range(4)))
    assert sorted(read) == sorted(run.run_id for run in lists[0])
    assert lists == [lists[0]] * 4


def test_learned_cutoffs_read_back(store, with_cutoffs, graph):
    run = store.load(store.save(with_cutoffs, graph))
    check(run)
    assert run.summary.cutoffs == with_cutoffs.cutoffs == (0.1 * run.summary.best_epoch,)
    assert [r.cutoffs for r in run.history] == [r.cutoffs for r in with_cutoffs.history]


def test_a_run_from_before_cutoffs_were_learned_still_loads(store, result, graph):
    run_id = store.save(result, graph)
    folder = store.load(run_id).folder
    (folder / "cutoffs.csv").unlink()
    outcome = json.loads((folder / "summary.json").read_text())
    del outcome["cutoffs"]
    (folder / "summary.json").write_text(json.dumps(outcome))
    run = store.load(run_id)
    check(run)
    assert run.summary.cutoffs == ()
    assert repr(run.history) == repr(result.history)


@pytest.mark.parametrize("cutoffs", [["low"], [-1.0], [float("inf")], 3])
def test_cutoffs_that_are_no_eigenvalues_are_refused(store, result, graph, cutoffs):
    run_id = store.save(result, graph)
    path = store.load(run_id).folder / "summary.json"
    outcome = json.loads(path.read_text())
    path.write_text(json.dumps({**outcome, "cutoffs": cutoffs}))
    with pytest.raises(InputError, match="cutoffs"):
        _ = store.load(run_id).summary


def test_cutoffs_of_another_number_of_bands_are_refused(store, with_cutoffs, graph):
    history = [replace(r, cutoffs=(0.1, 0.2)) for r in with_cutoffs.history]
    run = store.load(store.save(replace(with_cutoffs, history=history), graph))
    with pytest.raises(InputError, match="cutoffs"):
        check(run)


def test_the_graph_comes_back_without_its_features(store, result, graph):
    found = store.load(store.save(result, graph)).graph
    assert (found.adjacency != graph.adjacency).nnz == 0
    assert found.digest == graph.with_(features=None).digest
    assert found.node_names == graph.node_names
    assert found.class_names == graph.class_names


def test_stored_weights_compute_the_stored_logits_again(store):
    from spgat import datasets, presets
    from spgat.band_ablation import restore
    from spgat.training import fit

    graph = datasets.load("karate")
    result = fit(graph, replace(presets.get("frequency", "karate"), epochs=2))
    run = store.load(store.save(result, graph))
    model, inputs = restore(graph, replace(result, state=run.state))
    logits = model(inputs).logits.detach().numpy()
    np.testing.assert_allclose(logits, run.logits, atol=1e-6)
    untrained = {name: np.ones_like(value) for name, value in run.state.items()}
    model, inputs = restore(graph, replace(result, state=untrained))
    assert np.abs(model(inputs).logits.detach().numpy() - run.logits).max() > 0.01


def test_newest_first_with_names_and_sizes(store, result, graph):
    first, second = store.save(result, graph), store.save(result, graph, name="mine")
    listed = store.list()
    assert [run.run_id for run in listed] == [second, first]
    assert [run.name for run in listed] == ["mine", "SpGAT on thirty, seed 7"]
    assert listed[0].num_frames == 2
    assert listed[0].to_dict()["model"] == "spgat"
    assert re.fullmatch(r"\d{6}-\d{6}-[0-9a-f]{6}", first)


def test_an_empty_or_missing_store_lists_nothing(store):
    assert store.list() == []
    assert store.list(deleted=True) == []


def test_damaged_runs_are_named_beside_the_list(store, result, graph):
    good, bad, worse = (store.save(result, graph) for _ in range(3))
    (store.root / bad / "summary.json").write_text("{")
    (store.root / worse / "summary.json").unlink()
    (store.root / worse / "environment.json").write_text('{"packages": []}')
    assert [run.run_id for run in store.list()] == [good]
    found = {run.run_id: run for run in store.contents().unreadable}
    assert set(found) == {bad, worse}
    assert "summary.json" in found[bad].reason
    made_by = store.load(good).environment["packages"]["spgat"]
    assert found[bad].made_by == made_by
    assert found[worse].made_by is None


def test_runs_of_a_newer_format_are_named_and_not_guessed_at(store, result, graph):
    run_id = store.save(result, graph)
    path = store.root / run_id / "summary.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": FORMAT + 1}))
    assert store.list() == []
    [found] = store.contents().unreadable
    assert found.run_id == run_id
    with pytest.raises(InputError, match=str(FORMAT + 1)):
        _ = store.load(run_id).summary


def test_a_run_of_the_first_format_is_read_as_one_of_today(store, result, graph):
    run_id = store.save(result, graph)
    of_today = store.load(run_id).summary
    as_first_format(store.root / run_id)
    summary = store.load(run_id).summary
    assert summary == replace(of_today, cut=None)
    assert summary.alpha == result.history[result.best_epoch - 1].alpha != summary.last_alpha
    check(store.load(run_id))


def test_no_list_waits_for_a_long_history_of_the_first_format(store, result, graph):
    run_id = store.save(result, graph)
    as_first_format(store.root / run_id)
    with (store.root / run_id / "attention.csv").open("a", encoding="utf-8") as file:
        file.write("\n" * MAX_JSON_BYTES)
    assert store.list() == []
    assert [run.run_id for run in store.contents().unreadable] == [run_id]


def test_the_run_must_fit_its_graph(store, result, graph):
    other = graph.with_(labels=np.zeros(30, np.int64))
    with pytest.raises(InputError, match="was not trained on this 'thirty'"):
        store.save(result, other)


def test_star_and_note(store, result, graph):
    run_id = store.save(result, graph)
    store.annotate(run_id, star=True, note="  keeps its accuracy when shuffled \n")
    store.annotate(run_id, note="shuffled")
    assert store.list()[0].is_starred
    assert store.list()[0].note == "shuffled"
    store.annotate(run_id, star=False)
    store.annotate(run_id, star=False)
    assert not store.list()[0].is_starred


def test_deleted_runs_can_be_brought_back(store, result, graph):
    run_id = store.save(result, graph)
    store.delete(run_id)
    assert store.list() == []
    assert [run.run_id for run in store.list(deleted=True)] == [run_id]
    with pytest.raises(InputError, match="There is no run"):
        store.load(run_id)
    store.restore(run_id)
    assert [run.run_id for run in store.list()] == [run_id]
    with pytest.raises(InputError, match="There is no deleted run"):
        store.restore(run_id)


def test_the_bin_forgets_what_is_old(store, result, graph):
    old, new = store.save(result, graph), store.save(result, graph)
    store.delete(old)
    long_ago = time.time() - 8 * 24 * 3600
    os.utime(store.root / ".deleted" / old, (long_ago, long_ago))
    store.delete(new)
    assert [run.run_id for run in store.list(deleted=True)] == [new]


@pytest.mark.parametrize("run_id", ["../../etc", "", "..", "240101-000000-abcdef", "x" * 500])
def test_only_names_of_runs_are_looked_for(store, run_id):
    for action in (store.load, store.delete, store.restore, store.export):
        with pytest.raises(InputError, match="There is no"):
            action(run_id)


@pytest.mark.parametrize(
    "action",
    [
        lambda store, run_id: store.delete(run_id),
        lambda store, run_id: store.restore(run_id),
        lambda store, run_id: store.annotate(run_id, star=True),
        lambda store, run_id: store.annotate(run_id, note="mine"),
    ],
    ids=["delete", "restore", "star", "note"],
)
def test_a_run_that_goes_after_it_was_looked_for_is_not_there(
    store, result, graph, monkeypatch, action
):
    """As when two visitors press the same button."""
    store.delete(store.save(result, graph))
    monkeypatch.setattr(Path, "is_dir", lambda _: True)
    with pytest.raises(InputError, match=r"There is no .*run '240101-000000-abcdef'"):
        action(store, "240101-000000-abcdef")


def test_nothing_unfinished_is_seen_or_left(store, result, graph, monkeypatch):
    def full(*_):
        assert store.list() == []
        raise OSError("No space left on device")

    monkeypatch.setattr("spgat.runs.store.sync", full)
    with pytest.raises(OSError, match="No space"):
        store.save(result, graph)
    assert store.list() == []
    assert list((store.root / ".unfinished").iterdir()) == []


def test_a_folder_that_cannot_be_written_says_so(tmp_path, result, graph):
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="set SPGAT_RUNS"):
        RunStore(tmp_path / "file" / "runs").save(result, graph)


def test_several_processes_write_at_once(store, result, graph):
    context = multiprocessing.get_context("fork")
    workers = [
        context.Process(target=_save_and_annotate, args=(store.root, result, graph))
        for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        for summary in store.list():  # whoever reads meanwhile sees whole runs only
            assert summary.num_nodes == 30
        time.sleep(0.01)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    listed = store.list()
    assert len({run.run_id for run in listed}) == 12
    assert all(run.is_starred and run.note == "kept" for run in listed)
    for run in listed:
        check(store.load(run.run_id))


def _save_and_annotate(root, result, graph):
    store = RunStore(root)
    for _ in range(4):
        run_id = store.save(result, graph)
        store.annotate(run_id, star=True, note="kept")
        doomed = store.save(result, graph)
        store.delete(doomed)


def test_five_hundred_runs_are_listed_from_their_small_files(store, result, graph):
    original = store.root / store.save(result, graph)
    for k in range(499):
        copy = store.root / f"260101-000000-{k:06x}"
        copy.mkdir()
        for name in ("summary.json", "config.json"):
            shutil.copy(original / name, copy / name)
    assert len(store.list()) == 500


def test_confusion_counts_labels_by_prediction(store, result, graph):
    from sklearn.metrics import confusion_matrix

    run = store.load(store.save(result, graph))
    known = graph.labels >= 0
    expected = confusion_matrix(graph.labels[known], result.predictions[known])
    np.testing.assert_array_equal(run.confusion(), expected)
    assert run.confusion(np.array([29])).sum() == 0  # its label is unknown
    test = graph.splits[0].test
    assert run.confusion(test).sum() == (test & known).sum()


def test_confidence_is_the_softmax_of_the_predicted_class(store, result, graph):
    run = store.load(store.save(result, graph))
    shares = np.exp(result.logits) / np.exp(result.logits).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(run.confidence, shares.max(axis=1), rtol=1e-5)


@pytest.mark.parametrize("problem", [errno.ENOSPC, errno.EROFS])
def test_a_disk_that_takes_nothing_is_one_sentence_with_the_folder(
    store, result, graph, monkeypatch, problem
):
    store.save(result, graph)

    def refuse(path):
        raise OSError(problem, "no")

    monkeypatch.setattr(runs_store, "sync", refuse)
    with pytest.raises(InputError, match=str(store.root)):
        store.save(result, graph)
    assert len(store.list()) == 1
    assert list((store.root / ".unfinished").iterdir()) == []


def test_too_little_room_is_told_before_a_training(store, monkeypatch):
    store.check_writable()
    usage = shutil.disk_usage(store.root)._replace(free=10)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(InputError, match=str(store.root)):
        store.check_writable()


def test_a_run_that_no_store_has_room_for_is_a_zip_that_another_imports(store, result, graph):
    run_id, content = zip_of(result, graph)
    assert store.import_zip(content) == run_id
    np.testing.assert_array_equal(store.load(run_id).hidden, result.hidden)
