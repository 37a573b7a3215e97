"""The view Over time shows what the library computes."""

import numpy as np
import pandas as pd
import pytest

from dashboard.film import nodes, packing
from spgat import datasets
from spgat.series import deviations, energy_over_time, joint_energy
from spgat.spectral.eigen import full_spectrum
from tests.dashboard.films import content
from tests.dashboard.tables import tables

GRID = datasets.load("grid")


def film(app, number):
    """What the browser plays in one of the two drawings, float64 [num_times, num_nodes]."""
    return nodes.unpack(content(app, f"time-drawing-{number}"))


def energies(app):
    """The energies that the timeline draws."""
    _, arrays = packing.unpack(content(app, "timeline"))
    return arrays["low"], arrays["high"]


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
    np.testing.assert_allclose(film(app, 0), speeds, atol=2e-3)
    spectrum = full_spectrum(datasets.load("traffic-la").adjacency)
    energy = energy_over_time(joint_energy(spectrum, speeds), 30)
    low, high = energies(app)
    np.testing.assert_allclose(low, energy.low, rtol=1e-6)
    np.testing.assert_allclose(high, energy.high, rtol=1e-6)
    assert tables(app)["Energy over time"]["time"][210] == "2012-03-01 17:30"
    found: dict = {}
    exec(app.code[0].value, found)
    np.testing.assert_allclose(found["energy"].low, energy.low)
    ranking = tables(app)["Suspect sensors"]["sensor"]
    names = np.array(datasets.load("traffic-la").node_names)
    assert ranking[:10].tolist() == names[found["suspects"].nodes[:10]].tolist()


def test_low_and_high_part_add_up_to_the_signal(measured, readings):
    app = measured(readings, part="low")
    low = film(app, 1)
    app.segmented_control(key="part").set_value("high").run()
    np.testing.assert_allclose(low + film(app, 1), deviations(readings), atol=2e-3)


def test_one_frequency_is_its_eigenvector_at_every_time(measured, readings):
    app = measured(readings, part="wave", k="5", readings="measured")
    vector = full_spectrum(GRID.adjacency).eigenvectors[:, 4]
    np.testing.assert_allclose(film(app, 1), np.outer(readings @ vector, vector), atol=5e-3)


def test_a_missing_reading_is_hollow_until_it_is_filled(measured, readings):
    readings[4, 9] = np.nan
    app = measured(readings, readings="measured")
    np.testing.assert_array_equal(np.isnan(film(app, 0)), np.isnan(readings))
    assert np.flatnonzero(np.isnan(energies(app)[0])).tolist() == [4]
    app.toggle(key="fill").set_value(True).run()
    assert not np.isnan(film(app, 0)).any()
    assert not np.isnan(energies(app)[0]).any()


def test_a_sensor_that_is_broken_on_purpose_comes_first(measured, readings):
    app = measured(readings, node="23")
    app.selectbox(key="fault").set_value("stuck").run()
    ranking = tables(app)["Suspect sensors"]
    assert (ranking["sensor"][0], ranking["sign"][0]) == ("23", "silent")


def test_a_file_that_is_no_series_is_answered(open_page):
    app = open_page(view="over-time", graph="grid")
    app.file_uploader[0].set_value(("x.csv", b"time,x,y\n1,2,3\n", "text/csv")).run()
    assert not app.exception
    assert len(app.error) == 1
