"""The view Over time shows what the library computes."""

import json

import numpy as np
import pandas as pd
import pytest

from spgat import datasets
from spgat.series import deviations, energy_over_time, joint_energy
from spgat.spectral.eigen import full_spectrum
from tests.dashboard.tables import drawn, tables

GRID = datasets.load("grid")


def values_of(app, key):
    """What the drawing with this key shows on each node, None where it is missing."""
    [chart] = [e for e in app.get("echarts_chart") if e.proto.id.endswith(f"-{key}")]
    nodes = json.loads(chart.proto.spec)["series"][0]["data"]
    return [node.get("value") for node in nodes]


@pytest.fixture
def measured(open_page, tmp_path):
    """Opens the view on a grid whose visitor has uploaded readings."""

    def visit(values, /, **parameters):
        app = open_page(view="over-time", graph="grid", **parameters)
        content = pd.DataFrame(values).to_csv(index_label="time").encode()
        app.file_uploader[0].set_value(("speeds.csv", content, "text/csv")).run()
        assert not app.exception, app.exception
        return app

    return visit


@pytest.fixture
def readings():
    return np.random.default_rng(0).normal(50, 5, (60, GRID.num_nodes))


def test_the_week_of_los_angeles_is_drawn_and_cut(open_page, mirror):
    app = open_page(view="over-time", graph="traffic-la", time="210", num_low="30")
    speeds = deviations(datasets.load_series("traffic-la").values)
    assert values_of(app, "time-drawing-0") == pytest.approx(speeds[210].tolist(), abs=1e-3)
    spectrum = full_spectrum(datasets.load("traffic-la").adjacency)
    energy = energy_over_time(joint_energy(spectrum, speeds), 30)
    chart = drawn(app, "energy-over-time")
    np.testing.assert_allclose(chart["low"], energy.low)
    np.testing.assert_allclose(chart["high"], energy.high)
    assert chart["time"][210] == "2012-03-01 17:30"


def test_low_and_high_part_add_up_to_the_signal(measured, readings):
    app = measured(readings, time="7", part="low")
    whole, low = (np.array(values_of(app, f"time-drawing-{k}"), float) for k in (0, 1))
    app.segmented_control(key="part").set_value("high").run()
    high = np.array(values_of(app, "time-drawing-1"), float)
    np.testing.assert_allclose(low + high, whole, atol=1e-3)
    np.testing.assert_allclose(whole, deviations(readings)[7], atol=1e-3)


def test_a_missing_reading_is_hollow_until_it_is_filled(measured, readings):
    readings[4, 9] = np.nan
    app = measured(readings, time="4", readings="measured")
    assert values_of(app, "time-drawing-0")[9] is None
    assert np.isnan(drawn(app, "energy-over-time")["low"][4])
    app.toggle(key="fill").set_value(True).run()
    assert not np.isnan(drawn(app, "energy-over-time")["low"]).any()


def test_a_sensor_that_is_broken_on_purpose_comes_first(measured, readings):
    app = measured(readings, node="23")
    app.selectbox(key="fault").set_value("stuck").run()
    ranking = tables(app)["Suspect sensors"]
    assert (ranking["sensor"][0], ranking["sign"][0]) == ("23", "silent")


def test_playing_moves_the_time_on_and_ends_at_the_last(measured, readings):
    app = measured(readings, time="57")
    app.button(key="play_time").click().run()
    assert app.session_state["time"] > 57
    for _ in range(3):
        app.run()
    assert app.session_state["time"] == 59
    assert app.button(key="play_time").label == "Play"


def test_a_file_that_is_no_series_is_answered(open_page):
    app = open_page(view="over-time", graph="grid")
    app.file_uploader[0].set_value(("x.csv", b"time,x,y\n1,2,3\n", "text/csv")).run()
    assert not app.exception
    assert len(app.error) == 1
