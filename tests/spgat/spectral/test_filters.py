import numpy as np
import pytest

from spgat.errors import InputError
from spgat.spectral.filters import SpectralFilter


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("heat", [1, np.exp(-1), np.exp(-2), np.exp(-4)]),
        ("mexican-hat", [0, 1, 2 * np.exp(-1), 4 * np.exp(-3)]),
        ("low-pass", [1, 1, 0, 0]),
        ("high-pass", [0, 1, 1, 1]),
        ("band-pass", [0, 1, 0, 0]),
        ("polynomial", [1, 0.75, 0.5, 0]),
    ],
)
def test_filters_by_name(kind, expected):
    values = SpectralFilter(kind=kind, scale=2, low=0.25, high=0.75).response([0, 0.5, 1, 2])
    assert np.allclose(values, expected)


def test_bad_filters_are_named():
    with pytest.raises(InputError, match="kind is 'tent'"):
        SpectralFilter(kind="tent")
    with pytest.raises(InputError, match="scale of a filter is -1"):
        SpectralFilter(kind="heat", scale=-1)
    with pytest.raises(InputError, match=r"from 1 to 0\.5 is empty"):
        SpectralFilter(kind="band-pass", low=1, high=0.5)
    with pytest.raises(InputError, match="make no polynomial"):
        SpectralFilter(kind="polynomial", coefficients=())
