import io
import json
import pickle
import shutil
import zipfile

import numpy as np
import pytest

from spgat.errors import InputError
from spgat.runs import RunStore, archive, arrays


@pytest.fixture
def exported(store, result, graph):
    """(run id, {file name: bytes}) of an exported run."""
    run_id = store.save(result, graph)
    with zipfile.ZipFile(io.BytesIO(store.export(run_id))) as packed:
        return run_id, {name.split("/")[1]: packed.read(name) for name in packed.namelist()}


def zipped(run_id, members, extra=()):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(f"{run_id}/{name}", content)
        for name, content in extra:
            packed.writestr(name, content)
    return target.getvalue()


def npz(**content):
    target = io.BytesIO()
    np.savez(target, **content)
    return target.getvalue()


def test_an_imported_run_is_the_exported_one_bit_for_bit(store, result, graph, tmp_path):
    run_id = store.save(result, graph, name="mine")
    store.annotate(run_id, note="look at α", star=True)
    other = RunStore(tmp_path / "elsewhere")
    assert other.import_zip(store.export(run_id)) == run_id
    assert other.list()[0] == store.list()[0]
    assert repr(other.load(run_id).history) == repr(result.history)
    np.testing.assert_array_equal(other.load(run_id).hidden, result.hidden, strict=True)
    assert other.export(run_id) == store.export(run_id)


def test_importing_twice_keeps_one(store, exported):
    run_id, members = exported
    assert store.import_zip(zipped(run_id, members)) == run_id
    assert len(store.list()) == 1


def test_importing_a_deleted_run_brings_it_back(store, exported):
    run_id, members = exported
    store.annotate(run_id, star=True)
    store.delete(run_id)
    assert store.import_zip(zipped(run_id, members)) == run_id
    assert [run.is_starred for run in store.list()] == [True]
    assert store.list(deleted=True) == []


def test_another_run_of_the_same_name_gets_a_new_one(store, exported):
    run_id, members = exported
    config = json.loads(members["config.json"]) | {"seed": 8}
    new_id = store.import_zip(zipped(run_id, members | {"config.json": json.dumps(config)}))
    assert new_id != run_id
    assert store.load(new_id).summary.seed == 8


def test_a_strange_name_is_replaced(store, exported):
    _, members = exported
    assert len(store.import_zip(zipped("my run", members))) == 20


@pytest.mark.parametrize(
    "name",
    [
        "../../evil.json",
        "/etc/passwd",
        "run/../../summary.json",
        "run/sub/summary.json",
        "run\\..\\summary.json",
        "run/evil.py",
        "other/summary.json",
        "summary.json",
    ],
)
def test_files_that_belong_to_no_run_are_refused(store, exported, name, tmp_path):
    run_id, members = exported
    before = sorted(path for path in tmp_path.rglob("*") if ".unfinished" not in path.parts)
    with pytest.raises(InputError, match="which is no file of a run"):
        store.import_zip(zipped(run_id, members, [(name, b"evil")]))
    after = sorted(path for path in tmp_path.rglob("*") if ".unfinished" not in path.parts)
    assert before == after


def test_missing_and_doubled_files_are_refused(store, exported):
    run_id, members = exported
    without = {name: content for name, content in members.items() if name != "graph.npz"}
    with pytest.raises(InputError, match=r"holds no graph\.npz"):
        store.import_zip(zipped(run_id, without))
    twice = [(f"{run_id}/config.json", members["config.json"])]
    with (
        pytest.warns(UserWarning, match="Duplicate"),
        pytest.raises(InputError, match="one file twice"),
    ):
        store.import_zip(zipped(run_id, members, twice))


def test_no_zip_at_all(store):
    for content in (b"", b"hello", b"PK\x03\x04 and no more"):
        with pytest.raises(InputError, match="no readable zip"):
            store.import_zip(content)
    with pytest.raises(InputError, match=r"no alpha\.csv"):
        store.import_zip(zipped("run", {}))


def test_a_bomb_stops_at_the_limit(store, exported, monkeypatch):
    """A zip of 10 kB may hold 10 GB."""
    run_id, members = exported
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 2**21)
    with pytest.raises(InputError, match="unpacks to more than 2 MB"):
        store.import_zip(zipped(run_id, members | {"note.txt": b"0" * 2**23}))
    assert len(store.list()) == 1


def test_a_bomb_within_the_arrays_stops_before_it_takes_memory(store, exported, monkeypatch):
    """The archive within the archive may be the bomb."""
    run_id, members = exported
    monkeypatch.setattr(arrays, "MAX_ARRAY_BYTES", 2**21)
    bomb = npz(hidden=np.zeros((30, 2**18), np.float32))
    with pytest.raises(InputError, match="at most 2 MB are read"):
        store.import_zip(zipped(run_id, members | {"embedding.npz": bomb}))


