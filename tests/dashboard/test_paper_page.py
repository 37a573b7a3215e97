import json

import pytest

from spgat.experiments.outcome import COMMITTED
from spgat.experiments.titles import TITLES


def opened(open_page, name):
    app = open_page("paper")
    app.selectbox(key="result").set_value(name).run()
    assert not app.exception
    return app


@pytest.mark.parametrize("name", TITLES)
def test_every_result_opens_without_training_anything(open_page, name):
    app = opened(open_page, name)
    assert app.selectbox(key="result").options[0] == "What we found"
    if (COMMITTED / f"{name}.json").is_file():
        assert app.dataframe


def test_table_shows_measured_beside_printed(open_page):
    app = opened(open_page, "table1")
    frame = app.dataframe[0].value
    assert {"label", "measured", "printed", "difference", "verdict"} <= set(frame.columns)
    gcn = frame[frame["label"] == "GCN"].iloc[0]
    assert gcn["printed"] == 81.5
    assert gcn["difference"] == pytest.approx(gcn["measured"] - 81.5, abs=1e-3)


def test_data_set_filters_the_rows(open_page):
    app = opened(open_page, "table1")
    assert set(app.dataframe[0].value["data set"]) == {"cora"}


def test_committed_results_carry_their_origin():
    for name in TITLES:
        file = COMMITTED / f"{name}.json"
        if not file.is_file():
            continue
        for row in json.loads(file.read_text())["rows"]:
            if row["runs"] > 1:
                assert row["dates"], row
                assert row["machine"], row
