"""How often a page looks at a training, alone and in a crowd."""

from dataclasses import dataclass

import pytest

from dashboard import state
from dashboard.training import live


@pytest.fixture
def watched_by(monkeypatch):
    """Sets how many pages watch."""

    @dataclass
    class Manager:
        num_watching: int

    return lambda number: monkeypatch.setattr(state, "job_manager", lambda: Manager(number))


@pytest.mark.parametrize("number", [3, 12, 60, 500])
def test_a_crowd_looks_no_more_often_than_a_few(watched_by, number):
    watched_by(number)
    assert number / live.tick_interval() == pytest.approx(min(number / 0.48, 6))
    assert live.suits(live.tick_interval())


def test_a_page_keeps_its_interval_while_few_come_and_go(watched_by):
    watched_by(30)
    interval = live.tick_interval()
    for number in (16, 59):
        watched_by(number)
        assert live.suits(interval)


def test_a_page_becomes_slower_with_a_crowd_and_faster_without(watched_by):
    watched_by(1)
    alone = live.tick_interval()
    watched_by(30)
    crowded = live.tick_interval()
    assert not live.suits(alone)
    watched_by(1)
    assert not live.suits(crowded)