def test_pickled_objects_are_refused_and_never_run(store, exported, tmp_path):
    """A pickle runs any code when it is read."""

    class Evil:
        def __reduce__(self):
            return (open, (str(tmp_path / "evil"), "w"))

    run_id, members = exported
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed, packed.open("hidden.npy", "w") as member:
        header = {"descr": "|O", "fortran_order": False, "shape": (1,)}
        np.lib.format.write_array_header_1_0(member, header)
        pickle.dump(Evil(), member)
    with pytest.raises(InputError, match="may run code"):
        store.import_zip(zipped(run_id, members | {"embedding.npz": target.getvalue()}))
    assert not (tmp_path / "evil").exists()


def test_a_header_that_promises_too_much_is_refused(store, exported):
    run_id, members = exported
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed, packed.open("hidden.npy", "w") as member:
        header = {"descr": "<f4", "fortran_order": False, "shape": (10_000, 4)}
        np.lib.format.write_array_header_1_0(member, header)
    with pytest.raises(InputError, match="has not the size its header promises"):
        store.import_zip(zipped(run_id, members | {"embedding.npz": target.getvalue()}))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("summary.json", b"{", "is no JSON"),
        ("summary.json", b"[" * 100_000, "is no JSON"),
        ("summary.json", b"[1]", "no JSON object"),
        ("summary.json", b'{"alpha": 3}', "alpha"),
        ("config.json", b'{"dataset": 3}', "dataset"),
        ("environment.json", b"\xff\xfe", "is no JSON"),
        ("summary.json", b" " * 2**21, "more than 1 MB"),
        ("note.txt", b"\xff\xfe", r"note\.txt of run .* is no text"),
        ("history.csv", b"epoch\nthree\n", "history of run .* is damaged"),
        ("history.csv", b"epoch\n" + b"1" * 2**18, "history of run .* is damaged"),
        ("alpha.csv", b"epoch,layer\n1,1\n", "history of run .* is damaged"),
        ("model.safetensors", b"\x80\x04evil", "weights of run .* are damaged"),
        ("embedding.npz", b"PK", "is damaged"),
        ("graph.npz", npz(edges=np.zeros((1, 2), np.int32)), "graph of run .* is damaged"),
    ],
)
def test_damaged_files_are_refused(store, exported, name, content, sentence):
    run_id, members = exported
    with pytest.raises(InputError, match=sentence):
        store.import_zip(zipped(run_id, members | {name: content}))
    assert len(store.list()) == 1


@pytest.mark.parametrize(
    "content",
    [
        npz(eigenvalues=np.arange(401.0)),
        npz(eigenvalues=np.arange(401.0), responses=np.ones((3, 401))),
        npz(eigenvalues=np.arange(400.0), responses=np.ones((2, 400))),
        npz(eigenvalues=np.arange(401.0), responses=np.full((2, 401), np.nan)),
        npz(eigenvalues=-np.arange(401.0), responses=np.ones((2, 401))),
        npz(eigenvalues=np.arange(401.0), responses=np.full((2, 401), "1")),
    ],
)
def test_responses_that_cannot_be_drawn_are_refused(store, exported, content):
    run_id, members = exported
    with pytest.raises(InputError):
        store.import_zip(zipped(run_id, members | {"response.npz": content}))


@pytest.mark.parametrize(
    "changes",
    [
        {"num_low": [15, 20]},
        {"num_low": [31]},
        {"num_low": [-1]},
        {"cutoffs": [0.5, 1.0]},
        {"null_dimension": 31},
    ],
)
def test_a_cut_that_does_not_fit_the_graph_is_refused(store, exported, changes):
    run_id, members = exported
    summary = json.loads(members["summary.json"])
    summary["cut"] |= changes
    with pytest.raises(InputError):
        store.import_zip(zipped(run_id, members | {"summary.json": json.dumps(summary)}))


@pytest.mark.parametrize(
    ("name", "changes", "sentence"),
    [
        ("summary.json", {"created": "yesterday"}, "created is 'yesterday'"),
        ("summary.json", {"created": "2026-11-28T10:00:00"}, "created is '2026"),
        ("summary.json", {"created": "9999-12-31T23:59:59-05:00"}, "created is '9999"),
        ("summary.json", {"created": "0001-01-01T00:00:00+05:00"}, "created is '0001"),
        ("summary.json", {"alpha": [[]]}, "alpha is"),
        ("summary.json", {"alpha": [["x"]]}, "alpha is"),
        ("summary.json", {"alpha": ["11"]}, "alpha is"),
        ("summary.json", {"alpha": [[float("nan"), 0.5]]}, "alpha is"),
        ("summary.json", {"alpha": [[10**400]]}, "alpha is"),
        ("summary.json", {"cut": 7}, "cut is"),
        (
            "summary.json",
            {"cut": {"num_low": ["x"], "null_dimension": 1, "cutoffs": []}},
            "cut",
        ),
        ("summary.json", {"cut": {"num_low": [15]}}, "cut is"),
        ("summary.json", {"format": 3}, "format"),
        ("summary.json", {"format": "two"}, "format"),
        ("summary.json", {"num_epochs": 10**30}, "num_epochs is"),
        ("summary.json", {"test_accuracy": 10**400}, "test_accuracy is"),
        ("summary.json", {"test_accuracy": float("inf")}, "test_accuracy is"),
        ("config.json", {"config": {"bands": {"low_fractions": ["x"]}}}, "are damaged"),
        ("config.json", {"config": {"bands": "frequency"}}, "are damaged"),
        ("config.json", {"config": {"bands": {"laplacian": 3}}}, "are damaged"),
        ("config.json", {"config": {"preset": 5}}, "are damaged"),
        ("config.json", {"config": {"options": [1]}}, "are damaged"),
    ],
)
def test_fields_that_would_break_the_list_are_refused(store, exported, name, changes, sentence):
    """One such run would keep everybody from the list in which it can be deleted."""
    run_id, members = exported
    content = json.dumps(json.loads(members[name]) | changes)
    with pytest.raises(InputError, match=sentence):
        store.import_zip(zipped(run_id, members | {name: content}))
    planted = store.root / "260101-000000-000000"
    shutil.copytree(store.root / run_id, planted)
    (planted / name).write_text(content)
    assert [run.run_id for run in store.list()] == [run_id]
    assert [run.run_id for run in store.contents().unreadable] == [planted.name]


