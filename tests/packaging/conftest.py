"""The wheel, built as a release is, in an environment that holds nothing else of ours."""

import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import pytest

from spgat.project import PROJECT
from tests.e2e.conftest import browser_context_args, browser_type_launch_args  # noqa: F401

#: Where this environment keeps what spgat depends on; it may lie inside the checkout.
SITE = sysconfig.get_path("purelib")

#: Every Python of the fresh environment runs this first: it fails at the first file that is
#: opened in the checkout, so what the tests see can only come from the wheel.
GUARD = f"""
import sys

def refuse(event, arguments):
    if event != "open" or not isinstance(arguments[0], str):
        return
    path = arguments[0]
    if path.startswith({str(PROJECT) + os.sep!r}) and not path.startswith({SITE!r}):
        raise PermissionError("opened in the checkout: " + path)

sys.addaudithook(refuse)
"""


@dataclass(frozen=True)
class Installed:
    """A fresh environment with the wheel in it, and a folder to work in."""

    root: Path
    folder: Path

    @property
    def python(self):
        return self.root / "bin" / "python"

    @property
    def command(self):
        """`spgat`, as pip installs it."""
        return self.root / "bin" / "spgat"

    def run(self, *command):
        """The output of a command that must succeed."""
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout


@pytest.fixture(scope="package")
def wheel(tmp_path_factory):
    """The wheel, made from the source archive, so that both are known to be complete."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", out, PROJECT]
    subprocess.run(command, check=True, capture_output=True)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="package")
def installed(wheel, tmp_path_factory):
    """The wheel in a fresh environment; its dependencies are those that lie here already."""
    root = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root], check=True)
    pip = [sys.executable, "-m", "pip", "--python", root / "bin" / "python"]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    (packages,) = root.glob("lib/python*/site-packages")
    # A line in a .pth file is a folder and no more: the .pth files in it, among them the one
    # of the editable install, are not read.
    (packages / "dependencies.pth").write_text(SITE)
    (packages / "sitecustomize.py").write_text(GUARD)
    patch = pytest.MonkeyPatch()
    patch.delenv("PYTHONPATH", raising=False)
    yield Installed(root, tmp_path_factory.mktemp("elsewhere"))
    patch.undo()
