from statistics import fmean, stdev

import pytest

from dashboard.figures import sweep
from dashboard.figures.sweep import SweepPoint


def point(num_low, seed, val, test=0.5, alpha=(0.6, 0.4)):
    return SweepPoint(
        num_low=num_low,
        low_fraction=num_low / 100,
        seed=seed,
        val_accuracy=val,
        test_accuracy=test,
        alpha=alpha,
        run_id=f"{num_low}-{seed}",
    )


POINTS = [point(20, 0, 0.9), point(5, 0, 0.7, 0.60), point(5, 1, 0.8, 0.64), point(5, 2, 0.6)]


def test_each_d_has_the_mean_and_the_sample_deviation_of_its_seeds():
    table = sweep.summary(POINTS).set_index("d")
    assert list(table.index) == [5, 20]
    assert table.loc[5, "val_accuracy"] == pytest.approx(fmean([0.7, 0.8, 0.6]))
    assert table.loc[5, "val_accuracy_std"] == pytest.approx(stdev([0.7, 0.8, 0.6]))
    assert table.loc[20, "val_accuracy_std"] == 0  # of one seed there is no spread to show
    assert list(table["seeds"]) == [3, 1]


def test_the_table_has_a_row_for_each_run_whatever_order_they_came_in():
    table = sweep.runs_table(POINTS)
    assert list(table["run"]) == ["5-0", "5-1", "5-2", "20-0"]
    assert list(table["alpha_2_1"]) == [0.4] * 4


def test_the_chart_draws_what_the_tables_say():
    option = sweep.accuracy_chart(POINTS)
    means, runs = (source["source"] for source in option["dataset"])
    assert list(means["val_accuracy"]) == pytest.approx([70, 90])
    assert means["val_accuracy_from"][0] == pytest.approx(60)  # mean - deviation
    assert means["val_accuracy_width"][0] == pytest.approx(20)
    assert list(runs["val_accuracy"]) == pytest.approx([70, 80, 60, 90])
    ids = [series["id"] for series in option["series"]]
    assert len(ids) == len(set(ids))
    assert option["yAxis"]["min"] <= 50
    assert option["yAxis"]["max"] >= 90


def test_alpha_has_a_line_for_each_layer_on_the_whole_scale():
    option = sweep.alpha_chart(POINTS)
    assert [line["name"] for line in option["series"][:2]] == ["low, layer 1", "low, layer 2"]
    assert (option["yAxis"]["min"], option["yAxis"]["max"]) == (0, 1)


def test_the_words_name_the_best_d():
    assert "d = 20" in sweep.describe(POINTS)
