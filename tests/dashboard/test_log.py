"""What a server writes down, however much strangers send."""

import logging
import tomllib
from pathlib import Path

import pytest
from streamlit import config, error_util

from dashboard import log


@pytest.fixture
def written(monkeypatch):
    """A logger of a bounded process, and what it writes."""
    monkeypatch.setattr(logging.Logger, "handle", logging.Logger.handle)
    monkeypatch.setattr(log, "_written", {})
    log.bound.cache_clear()
    log.bound()
    lines = []
    logger, handler = logging.Logger("streamlit"), logging.Handler()
    handler.emit = lambda record: lines.append(handler.format(record))
    logger.addHandler(handler)
    yield logger, lines
    log.bound.cache_clear()


def test_a_line_is_short_and_controls_no_terminal(written):
    logger, lines = written
    logger.warning("from %s", "\x1b[31m" + "x" * 10**6)
    try:
        raise ValueError("y" * 10**6 + "its end")
    except ValueError:
        logger.exception("asked for %d", 3)
    assert len(lines[0]) < log.MAX_LINE + 100
    assert len(lines[1]) < log.MAX_TRACEBACK + 100
    assert lines[1].endswith("its end")
    assert "\x1b" not in lines[0]
    assert lines[0].startswith("from [31mxxx")
    assert lines[1].startswith("asked for 3\nTraceback")


def test_a_line_that_is_written_again_and_again_is_counted(written, monkeypatch):
    logger, lines = written
    for second in (0.0, 30.0, 61.0):
        monkeypatch.setattr(logging.time, "time", lambda now=second: now)
        monkeypatch.setattr(logging.time, "time_ns", lambda now=second: int(now * 1e9))
        for _ in range(200):
            logger.warning("again")
    logger.warning("another")
    assert len(lines) == 2 * log.MAX_LINES + 1
    assert "300" in lines[log.MAX_LINES]
    assert lines[-1] == "another"


def test_what_nobody_foresaw_goes_through_the_bounds(monkeypatch):
    settings = Path(log.__file__).parent / ".streamlit" / "config.toml"
    table = tomllib.loads(settings.read_text(encoding="utf-8"))
    options = {f"{part}.{name}": value for part in table for name, value in table[part].items()}
    printed, logged = [], []
    option = config.get_option
    monkeypatch.setattr(config, "get_option", lambda key: options.get(key, option(key)))
    monkeypatch.setattr(error_util, "_print_rich_exception", printed.append)
    monkeypatch.setattr(logging.Logger, "handle", lambda _, record: logged.append(record))
    error_util.handle_uncaught_app_exception(ValueError("unforeseen"))
    assert printed == []
    assert "unforeseen" in [str(record.exc_info[1]) for record in logged if record.exc_info]
