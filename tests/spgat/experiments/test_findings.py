import pytest

from spgat.experiments.laws import LawCell
from spgat.experiments.row import Row
from spgat.experiments.sentences import sentences


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
    assert "from 82.3% to 82.0%" in sentence
    assert "from 0.91 to 0.10" in sentence


def test_reporting_sets_three_figures_beside_the_printed_one():
    labels = ("best validation epoch", "best test epoch")
    rows = [row(label, "test accuracy", 0.82) for label in labels]
    rows.append(row("best test epoch, better half of the runs", "test accuracy", 0.835))
    (sentence,) = sentences(rows)
    assert "83.5% over the better half" in sentence
    assert "prints 83.7%" in sentence


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
