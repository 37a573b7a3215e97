"""A real server process and a real browser for the tests of this folder."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

#: Patience with a busy machine; a test that passes waits no longer than it must.
expect.set_options(timeout=60_000)  # a shared machine can be ten times slower

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
IN_CI = os.environ.get("CI") == "true"
START_SECONDS = 60
#: Milliseconds for what trains: the first training imports torch and compiles kernels.
SLOW = 120_000
#: Streamlit's own signs that a page is connected and its script has ended.
READY = (
    "[data-testid=stApp][data-test-connection-state=CONNECTED]"
    "[data-test-script-state=notRunning]"
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    if not shutil.which(CHROMIUM):
        message = f"no browser at {CHROMIUM}: install chromium or set CHROMIUM"
        if IN_CI:
            pytest.fail(message)
        pytest.skip(message)
    flags = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--no-first-run"]  # fmt: skip
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": flags}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "viewport": {"width": 1400, "height": 1000}}


@dataclass(frozen=True)
class Server:
    """A running app: its address, its process and the folder of its log, data and runs."""

    url: str
    pid: int
    folder: Path

    @property
    def log(self):
        """What it has written so far."""
        return (self.folder / "server.log").read_text()

    @property
    def megabytes(self):
        """Memory it holds now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def from_checkout(port):
    """The command that serves the tree these tests are in."""
    return [sys.executable, "-m", "streamlit", "run", "dashboard/app.py",
            f"--server.port={port}", "--server.address=127.0.0.1"]  # fmt: skip


@contextmanager
def running_server(folder, *options, command=from_checkout, cwd=ROOT, port=0, prefix=""):
    """Runs the app with data and runs of its own, and expects no traceback in its log.

    `prefix` is the path that it is told to serve under.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "STREAMLIT_SERVER_HEADLESS": "true",
        "SPGAT_DATA": str(folder / "data"),
        "SPGAT_RUNS": str(folder / "runs"),
        "SPGAT_PERSONAL": "1",  # as `spgat app` sets it; each test is a visitor of its own
    }
    with (folder / "server.log").open("w") as output:
        process = subprocess.Popen(
            [*command(port), *options],
            cwd=cwd,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    running = Server(f"http://127.0.0.1:{port}{prefix}", process.pid, folder)
    try:
        _wait_for_health(running, process)
        yield running
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    assert "Traceback" not in running.log, running.log[-3000:]


@pytest.fixture(scope="session")
def server(tmp_path_factory, _isolated_folders):
    """The app that all tests visit."""
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def app_url(server):
    """Its address."""
    return server.url


def _wait_for_health(server, process):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=2) as answer:
                if answer.read() == b"ok":
                    return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the server did not start:\n{server.log[-3000:]}")


@pytest.fixture(scope="session")
def screenshots():
    """Folder for pictures of the pages, to be looked at by people."""
    folder = ROOT / "tests" / "e2e" / "screenshots"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def page(page):
    """A tab of a new visitor, patient with a busy machine."""
    page.set_default_timeout(SLOW)
    return page


@pytest.fixture
def open_page(page, app_url, request):
    """Opens a path of the app, for instance "/train?dataset=digits", and waits for it.

    Its charts stand still, so that a click finds what it aims at, but in tests marked `moving`.
    Pages with a ticking fragment are never idle for long: wait for content there.
    """
    is_still = request.node.get_closest_marker("moving") is None

    def visit(path="/"):
        asked = ("&" if "?" in path else "?") + "still=true"
        page.goto(app_url + path + asked * is_still)
        wait_ready(page)
        return page

    return visit


@pytest.fixture
def other(browser, browser_context_args):
    """Makes a page of another visitor."""
    with ExitStack() as contexts:
        yield lambda: contexts.enter_context(
            browser.new_context(**browser_context_args)
        ).new_page()


@pytest.fixture
def open_elsewhere(other):
    """Opens an address as another visitor."""

    def visit(url):
        page = other()
        page.goto(url)
        wait_ready(page)
        return page

    return visit


def click_until(click, check):
    """Clicks on a chart, again where it was still being drawn and took no notice of it.

    `check` asserts what the click does, within a `timeout`.
    """
    for _ in range(5):
        click()
        try:
            return check(timeout=SLOW / 5)
        except AssertionError:
            continue
    check()


def wait_ready(page, timeout=SLOW):
    """Waits until the page's script has run and shows no error."""
    page.wait_for_selector("[data-testid=stMain] h1", timeout=timeout)  # ready before its start
    page.wait_for_selector(READY, timeout=timeout)
    assert page.get_by_test_id("stException").count() == 0, page.get_by_test_id(
        "stException"
    ).first.inner_text()
