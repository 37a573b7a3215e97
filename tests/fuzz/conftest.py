"""Ends what a target has started."""

import pytest

from spgat.datasets.imports import reading
from spgat.runs import apart


@pytest.fixture(autouse=True, scope="package")
def _no_process_stays():
    yield
    for sandbox in (reading._sandbox, apart._sandbox):
        sandbox.close()
