import csv

import numpy as np
import pytest

from spgat.errors import InputError
from spgat.experiments.outcome import Outcome, load_outcome
from spgat.experiments.row import Row


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
