import csv
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from spgat.config import TrainConfig
from spgat.experiments.trace import Trial, best_so_far, save, standard_error


def trials(*facts):
    return [
        Trial(
            number=number,
            config=TrainConfig(hidden=16 + number),
            val_accuracies=accuracies,
            num_val=500,
            is_whole=is_whole,
        )
        for number, (accuracies, is_whole) in enumerate(facts)
    ]


TRACE = trials(((0.9,), False), ((0.7, 0.8), True), ((0.8, 0.8), True), ((0.6, 0.7), True))


def test_500_nodes_tell_no_less_than_1_7_points_apart():
    assert 100 * standard_error(0.82, 500) == pytest.approx(1.72, abs=0.01)


@pytest.mark.parametrize(("accuracy", "num_nodes"), [(0.8, 500), (0.5, 30)])
def test_the_standard_error_is_the_spread_over_draws_of_the_nodes(accuracy, num_nodes):
    draws = np.random.default_rng(0).random((20_000, num_nodes)) < accuracy
    assert draws.mean(axis=1).std() == pytest.approx(
        standard_error(accuracy, num_nodes), rel=0.02
    )


def test_only_a_trial_with_all_seeds_can_be_the_best():
    assert best_so_far(TRACE) == pytest.approx([None, 0.75, 0.8, 0.8])


def test_the_trace_is_a_table_and_a_picture(tmp_path):
    file = tmp_path / "trace.csv"
    save(TRACE, file)
    lines = list(csv.DictReader(file.read_text().splitlines()))
    assert [int(line["trial"]) for line in lines] == [0, 1, 2, 3]
    assert [float(line["val_accuracy"]) for line in lines] == pytest.approx(
        [0.9, 0.75, 0.8, 0.65]
    )
    assert float(lines[2]["standard_error"]) == pytest.approx(standard_error(0.8, 500))
    assert [line["hidden"] for line in lines] == ["16", "17", "18", "19"]
    picture = ET.fromstring(file.with_suffix(".svg").read_text())
    circles = list(picture.iter("{http://www.w3.org/2000/svg}circle"))
    assert len(circles) == len(TRACE)
    # The higher the mean, the higher the point; y runs down.
    heights = [float(circle.get("cy")) for circle in circles]
    assert np.argsort(heights).tolist() == [0, 2, 1, 3]


def test_one_trial_can_be_drawn(tmp_path):
    save(trials(((1.0,), True)), tmp_path / "trace.csv")
    assert "nan" not in (tmp_path / "trace.svg").read_text()
