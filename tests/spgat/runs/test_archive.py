import io
import json
import pickle
import shutil
import tracemalloc
import zipfile
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import load, save

from spgat import datasets
from spgat.bands.config import BandConfig
from spgat.config import TrainConfig
from spgat.datasets import with_split
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.models import BASELINES, MODELS
from spgat.published import published
from spgat.runs import RunStore, archive, arrays
from spgat.runs import store as store_module
from spgat.training import fit


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
    assert other.list()[0] == replace(store.list()[0], is_imported=True)
    assert repr(other.load(run_id).history) == repr(result.history)
    np.testing.assert_array_equal(other.load(run_id).hidden, result.hidden, strict=True)
    assert other.export(run_id) == store.export(run_id)


@pytest.mark.parametrize(
    "changes",
    [
        {"residual": True, "bias": True},
        {"hidden_norm": "layer"},
        {"hidden_norm": "batch"},
        {"bands": BandConfig(method="polynomial", step_order=8, learn_cutoffs=True)},
    ],
    ids=lambda changes: " ".join(changes),
)
def test_the_weights_of_every_kind_of_spgat_come_back(store, graph, changes, tmp_path):
    trained = fit(graph, TrainConfig(epochs=2, **changes))
    run_id = store.save(trained, graph)
    other = RunStore(tmp_path / "elsewhere")
    other.import_zip(store.export(run_id))
    found = other.load(run_id).state
    assert found.keys() == trained.state.keys()
    for name, value in trained.state.items():
        np.testing.assert_array_equal(found[name], value, strict=True)


def test_a_zip_whose_files_start_before_it_is_refused(store, exported):
    content = bytearray(zipped(*exported))
    place = content.rfind(b"PK\5\6") + 16  # where the zip says that its list of files starts
    stated = int.from_bytes(content[place : place + 4], "little")
    content[place : place + 4] = (stated + 50).to_bytes(4, "little")
    with pytest.raises(InputError):
        store.import_zip(bytes(content))


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


def test_only_a_run_from_elsewhere_is_marked_as_imported(store, result, graph, tmp_path):
    run_id, other = store.save(result, graph), RunStore(tmp_path / "elsewhere")
    assert other.import_zip(store.export(run_id)) == run_id
    assert [run.is_imported for run in (*store.list(), *other.list())] == [False, True]
    assert "is_imported" not in other.list()[0].to_dict()
    assert store.import_zip(other.export(run_id)) == run_id  # it is here already
    assert not store.load(run_id).summary.is_imported


def test_nobody_brings_back_what_another_has_deleted(store, result, graph):
    run_id = store.save(result, graph, owner="ada")
    exported = store.export(run_id)
    store.delete(run_id)
    new_id = store.import_zip(exported, owner="bob")
    assert [run.run_id for run in store.list(deleted=True)] == [run_id]
    assert [(run.run_id, run.owner) for run in store.list()] == [(new_id, "bob")]
    assert store.import_zip(exported, owner="ada") == run_id
    assert store.list(deleted=True) == []


def test_an_import_is_kept_though_its_deleted_run_is_erased_meanwhile(
    store, exported, monkeypatch
):
    run_id, members = exported
    store.delete(run_id)
    restore = store.restore

    def restore_late(deleted_id):
        store.erase(deleted_id)
        restore(deleted_id)

    monkeypatch.setattr(store, "restore", restore_late)
    assert store.import_zip(zipped(run_id, members)) == run_id
    assert [run.run_id for run in store.list()] == [run_id]
    assert store.list(deleted=True) == []


def test_what_arrives_in_a_run_while_it_is_erased_goes_with_it(store, exported, monkeypatch):
    run_id, _ = exported
    rmtree = shutil.rmtree

    def rmtree_and_note(folder, **rest):
        is_first = (folder / "config.json").exists()
        rmtree(folder, **rest)
        if is_first:  # a note that had found the folder before it was moved
            folder.mkdir()
            (folder / "note.txt").write_text("late")

    monkeypatch.setattr(store_module.shutil, "rmtree", rmtree_and_note)
    store.delete(run_id)
    store.erase(run_id)
    assert not list(store.root.rglob("note.txt"))


