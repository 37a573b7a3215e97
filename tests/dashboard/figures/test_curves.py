import numpy as np
import pytest

from dashboard.figures.curves import lines

CURVES = {"error": np.array([1.0, 1e-3, 0.0])}


@pytest.mark.parametrize(
    ("is_log", "drawn", "more"),
    [(False, "error", {}), (True, "log10 error", {"log10 error": [0, -3, -17]})],
)
def test_the_table_of_a_chart_has_the_values_and_what_is_drawn(is_log, drawn, more):
    """It is what the toolbar of a chart shows and saves as CSV."""
    option = lines(np.arange(3.0), CURVES, x_name="order", y_name="error", is_log=is_log)
    table = option["dataset"]["source"].to_dict("list")
    assert list(table) == ["order", "error", *more]
    for column, values in ({"error": CURVES["error"]} | more).items():
        np.testing.assert_allclose(table[column], values)
    [line] = option["series"]
    assert line["encode"] == {"x": "order", "y": drawn, "tooltip": ["error"]}
