import numpy as np
import pytest

from dashboard import theme
from dashboard.figures import scale


def test_ends_and_middle_have_the_palettes_colours():
    low, middle, high = scale.colours([-2.0, 0.0, 2.0], limit=2.0)
    assert low == "rgba(160,91,186,1.00)"  # theme.NEGATIVE
    assert high == "rgba(42,157,92,1.00)"  # theme.POSITIVE
    assert middle == theme.FADING[2].replace("0.10", "0.10")
    assert scale.colours([9.0], limit=2.0) == [high]


def test_limit_spans_all_arrays_and_never_vanishes():
    assert scale.limit_of(np.array([1.0, -3.0]), np.array([2.0])) == 3.0
    assert scale.limit_of(np.zeros(3)) == 1.0
    assert scale.limit_of(np.zeros(0)) == 1.0


def test_colour_bar_labels_both_ends_and_zero():
    bar = scale.colour_bar(0.5)
    labels = bar["xAxis"]["data"]
    assert (labels[0], labels[40], labels[80]) == ("-0.5", "0", "0.5")
    assert bar["visualMap"]["min"] == -0.5


@pytest.mark.parametrize("colour", [theme.NEGATIVE, theme.POSITIVE])
def test_fading_scale_ends_in_the_named_colours(colour):
    assert colour in (theme.FADING[0], theme.FADING[-1])
