import numpy as np
import pytest

from dashboard.figures.unit_energy import unit_energy_chart, unit_energy_table
from spgat.runs import UnitEnergy

ENERGY = UnitEnergy(
    units=np.array([2, 0]),
    edges=np.linspace(0, 2, 5),
    shares=np.array([[0.7, 0.3, 0.0, 0.0], [0.0, 0.25, 0.25, 0.5]]),
    weights=np.array([0.4, 0.6]),
    num_silent=1,
)
NAMES = ["red", "green", "{b|blue}"]


def test_a_cell_is_the_share_of_a_unit_in_a_bin():
    option = unit_energy_chart("Scores", ENERGY, NAMES, [0.5, 7.0])
    cells, cuts = option["series"]
    found = np.zeros((2, 4))
    for column, row, share, colour in cells["data"]:
        found[int(row), int(column)] = share
        assert colour == pytest.approx(np.log10(share), abs=1e-5)
    np.testing.assert_allclose(found, ENERGY.shares)
    assert option["yAxis"]["data"][1] == "red"
    assert [line["xAxis"] for line in cuts["markLine"]["data"]] == [0.5]  # 7 lies outside
    assert "{b|" not in option["yAxis"]["data"][0]


def test_units_without_energy_make_an_empty_chart():
    nothing = UnitEnergy(
        units=np.empty(0, dtype=np.int64),
        edges=ENERGY.edges,
        shares=np.empty((0, 4)),
        weights=np.empty(0),
        num_silent=3,
    )
    assert unit_energy_chart("Scores", nothing, NAMES, [])["series"][0]["data"] == []
    assert unit_energy_table(nothing, NAMES).empty


def test_the_table_has_every_bin_of_every_unit():
    table = unit_energy_table(ENERGY, NAMES)
    assert len(table) == 8
    assert table["share of the unit"].sum() == pytest.approx(2)
    assert table.query("unit == 'red'")["share of the layer"].unique() == [0.6]
