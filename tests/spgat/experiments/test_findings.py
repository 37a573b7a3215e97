import re

import pytest

from spgat.experiments import findings
from spgat.experiments.experiment import FULL, QUICK
from spgat.experiments.outcome import Row
from spgat.experiments.sentences import sentences
from spgat.experiments.untrained import LawCell


def row(label, quantity, measured, dataset="cora"):
    return Row(label=label, dataset=dataset, quantity=quantity, measured=measured, runs=3)


def test_a_finding_is_told_only_where_it_was_measured():
    assert sentences([]) == []
    half = [row("file order", "test accuracy", 0.82), row("shuffled", "test accuracy", None)]
    assert sentences(half) == []


def test_the_decisive_experiment_in_words():
    (sentence,) = sentences(
        [
            row("file order", "test accuracy", 0.823),
            row("shuffled", "test accuracy", 0.820),
            row("file order", "α_L of layer 2", 0.91),
            row("shuffled", "α_L of layer 2", 0.10),
        ]
    )
    assert re.findall(r"\d+\.\d+", sentence) == ["0.91", "0.10", "82.3", "82.0"]


def test_reporting_sets_three_figures_beside_the_printed_one():
    labels = ("best validation epoch", "best test epoch")
    rows = [row(label, "test accuracy", 0.82) for label in labels]
    rows.append(row("best test epoch, better half of the runs", "test accuracy", 0.835))
    (sentence,) = sentences(rows)
    assert re.findall(r"\d+\.\d+", sentence) == ["82.0", "82.0", "83.5", "83.7"]


def test_every_run_behind_the_rows_is_scheduled():
    """The rows read what is recorded; with all cells recorded none may stay empty."""
    measured = {
        "test_accuracy": 0.8,
        "oracle_test_accuracy": 0.8,
        "last_alpha_1_1": 0.5,
        "last_alpha_2_1": 0.5,
        "largest_difference": 0.1,
        "distance_to_heat_kernel": 0.1,
        "distance_to_inverse": 0.1,
        "relative_response_at_2": 0.1,
    }
    for protocol in (QUICK, FULL):
        records = {
            cell.key: {"cell": cell.to_dict(), "measured": measured, "date": "", "machine": ""}
            for cell in findings.cells(protocol)
        }
        rows = findings.rows(records)
        assert [row for row in rows if row.measured is None] == []
    assert [r.runs for r in rows if r.label == "best validation epoch"] == [10, 10, 10]


def test_a_remark_on_a_slow_order_is_made_of_records():
    slow = [findings._slow_order(epochs) for epochs in (200, 400)]
    records = {
        cell.key: {
            "cell": cell.to_dict(),
            "measured": {"test_accuracy": accuracy},
            "date": "",
            "machine": "",
        }
        for cell, accuracy in zip(slow, (0.7, 0.8), strict=True)
    }
    remarks = {row.remark for row in findings.rows(records)} - {""}
    assert [("70.0%" in remark, "80.0%" in remark) for remark in remarks] == [(True, True)]
    del records[slow[1].key]
    assert {row.remark for row in findings.rows(records)} == {""}


def test_wavelets_equal_fourier_on_a_frequency_split():
    measured = LawCell(dataset="barbell", law="wavelet equals fourier").measure()
    assert 0 < measured["largest_difference"] < 1e-10


def test_theorem_1_converges_to_the_inverse_wavelet():
    measured = LawCell(dataset="barbell", law="theorem 1").measure()
    assert measured["distance_to_inverse"] < 1e-9
    assert measured["distance_to_heat_kernel"] > 7


def test_the_overwritten_spectrum_is_a_low_pass():
    measured = LawCell(dataset="barbell", law="overwritten spectrum").measure()
    assert measured["relative_response_at_2"] == pytest.approx(0.057, abs=0.002)
