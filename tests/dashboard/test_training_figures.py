import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from dashboard import theme
from dashboard.figures import training as figures
from dashboard.figures.epochs import cursor_chart
from dashboard.figures.history import History, band_names
from dashboard.figures.response import response_chart
from spgat.bands.response import LearnedResponse
from spgat.results import EpochRecord


def record(epoch, low=0.5, layers=2, bands=2):
    rest = (1 - low) / (bands - 1)
    return EpochRecord(
        epoch=epoch,
        train_loss=2.0 / epoch,
        val_loss=3.0 / epoch,
        train_accuracy=0.9,
        val_accuracy=0.5,
        test_accuracy=0.6,
        alpha=((low, *[rest] * (bands - 1)),) * layers,
        seconds=0.01,
    )


def run(lows, **kwargs):
    return [record(i + 1, low, **kwargs) for i, low in enumerate(lows)]


def series(option, name):
    return next(s for s in option["series"] if s["name"] == name)


def test_history_of_one_seed_is_its_records():
    history = History.of([run([0.5, 0.7, 0.8])])
    assert history.mean["epoch"].tolist() == [1, 2, 3]
    assert history.mean["alpha_1_1"].tolist() == [0.5, 0.7, 0.8]
    assert history.spread is None


def test_alpha_of_a_layer_is_one_number_per_epoch_and_band():
    alpha = History.of([run([0.5, 0.7, 0.8])]).alpha(2)
    np.testing.assert_allclose(alpha.mean, [[0.5, 0.5], [0.7, 0.3], [0.8, 0.2]])
    assert list(alpha.columns.values()) == ["low", "high"]
    assert alpha.spread is None


def test_alpha_of_seeds_has_a_spread():
    history = History.of([run([0.4, 0.6], bands=3), run([0.6, 0.8], bands=3)])
    alpha = history.alpha(1)
    np.testing.assert_allclose(alpha.mean[:, 0], [0.5, 0.7])
    np.testing.assert_allclose(alpha.spread[:, 0], np.sqrt([0.02, 0.02]))
    np.testing.assert_array_equal(history.mean[list(alpha.columns)], alpha.mean)


def test_history_without_an_epoch_is_none():
    assert History.of([]) is None
    assert History.of([[]]) is None


def test_history_of_seeds_is_mean_and_standard_deviation():
    history = History.of([run([0.4, 0.6]), run([0.6, 0.8])])
    np.testing.assert_allclose(history.mean["alpha_2_1"], [0.5, 0.7])
    np.testing.assert_allclose(history.spread["alpha_2_1"], np.sqrt([0.02, 0.02]))


def test_a_seed_that_stopped_early_goes_on_with_its_last_values():
    history = History.of([run([0.4]), run([0.6, 0.8])])
    np.testing.assert_allclose(history.mean["alpha_1_1"], [0.5, 0.6])


def test_a_running_seed_counts_for_its_epochs_only():
    history = History.of([run([0.6, 0.8]), run([0.4])], is_running=True)
    np.testing.assert_allclose(history.mean["alpha_1_1"], [0.5, 0.8])
    np.testing.assert_allclose(history.spread["alpha_1_1"], [np.sqrt(0.02), 0])


def test_history_of_a_model_without_attention():
    history = History.of([[record(1, layers=0)]])
    assert (history.num_layers, history.num_bands) == (0, 0)


def test_history_is_described_from_its_data():
    history = History.of([run([0.5, 0.83])])
    text = history.describe({"alpha_1_1": "low", "alpha_1_2": "high"})
    assert text == "After 2 epochs: low 0.83, high 0.17."


def test_bands_have_names():
    assert band_names(2) == ["low", "high"]
    assert band_names(4) == ["lowest", "band 2", "band 3", "highest"]


def test_attention_chart_draws_each_band_in_its_colour():
    option = figures.alpha_chart(History.of([run([0.5, 0.9])]), 1, num_epochs=200)
    assert series(option, "low")["itemStyle"]["color"] == theme.LOW
    assert series(option, "high")["itemStyle"]["color"] == theme.HIGH
    table = option["dataset"][0]["source"]
    assert table["alpha_1_1"].tolist() == [0.5, 0.9]
    assert option["xAxis"]["max"] == 200
    assert (option["yAxis"]["min"], option["yAxis"]["max"]) == (0, 1)


