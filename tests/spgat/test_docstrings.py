"""The examples in docstrings run, and the parts that teach have one."""

import doctest
from importlib import import_module

import pytest

TEACHING = (
    "spgat.nn.spgat_conv",
    "spgat.spectral.chebyshev",
    "spgat.spectral.reconstruction",
    "spgat.spectral.wavelets",
    "spgat.training",
)


@pytest.mark.parametrize("name", TEACHING)
def test_the_examples_of_a_module_run(name):
    outcome = doctest.testmod(import_module(name))
    assert outcome.attempted > 0
    assert outcome.failed == 0
