"""The three columns of the paper's claim, and the sentences to be read out."""

from dataclasses import replace

import pytest

from spgat.experiments.claim import BEST, PLAIN, claims, sentences
from spgat.experiments.outcome import Row


def row(label, dataset, measured=None, printed=None):
    return Row(
        label=label, dataset=dataset, quantity="test accuracy", measured=measured,
        printed=printed, runs=int(measured is not None),
    )  # fmt: skip


@pytest.fixture
def rows():
    return [
        row("SpGAT-MEAN", "cora", 0.81, 0.82),
        row("SpGAT-MAX", "cora", 0.80, 0.85),
        row(PLAIN, "cora", 0.83, 0.84),
        row(BEST, "cora", 0.86, 0.85),
        row("SpGAT-MAX", "pubmed", 0.78, 0.79),
        row(PLAIN, "pubmed", 0.777, 0.79),
        row(BEST, "pubmed", 0.766, 0.79),
        row("SpGAT-MAX", "amazon-photo", None, 0.92),
        row(PLAIN, "amazon-photo"),
        row(BEST, "amazon-photo", None, 0.92),
    ]


def test_the_variant_with_the_highest_printed_figure_is_the_claim(rows):
    cora, pubmed, photo = claims(rows)
    assert (cora.method.label, cora.printed, cora.method.measured) == ("SpGAT-MAX", 0.85, 0.80)
    assert [claim.is_met for claim in (cora, pubmed, photo)] == [True, False, False]


def test_the_sentences_have_the_figures_of_what_is_measured(rows):
    printed, met, missed = sentences(rows)
    assert [figure in printed for figure in ("85.0%", "80.0%", "79.0%", "78.0%")] == [True] * 4
    assert "92" not in printed
    assert "86.0%" in met
    assert "PubMed" not in met
    assert [figure in missed for figure in ("76.6%", "77.7%")] == [True] * 2
    assert "Cora" not in missed


def test_nothing_is_said_of_what_is_not_measured(rows):
    assert sentences([replace(row, measured=None) for row in rows]) == []