def test_attention_chart_shows_equal_share_and_energy():
    history = History.of([run([0.5], bands=4)])
    option = figures.alpha_chart(history, 1, num_epochs=9, energy=(0.7, 0.1, 0.1, 0.1))
    lines = option["series"][0]["markLine"]["data"]
    assert [line["yAxis"] for line in lines] == [0.25, 0.7, 0.1, 0.1, 0.1]
    assert [line.get("lineStyle", {}).get("type") for line in lines] == [None] + ["dotted"] * 4


def test_bands_of_several_seeds_span_one_standard_deviation():
    history = History.of([run([0.4, 0.6]), run([0.6, 0.8])])
    option = figures.alpha_chart(history, 1, num_epochs=2)
    table = option["dataset"][0]["source"]
    deviation = np.sqrt(0.02)
    lower = [0.5 - deviation, 0.7 - deviation]
    np.testing.assert_allclose(table["alpha_1_1_from"], lower, atol=1e-5)
    np.testing.assert_allclose(table["alpha_1_1_width"], [2 * deviation] * 2, atol=1e-5)
    assert "± low_width" in [s["name"] for s in option["series"]]
    assert [entry["name"] for entry in option["legend"]["data"]] == ["low", "high"]


def test_a_pinned_run_is_a_ghost_from_a_table_of_its_own():
    history, ghost = History.of([run([0.5, 0.9])]), History.of([run([0.5, 0.4, 0.3])])
    option = figures.alpha_chart(history, 2, num_epochs=3, ghost=ghost)
    line = series(option, "low, pinned")
    assert line["lineStyle"]["type"] == "dashed"
    source = option["dataset"][line["datasetIndex"]]["source"]
    assert source["alpha_2_1"].tolist() == [0.5, 0.4, 0.3]


def test_a_pinned_run_with_other_bands_is_left_out():
    history, ghost = History.of([run([0.5])]), History.of([run([0.5], bands=3)])
    option = figures.alpha_chart(history, 1, num_epochs=3, ghost=ghost)
    assert len(option["dataset"]) == 1


def test_accuracy_chart_marks_the_best_epoch_of_one_seed_only():
    history = History.of([run([0.5, 0.9])])
    option = figures.accuracy_chart(history, num_epochs=2, best_epochs=[2])
    assert option["series"][0]["markLine"]["data"][0]["xAxis"] == 2
    option = figures.accuracy_chart(history, num_epochs=2, best_epochs=[2, 1])
    assert "markLine" not in option["series"][0]


def test_accuracies_are_drawn_in_percent():
    history = History.of([run([0.5, 0.9]), run([0.5])])
    option = figures.accuracy_chart(history, num_epochs=2, ghost=history)
    for dataset in option["dataset"]:
        assert dataset["source"]["val_accuracy"].tolist() == [50.0, 50.0]
    assert series(option, "validation")["markPoint"]["data"][0]["coord"] == [2.0, 50.0]


def test_the_axis_of_accuracies_fits_what_is_drawn():
    def quantities(low, high):
        shared = {"train_accuracy": high, "val_accuracy": low, "test_accuracy": low}
        return [replace(record(epoch), **shared) for epoch in (1, 2)]

    history, ghost = (History.of([quantities(*ends)]) for ends in ((0.812, 0.826), (0.7, 0.8)))
    axis = figures.accuracy_chart(history, num_epochs=2)["yAxis"]
    assert 80 <= axis["min"] <= 81.2 < 82.6 <= axis["max"] <= 84
    axis = figures.accuracy_chart(history, num_epochs=2, ghost=ghost)["yAxis"]
    assert 65 <= axis["min"] <= 70 < 82.6 <= axis["max"] <= 90


def test_alpha_chart_marks_the_best_epoch_of_one_seed_only():
    history = History.of([run([0.5, 0.9])])
    for best, marked in (([2], [2]), ([2, 1], [])):
        option = figures.alpha_chart(history, 1, num_epochs=2, best_epochs=best)
        lines = option["series"][0]["markLine"]["data"]
        assert [line["xAxis"] for line in lines if "xAxis" in line] == marked


def test_an_empty_band_is_cut_at_the_end_of_the_axis():
    grid = np.linspace(0, 2, 5)
    option = response_chart("g", grid, grid, None, (-0.5, 2.5))
    drawn = option["series"][0]["markLine"]["data"]
    assert [line["xAxis"] for line in drawn] == [0, 2]


def test_loss_chart_has_training_and_validation():
    option = figures.loss_chart(History.of([run([0.5, 0.9])]), num_epochs=2)
    assert [e["name"] for e in option["legend"]["data"]] == ["training", "validation"]
    assert option["dataset"][0]["source"]["train_loss"].tolist() == [2.0, 1.0]