def test_a_run_that_is_imported_twice_at_once_is_kept_for_both(store, exported, monkeypatch):
    run_id, members = exported
    content = zipped(run_id, members)
    store.delete(run_id)
    store.erase(run_id)
    sync, others = store_module.sync, []

    def sync_slowly(path):
        if not others:
            others.append("")
            others[0] = store.import_zip(content, owner="bob")
        sync(path)

    monkeypatch.setattr(store_module, "sync", sync_slowly)
    mine = store.import_zip(content, owner="ada", is_private=True)
    kept = {run.run_id: run.owner for run in store.list()}
    assert kept == {mine: "ada", others[0]: "bob"}
    assert run_id in kept


def test_a_run_that_is_erased_while_it_is_imported_is_kept(store, exported):
    run_id, members = exported
    (store.root / run_id / "config.json").unlink()
    assert store.import_zip(zipped(run_id, members)) in {run.run_id for run in store.list()}


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
    for name in ("note.txt", "history.csv", "graph.npz"):
        with pytest.raises(InputError, match="unpacks to more"):
            store.import_zip(zipped(run_id, members | {name: b"0" * 2**23}))
    assert len(store.list()) == 1


def test_a_bomb_within_the_arrays_stops_before_it_takes_memory(tmp_path, monkeypatch):
    """The archive within the archive may be the bomb; what counts is all of it."""
    monkeypatch.setattr(arrays, "MAX_BYTES", 2**21)
    path = tmp_path / "embedding.npz"
    half = np.zeros((30, 2**14), np.float32)
    path.write_bytes(npz(hidden=half, logits=half, unknown=np.zeros(2**22)))
    assert arrays.read_arrays(path, "hidden").keys() == {"hidden"}
    with pytest.raises(InputError):
        arrays.read_arrays(path, "hidden", "logits")


