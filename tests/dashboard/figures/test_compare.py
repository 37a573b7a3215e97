from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dashboard.figures import compare
from dashboard.figures.history import History
from spgat.results import EpochRecord


def record(epoch, alpha):
    return EpochRecord(
        epoch=epoch,
        train_loss=1.0 / epoch,
        val_loss=2.0 / epoch,
        train_accuracy=0.5,
        val_accuracy=0.1 * epoch,
        test_accuracy=0.4,
        alpha=alpha,
        seconds=0.1,
    )


def history(alpha):
    return History.of([[record(epoch, alpha) for epoch in (1, 2, 3)]])


@pytest.fixture
def histories():
    with_alpha = ((0.3, 0.7),)
    return {
        "A gcn": history(()),
        "B spgat": history(with_alpha),
        "C spgat": history(with_alpha),
    }


def lines(option):
    return {s["name"]: s["itemStyle"]["color"] for s in option["series"] if s["type"] == "line"}


def test_a_run_has_the_same_colour_in_every_chart(histories):
    curves = lines(compare.curves_chart(histories, "val_accuracy"))
    alpha = lines(compare.alpha_chart(histories, 1))
    assert list(curves) == ["A gcn", "B spgat", "C spgat"]
    assert list(alpha) == ["B spgat", "C spgat"]
    assert len(set(curves.values())) == 3
    assert all(curves[name] == colour for name, colour in alpha.items())


def test_each_line_draws_its_own_table(histories):
    option = compare.curves_chart(histories, "val_accuracy")
    for series in option["series"]:
        table = option["dataset"][series["datasetIndex"]]["source"]
        assert isinstance(table, pd.DataFrame)
        np.testing.assert_allclose(table["val_accuracy"], [10, 20, 30])


@pytest.mark.parametrize(
    "accuracies", [(0.812, 0.826), (0.0, 1.0), (0.5, 0.5), (1.0, 1.0), (0.0, 0.0), (0.99, 1.0)]
)
def test_the_axis_of_accuracies_fits_the_runs(accuracies):
    records = [
        replace(record(epoch, ()), val_accuracy=value)
        for epoch, value in enumerate(accuracies, start=1)
    ]
    axis = compare.curves_chart({"A": History.of([records])}, "val_accuracy")["yAxis"]
    low, high = 100 * min(accuracies), 100 * max(accuracies)
    assert 0 <= axis["min"] <= low <= high <= axis["max"] <= 100
    assert axis["max"] - axis["min"] <= max(2.2 * (high - low), 3)
    assert (axis["max"] - axis["min"]) % axis["interval"] == 0


def test_losses_are_not_cut_at_one(histories):
    option = compare.curves_chart(histories, "val_loss")
    assert "max" not in option["yAxis"]
