"""`spgat over-time` says of a series what the library says."""

import json

import numpy as np
import pandas as pd
import pytest

from spgat import datasets
from spgat.cli.main import main
from spgat.series import energy_over_time, joint_energy, with_fault
from spgat.spectral.eigen import full_spectrum

GRAPH = datasets.load("grid")


@pytest.fixture
def readings():
    return np.random.default_rng(0).normal(50, 5, (60, GRAPH.num_nodes))


def over_time(capsys, *options):
    status = main(["over-time", "--json", *map(str, options)])
    captured = capsys.readouterr()
    return status, json.loads(captured.out or "{}"), captured.err


def saved(folder, values):
    file = folder / "speeds.csv"
    pd.DataFrame(values).to_csv(file, index_label="time")
    return file


def test_a_series_of_a_file_is_cut_and_its_broken_sensor_comes_first(
    capsys, tmp_path, readings
):
    file = saved(tmp_path, with_fault(readings, 17, "stuck"))
    energy, ranking = tmp_path / "energy.csv", tmp_path / "ranking.csv"
    status, facts, _ = over_time(
        capsys, "-d", "grid", "--series", file, "--no-centre",
        "--energy", energy, "--ranking", ranking,
    )  # fmt: skip
    assert status == 0
    assert facts["suspects"][0]["node"] == "17"
    values = pd.read_csv(file, index_col="time").to_numpy()
    expected = energy_over_time(
        joint_energy(full_spectrum(GRAPH.adjacency), values), facts["num_low"]
    )
    written = pd.read_csv(energy)
    np.testing.assert_allclose(written["low"], expected.low)
    np.testing.assert_allclose(written["high"], expected.high)
    assert pd.read_csv(ranking)["node"][0] == 17


def test_missing_readings_are_gaps_until_they_are_filled(capsys, tmp_path, readings):
    readings[3:7, 2] = np.nan
    file = saved(tmp_path, readings)
    _, gaps, _ = over_time(capsys, "-d", "grid", "--series", file)
    _, filled, _ = over_time(capsys, "-d", "grid", "--series", file, "--fill")
    assert (gaps["num_missing"], gaps["num_filled"]) == (4, 0)
    assert gaps["num_times_without_energy"] == 4
    assert (filled["num_filled"], filled["num_times_without_energy"]) == (4, 0)


def test_a_short_series_has_energies_but_no_ranking(capsys, tmp_path, readings):
    status, facts, said = over_time(
        capsys, "-d", "grid", "--series", saved(tmp_path, readings[:5])
    )
    assert (status, facts["suspects"], facts["num_times"]) == (0, [], 5)
    assert said


@pytest.mark.parametrize("options", [(), ("--series", "nowhere.csv")])
def test_a_graph_without_a_series_is_refused(capsys, options):
    status, _, said = over_time(capsys, "-d", "grid", *options)
    assert status == 2
    assert said