def test_an_array_that_unpacks_to_more_than_it_states_takes_no_memory(tmp_path):
    """Reading an entry to its end unpacks all there is before it looks at the stated size."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        with packed.open("hidden.npy", "w") as member:
            header = {"descr": "<f4", "fortran_order": False, "shape": (25,)}
            np.lib.format.write_array_header_1_0(member, header)
            for _ in range(128):
                member.write(bytes(2**20))
        directory = packed.start_dir
    content = bytearray(target.getvalue())
    at = content.index(b"PK\x01\x02", directory)
    content[at + 24 : at + 28] = (128 + 100).to_bytes(4, "little")
    path = tmp_path / "embedding.npz"
    path.write_bytes(content)
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            arrays.read_arrays(path, "hidden")
        assert tracemalloc.get_traced_memory()[1] < 2**23
    finally:
        tracemalloc.stop()


def test_a_way_of_packing_that_unpacks_without_bound_is_refused(store, exported):
    run_id, members = exported
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_BZIP2) as packed:
        for name, content in members.items():
            packed.writestr(f"{run_id}/{name}", content)
    with pytest.raises(InputError):
        store.import_zip(target.getvalue())


def test_a_small_zip_that_fills_the_memory_is_refused(store, result, graph):
    """Zeros take a thousandth of their size in the zip, and each page that shows the run has
    them whole.
    """
    wide = replace(result, hidden=np.zeros((30, 200_000), np.float32), frames=[])  # 23 MB
    other = RunStore(store.root / "other")
    content = other.export(other.save(wide, graph))
    assert len(content) < 2**17
    with pytest.raises(InputError, match="of memory"):
        store.import_zip(content, max_bytes=2**24)
    assert store.import_zip(content, max_bytes=2**25)


@pytest.mark.parametrize(
    ("num_nodes", "num_frames", "max_bytes"),
    [(5000, 0, 2**20), (5000, 100, 2**22), (300, 0, 2**20)],
)
def test_a_run_that_takes_a_page_too_much_memory_is_refused(
    tmp_path, num_nodes, num_frames, max_bytes
):
    """A density takes 600 bytes for each node, whose arrays may be a few."""
    reach = range(1, 2 if num_nodes > 300 else num_nodes // 2)
    edges = [(k, (k + step) % num_nodes) for k in range(num_nodes) for step in reach]
    graph = with_split(Graph.build("large", num_nodes, edges, labels=np.arange(num_nodes) % 2))
    config = TrainConfig(
        model="mlp", hidden=1, epochs=max(1, num_frames), patience=None, device="cpu",
        record_embedding_every=1 if num_frames else None,
    )  # fmt: skip
    store = RunStore(tmp_path / "runs")
    content = store.export(store.save(fit(graph, config), graph))
    other = RunStore(tmp_path / "other")
    with pytest.raises(InputError, match="of memory"):
        other.import_zip(content, max_bytes=max_bytes)
    assert other.import_zip(content, max_bytes=2**24)


def test_what_an_array_file_has_beside_its_arrays_counts_too(store, exported):
    """An export would hold it."""
    run_id, members = exported
    padded = bytes(2**21) + members["embedding.npz"]
    with pytest.raises(InputError, match="of memory"):
        store.import_zip(zipped(run_id, members | {"embedding.npz": padded}), max_bytes=2**20)


def test_what_a_run_comes_to_in_memory_is_known_before_it_is_read(store, result, graph):
    run = store.load(store.save(result, graph))
    arrays = [run.hidden, run.logits, run.predictions, run.graph.edges(), *run.state.values()]
    least = sum(array.nbytes for array in arrays)
    without = run.num_bytes(with_frames=False)
    assert least < without < least + 40_000
    frames = sum(frame.nbytes for _, frame in run.frames)
    assert without + frames <= run.num_bytes(with_frames=True) < without + frames + 500


def test_a_small_zip_that_fills_the_disk_is_refused(store, exported):
    """The arrays of a run are packed already: little becomes of a small zip."""
    run_id, members = exported
    big = npz(hidden=np.zeros((30, 2**20), np.float32))
    with pytest.raises(InputError):
        store.import_zip(zipped(run_id, members | {"embedding.npz": big}))
    assert not list((store.root / ".unfinished").iterdir())


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


def test_a_refusal_does_not_quote_a_damaged_file(store, exported):
    run_id, members = exported
    content = bytearray(members["embedding.npz"])
    at = content.index(b"hidden.npy")  # its length stands four bytes before
    content[at - 4 : at - 2] = (600).to_bytes(2, "little")
    with pytest.raises(InputError, match="is damaged") as caught:
        store.import_zip(zipped(run_id, members | {"embedding.npz": bytes(content)}))
    assert len(str(caught.value)) < 300
    assert str(caught.value)[-1] == "."


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("summary.json", b"{", "is no JSON"),
        ("summary.json", b"[" * 100_000, "is no JSON"),
        ("summary.json", b"[1]", "no JSON object"),
        ("summary.json", b'{"alpha": 3}', "alpha"),
        ("config.json", b'{"dataset": 3}', "dataset"),
        ("environment.json", b"\xff\xfe", "is no JSON"),
        ("environment.json", b'{"packages": {"\\ud800": "1"}}', "half a character"),
        ("environment.json", b'{"a":' * 30 + b"1" + b"}" * 30, "lists in lists"),
        ("summary.json", b" " * 2**21, "unpacks to more"),
        ("note.txt", b"\xff\xfe", r"note\.txt is no text"),
        ("history.csv", b"epoch\nthree\n", "history is damaged"),
        ("history.csv", b"epoch\n" + b"1" * 2**18, "history is damaged"),
        ("alpha.csv", b"epoch,layer\n1,1\n", "history is damaged"),
        ("model.safetensors", b"\x80\x04evil", "weights are damaged"),
        ("embedding.npz", b"PK", "is damaged"),
        ("graph.npz", npz(edges=np.zeros((1, 2), np.int32)), "graph is damaged"),
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
        ("summary.json", {"created": "yesterday"}, "created 'yesterday'"),
        ("summary.json", {"created": "2026-11-28T10:00:00"}, "created '2026"),
        ("summary.json", {"created": "9999-12-31T23:59:59-05:00"}, "created '9999"),
        ("summary.json", {"created": "0001-01-01T00:00:00+05:00"}, "created '0001"),
        ("summary.json", {"alpha": [[]]}, "alpha"),
        ("summary.json", {"alpha": [["x"]]}, "alpha"),
        ("summary.json", {"alpha": ["11"]}, "alpha"),
        ("summary.json", {"alpha": [[float("nan"), 0.5]]}, "alpha"),
        ("summary.json", {"alpha": [[10**400]]}, "alpha"),
        ("summary.json", {"cut": 7}, "cut"),
        (
            "summary.json",
            {"cut": {"num_low": ["x"], "null_dimension": 1, "cutoffs": []}},
            "cut",
        ),
        ("summary.json", {"cut": {"num_low": [15]}}, "cut"),
        ("summary.json", {"format": 3}, "format"),
        ("summary.json", {"format": "two"}, "format"),
        ("summary.json", {"num_epochs": 10**30}, "num_epochs"),
        ("summary.json", {"num_epochs": True}, "num_epochs"),
        ("summary.json", {"num_nodes": -3}, "num_nodes"),
        ("summary.json", {"test_accuracy": 10**400}, "test_accuracy"),
        ("summary.json", {"test_accuracy": float("inf")}, "test_accuracy"),
        ("summary.json", {"test_accuracy": 42.0}, "test_accuracy"),
        ("summary.json", {"oracle_test_accuracy": -3.0}, "oracle_test_accuracy"),
        ("summary.json", {"val_accuracy": float("nan")}, "val_accuracy"),
        ("summary.json", {"setup_seconds": -1.0}, "setup_seconds"),
        ("summary.json", {"alpha": [[1.5, -0.5]]}, "alpha"),
        ("summary.json", {"name": "n" * 900_000}, "name"),
        ("summary.json", {"name": "half \ud800"}, "half a character"),
        ("summary.json", {"notes": ["note"] * 80_000}, "notes"),
        ("summary.json", {"notes": ["n" * 5000]}, "notes"),
        ("summary.json", {"device": "![](http://evil.example/p.png)"}, "device"),
        ("summary.json", {"stop_reason": "[Log in](http://evil.example)"}, "stop_reason"),
        ("config.json", {"graph_digest": "<img src=x>"}, "graph_digest"),
        ("config.json", {"config": {"hidden": 10**9 + 0.5}}, "hidden"),
        ("config.json", {"config": {"learning_rate": float("inf")}}, "config"),
        ("config.json", {"config": {"preset": "p" * 1000}}, "config"),
        ("config.json", {"config": {"options": {"a": [[[[[1]]]]]}}}, "config"),
        ("config.json", {"config": {"bands": {"low_fractions": ["x"]}}}, "are damaged"),
        ("config.json", {"config": {"bands": "frequency"}}, "are damaged"),
        ("config.json", {"config": {"bands": {"laplacian": 3}}}, "are damaged"),
        ("config.json", {"config": {"preset": 5}}, "are damaged"),
        ("config.json", {"config": {"options": [1]}}, "are damaged"),
        ("config.json", {"config": {"bands": {"step_order": 10**5}}}, "order"),
        ("config.json", {"config": {"bands": {"order": 10**9}}}, "order"),
        ("config.json", {"config": {"residual": [[1] * 64] * 64}}, "config"),
        ("summary.json", {"alpha": [[1, 0]] * 1000}, "alpha"),
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
        {"frame_epochs": np.array([0, 1])},
        {"hidden": np.zeros((30, 5), np.float32)},
        {"logits": np.zeros((30, 3), np.float32)},
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
        ("summary.json", {"num_frames": 5}, "has 2 of 5 frames"),
        ("summary.json", {"num_epochs": 2}, "has more than 2 rows"),
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


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("val_accuracy", "42"),
        ("test_accuracy", "-3"),
        ("train_accuracy", "nan"),
        ("seconds", "-1"),
        ("seconds", "inf"),
        ("epoch", "1"),
        ("epoch", "7"),
    ],
)
def test_a_history_that_no_training_gives_is_refused(store, exported, column, value):
    run_id, members = exported
    header, *rows = members["history.csv"].decode().splitlines()
    cells = rows[1].split(",")
    cells[header.split(",").index(column)] = value
    content = "\n".join([header, rows[0], ",".join(cells), rows[2]])
    with pytest.raises(InputError):
        store.import_zip(zipped(run_id, members | {"history.csv": content}))


@pytest.mark.parametrize(
    "changes",
    [
        {"first.theta": np.zeros((5, 9), np.float32)},
        {"first.theta": np.zeros(20, np.float32)},
        {"first.band_scalars": np.zeros(3, np.float32)},
        {"second.theta": np.zeros((4, 2), np.float32)},
        {"third.theta": np.zeros((4, 3), np.float32)},
    ],
)
def test_weights_that_the_settings_do_not_make_are_refused(store, exported, changes):
    run_id, members = exported
    weights = load(members["model.safetensors"]) | changes
    with pytest.raises(InputError, match="weights"):
        store.import_zip(zipped(run_id, members | {"model.safetensors": save(weights)}))


@pytest.mark.parametrize(
    "names",
    [
        np.array(["n" * 50_000, *"abcdefghijklmnopqrstuvwxyz012"]),
        np.array(["half \ud800", *"abcdefghijklmnopqrstuvwxyz012"]),
    ],
)
def test_names_that_no_page_can_show_are_refused(store, exported, names):
    run_id, members = exported
    with np.load(io.BytesIO(members["graph.npz"])) as stored:
        content = dict(stored) | {"node_names": names}
    target = io.BytesIO()
    np.savez_compressed(target, **content)
    with pytest.raises(InputError):
        store.import_zip(zipped(run_id, members | {"graph.npz": target.getvalue()}))


COLUMNS = {"cut_by": "column", "basis": "wavelet"}


@pytest.mark.parametrize(
    "model", ["spgat", "gwnn", "gcn", "grand", "dgi", "planetoid", "bernnet", "jacobiconv"]
)
def test_what_every_model_leaves_is_what_an_import_takes(store, tmp_path, model):
    """The checks know what a training makes, and refuse none."""
    graph = datasets.load("karate")
    options = dict(published(model, "").options) if model in BASELINES else {}
    few = {"infomax_epochs": 3, "label_steps": 3, "walks": 1}
    options |= {name: value for name, value in few.items() if name in options}
    config = TrainConfig(
        model=model, bands=BandConfig(**COLUMNS if MODELS[model].spectrum == "columns" else {}),
        hidden=8, epochs=2, record_embedding_every=1, device="cpu",
        options=tuple(sorted(options.items())),
    )  # fmt: skip
    run_id = store.save(fit(graph, config), graph)
    assert RunStore(tmp_path / "other").import_zip(store.export(run_id)) == run_id


def test_unknown_settings_are_refused(store, exported):
    run_id, members = exported
    config = json.loads(members["config.json"])
    config["config"]["backdoor"] = True
    with pytest.raises(InputError, match="no field 'backdoor'"):
        store.import_zip(zipped(run_id, members | {"config.json": json.dumps(config)}))
