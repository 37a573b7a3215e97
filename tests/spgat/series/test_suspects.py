"""A broken sensor comes first, on a real week of traffic."""

import numpy as np
import pytest

from spgat import datasets
from spgat.errors import InputError
from spgat.series import FAULTS, rank_suspects, with_fault
from spgat.series.suspects import SIGNS


@pytest.fixture(scope="module")
def week(mirror):
    return datasets.load("traffic-la").adjacency, datasets.load_series("traffic-la").values


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_sensor_of_the_los_angeles_week_comes_first(week, fault):
    """In nine of ten draws of the sensor and of the fault's time, noise and direction."""
    adjacency, values = week
    connected = np.flatnonzero(np.diff(adjacency.indptr))
    nodes = np.random.default_rng(FAULTS.index(fault)).choice(connected, 10, replace=False)
    first = [
        rank_suspects(adjacency, with_fault(values, node, fault, seed)).nodes[0] == node
        for seed, node in enumerate(nodes.tolist())
    ]
    assert sum(first) >= 9


def test_missing_readings_neither_stop_the_ranking_nor_lead_it(week):
    adjacency, values = week
    gaps = with_fault(values, 40, "noise")
    rng = np.random.default_rng(0)
    gaps[rng.random(gaps.shape) < 0.05] = np.nan
    gaps[:, 7] = np.nan  # a sensor that never worked
    found = rank_suspects(adjacency, gaps)
    assert found.nodes[0] == 40
    assert 7 not in found.nodes
    assert found.reasons[0] == "erratic"


def test_a_sensor_that_fails_for_half_a_day_is_not_silent(week):
    """Its last two readings before that are alike, which says nothing."""
    adjacency, values = week
    gaps = values.copy()
    gaps[289, 40] = gaps[288, 40]
    gaps[290:432, 40] = np.nan
    before, after = (
        ranking.signs[ranking.nodes == 40, SIGNS.index("silent")]
        for ranking in (rank_suspects(adjacency, values), rank_suspects(adjacency, gaps))
    )
    assert after <= before + 0.1


def test_a_lonely_sensor_is_not_ranked(week):
    adjacency, values = week
    lonely = np.flatnonzero(np.diff(adjacency.indptr) == 0)
    found = rank_suspects(adjacency, values)
    assert len(lonely) == 1
    assert not np.isin(lonely, found.nodes).any()
    assert (np.diff(found.scores) <= 0).all()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_changes_one_sensor_and_keeps_its_gaps(fault):
    values = np.random.default_rng(1).normal(50, 5, (200, 6))
    values[20:30, 2] = np.nan
    broken = with_fault(values, 2, fault)
    others = [0, 1, 3, 4, 5]
    np.testing.assert_array_equal(broken[:, others], values[:, others])
    np.testing.assert_array_equal(np.isnan(broken), np.isnan(values))
    assert np.nanmax(np.abs(broken[:, 2] - values[:, 2])) > 1
    np.testing.assert_array_equal(with_fault(values, 2, fault), broken)  # the same seed


def test_a_stuck_sensor_repeats_one_reading_to_the_end():
    values = np.random.default_rng(1).normal(50, 5, (200, 6))
    broken = with_fault(values, 2, "stuck")[:, 2]
    assert (np.diff(broken)[-49:] == 0).all()


def test_a_short_series_is_refused():
    graph = datasets.load("path", num_nodes=5)
    with pytest.raises(InputError):
        rank_suspects(graph.adjacency, np.zeros((10, 5)))
