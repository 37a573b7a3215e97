import json
import os
from functools import partial

import pytest

from spgat.experiments import outcome
from spgat.experiments.outcome import COMMITTED, load_outcome
from spgat.experiments.printed import DATASETS
from spgat.experiments.titles import TITLES
from tests.paper_tabs import TABS


@pytest.fixture
def opened(open_page):
    """Opens a result by its name in the address."""

    def visit(label):
        app = open_page("paper")
        app.segmented_control(key="result").set_value(label).run()
        assert not app.exception
        return app

    return visit


@pytest.mark.parametrize("label", TABS)
def test_every_result_opens_without_training_anything(opened, label):
    app = opened(label)
    name = TABS[label]
    assert app.header[0].value == TITLES[name]
    if (COMMITTED / f"{name}.json").is_file():
        assert app.dataframe


def test_table_shows_measured_beside_printed(opened):
    app = opened("Accuracy")
    frame = app.dataframe[0].value
    assert {"What", "Measured", "Printed", "Difference", "Verdict"} <= set(frame.columns)
    gcn = frame[frame["What"] == "GCN"].iloc[0]
    assert gcn["Printed"] == 81.5
    assert gcn["Difference"] == pytest.approx(gcn["Measured"] - 81.5, abs=1e-3)


def test_data_set_filters_the_rows(opened):
    app = opened("Accuracy")
    assert "Data set" not in app.dataframe[0].value.columns  # all are Cora's
    app.segmented_control(key="dataset-table1").set_value("all").run()
    assert set(app.dataframe[0].value["Data set"]) == set(DATASETS)


def test_a_result_measured_anew_is_read_again(opened, monkeypatch, tmp_path):
    file = tmp_path / "findings.json"
    content = (COMMITTED / "findings.json").read_text()
    file.write_text(content)
    monkeypatch.setattr(outcome, "COMMITTED", tmp_path)
    monkeypatch.setattr(outcome, "load_outcome", partial(load_outcome, folder=tmp_path))
    app = opened("What we found")
    facts = json.loads(content)
    file.write_text(json.dumps(facts | {"findings": ["All is different now."]}))
    os.utime(file, (0, 0))  # whatever the clock's resolution
    assert "All is different now." in " ".join(m.value for m in app.run().markdown)


def test_committed_results_carry_their_origin():
    for name in TITLES:
        file = COMMITTED / f"{name}.json"
        if not file.is_file():
            continue
        for row in json.loads(file.read_text())["rows"]:
            if row["runs"] > 1:
                assert row["dates"], row
                assert row["machine"], row
