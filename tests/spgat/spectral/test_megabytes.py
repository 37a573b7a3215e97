import pytest

from spgat.errors import InputError
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


def test_a_host_says_how_much_one_piece_of_work_may_take(monkeypatch):
    monkeypatch.setenv("SPGAT_MAX_MEMORY_GB", "0.25")
    assert available_megabytes() == 250
    monkeypatch.setenv("SPGAT_MAX_MEMORY_GB", "1e6")
    assert 100 < available_megabytes() < 1e9
    for bad in ("", "much", "0", "-1", "nan"):
        monkeypatch.setenv("SPGAT_MAX_MEMORY_GB", bad)
        with pytest.raises(InputError):
            available_megabytes()


def test_more_pairs_and_larger_components_take_more():
    assert eigenpairs_megabytes(20_000, 100) < eigenpairs_megabytes(20_000, 2000)
    assert full_spectrum_megabytes([1000, 1000]) < full_spectrum_megabytes([2000])
