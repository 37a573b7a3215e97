"""Work that needs a package of an extra, where the extra is not installed."""

import sys
import tomllib

import pytest

from spgat import datasets
from spgat.cli.main import main
from spgat.config import TrainConfig
from spgat.errors import InputError
from spgat.extras import needs_extra
from spgat.project import PROJECT
from spgat.training import fit

EXTRAS = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"][
    "optional-dependencies"
]
LAB = [requirement.partition("==")[0] for requirement in EXTRAS["lab"]]


@pytest.fixture
def without_lab(monkeypatch):
    """An environment in which no package of the extra can be imported."""
    for name in list(sys.modules):
        if name.partition(".")[0] in LAB or name == "spgat.experiments.tune":
            monkeypatch.delitem(sys.modules, name)
    for package in LAB:
        monkeypatch.setitem(sys.modules, package, None)


@pytest.mark.parametrize(
    "command",
    [
        ("tune", "-d", "karate", "--trials", "1"),
        ("train", "-d", "karate", "--model", "deepwalk"),
        ("sweep", "-d", "karate", "--scheduler", "tcp://127.0.0.1:9"),
    ],
    ids=lambda command: command[0],
)
def test_the_command_line_names_the_extra_in_one_sentence(
    without_lab, capsys, tmp_path, monkeypatch, command
):
    monkeypatch.chdir(tmp_path)
    assert main(command) == 2
    captured = capsys.readouterr()
    assert not captured.out
    (line,) = captured.err.splitlines()[-1:]
    assert "spgat[lab]" in line


def test_the_library_raises_what_pages_show(without_lab):
    with pytest.raises(InputError, match=r"gensim.*spgat\[lab\]"):
        fit(datasets.load("karate"), TrainConfig(model="deepwalk"), seed=0)


def test_another_error_of_an_import_is_not_taken_for_a_missing_package():
    with pytest.raises(ImportError, match="no_such_name"), needs_extra("lab"):
        from spgat.errors import no_such_name  # noqa: F401


def test_the_tools_bring_the_extra_along():
    assert "spgat[lab]" in EXTRAS["dev"]
