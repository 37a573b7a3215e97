import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.experiments.outcome import Outcome, Row, load_outcome, measured_row
from spgat.experiments.tune import Tuned, save_preset


def record(accuracy, seed=0, **measured):
    return {
        "cell": {"seed": seed, "config": {"model": "gcn"}, "parameters": {"homophily": 0.1}},
        "measured": {"test_accuracy": accuracy, "oracle_test_accuracy": 0.9, **measured},
        "date": f"2026-01-0{seed + 1}",
        "machine": "here",
    }


def row(**changes):
    return Row(**({"label": "GCN", "dataset": "cora", "quantity": "test accuracy"} | changes))


def test_a_row_summarises_its_records():
    found = [record(0.80, 0), record(0.84, 1), record(0.82, 2)]
    summary = measured_row(found, label="GCN", dataset="cora", printed=0.815)
    assert summary.measured == pytest.approx(0.82)
    assert summary.spread == pytest.approx(0.02)
    assert (summary.runs, summary.seeds) == (3, (0, 1, 2))
    assert summary.oracle == pytest.approx(0.9)
    assert summary.dates == "2026-01-01 to 2026-01-03"
    assert summary.difference == pytest.approx(0.005)
    assert summary.config == {"model": "gcn"}
    assert summary.parameters == {"homophily": 0.1}


def test_a_row_names_every_machine_that_its_runs_ran_on():
    found = [record(0.8, seed) | {"machine": name} for seed, name in enumerate("abaa")]
    assert measured_row(found, label="GCN", dataset="cora").machine == "a; b"


def test_records_without_the_measure_do_not_count():
    summary = measured_row(
        [record(0.8), record(0.9, low=None)], "low", label="a", dataset="cora"
    )
    assert (summary.runs, summary.measured, summary.quantity) == (0, None, "low")


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, "not measured yet"),
        ({"measured": 0.8}, "the paper prints no figure"),
        ({"measured": 0.80, "printed": 0.81}, "agrees"),
        ({"measured": 0.80, "printed": 0.83}, "3.0 points below the printed figure"),
        (
            {"measured": 0.80, "printed": 0.83, "oracle": 0.82},
            "3.0 points below the printed figure, 1.0 even at its best test epochs",
        ),
        (
            {"measured": 0.80, "printed": 0.83, "oracle": 0.83},
            "3.0 points below the printed figure, which its best test epochs reach",
        ),
        (
            {"measured": 0.85, "printed": 0.83, "oracle": 0.86},
            "2.0 points above the printed figure",
        ),
        (
            {"measured": 2.0, "printed": 5.0, "unit": "seconds", "tolerance": 0.5},
            "3 s below the printed figure",
        ),
        (
            {"measured": 0.30, "printed": 0.10, "unit": "number"},
            "0.2 above the printed figure",
        ),
    ],
)
def test_the_verdict_is_plain(changes, verdict):
    assert row(**changes).verdict == verdict


def test_a_row_survives_its_dictionary():
    before = row(measured=0.8, seeds=(0, 1), config={"model": "gcn"})
    assert Row.from_dict(before.to_dict()) == before
    older = before.to_dict()
    del older["parameters"]
    assert Row.from_dict(older) == before


def test_an_outcome_is_saved_for_programs_and_for_readers(tmp_path):
    rows = (
        Row(label="GCN", dataset="cora", quantity="test accuracy", measured=0.8, seeds=(0, 1)),
    )
    picture = np.arange(6, dtype=np.int16).reshape(2, 3)
    outcome = Outcome(
        name="t", title="A title", rows=rows, findings=("α_L rises.",), arrays={"a/b": picture}
    )
    outcome.save(tmp_path)
    loaded = load_outcome("t", tmp_path)
    assert (loaded.title, loaded.rows, loaded.findings) == ("A title", rows, ("α_L rises.",))
    np.testing.assert_array_equal(loaded.arrays["a/b"], picture)
    with (tmp_path / "t.csv").open(encoding="utf-8") as file:
        (line,) = csv.DictReader(file)
    assert line["measured"] == "0.8"
    assert line["seeds"] == "0 1"
    assert line["verdict"] == "the paper prints no figure"


def test_a_missing_result_names_the_command(tmp_path):
    with pytest.raises(InputError, match="spgat reproduce t --quick"):
        load_outcome("t", tmp_path)


def test_an_interrupt_leaves_the_old_file_whole(tmp_path, monkeypatch):
    outcome = Outcome(name="t", title="A title", rows=(), arrays={"a": np.zeros(2)})
    outcome.save(tmp_path)
    monkeypatch.setattr(np, "savez_compressed", interrupted)
    monkeypatch.setattr(Path, "write_text", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace(outcome, title="Another").save(tmp_path)
    monkeypatch.undo()
    assert load_outcome("t", tmp_path).title == "A title"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["t.csv", "t.json", "t.npz"]


def test_an_interrupt_leaves_the_presets_whole(tmp_path, monkeypatch):
    file = tmp_path / "tuned.json"
    found = Tuned(
        dataset="cora",
        split_index=0,
        config=TrainConfig(),
        val_accuracy=0.8,
        num_val=500,
        runs=1,
    )
    save_preset(found, file)
    content = file.read_bytes()
    monkeypatch.setattr(Path, "write_text", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save_preset(replace(found, dataset="pubmed"), file)
    assert file.read_bytes() == content


def interrupted(path, *_, **__):
    """Writes nothing where something was."""
    path.write_bytes(b"")
    raise KeyboardInterrupt
