import pytest

from spgat.spectral.megabytes import (
    available_megabytes,
    eigenpairs_megabytes,
    full_spectrum_megabytes,
)


def test_memory_counts_the_dense_arrays():
    # The result and three arrays of LAPACK, 8 bytes an entry.
    assert full_spectrum_megabytes([10_000]) == pytest.approx(4 * 800)
    # The block before and after its last rotation, at least.
    assert eigenpairs_megabytes(20_000, 1000) > 2 * 160
    assert available_megabytes() > 100


def test_more_pairs_and_larger_components_take_more():
    assert eigenpairs_megabytes(20_000, 100) < eigenpairs_megabytes(20_000, 2000)
    assert full_spectrum_megabytes([1000, 1000]) < full_spectrum_megabytes([2000])
