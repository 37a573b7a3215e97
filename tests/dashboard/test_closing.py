"""What a server does first when it is told to stop."""

import threading
from unittest.mock import Mock

import pytest
from streamlit.web.server.server import Server

from dashboard import closing


@pytest.fixture(autouse=True)
def _bounds(monkeypatch):
    """Sets what holds for the process for one test."""
    monkeypatch.setattr(Server, "stop", Server.stop)
    monkeypatch.setattr(closing, "_stop", lambda server: None)
    monkeypatch.setattr(closing, "_calls", [])
    monkeypatch.setattr(closing.atexit, "register", lambda call: None)
    closing.bound.cache_clear()
    closing.bound()
    yield
    closing.bound.cache_clear()


def test_trainings_are_kept_while_the_server_still_waits_for_others():
    """Hosts kill it before a file has arrived, or before one is made."""
    kept = threading.Event()
    closing.register(kept.set)
    Server.stop(Mock())
    assert kept.wait(60)
