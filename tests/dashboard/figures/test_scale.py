from xml.etree import ElementTree

import numpy as np
import pytest

from dashboard import theme
from dashboard.figures import scale


def test_ends_and_middle_have_the_palettes_colours():
    low, middle, high = scale.colours([-2.0, 0.0, 2.0], limit=2.0)
    assert low == "rgba(160,91,186,1.00)"  # theme.NEGATIVE
    assert high == "rgba(42,157,92,1.00)"  # theme.POSITIVE
    assert middle == theme.FADING[2]
    assert scale.colours([9.0], limit=2.0) == [high]


def test_limit_spans_all_arrays_and_never_vanishes():
    assert scale.limit_of(np.array([1.0, -3.0]), np.array([2.0])) == 3.0
    assert scale.limit_of(np.zeros(3)) == 1.0
    assert scale.limit_of(np.zeros(0)) == 1.0


def test_colour_bar_runs_from_purple_through_nothing_to_green():
    bar = ElementTree.fromstring(scale.colour_bar(0.5, 'weight "w" < 1'))
    assert (bar.get("role"), bar.get("aria-label")) == ("img", 'weight "w" < 1')
    colours, labels = bar
    assert [label.text for label in labels] == ["-0.5", "0", "0.5"]
    assert ",".join(theme.FADING) in colours.get("style")
    assert (theme.FADING[0], theme.FADING[-1]) == (theme.NEGATIVE, theme.POSITIVE)


@pytest.mark.parametrize("colour", [theme.NEGATIVE, theme.POSITIVE])
def test_fading_scale_ends_in_the_named_colours(colour):
    assert colour in (theme.FADING[0], theme.FADING[-1])
