import pytest

from spgat.spectral.estimate import (
    Estimate,
    available_megabytes,
    eigenpairs_megabytes,
    estimate_eigenpairs,
    estimate_full_spectrum,
    full_spectrum_megabytes,
    rates,
)


def test_rates_are_measured_once():
    assert rates() is rates()
    assert min(rates().multiply, rates().eigen, rates().sparse) > 1e6


def test_more_work_costs_more():
    assert estimate_full_spectrum([1000]).seconds < estimate_full_spectrum([2000]).seconds
    assert estimate_full_spectrum([1000, 1000]).seconds < estimate_full_spectrum([2000]).seconds
    small, large = (estimate_eigenpairs(20_000, 108_000, num) for num in (100, 2000))
    assert small.seconds < large.seconds
    assert small.megabytes < large.megabytes


def test_memory_counts_the_dense_arrays():
    # The result and three arrays of LAPACK, 8 bytes an entry.
    assert full_spectrum_megabytes([10_000]) == pytest.approx(4 * 800)
    # The block before and after its last rotation, at least.
    assert eigenpairs_megabytes(20_000, 1000) > 2 * 160
    assert estimate_eigenpairs(20_000, 108_000, 1000).megabytes == eigenpairs_megabytes(
        20_000, 1000
    )
    assert available_megabytes() > 100


@pytest.mark.parametrize(
    ("estimate", "sentence"),
    [
        (Estimate(0.02, 0.3), "about 1 s and 1 MB"),
        (Estimate(12.3, 450), "about 12 s and 450 MB"),
        (Estimate(1000, 12_400), "about 17 min and 12.4 GB"),
        (Estimate(90_000, 320_000), "about 25 h and 320.0 GB"),
    ],
)
def test_sentences(estimate, sentence):
    assert estimate.sentence == sentence
