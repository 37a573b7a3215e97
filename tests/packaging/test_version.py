import pytest

import spgat
from spgat.cli.main import main


def test_the_command_says_the_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.split() == ["spgat", spgat.__version__]


def test_the_version_needs_no_command_and_no_command_is_an_error(capsys):
    assert main([]) == 2


@pytest.mark.parametrize("command", ["datasets", "app"])
def test_commands_keep_their_help(capsys, command):
    assert main([command, "--help"]) == 0
    assert "--version" not in capsys.readouterr().out
