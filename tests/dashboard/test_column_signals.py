"""Numbers that came with the nodes are signals, and gaps in them are shown, then filled."""

import json

import numpy as np
import pytest

from dashboard import state
from spgat import datasets
from spgat.spectral.completion import complete
from spgat.spectral.eigen import full_spectrum
from spgat.spectral.signals import cut_signal
from tests.dashboard.tables import tables

GAPS = [3, 17, 20]


@pytest.fixture
def graph(monkeypatch):
    """The karate club with an age of each member but three."""
    ages = np.random.default_rng(0).uniform(20, 60, 34).round(3)
    ages[GAPS] = np.nan
    found = datasets.load("karate").with_(signals={"age": ages, "shoe size": ages / 1.5})
    monkeypatch.setattr(state, "load_graph", lambda *_: found)
    return found


def on_nodes(app, number):
    [chart] = [
        e for e in app.get("echarts_chart") if e.proto.id.endswith(f"-signal-drawing-{number}")
    ]
    nodes = json.loads(chart.proto.spec)["series"][0]["data"]
    return [node.get("value") for node in nodes]


def test_missing_values_are_hollow_and_nothing_is_transformed(open_page, graph):
    app = open_page(view="signals", graph="karate", signal="column")
    shown = on_nodes(app, 0)
    assert [node for node, value in enumerate(shown) if value is None] == GAPS
    known = np.isfinite(graph.signals["age"])
    np.testing.assert_allclose(
        np.array(shown, float)[known], graph.signals["age"][known], atol=1e-3
    )
    assert not app.metric


def test_filling_completes_the_signal_and_the_script_says_how(open_page, graph):
    app = open_page(
        view="signals", graph="karate", signal="column", column="shoe size", fill="true",
        num_low="4",
    )  # fmt: skip
    filled = complete(graph.adjacency, graph.signals["shoe size"]).values
    expected = cut_signal(full_spectrum(graph.adjacency), filled, 4)
    table = tables(app)["Signal"]
    np.testing.assert_allclose(table["signal"], filled)
    np.testing.assert_allclose(table["low"], expected.low)
    found = {"given": graph}
    exec(app.code[0].value.replace("datasets.load('karate')", "given"), found)
    np.testing.assert_allclose(found["signal"], filled)


def test_a_filter_waits_for_the_missing_values(open_page, graph):
    app = open_page(view="filters", graph="karate", signal="column")
    assert len(app.error) == 1
    app.toggle(key="fill").set_value(True).run()
    assert not app.error


def test_a_feature_of_a_data_set_is_a_signal(open_page):
    app = open_page(view="signals", graph="csbm", signal="feature", feature="3")
    expected = datasets.load("csbm").features[:, 2]
    np.testing.assert_allclose(tables(app)["Signal"]["signal"], expected)


def test_a_graph_without_columns_and_features_offers_none(open_page):
    app = open_page(view="signals", graph="path")
    offered = app.selectbox(key="signal").options
    assert not {"A column", "A feature"} & set(offered)
