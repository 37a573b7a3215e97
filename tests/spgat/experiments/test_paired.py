import re
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from spgat import presets
from spgat.experiments import ablation, suggested
from spgat.experiments.cell import TrainCell
from spgat.experiments.experiment import FULL, QUICK
from spgat.experiments.paired import difference_row, interval_of
from spgat.experiments.suggested import SuggestedCell
from spgat.spectral.laplacian import laplacian
from spgat.training import fit


def records_of(cells, accuracies, measure="test_accuracy"):
    return {
        cell.key: {
            "measured": {measure: accuracy, "val_accuracy": accuracy},
            "cell": cell.to_dict(),
            "date": "2026-11-29",
            "machine": "here",
        }
        for cell, accuracy in zip(cells, accuracies, strict=False)
    }


def test_the_interval_is_that_of_the_paired_t_test():
    one, other = np.random.default_rng(0).normal(size=(2, 8))
    expected = stats.ttest_rel(one, other).confidence_interval(0.95)
    assert interval_of((one - other).tolist()) == pytest.approx((expected.low, expected.high))
    assert interval_of([0.1]) is None


def test_only_pairs_that_both_are_measured_count():
    whole = ablation.cells_of(ablation.WHOLE, "texas", FULL)
    part = ablation.cells_of("two bands", "texas", FULL)
    records = records_of(whole, [0.8, 0.7, 0.6]) | records_of(part, [0.7, 0.7])
    row = difference_row(
        records, zip(part, whole, strict=True), label="x", dataset="texas", quantity="q"
    )
    assert (row.runs, row.seeds) == (2, (0, 1))
    assert row.measured == pytest.approx(-0.05)
    assert row.spread == pytest.approx(0.1 / np.sqrt(2))
    assert row.remark


@pytest.mark.parametrize("dataset", ["texas", "cora"])
def test_each_part_changes_the_preset_and_pairs_with_it(dataset):
    whole, parts = presets.get("best", dataset), ablation.parts_of(dataset)
    configs = [ablation.PARTS[part](whole) for part in parts]
    assert configs[0] == whole
    assert len(set(configs)) == len(configs)
    for part in parts:
        runs = ablation.cells_of(part, dataset, FULL)
        splits = [k if dataset == "texas" else 0 for k in range(10)]
        assert [(run.seed, run.split_index) for run in runs] == list(enumerate(splits))


def test_what_a_preset_does_not_have_is_no_part_of_it():
    parts = {dataset: set(ablation.parts_of(dataset)) for dataset in ("cora", "citeseer")}
    assert set(ablation.PARTS) - parts["citeseer"] == {"without a residual"}
    assert parts["citeseer"] - parts["cora"] == {"α and cuts without a warm-up"}
    lost = {"with a residual", "without consistency"}
    assert lost & set(ablation.parts_of("texas")) == set()


def test_the_rows_of_an_ablation_say_what_is_missing():
    rows = ablation.rows({})
    assert {row.verdict for row in rows} == {"not measured yet"}
    assert ablation.findings(rows) == []


def test_the_suggested_d_is_that_of_the_training_labels():
    cell = SuggestedCell(dataset="karate", config=presets.get("frequency", "karate"))
    measured = cell.measure()
    assert 0 < measured["low_fraction"] < 1
    at = suggested._at(cell.config, measured["low_fraction"])
    same = TrainCell(dataset="karate", config=at).measure()
    assert measured["test_accuracy"] == same["test_accuracy"]


def test_the_suggested_d_is_compared_with_the_best_of_the_grid():
    own = suggested.cells_of("texas", None, FULL)
    records = records_of(own, [0.7, 0.8])
    for number, share in enumerate(suggested.GRID):
        points = suggested.cells_of("texas", share, FULL)
        records |= records_of(points, [0.5 + number / 20, 0.6 + number / 20])
    rows = suggested.rows(records)
    (loss,) = [r for r in rows if r.label == f"{suggested.BEST}, 90%" and r.runs]
    assert loss.measured == pytest.approx(np.mean([0.7 - 0.8, 0.8 - 0.9]))
    assert any("-10.0 points" in sentence for sentence in suggested.findings(rows))


def test_a_learned_d_ends_at_the_share_of_frequencies_below_its_cutoff():
    (cell, *_) = suggested.learned_cells_of("texas", FULL)
    cell = replace(cell, config=replace(cell.config, epochs=5))
    result = fit(cell.graph(), cell.config)
    eigenvalues = np.linalg.eigvalsh(laplacian(cell.graph().adjacency).toarray())
    later = eigenvalues[eigenvalues > 1e-9]
    expected = (later < result.bands.cut.cutoffs[0]).mean()
    assert cell.measured(cell.graph(), result)["low_fraction"] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("end", "accuracy", "numbers"),
    [(0.81, 0.1, (1, 0)), (0.3, 0.99, (0, 1)), (0.3, 0.1, (0, 0))],
)
def test_a_learned_d_is_near_the_best_of_the_grid_or_better(end, accuracy, numbers):
    learned = suggested.learned_cells_of("texas", FULL)
    records = records_of(learned, [accuracy] * 2)
    for record in records.values():
        record["measured"]["low_fraction"] = end
    for number, share in enumerate(suggested.GRID):
        records |= records_of(suggested.cells_of("texas", share, FULL), [number / 20] * 2)
    sentence = suggested.findings(suggested.rows(records))[-1]
    near, _, better = re.search(r"on (\d+) of (\d+) sets.* on (\d+)", sentence).groups()
    assert (int(near), int(better)) == numbers


def test_a_grid_that_is_not_measured_whole_has_no_best():
    records = records_of(suggested.cells_of("texas", 0.1, FULL), [0.9])
    rows = suggested.rows(records)
    assert all(r.measured is None for r in rows if r.label.startswith(suggested.BEST))


@pytest.mark.parametrize("experiment", [ablation, suggested])
def test_the_quick_protocol_has_the_small_sets_alone(experiment):
    assert {run.dataset for run in experiment.cells(QUICK)} == {"texas", "wisconsin", "cornell"}
