import numpy as np

from dashboard.figures.dimensions import dimensions_chart, dimensions_table
from spgat.embedding import DimensionShares

FOUND = DimensionShares(np.array([0.9, np.nan, 0.25]), 0.5, 0.1)


def test_each_dimension_has_a_bar_and_a_constant_one_none():
    option = dimensions_chart(FOUND)
    assert option["series"][0]["data"] == [0.9, None, 0.25]
    assert option["series"][0]["markLine"]["data"] == [{"yAxis": 0.1}]
    assert option["xAxis"]["data"] == ["1", "2", "3"]


def test_the_table_has_the_values_of_the_chart():
    table = dimensions_table(FOUND)
    assert table["dimension"].tolist() == [1, 2, 3]
    np.testing.assert_array_equal(table["low frequency"], FOUND.shares)