def test_times_are_kept_in_utc(store, exported):
    """The list sorts by them."""
    run_id, members = exported
    summary = json.loads(members["summary.json"]) | {"created": "2026-01-01T12:00:00+05:00"}
    store.delete(run_id)
    new_id = store.import_zip(zipped(run_id, members | {"summary.json": json.dumps(summary)}))
    assert store.load(new_id).summary.created == "2026-01-01T07:00:00+00:00"


@pytest.mark.parametrize(
    "changes",
    [
        {"predictions": np.full(30, 3)},
        {"predictions": np.full(30, -1)},
        {"predictions": np.zeros(30)},
        {"logits": np.zeros((30, 4), np.float32)},
        {"frame_epochs": np.zeros(1, np.int64)},
        {"hidden": np.zeros((30, 0), np.float32)},
        {"frames": np.full((2, 30, 4), "x")},
        {"hidden": np.zeros((29, 4), np.float32)},
        {"hidden": np.zeros((30, 4), np.float64)},
        {"logits": np.zeros(30, np.float32)},
        {"predictions": np.zeros(3, np.int64)},
        {"frames": np.zeros((2, 29, 4), np.float32)},
        {"frames": np.full((2, 30, 4), np.nan, np.float32)},
        {"frames": np.zeros((0, 30, 4), np.float32), "frame_epochs": np.zeros(0, np.int64)},
        {"frame_epochs": np.array([0, 4])},
        {"frame_epochs": np.array([-1, 2])},
        {"frame_epochs": np.array([2, 0])},
        {"frame_epochs": np.array([2, 2])},
        {"frame_epochs": np.array([0.0, np.nan])},
        {"frame_epochs": np.array(["0", "2"])},
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(store, exported, changes):
    run_id, members = exported
    with np.load(io.BytesIO(members["embedding.npz"])) as stored:
        content = dict(stored) | changes
    with pytest.raises(InputError, match=r"[Rr]un [-0-9a-f]* "):
        store.import_zip(zipped(run_id, members | {"embedding.npz": npz(**content)}))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"train": np.zeros(30), "val": np.zeros(30), "test": np.zeros(30)}, "damaged"),
        ({part: np.zeros(30, np.int64) for part in ("train", "val", "test")}, "no three masks"),
        ({"class_names": np.array(["red"])}, "class"),
        ({"labels": np.full(30, -1)}, "no labelled train nodes"),
        ({"test": np.zeros(30, bool)}, "no labelled test nodes"),
    ],
)
def test_a_graph_that_does_not_fit_is_refused(store, exported, changes, sentence):
    run_id, members = exported
    with np.load(io.BytesIO(members["graph.npz"])) as stored:
        content = dict(stored) | changes
    with pytest.raises(InputError, match=sentence):
        store.import_zip(zipped(run_id, members | {"graph.npz": npz(**content)}))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("summary.json", {"num_frames": 5}, "has 2 frames where its summary says 5"),
        ("summary.json", {"num_epochs": 2}, "has 3 epochs where its summary says 2"),
        ("summary.json", {"alpha": [[1.0], [1.0]]}, "each of 2 bands"),
        ("summary.json", {"alpha": [[0.5, 0.5], [0.5, 0.3, 0.2]]}, "each of 2 bands"),
        ("summary.json", {"alpha": []}, "each of 2 bands"),
        ("alpha.csv", "epoch,layer,band,alpha\n1,1,1,0.5\n", "each of 2 bands"),
    ],
)
def test_a_summary_that_says_other_than_the_arrays_is_refused(
    store, exported, name, content, sentence
):
    """Charts of such a run could not be drawn."""
    run_id, members = exported
    if isinstance(content, dict):
        content = json.dumps(json.loads(members[name]) | content)
    with pytest.raises(InputError, match=sentence):
        store.import_zip(zipped(run_id, members | {name: content}))


def test_unknown_settings_are_refused(store, exported):
    run_id, members = exported
    config = json.loads(members["config.json"])
    config["config"]["backdoor"] = True
    with pytest.raises(InputError, match="no field 'backdoor'"):
        store.import_zip(zipped(run_id, members | {"config.json": json.dumps(config)}))
