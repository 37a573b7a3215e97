"""Gaps that suggest a d: as many frequencies as a graph has parts."""

import numpy as np
import pytest

from spgat.bands.config import BandConfig
from spgat.bands.eigengap import suggested_gaps, widest_gaps
from spgat.errors import InputError
from spgat.graph import Graph
from spgat.spectral.eigen import full_spectrum


def cliques(num: int, size: int = 6, *, rings: int = 1) -> Graph:
    """Rings of cliques, each clique joined to the next by an edge."""
    within = [
        (size * c + i, size * c + j)
        for c in range(num * rings)
        for i in range(size)
        for j in range(i)
    ]
    between = [
        (size * (num * r + c), size * (num * r + (c + 1) % num) + 1)
        for r in range(rings)
        for c in range(num)
    ]
    return Graph.build("cliques", num * rings * size, np.array(within + between))


@pytest.mark.parametrize("num", [3, 4, 7])
def test_parts_that_hardly_touch_are_as_many_as_frequencies_below_the_gap(num):
    spectrum = full_spectrum(cliques(num).adjacency)
    widest, *_ = widest_gaps(spectrum.eigenvalues, spectrum.null_dimension)
    assert widest.num_low == num
    assert widest.below == spectrum.eigenvalues[num - 1]
    assert widest.above == spectrum.eigenvalues[num]


def test_the_null_space_is_no_gap():
    """Two components: the cut after their two zeros says nothing of the cliques in them."""
    spectrum = full_spectrum(cliques(4, rings=2).adjacency)
    widest, *_ = widest_gaps(spectrum.eigenvalues, spectrum.null_dimension)
    assert spectrum.null_dimension == 2
    assert widest.num_low == 8
    bands = BandConfig(low_fractions=(widest.low_fraction,), count_from="null-space")
    assert bands.num_low(48, 2) == (8,)


def test_gaps_come_from_the_lower_half_the_widest_first():
    eigenvalues = np.array([0, 0.1, 0.2, 0.8, 0.9, 1.0, 1.1, 9.0])
    gaps = widest_gaps(eigenvalues, 1, most=2)
    assert [gap.num_low for gap in gaps] == [3, 2]
    assert [gap.relative for gap in gaps] == pytest.approx([0.75, 0.5])


@pytest.mark.parametrize(
    "eigenvalues", [[0.0], [0.0, 1.2], [0.0, 0.0, 0.0], [0.0, 1.25, 1.25, 1.25 + 1e-12, 1.25]]
)
def test_without_different_frequencies_there_is_no_gap(eigenvalues):
    null_dimension = eigenvalues.count(0.0)
    assert widest_gaps(np.array(eigenvalues), null_dimension) == ()


@pytest.mark.parametrize("eigenvalues", [None, np.array([0.0, 1.25, 1.25, 1.25])])
def test_no_gap_suggests_nothing(eigenvalues):
    with pytest.raises(InputError, match="classes"):
        suggested_gaps(eigenvalues, 1)
