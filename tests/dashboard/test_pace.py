"""How often a page that moves by itself is drawn, alone and in a crowd."""

import pytest

from dashboard import playback
from dashboard.pace import Pace


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def pace(clock):
    return Pace(0.5, 0.12, clock)


def watched_by(number, pace, clock):
    """Lets so many pages be drawn, and nobody else."""
    clock.now += 1000
    for page in range(number):
        pace.drawn(str(page), 100.0, 0.02)


def test_a_page_counts_once_and_until_it_is_left(pace, clock):
    for _ in range(3):
        pace.drawn("first", 0.5, 0.02)
        clock.now += 0.4
    pace.drawn("second", 8.0, 0.02)
    assert pace.num_moving == 2
    clock.now += 1
    assert pace.num_moving == 1
    clock.now += 16
    assert pace.num_moving == 0


@pytest.mark.parametrize("number", [3, 12, 60, 500])
def test_a_crowd_is_drawn_no_more_often_than_a_few(pace, clock, number):
    watched_by(number, pace, clock)
    assert number / pace.seconds == pytest.approx(min(number / 0.5, 6))
    assert pace.suits(pace.seconds)


@pytest.mark.parametrize("cost", [0.01, 0.2, 3.0])
def test_what_costs_more_is_drawn_less_often(pace, cost):
    pace.drawn("page", 100.0, cost)
    assert cost / pace.seconds <= 0.12 + 1e-9
    assert pace.seconds >= 0.5


def test_a_page_keeps_its_timer_while_few_come_and_go(pace, clock):
    watched_by(30, pace, clock)
    seconds = pace.seconds
    for number in (16, 59):
        watched_by(number, pace, clock)
        assert pace.suits(seconds)


def test_a_page_becomes_slower_with_a_crowd_and_faster_without(pace, clock):
    alone = pace.seconds
    watched_by(30, pace, clock)
    crowded = pace.seconds
    assert not pace.suits(alone)
    watched_by(0, pace, clock)
    assert not pace.suits(crowded)


@pytest.fixture
def session(monkeypatch, pace, clock):
    """A visitor's session that plays."""
    values = {"playing": True}
    monkeypatch.setattr(playback.st, "session_state", values)
    monkeypatch.setattr(playback, "PACE", pace)
    monkeypatch.setattr(playback, "clock", clock)
    return values


def test_a_click_between_two_frames_draws_the_same_again(session, clock):
    assert playback.interval() == 0.5
    assert playback.is_due()
    clock.now += 0.1
    assert not playback.is_due()
    clock.now += 0.4
    assert playback.is_due()


def test_what_plays_ends_on_the_way_to_another_page(session):
    session["page"] = "frequencies"
    playback.stop_elsewhere("frequencies")
    assert playback.is_playing()
    playback.stop_elsewhere("train")
    assert not playback.is_playing()
    assert playback.interval() is None
    assert not playback.is_due()


def test_a_crowd_that_plays_is_drawn_less_often(session, pace, clock):
    watched_by(60, pace, clock)
    assert playback.interval() == pytest.approx(10.0)
