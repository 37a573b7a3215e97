"""How tests are given to workers."""

import os

import pytest


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="there are no workers")
def test_the_tests_of_a_file_stay_on_one_worker(request):
    """A worker of its own for each test would build every fixture of a session anew."""
    assert request.node.nodeid.endswith("@test_workers.py")
