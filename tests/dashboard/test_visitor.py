"""Files of one visitor are read one after the other, those of two at once."""

import gc
import threading

import pytest

from dashboard import visitor


@pytest.fixture
def reading(monkeypatch):
    """Reads a file of a visitor on another thread until it is told to end."""
    who = threading.local()
    monkeypatch.setattr(visitor, "visitor_id", lambda: who.name)
    ends = []

    def start(name):
        began, end = threading.Event(), threading.Event()
        ends.append(end)

        def read():
            who.name = name
            with visitor.one_file_at_a_time():
                began.set()
                end.wait(10)

        threading.Thread(target=read, daemon=True).start()
        return began, end

    yield start
    for end in ends:
        end.set()


def test_a_second_file_of_a_visitor_waits_and_those_of_others_do_not(reading):
    began, end = reading("ada")
    assert began.wait(10)
    second, _ = reading("ada")
    other, _ = reading("bob")
    assert other.wait(10)
    assert not second.is_set()
    end.set()
    assert second.wait(10)


def test_a_file_that_is_refused_lets_the_next_one_through(monkeypatch):
    monkeypatch.setattr(visitor, "visitor_id", lambda: "ada")
    with pytest.raises(ZeroDivisionError), visitor.one_file_at_a_time():
        raise ZeroDivisionError
    with visitor.one_file_at_a_time():
        assert "ada" in visitor._reading
    gc.collect()  # the refusal's traceback holds the turn in a circle
    assert not visitor._reading
