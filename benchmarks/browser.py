"""A server of the app and a browser on it, for the rows that measure what a visitor meets."""

import atexit
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.harness import CHROMIUM

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 60
#: Of patience with a page: the first one of a server imports torch, on a busy machine too.
PAGE_SECONDS = 180


@dataclass(frozen=True)
class Server:
    """A running app with data and runs of its own, ended with this process."""

    url: str
    pid: int

    @classmethod
    def start(cls):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        folder = tempfile.TemporaryDirectory()
        environment = {
            **os.environ,
            "SPGAT_RUNS": folder.name,
            "SPGAT_DATA": folder.name,
            "SPGAT_MAX_MINUTES": "600",  # a training that outlasts what is measured
        }
        command = [sys.executable, "-m", "streamlit", "run", "dashboard/app.py",
                   f"--server.port={port}", "--server.address=127.0.0.1",
                   "--server.headless=true"]  # fmt: skip
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, **silent)
        atexit.register(folder.cleanup)
        atexit.register(process.wait)
        atexit.register(process.terminate)
        server = cls(f"http://127.0.0.1:{port}", process.pid)
        server._wait()
        return server

    @property
    def megabytes(self):
        """Memory the server holds now."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("the server is gone")

    @property
    def processor_seconds(self):
        """Time of processors that the server has taken."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _wait(self):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2).close()
            except OSError:
                time.sleep(0.2)
            else:
                return
        raise RuntimeError("the server did not start")


def serve(scope):
    """Returns a fresh server, or the one that all rows of a smoke test share."""
    return _shared_server() if scope.smoke else Server.start()


@cache
def _shared_server():
    return Server.start()


@cache
def launch():
    """Returns the browser of this process, ended with it."""
    from playwright.sync_api import sync_playwright

    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
    )
    atexit.register(playwright.stop)
    atexit.register(browser.close)
    return browser


def visit(browser, url, *, settled=True):
    """Returns the page at an address, opened by a new visitor, once its script has run.

    A page that watches a training runs again and again: do not wait until it is `settled`.
    """
    page = browser.new_context(viewport={"width": 1400, "height": 1000}).new_page()
    page.set_default_timeout(PAGE_SECONDS * 1000)
    page.goto(url)
    page.wait_for_selector("[data-testid=stMain] h1")
    if settled:
        page.wait_for_selector("[data-test-script-state=notRunning]")
    return page
