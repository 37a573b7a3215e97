import numpy as np
import pytest
import streamlit as st

from dashboard.embeddings import address, chosen


@pytest.fixture(autouse=True)
def state(monkeypatch):
    """A session's state without a session."""
    values = {}
    monkeypatch.setattr(st, "session_state", values)
    return values


def test_selecting_undoing_and_clearing():
    chosen.current("g")
    chosen.select([3, 1])
    chosen.select([2])
    assert chosen.current("g").nodes == (2,)
    chosen.undo()
    assert chosen.current("g").nodes == (1, 3)
    chosen.undo()
    chosen.undo()
    assert chosen.current("g").nodes == ()


def test_steps_of_many_nodes_are_not_kept_without_end():
    """A million points, drawn around thirty times, would take a gigabyte of one session."""
    chosen.current("g")
    for first in range(12):
        chosen.select(np.arange(first, first + 100_000))
    chosen.select([1])
    assert 1 <= len(chosen.current("g").past) <= 5
    chosen.undo()
    assert len(chosen.current("g").nodes) == 100_000


def test_another_graph_has_other_nodes():
    chosen.current("g")
    chosen.select([1])
    assert chosen.current("other").nodes == ()
    assert chosen.current("other").past == ()


def test_a_chart_keeps_its_key_while_its_own_brush_moves():
    chosen.current("g")
    key = chosen.chart_key("map-0")
    chosen.select([1], "map-0")
    chosen.select([1, 2], "map-0")
    assert chosen.chart_key("map-0") == key


def test_a_chart_drops_its_brush_when_nodes_are_selected_elsewhere():
    chosen.current("g")
    chosen.select([1], "map-0")
    before = chosen.chart_key("map-0")
    chosen.select([5], "map-1")
    assert chosen.chart_key("map-0") != before
    assert chosen.chart_key("map-1") == "map-1-0"


def test_loosening_keeps_the_nodes():
    chosen.current("g")
    chosen.select([1], "map-0")
    chosen.loosen("map-1")
    assert chosen.current("g").source == "map-0"
    chosen.loosen("map-0")
    assert chosen.current("g").source == ""
    assert chosen.current("g").nodes == (1,)


@pytest.mark.parametrize(
    ("nodes", "text"),
    [((), ""), ((4,), "4"), ((0, 1, 2, 5, 7, 8), "0-2,5,7-8"), (tuple(range(99)), "0-98")],
)
def test_a_selection_is_spelled_and_read_again(nodes, text):
    assert address.spelled(nodes) == text
    assert address.parsed(text, 99) == list(nodes)


@pytest.mark.parametrize("text", ["-1", "99", "5-3", "1;2", "a", "0-9999999999", "1-2-3"])
def test_what_is_no_selection_is_not_read(text):
    assert address.parsed(text, 99) is None
