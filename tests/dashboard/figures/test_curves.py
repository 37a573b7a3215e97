import numpy as np
import pytest

from dashboard.figures.curves import lines

CURVES = {"error": np.array([1.0, 1e-3, 0.0])}


@pytest.mark.parametrize(
    ("is_log", "column", "values"),
    [(False, "error", [1, 1e-3, 0]), (True, "log10 error", [0, -3, -17])],
)
def test_the_table_of_a_chart_says_what_it_holds(is_log, column, values):
    """It is what the toolbar of a chart shows and saves as CSV."""
    option = lines(np.arange(3.0), CURVES, x_name="order", y_name="error", is_log=is_log)
    table = option["dataset"]["source"]
    np.testing.assert_allclose(table[column], values)
    assert list(table) == ["order", column]
    [line] = option["series"]
    assert line["name"] == "error"
    assert line["encode"]["y"] == column
