"""`spgat embed --input`: embeddings of other tools on the command line."""

import json

import numpy as np
import pytest

from spgat.cli.main import main

POINTS = np.random.default_rng(0).normal(size=(30, 6)).astype(np.float32)
POINTS[:15] += 8


@pytest.fixture
def files(tmp_path):
    vectors, labels = tmp_path / "vectors.npy", tmp_path / "labels.csv"
    np.save(vectors, POINTS)
    np.save(tmp_path / "plane.npy", POINTS[:, :2])
    labels.write_text("label\n" + "left\n" * 15 + "right\n" * 15)
    return tmp_path


def embed(capsys, *arguments):
    status = main(["embed", "--json", *map(str, arguments)])
    output = capsys.readouterr()
    return status, json.loads(output.out) if status == 0 else output.err


def test_an_unknown_method_is_refused(capsys, files):
    status, said = embed(capsys, "--input", files / "vectors.npy", "--method", "som")
    assert status == 2
    assert "'som'" in said


def test_vectors_and_labels_give_what_a_run_gives(capsys, files):
    table = files / "map.csv"
    status, facts = embed(
        capsys, "--input", files / "vectors.npy", "--labels", files / "labels.csv",
        "--method", "pca", "--output", table,
    )  # fmt: skip
    assert status == 0
    assert facts["method"] == "pca"
    assert facts["num_classes"] == 2
    assert facts["silhouette"] > 0.5
    assert facts["knn_accuracy_hidden"] == 1.0
    assert len(facts["low_frequency_shares"]) == 6
    assert min(facts["low_frequency_shares"]) > facts["low_frequency_expected"]
    assert len(table.read_text().splitlines()) == 31


def test_a_plane_is_drawn_as_it_is_and_without_labels_there_is_no_silhouette(capsys, files):
    table = files / "map.csv"
    status, facts = embed(capsys, "--input", files / "plane.npy", "--output", table)
    assert status == 0
    assert facts["method"] == "none"
    assert facts["silhouette"] is None
    drawn = np.loadtxt(table, delimiter=",", skiprows=1)[:, 1:3]
    np.testing.assert_allclose(drawn, POINTS[:, :2], rtol=1e-5)


def test_a_graph_of_the_catalogue_is_joined(capsys, tmp_path):
    np.save(tmp_path / "club.npy", np.random.default_rng(1).normal(size=(34, 3)))
    status, facts = embed(
        capsys, "--input", tmp_path / "club.npy", "--dataset", "karate", "--method", "pca"
    )
    assert status == 0
    assert (facts["num_edges"], facts["num_classes"]) == (78, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["a-run", "--input", "vectors.npy"],
        ["a-run", "--labels", "labels.csv"],
        ["--input", "absent.npy"],
        ["--input", "vectors.npy", "--labels", "absent.csv"],
        ["--input", "vectors.npy", "--dataset", "karate"],
        ["--input", "vectors.npy", "--classes", "absent", "--labels", "labels.csv"],
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(capsys, files, monkeypatch, arguments):
    monkeypatch.chdir(files)
    status, message = embed(capsys, *arguments)
    assert status == 2
    assert message.count("\n") == 1
