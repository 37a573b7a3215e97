import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.experiments.outcome import Outcome, load_outcome
from spgat.experiments.row import Row
from spgat.experiments.tune import Tuned, save_preset


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
    found = Tuned(dataset="cora", config=TrainConfig(), val_accuracy=0.8, trials=2, runs=1)
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
