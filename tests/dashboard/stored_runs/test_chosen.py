import pytest
import streamlit as st

from dashboard.embeddings import chosen


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
