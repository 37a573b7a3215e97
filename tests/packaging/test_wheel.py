"""A wheel works anywhere: the command line, the server, every page, theme and results."""

import json
import zipfile
from pathlib import PurePath

import pytest
from playwright.sync_api import expect

import spgat
from dashboard.pages import PAGES
from spgat.project import PROJECT
from tests.e2e.conftest import SLOW, running_server, wait_ready

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(installed, tmp_path_factory, _isolated_folders):
    """`spgat app`, started in a folder that has a package of the app's name."""
    (installed.folder / "dashboard").mkdir()
    (installed.folder / "dashboard" / "__init__.py").write_text("raise RuntimeError")

    def command(port):
        return [installed.command, "app", f"--port={port}"]

    folder = tmp_path_factory.mktemp("server")
    with running_server(folder, command=command, cwd=installed.folder) as running:
        yield running


def test_one_package_lands_on_the_top_level(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    top = {PurePath(name).parts[0] for name in names}
    assert top == {"spgat", f"spgat-{spgat.__version__}.dist-info"}


def test_every_file_of_the_app_travels_and_no_secret(wheel):
    carried = {
        name.removeprefix("spgat/_project/")
        for name in zipfile.ZipFile(wheel).namelist()
        if name.startswith("spgat/_project/")
    }
    folder = PROJECT / "dashboard"
    kinds = ("*.py", "*.js", "*.css", "*.svg", "*.md", "*.zip")
    expected = {str(path.relative_to(PROJECT)) for kind in kinds for path in folder.rglob(kind)}
    expected |= {f"results/{path.name}" for path in (PROJECT / "results").glob("*.*")}
    assert carried == expected | {"dashboard/.streamlit/config.toml"}


def test_the_environment_refuses_files_of_the_checkout(installed):
    """Otherwise the tests below prove nothing."""
    code = f"open({str(PROJECT / 'README.md')!r})"
    with pytest.raises(AssertionError, match="opened in the checkout"):
        installed.run(installed.python, "-c", code)


def test_the_library_comes_from_the_wheel_and_no_dashboard_beside_it(installed):
    code = (
        "import importlib.util, spgat; print(spgat.__file__); "
        "print(importlib.util.find_spec('dashboard'))"
    )
    file, dashboard = installed.run(installed.python, "-P", "-c", code).split()
    assert installed.root in PurePath(file).parents
    assert dashboard == "None"


def test_the_command_trains(installed):
    assert installed.run(installed.command, "--version").split()[1] == spgat.__version__
    out = installed.run(
        installed.command, "train", "--dataset", "digits", "--epochs", "3", "--json"
    )
    assert 0 < json.loads(out)["test_accuracy_mean"] <= 1


@pytest.mark.e2e
@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_every_page_opens_with_the_theme(server, page, name):
    page.goto(f"{server.url}/{name}?embed_options=dark_theme")
    wait_ready(page, SLOW)  # nothing is compiled yet
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", "rgb(16, 23, 31)")


@pytest.mark.e2e
def test_the_paper_page_shows_its_results(server, page):
    page.goto(f"{server.url}/paper?result=Accuracy")
    wait_ready(page, SLOW)  # nothing is compiled yet
    page.get_by_test_id("stDataFrame").first.wait_for()
