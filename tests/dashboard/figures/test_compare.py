import numpy as np
import pandas as pd
import pytest

from dashboard.figures import compare
from dashboard.figures.history import History
from spgat.results import EpochRecord


def history(alpha):
    records = [
        EpochRecord(
            epoch=epoch,
            train_loss=1.0 / epoch,
            val_loss=2.0 / epoch,
            train_accuracy=0.5,
            val_accuracy=0.1 * epoch,
            test_accuracy=0.4,
            alpha=alpha,
            seconds=0.1,
        )
        for epoch in (1, 2, 3)
    ]
    return History.of([records])


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
        np.testing.assert_allclose(table["val_accuracy"], [0.1, 0.2, 0.3])


def test_losses_are_not_cut_at_one(histories):
    option = compare.curves_chart(histories, "val_loss")
    assert "max" not in option["yAxis"]