@pytest.mark.parametrize("number", range(3))
def test_lines_are_told_apart_without_colour_by_the_shape_at_their_end(number):
    option = charts()[number]
    shapes = {e["name"]: e["icon"] for e in option["legend"]["data"]}
    assert len(set(shapes.values())) == len(shapes) > 1
    for name, shape in shapes.items():
        line = series(option, name)
        assert line["markPoint"]["symbol"] == line["symbol"] == shape
        table = option["dataset"][0]["source"]
        [end] = line["markPoint"]["data"]
        assert end["coord"] == [2, table[line["encode"]["y"]].iloc[-1]]
        assert "markPoint" not in series(option, f"{name}, pinned")


def test_a_line_that_ends_in_no_number_has_no_end():
    history = History.of([run([0.5, np.nan])])
    line = series(figures.alpha_chart(history, 1, num_epochs=2), "low")
    assert line["markPoint"]["data"] == []


def test_lines_of_the_cursor_chart_are_told_apart_without_colour():
    option = cursor_chart(History.of([run([0.5, 0.9])]), 1, [(1, 0.2), (2, 0.3)])
    icons = [e["icon"] for e in option["legend"]["data"]]
    assert len(set(icons)) == len(icons) == len(option["series"]) == 4
    json.dumps([{**s, "markPoint": None} for s in option["series"]], allow_nan=False)


def test_response_chart_draws_layers_density_and_cut():
    grid = np.linspace(0, 2, 5)
    learned = np.array([[0.9, 0.9, 0.1, 0.1, 0.1], [0.6, 0.6, 0.4, 0.4, 0.4]])
    option = response_chart(
        "g", grid, np.full(5, 0.2), LearnedResponse(grid, learned, ""), [0.75]
    )
    table = option["dataset"][0]["source"]
    assert table["layer 1"].tolist() == learned[0].tolist()
    assert table["density"].tolist() == [0.2] * 5
    density = series(option, "density of the frequencies")
    assert density["markLine"]["data"][0]["xAxis"] == 0.75
    assert [a[0]["name"] for a in density["markArea"]["data"]] == ["low", "high"]


def test_filters_below_0_and_of_classes_are_drawn_whole():
    grid = np.linspace(0, 2, 5)
    values = np.array([[1.0, 0.5, 0, -0.25, -0.5], [0, 0, 0, 0, 1.0]])
    learned = LearnedResponse(grid, values, "", is_by_class=True)
    option = response_chart("g", grid, np.full(5, 0.2), learned, ())
    assert option["legend"]["data"] == ["class 1", "class 2"]
    assert option["yAxis"][0]["min"] == pytest.approx(-0.6)
    many = LearnedResponse(grid, np.tile(values, (10, 1)), "", is_by_class=True)
    option = response_chart("g", grid, np.full(5, 0.2), many, ())
    assert option["legend"]["data"] == ["mean over the classes"]
    drawn = option["dataset"][0]["source"]["mean over the classes"]
    np.testing.assert_allclose(drawn, values.mean(axis=0))


def test_response_chart_without_bands_has_no_cut():
    grid = np.linspace(0, 2, 5)
    option = response_chart("g", grid, grid, None, ())
    assert [s["name"] for s in option["series"]] == ["density of the frequencies"]
    assert option["series"][0]["markLine"]["data"] == []


def charts():
    history = History.of([run([0.4, 0.6]), run([0.6, 0.8])])
    ghost = History.of([run([0.3, 0.2])])
    grid = np.linspace(0, 2, 5)
    return [
        figures.alpha_chart(history, 1, num_epochs=2, energy=[0.9, 0.1], ghost=ghost),
        figures.accuracy_chart(history, num_epochs=2, best_epochs=[1], ghost=ghost),
        figures.loss_chart(history, num_epochs=2, ghost=ghost),
        response_chart("g", grid, grid, LearnedResponse(grid, np.ones((2, 5)), ""), [1.0]),
    ]


@pytest.mark.parametrize("number", range(4))
def test_charts_are_json_apart_from_their_tables(number):
    """Streamlit refuses numpy numbers and NaN outside of tables."""
    option = charts()[number]
    sources = [dataset.pop("source") for dataset in option["dataset"]]
    assert all(isinstance(source, pd.DataFrame) for source in sources)
    json.dumps(option, allow_nan=False)


@pytest.mark.parametrize("number", range(4))
def test_series_keep_their_identity_from_tick_to_tick(number):
    ids = [s.get("id", s["name"]) for s in charts()[number]["series"]]
    assert len(ids) == len(set(ids))
