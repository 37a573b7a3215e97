import json

import numpy as np
import pytest

from dashboard.figures import spectrum

EIGENVALUES = np.array([0.0, 0.5, 1.0, 1.0, 1.5])


def plain(option):
    """The option without its table, which must then be JSON."""
    rest = {key: value for key, value in option.items() if key != "dataset"}
    json.dumps(rest)
    return option


def test_cut_parts_the_eigenvalues():
    option = plain(spectrum.coefficient_stems(EIGENVALUES, 2))
    table = option["dataset"]["source"]
    assert table["low"].notna().tolist() == [True, True, False, False, False]
    assert table["high"].notna().tolist() == [False, False, True, True, True]
    (low, high) = option["series"][0]["markArea"]["data"]
    assert low[1]["xAxis"] == high[0]["xAxis"] == 2.5


@pytest.mark.parametrize(("num_low", "bands"), [(0, ["high"]), (5, ["low"])])
def test_nothing_low_and_nothing_high(num_low, bands):
    option = spectrum.coefficient_stems(EIGENVALUES, num_low)
    assert [area[0]["name"] for area in option["series"][0]["markArea"]["data"]] == bands


def test_heads_are_clickable_and_stems_are_not():
    option = spectrum.coefficient_stems(EIGENVALUES, 2)
    assert [s.get("selectedMode") for s in option["series"]] == [None, "single"] * 2


def test_filtered_coefficients_are_drawn_as_rings():
    option = plain(spectrum.coefficient_stems(EIGENVALUES, 2, filtered=EIGENVALUES / 2))
    assert option["series"][-1]["data"][1] == [2, 0.25]
