import json
import os
from functools import partial
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.paper import rerun
from spgat.config import TrainConfig
from spgat.experiments import TITLES, outcome
from spgat.experiments.outcome import COMMITTED, Row, load_outcome, measured_row, title_of
from spgat.experiments.printed import DATASETS
from spgat.statistics import statistics
from tests.dashboard.tables import tables


@pytest.fixture
def opened(open_page):
    """Opens a result by its name in the address."""

    def visit(name):
        app = open_page("paper")
        app.segmented_control(key="result").set_value(name).run()
        assert not app.exception
        return app

    return visit


@pytest.mark.parametrize("name", TITLES)
def test_every_result_opens_without_training_anything(opened, name):
    app = opened(name)
    assert app.header[0].value == TITLES[name]
    if (COMMITTED / f"{name}.json").is_file():
        assert app.dataframe


def test_table_shows_measured_beside_printed(opened):
    app = opened("table1")
    assert len(app.dataframe[0].value) == len(DATASETS)  # the claim, of all sets
    frame = app.dataframe[1].value
    assert {"What", "Measured", "Printed", "Difference", "Verdict"} <= set(frame.columns)
    gcn = frame[frame["What"] == "GCN"].iloc[0]
    assert gcn["Printed"] == 81.5
    assert gcn["Difference"] == pytest.approx(gcn["Measured"] - 81.5, abs=1e-3)


def test_data_set_filters_the_rows(opened):
    app = opened("table1")
    assert "Data set" not in app.dataframe[1].value.columns  # all are Cora's
    app.segmented_control(key="dataset-table1").set_value("all").run()
    assert set(app.dataframe[1].value["Data set"]) == set(map(title_of, DATASETS))


def test_a_result_measured_anew_is_read_again(opened, monkeypatch, tmp_path):
    file = tmp_path / "findings.json"
    content = (COMMITTED / "findings.json").read_text()
    file.write_text(content)
    monkeypatch.setattr(outcome, "COMMITTED", tmp_path)
    monkeypatch.setattr(outcome, "load_outcome", partial(load_outcome, folder=tmp_path))
    app = opened("findings")
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


@pytest.fixture
def submitted(monkeypatch):
    """The (graph, config) pairs that a press of the button has handed on."""
    handed_on = []

    def submit(_manager, graph, config, *_rest, **_options):
        handed_on.append((graph, config))
        return SimpleNamespace(id="a job")

    monkeypatch.setattr(rerun, "submit", submit)
    monkeypatch.setattr(rerun.st, "page_link", lambda *_, **__: None)  # there is one page here
    return handed_on


def offered(row):
    """The page's part that offers to train a row again."""

    def page(row):
        from dashboard.paper import rerun

        rerun.offer(row)

    return AppTest.from_function(page, args=(row,)).run(timeout=60)


def test_a_row_is_trained_again_on_the_very_graph_it_was_measured_on(submitted):
    config = {"normalize_features": "none"}
    cell = {"seed": 0, "config": config, "parameters": {"homophily": 0.1}}
    record = {"cell": cell, "measured": {"test_accuracy": 0.9}, "date": "", "machine": ""}
    row = measured_row([record], label="homophily 0.1", dataset="csbm")
    app = offered(row)
    assert "About" in app.caption[0].value  # what it takes
    app.button(key="rerun").click().run()
    ((graph, trained),) = submitted
    assert statistics(graph).edge_homophily == pytest.approx(0.1)
    assert trained == TrainConfig.from_dict(config)


def test_what_is_no_graph_of_the_catalogue_is_not_offered(submitted):
    row = Row(label="GCN", dataset="ppi-stand-in", quantity="micro-F1", config={"model": "gcn"})
    app = offered(row)
    assert not app.button
    assert "use the command below" in app.caption[0].value


def test_tsne_pictures_have_tables(opened):
    app = opened("Silhouettes")
    app.segmented_control(key="dataset-silhouette").set_value("cora").run()
    found = tables(app)
    assert list(found) == [f"Cora, {model}" for model in ("GCN", "GWNN", "GAT", "SpGAT")]
    charts = [c for c in app.get("echarts_chart") if "-tsne-" in c.proto.id]
    for table, chart in zip(found.values(), charts, strict=True):
        for label, part in enumerate(json.loads(chart.proto.spec)["series"]):
            of_class = table.loc[table["class"] == label, ["x", "y"]]
            assert of_class.to_numpy().tolist() == part["data"]


def test_figure_1_has_tables(opened):
    app = opened("Figure 1")
    pixels, edges = tables(app).values()
    arrays = load_outcome("figure1").arrays
    assert pixels["low"].tolist() == arrays["image/low"].ravel().tolist()
    for chart, part in zip(app.get("echarts_chart"), ("original", "low", "high"), strict=True):
        links = json.loads(chart.proto.spec)["series"][0]["links"]
        assert edges["from"].tolist() == [link["source"] for link in links]
        shown = [link["value"] for link in links]
        assert edges[part].tolist() == pytest.approx(shown, abs=1e-4)


def test_what_stands_in_the_rows_has_no_second_table(opened):
    assert "table-twin" not in opened("table1").session_state
