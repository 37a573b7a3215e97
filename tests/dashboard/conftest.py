"""Fixtures of the app's tests: pages without a browser."""

import sys
import threading
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard import state
from dashboard.lessons import visit

ENTRYPOINT = Path(__file__).resolve().parents[2] / "dashboard" / "app.py"

# A page under test makes itself the main module, also in a fixture of a whole file, and
# processes that are spawned later would run it. Nothing has run where this file is imported.
MAIN = sys.modules["__main__"]


def opened(page, address):
    """A page as a new visitor opens it, with no other page before."""
    app = AppTest.from_file(ENTRYPOINT, default_timeout=180)
    app.switch_page(f"app_pages/{page}.py")
    for key, text in address.items():
        app.query_params[key] = text
    return app.run()


@pytest.fixture(autouse=True)
def _fresh_caches():
    """Caches are process-wide; no test may see another one's.

    Nor may a training outlive its test: torch's random generator is process-wide too.
    """
    st.cache_data.clear()
    st.cache_resource.clear()
    yield
    sys.modules["__main__"] = MAIN
    state.job_manager().close()
    for thread in threading.enumerate():
        if thread.name.startswith("job-"):
            thread.join()


@pytest.fixture(autouse=True)
def _one_person(monkeypatch):
    """As `spgat app` starts the server; tests of visitors take it away."""
    monkeypatch.setenv("SPGAT_PERSONAL", "1")


@pytest.fixture
def open_page():
    """Opens a page by name with an address' parameters, as a new visitor."""

    def opened(name="frequencies", **parameters):
        # UMAP compiles for a minute where nothing is compiled yet.
        app = AppTest.from_file(ENTRYPOINT, default_timeout=180)
        for key, value in parameters.items():
            app.query_params[key] = value
        app.run()
        if name != "frequencies":
            app.switch_page(f"app_pages/{name}.py").run()
        assert not app.exception, app.exception
        return app

    return opened


@pytest.fixture
def as_browser():
    """Reports that the page Lessons is shown, which has it go on to a lesson's own page."""

    def report(app):
        for key in list(app.query_params):
            del app.query_params[key]
        page, address, _ = app.session_state[visit._NEXT]
        app.session_state[visit._NEXT] = (page, address, True)
        return app.run()

    return report
