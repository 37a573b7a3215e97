import numpy as np

from dashboard.figures.curves import lines


def test_a_log_chart_holds_true_values():
    """They are what "Show data" and the CSV of a chart give away."""
    errors = np.array([1.0, 1e-3, 0.0])
    option = lines(
        np.arange(3.0),
        {"error": errors},
        x_name="order",
        y_name="error",
        level=1e-2,
        is_log=True,
    )
    np.testing.assert_array_equal(option["dataset"]["source"]["error"], [1.0, 1e-3, 1e-17])
    assert option["yAxis"]["type"] == "log"
    assert option["series"][0]["markLine"]["data"] == [{"yAxis": 1e-2}]
