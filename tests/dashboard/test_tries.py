"""Guesses at a key are counted."""

import pytest

from dashboard.tries import Tries
from spgat.errors import InputError


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def tries(clock):
    return Tries(each=2, together=3, seconds=60, clock=lambda: clock[0])


def test_a_visitor_has_a_few_within_a_time(tries, clock):
    tries.take("ada")
    clock[0] = 30
    tries.take("ada")
    for clock[0] in (31, 59):
        with pytest.raises(InputError):
            tries.take("ada")
    clock[0] = 60  # the first is over, and those that were refused are none
    tries.take("ada")
    with pytest.raises(InputError):
        tries.take("ada")


def test_who_comes_as_another_each_time_has_no_more_than_all(tries):
    for visitor in "abc":
        tries.take(visitor)
    with pytest.raises(InputError):
        tries.take("d")
