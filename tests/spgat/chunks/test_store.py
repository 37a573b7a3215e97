"""Stores of bands: what is written, what is written again, what is refused."""

import json
import os
import shutil
from collections import namedtuple
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
import torch

from spgat.bands.build import build_bands
from spgat.bands.config import BandConfig
from spgat.chunks.store import BandStore, chunk_path
from spgat.chunks.write import write_bands
from spgat.datasets.random_graphs import csbm
from spgat.errors import Cancelled, InputError

CONFIG = BandConfig(low_fractions=(0.2,), method="polynomial", step_order=8)
CHUNKS = {"columns": 7, "parts": 3}  # 7 columns do not divide the features


@pytest.fixture(scope="module")
def graph():
    return csbm(num_nodes=90)


@pytest.fixture(scope="module")
def written(graph, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bands") / "store"
    write_bands(graph, CONFIG, folder, **CHUNKS)
    return folder


@pytest.fixture
def folder(written, tmp_path):
    """A copy to be damaged."""
    return shutil.copytree(written, tmp_path / "store")


def test_the_rows_are_those_of_the_bands(graph, written):
    store = BandStore.open(written)
    features = np.asarray(graph.features, dtype=np.float64)
    scaled = features / np.abs(features).sum(axis=1, keepdims=True)
    whole = build_bands(graph.adjacency, CONFIG, dtype=np.float64).apply(torch.tensor(scaled))
    nodes = np.array([89, 0, 31, 30, 29, 31])
    np.testing.assert_allclose(store.rows(nodes), whole[:, nodes].numpy(), rtol=0, atol=1e-6)
    assert (store.labels == graph.labels).all()


def test_features_of_a_file_are_taken_as_they_are(graph, tmp_path):
    x = np.random.default_rng(0).standard_normal((90, 4)).astype(np.float32)
    write_bands(graph, CONFIG, tmp_path / "store", features=x)
    total = BandStore.open(tmp_path / "store").rows(np.arange(90)).sum(axis=0)
    np.testing.assert_allclose(total, x, rtol=0, atol=1e-5)  # the bands sum to the identity
    with pytest.raises(InputError):
        write_bands(graph, CONFIG, tmp_path / "store", features=x + 1)


def test_what_is_whole_is_not_computed_again(graph, folder):
    before = BandStore.open(folder).rows(np.arange(90)).copy()
    assert write_bands(graph, CONFIG, folder, **CHUNKS) == []
    half = chunk_path(folder, 1, 0)
    data = half.read_bytes()
    half.write_bytes(data[: len(data) // 2])  # as a copy that was interrupted leaves it
    chunk_path(folder, 2, 1).unlink()
    with pytest.raises(InputError):
        BandStore.open(folder)
    assert len(write_bands(graph, CONFIG, folder, **CHUNKS)) == 2
    np.testing.assert_array_equal(BandStore.open(folder).rows(np.arange(90)), before)


def test_a_chunk_that_a_killed_process_was_writing_is_not_taken(folder):
    chunk = chunk_path(folder, 0, 0)
    os.replace(chunk, chunk.with_name(f".{chunk.name}.0123"))
    with pytest.raises(InputError):
        BandStore.open(folder)


def test_a_run_that_was_stopped_goes_on(graph, tmp_path):
    def seen(fraction, text):
        fractions.append(fraction)

    fractions = []
    with pytest.raises(Cancelled):
        write_bands(
            graph,
            CONFIG,
            tmp_path / "store",
            **CHUNKS,
            progress=seen,
            should_stop=lambda: len(fractions) > 2,
        )
    left = len(write_bands(graph, CONFIG, tmp_path / "store", **CHUNKS))
    total = len(BandStore.open(tmp_path / "store").chunks)
    assert 0 < left < total


@pytest.mark.parametrize(
    "change",
    [
        lambda graph: (csbm(num_nodes=90, seed=1), CONFIG, CHUNKS),
        lambda graph: (graph, replace(CONFIG, step_order=9), CHUNKS),
        lambda graph: (graph, CONFIG, {"columns": 5, "parts": 3}),
    ],
)
def test_a_store_of_something_else_is_not_gone_on_with(graph, folder, change):
    other, config, chunks = change(graph)
    with pytest.raises(InputError):
        write_bands(other, config, folder, **chunks)


@pytest.mark.parametrize(
    ("config", "arguments"),
    [
        (replace(CONFIG, method="eigenpairs"), {}),
        (CONFIG, {"columns": 0}),
        (CONFIG, {"parts": 91}),
        (CONFIG, {"features": np.ones((89, 2))}),
        (CONFIG, {"features": np.full((90, 2), np.nan)}),
        (CONFIG, {"features": np.full((90, 2), "a")}),
    ],
)
def test_what_cannot_be_written_is_refused(graph, tmp_path, config, arguments):
    with pytest.raises(InputError):
        write_bands(graph, config, tmp_path / "store", **arguments)


def test_bands_that_part_the_null_space_are_refused(graph, tmp_path):
    adjacency = graph.adjacency.tolil()
    adjacency[:40], adjacency[:, :40] = 0, 0  # 40 components, and the cut at 18
    lonely = graph.with_(adjacency=sp.csr_array(adjacency))
    with pytest.raises(InputError):
        write_bands(lonely, CONFIG, tmp_path / "store")


def test_files_of_something_else_are_left_alone(graph, tmp_path):
    (tmp_path / "features.npy").write_text("mine")
    with pytest.raises(InputError):
        write_bands(graph, CONFIG, tmp_path)
    assert (tmp_path / "features.npy").read_text() == "mine"


def test_a_full_disk_is_said_before_the_work(graph, tmp_path, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(1, 1, 0))
    with pytest.raises(InputError):
        write_bands(graph, CONFIG, tmp_path / "store")
    assert not (tmp_path / "store").exists()


def saved(array):
    return lambda path: np.save(path, array, allow_pickle=array.dtype.hasobject)


@pytest.mark.parametrize("name", ["bands-0001-0000.npy", "labels.npy", "split.npy"])
@pytest.mark.parametrize(
    "damage",
    [
        saved(np.full((2, 30, 7), None)),
        saved(np.zeros((2, 30, 6), np.float32)),
        saved(np.zeros((2, 30, 7))),
        saved(np.asfortranarray(np.zeros((2, 30, 7), np.float32))),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"PK\x03\x04" + bytes(100)),
        lambda path: path.write_bytes(b"\x93NUMPY\x01\x00\x10\x00{'descr': [][][" + bytes(80)),
    ],
)
def test_a_file_that_holds_something_else_is_refused(folder, name, damage):
    (folder / name).unlink()
    damage(folder / name)
    with pytest.raises(InputError):
        BandStore.open(folder)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"num_nodes": -1},
        {"num_nodes": 2**60},
        {"num_nodes": "90"},
        {"row_borders": [0, 60, 30, 90]},
        {"row_borders": [0, 1e9]},
        {"row_borders": 3},
        {"column_borders": []},
        {"coefficients": [[1.0], [None]]},
        {"coefficients": [[1.0]]},
        {"upper": float("nan")},
        {"bands": {"low_fractions": [0.2], "unknown": 1}},
        {"bands": []},
        {"dataset": {}},
    ],
)
def test_a_description_that_makes_no_sense_is_refused(folder, change):
    path = folder / "store.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(InputError):
        BandStore.open(folder)


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, "\xff"])
def test_a_file_that_is_no_description_is_refused(folder, text):
    (folder / "store.json").write_text(text, encoding="latin-1")
    with pytest.raises(InputError):
        BandStore.open(folder)


def test_a_dask_cluster_writes_the_same(graph, written, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp",
        dashboard_address=":0",
    ) as cluster:  # fmt: skip
        write_bands(
            graph, CONFIG, tmp_path / "store", **CHUNKS, scheduler=cluster.scheduler_address
        )
    nodes = np.arange(90)
    ours, theirs = BandStore.open(written).rows(nodes), BandStore.open(tmp_path / "store")
    np.testing.assert_array_equal(theirs.rows(nodes), ours)
