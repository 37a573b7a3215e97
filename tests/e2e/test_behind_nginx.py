"""README's lines for nginx: the app under a path of a larger site, with a real nginx."""

import os
import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import IN_CI, ROOT, SLOW, running_server

README = (ROOT / "README.md").read_text()
[LOCATION] = re.findall(r"```nginx\n(.*?)```", README, re.DOTALL)
[PREFIX] = re.findall(r"STREAMLIT_SERVER_BASE_URL_PATH=(\w+)", README)
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
SITE = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    server {{
        listen 127.0.0.1:{port};
        {location}
    }}
}}
"""


@contextmanager
def site(folder, app_url):
    """An nginx with README's lines before the app; yields the address of the site."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    app = app_url.removesuffix(f"/{PREFIX}")
    assert "http://127.0.0.1:8501" in LOCATION
    location = LOCATION.replace("http://127.0.0.1:8501", app)
    user = "user root;" if os.geteuid() == 0 else ""
    path = folder / "nginx.conf"
    path.write_text(SITE.format(folder=folder, port=port, location=location, user=user))
    with (folder / "nginx.log").open("w") as log:
        process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(path)], stderr=log)
    try:
        deadline = time.monotonic() + 30
        while not _is_open(port):
            said = (folder / "nginx.log").read_text()
            assert process.poll() is None, said
            assert time.monotonic() < deadline, said
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_the_app_lives_under_a_path_of_a_larger_site(tmp_path, page, monkeypatch):
    if NGINX is None:
        message = "no nginx: install nginx-light"
        if IN_CI:
            pytest.fail(message)
        pytest.skip(message)
    monkeypatch.setenv("STREAMLIT_SERVER_BASE_URL_PATH", PREFIX)
    with (
        running_server(tmp_path, prefix=f"/{PREFIX}") as server,
        site(tmp_path, server.url) as url,
    ):
        failed = []
        page.on("response", lambda got: failed.append(got.url) if got.status >= 400 else None)
        page.goto(f"{url}/{PREFIX}/")
        slider = page.get_by_role("slider", name="d, low frequencies")
        slider.press("ArrowRight", timeout=SLOW)
        expect(page.get_by_text("Low: 3 frequencies")).to_be_visible()
        expect(page).to_have_url(re.compile(rf"/{PREFIX}/.*\bnum_low=3\b"))  # the server heard
        page.get_by_role("link", name="Own graphs").first.click()
        expect(page).to_have_url(re.compile(rf"/{PREFIX}/graphs"))
        letters = {"name": "x.csv", "mimeType": "text/csv", "buffer": b"a" * 2_000_000}
        page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files([letters])
        expect(page.get_by_text("lacks a source or a target")).to_be_visible()
        assert not failed
